// @ts-check
/**
 * Opening procedures: the server says what is wanted next and of whom; here people answer with stones and dialogs, and
 * players by being asked.
 */
import { post } from './api.js';
import { byId, el, toast } from './dom.js';
import { parseMoves } from './geometry.js';

/**
 * @typedef {'first' | 'second'} Seat
 * @typedef {{ kind: 'place', seat: Seat, color: import('./api.js').Color, region: string[] | null }
 *   | { kind: 'offer', seat: Seat, offered: string[], count: number, region: string[] | null }
 *   | { kind: 'pick', seat: Seat, offered: string[] }
 *   | { kind: 'choose', seat: Seat, options: string[] }
 *   | { kind: 'done', black: Seat }} Request
 */

/** How a procedure is called, and what it is in a sentence. @type {Record<string, [string, string]>} */
const PROCEDURES = {
  free: ['none', ''],
  pro: ['Pro', 'Black at the center, white anywhere, black outside the central 5 × 5.'],
  'long-pro': ['Long pro', 'Black at the center, white anywhere, black outside the central 7 × 7.'],
  swap: ['Swap', 'One puts three stones, the other chooses a color.'],
  swap2: ['Swap2', 'One puts three stones; the other chooses a color, or puts two more and leaves the choice.'],
  rif: ['RIF', 'One of the 26 openings, a choice of color, then two fifth moves of which white takes one.'],
  yamaguchi: ['Yamaguchi', 'One of the 26 openings with a number of fifth moves, then a choice of color.'],
  'soosorv-8': [
    'Soosõrv-8',
    'One of the 26 openings and a choice of color; white names one to eight fifth moves, black may swap.',
  ],
  'taraguchi-10': ['Taraguchi-10', 'The other may swap after every move; or black offers ten fifth moves.'],
};

/** @param {string} name */
export function procedureName(name) {
  return PROCEDURES[name]?.[0] ?? name;
}

/** @param {string} name */
export function procedureHint(name) {
  return PROCEDURES[name]?.[1] ?? '';
}

export class OpeningDialog {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.isOn = false;
    this.procedure = 'free';
    /** @type {string[]} */
    this.answers = [];
    /** Which of them a person gave. @type {boolean[]} */
    this.areOwn = [];
    /** @type {Request | null} */
    this.request = null;
    /** Who is black as things stand. @type {Seat} */
    this.black = 'first';
    this.isWriting = false;
    /** The question stands beside the board, not over it: whoever decides has to see the stones. */
    this.dialog = el('dialog', { class: 'question', 'aria-label': 'Opening' });
    byId('status').after(this.dialog);
    app.game.addEventListener('change', (event) => {
      if (this.isOn && /** @type {CustomEvent} */ (event).detail !== 'edit' && !this.isWriting) this.end();
    });
  }

  /** @param {string} procedure */
  async begin(procedure) {
    this.isOn = true;
    this.procedure = procedure;
    this.answers = [];
    this.areOwn = [];
    await this.#next();
  }

  /** Takes back the last answer of a person, with all that came of it. */
  undo() {
    const last = this.areOwn.lastIndexOf(true);
    if (last < 0) return;
    // A new list: whatever is still under way belongs to the old one.
    this.answers = this.answers.slice(0, last);
    this.areOwn.length = last;
    this.request = null;
    this.dialog.close();
    void this.#next();
  }

  /** A person answers: one click is one answer, and nothing more counts until the server has taken it. @param {string} answer */
  #give(answer) {
    this.request = null;
    this.answers.push(answer);
    this.areOwn.push(true);
    void this.#next();
  }

  end() {
    this.isOn = false;
    this.request = null;
    this.dialog.close();
    this.app.board.region = null;
    this.app.board.mark('opening', []);
    this.app.board.draw();
    this.app.showStatus();
  }

  /** Who sits where as long as the colors are open: the first seat is black's. @param {Seat} seat */
  #picker(seat) {
    return this.app.play.pickers[seat === 'first' ? 'black' : 'white'];
  }

  /** Whose turn it is, as people say it. @param {Seat} seat */
  #who(seat) {
    const [own, others] = [this.#picker(seat), this.#picker(seat === 'first' ? 'second' : 'first')];
    if (!own.isHuman)
      return others.isHuman || others.box.value !== own.box.value
        ? own.box.value
        : `${own.box.value}, ${seat} player`;
    return others.isHuman ? `${seat} player` : 'you';
  }

  /** What is going on, in a sentence. */
  get text() {
    const request = this.request;
    const name = procedureName(this.procedure);
    if (!request || request.kind === 'done') return `${name}…`;
    const who = this.#who(request.seat);
    const text = {
      place: () => `a ${/** @type {any} */ (request).color} stone`,
      offer: () =>
        `fifth move ${/** @type {any} */ (request).offered.length + 1} of ${/** @type {any} */ (request).count} to offer`,
      pick: () => 'take one of the fifth moves',
      choose: () => 'a decision',
    }[request.kind]();
    return `${name}, ${who}: ${text}`;
  }

  /** The color of the stone under the pointer; null where no stone is wanted of a person. */
  get previewColor() {
    const request = this.request;
    if (!request || request.kind === 'choose' || request.kind === 'done' || !this.#picker(request.seat).isHuman)
      return null;
    return request.kind === 'place' ? request.color : 'black';
  }

  /** @param {string} point */
  choose(point) {
    const request = this.request;
    if (!request || request.kind === 'done' || request.kind === 'choose' || !this.#picker(request.seat).isHuman)
      return;
    const region = request.kind === 'pick' ? request.offered : request.region;
    if (region && !region.includes(point)) {
      const texts = {
        place: 'In this step the stone must be put elsewhere.',
        offer: 'That is the same as a move offered before.',
        pick: 'Take one of the numbered points.',
      };
      toast(texts[request.kind], 'bad');
      return;
    }
    this.#give(point);
  }

  async #next() {
    const { game } = this.app;
    const { answers } = this;
    const body = { procedure: this.procedure, size: game.size, rule: game.rule, answers };
    let reply;
    try {
      reply = await post('opening', body);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
      answers.pop();
      this.areOwn.pop();
      if (answers.length) await this.#next();
      else this.end();
      return;
    }
    if (!this.isOn || answers !== this.answers) return;
    this.request = /** @type {Request} */ (reply.step);
    this.black = reply.black;
    this.#show(reply.moves);
    const request = this.request;
    if (request.kind === 'done') {
      this.end();
      if (request.black === 'second') this.app.play.exchange();
      else this.app.play.resume();
      return;
    }
    this.#mark(request);
    this.app.showStatus();
    if (!this.#picker(request.seat).isHuman) await this.#ask(request.seat, body);
    else if (request.kind === 'choose') this.#question(request);
  }

  /**
   * Lets a player answer.
   * @param {Seat} seat
   * @param {any} body
   */
  async #ask(seat, body) {
    try {
      const { answers } = await post('opening/answer', {
        ...body,
        player: this.app.play.spec(seat === 'first' ? 'black' : 'white'),
        limits: { time_ms: 1500 },
      });
      if (!this.isOn || body.answers !== this.answers) return;
      const decided = answers.filter((/** @type {string} */ one) => !/^[a-v]\d/.test(one));
      for (const choice of decided) toast(`${this.#who(seat)}: ${this.#words(choice, seat)[1]}`);
      this.answers.push(...answers);
      this.areOwn.push(...answers.map(() => false));
      await this.#next();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
      this.end();
    }
  }

  /**
   * A choice in words: on a button, and told of somebody.
   * @param {string} choice
   * @param {Seat} seat
   * @returns {[string, string]}
   */
  #words(choice, seat) {
    if (choice === 'place-two') return ['Put two more stones', 'two more stones'];
    if (choice === 'black' || choice === 'white') {
      const isKept = (choice === 'black') === (this.black === seat);
      return [
        isKept ? `Stay ${choice}` : `Swap to ${choice}`,
        isKept ? `stays ${choice}` : `swaps and plays ${choice}`,
      ];
    }
    if (this.procedure === 'taraguchi-10') return [`Offer ${choice} fifth moves`, `offers ${choice} fifth moves`];
    return [choice, `${choice} fifth ${choice === '1' ? 'move' : 'moves'}`];
  }

  /** @param {{ seat: Seat, options: string[] }} request */
  #question({ seat, options }) {
    const isNumber = options.every((one) => /^\d+$/.test(one));
    const title = isNumber ? 'How many fifth moves?' : 'Which side do you want?';
    const both = this.#picker('first').isHuman && this.#picker('second').isHuman;
    const row = el('div', { class: 'row tight' });
    options.forEach((choice) => {
      const answer = () => {
        this.dialog.close();
        this.#give(choice);
      };
      const sign =
        choice === 'black' || choice === 'white'
          ? el('span', { class: `stone-sign ${choice}`, 'aria-hidden': 'true' })
          : null;
      row.append(
        el('button', { type: 'button', value: choice, onclick: answer }, sign, this.#words(choice, seat)[0]),
      );
    });
    this.dialog.replaceChildren(
      el('strong', {}, both ? `${seat === 'first' ? 'First' : 'Second'} player: ${title.toLowerCase()}` : title),
      row,
    );
    this.dialog.show();
  }

  /** What may be played, and what was offered. @param {Request} request */
  #mark(request) {
    const { board } = this.app;
    const region =
      request.kind === 'pick'
        ? request.offered
        : request.kind === 'place' || request.kind === 'offer'
          ? request.region
          : null;
    board.region = region ? new Set(region) : null;
    const offered = request.kind === 'pick' || request.kind === 'offer' ? request.offered : [];
    board.mark(
      'opening',
      offered.map((point, index) => ({ point, kind: 'ghost', color: 'black', text: String(index + 1) })),
    );
    board.draw();
  }

  /** @param {string} moves */
  #show(moves) {
    const { game } = this.app;
    const points = parseMoves(moves);
    this.isWriting = true;
    while (game.current.ply > points.length) game.remove();
    game.current = game.addLine(points.slice(game.current.ply));
    game.changed('move');
    this.isWriting = false;
  }
}
