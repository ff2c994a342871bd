// @ts-check
/**
 * Opening procedures: the server says what is wanted next and of whom; here people answer with stones and dialogs, and
 * players by being asked.
 */
import { post } from './api.js';
import { ask, toast } from './dom.js';
import { parseMoves } from './geometry.js';

/**
 * @typedef {{ kind: 'place', seat: 'first' | 'second', color: import('./api.js').Color, region: string[] | null }
 *   | { kind: 'choose', seat: 'first' | 'second', options: string[] }
 *   | { kind: 'done', black: 'first' | 'second' }} Request
 */

export class OpeningDialog {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.isOn = false;
    this.procedure = 'free';
    /** @type {string[]} */
    this.answers = [];
    /** @type {Request | null} */
    this.request = null;
    app.game.addEventListener('change', (event) => {
      if (this.isOn && /** @type {CustomEvent} */ (event).detail !== 'edit' && !this.isWriting) this.end();
    });
    this.isWriting = false;
  }

  /** @param {string} procedure */
  async begin(procedure) {
    this.isOn = true;
    this.procedure = procedure;
    this.answers = [];
    await this.#next();
  }

  end() {
    this.isOn = false;
    this.request = null;
    this.app.board.region = null;
    this.app.board.draw();
    this.app.showStatus();
  }

  /** Who sits where as long as the colors are open: the first seat is black's. @param {'first' | 'second'} seat */
  #picker(seat) {
    return this.app.play.pickers[seat === 'first' ? 'black' : 'white'];
  }

  /** What the person is asked for, in a sentence. */
  get text() {
    const request = this.request;
    if (!request) return 'Opening…';
    if (request.kind === 'done') return '';
    const who = this.#picker(request.seat).isHuman ? `You (${request.seat} seat)` : `${this.#picker(request.seat).box.value} (${request.seat} seat)`;
    return request.kind === 'place' ? `${this.procedure}: ${who} put a ${request.color} stone` : `${this.procedure}: ${who} choose`;
  }

  /** @param {string} point */
  choose(point) {
    const request = this.request;
    if (request?.kind !== 'place' || !this.#picker(request.seat).isHuman) return;
    if (request.region && !request.region.includes(point)) {
      toast('In this step the stone must be put elsewhere.', 'bad');
      return;
    }
    this.answers.push(point);
    void this.#next();
  }

  async #next() {
    const { game, board } = this.app;
    const body = { procedure: this.procedure, size: game.size, rule: game.rule, answers: this.answers };
    let reply;
    try {
      reply = await post('opening', body);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
      this.answers.pop();
      if (!this.answers.length) this.end();
      return;
    }
    if (!this.isOn) return;
    this.request = /** @type {Request} */ (reply.request);
    this.#show(reply.moves);
    const request = this.request;
    if (request.kind === 'done') {
      this.end();
      if (request.black === 'second') this.app.play.exchange();
      else this.app.play.resume();
      return;
    }
    board.region = request.kind === 'place' && request.region ? new Set(request.region) : null;
    board.draw();
    this.app.showStatus();
    if (!this.#picker(request.seat).isHuman) {
      try {
        const { answers } = await post('opening/answer', { ...body, player: this.#picker(request.seat).spec, limits: { time_ms: 1000 } });
        if (!this.isOn) return;
        this.answers.push(...answers);
        await this.#next();
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error), 'bad');
        this.end();
      }
    } else if (request.kind === 'choose') {
      const texts = /** @type {Record<string, string>} */ ({ black: 'Play black', white: 'Play white', 'place-two': 'Put two more stones' });
      const choice = await ask('Your choice', 'Look at the stones. Which side do you want?', request.options.map((one) => [one, texts[one] ?? one]));
      if (!this.isOn) return;
      if (!choice) {
        this.end();
        return;
      }
      this.answers.push(choice);
      await this.#next();
    }
  }

  /** @param {string} moves */
  #show(moves) {
    const { game } = this.app;
    this.isWriting = true;
    for (const point of parseMoves(moves).slice(game.current.ply)) {
      game.current = game.addLine([point]);
    }
    game.changed('move');
    this.isWriting = false;
  }
}
