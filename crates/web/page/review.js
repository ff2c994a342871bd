// @ts-check
/**
 * The review of a game: a player looks at every position, and where a move has cost much it is named. What a move cost is
 * the side's expectation before it less that after it.
 */
import { post, think } from './api.js';
import { chart } from './chart.js';
import { button, el, field, later, select, toast } from './dom.js';
import { PlayerPicker } from './players.js';
import { forBlack } from './thoughts.js';

/** A move that costs so much of the expectation is called this. */
const VERDICTS = /** @type {const} */ ([
  [0.3, 'blunder'],
  [0.15, 'mistake'],
]);

export class Review {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController | null} */
    this.work = null;
    this.graph = el('div', { class: 'graph' });
    this.picker = new PlayerPicker(app.catalog, { label: 'Reviewer' });
    this.time = select(
      [
        ['100', '0.1 s a move'],
        ['500', '0.5 s a move'],
        ['2000', '2 s a move'],
        ['10000', '10 s a move'],
      ],
      '500',
      () => {},
    );
    this.start = button({
      icon: 'film',
      text: 'Review the game',
      class: 'wide',
      id: 'review',
      onclick: () => (this.work ? this.work.abort() : void this.run()),
    });
    this.found = el('ol', { class: 'found', id: 'review-found' });
    this.status = el('p', { class: 'hint', role: 'status', id: 'review-status' });
    this.element = el(
      'section',
      { class: 'card' },
      el('h2', {}, 'Course of the game'),
      this.graph,
      this.start,
      el(
        'details',
        { class: 'tune' },
        el('summary', {}, 'Who reviews, and for how long'),
        el('div', { class: 'params' }, this.picker.element, field('Time', this.time)),
      ),
      this.status,
      this.found,
    );
    app.game.addEventListener(
      'change',
      later(() => this.draw()),
    );
    this.draw();
  }

  draw() {
    const { game } = this.app;
    if (this.app.tab !== 'analyse') return;
    const line = game.line();
    const moves = [game.root, ...line];
    this.graph.replaceChildren(
      chart(
        moves.map((move) => move.value),
        game.current.ply,
        moves.map((move) => move.verdict ?? ''),
        (index) => moves[index] && game.goto(moves[index]),
      ),
    );
  }

  async run() {
    const { game } = this.app;
    const moves = [game.root, ...game.line()];
    if (moves.length < 2) {
      toast('There is no game to review yet.');
      return;
    }
    this.app.analyse.stop();
    this.app.play.stop();
    const work = new AbortController();
    this.work = work;
    this.found.replaceChildren();
    this.#label('Stop');
    /** @type {(string | null)[]} what the reviewer would have played */
    const better = [];
    try {
      for (const [index, move] of moves.entries()) {
        this.status.textContent = `Looking at move ${index} of ${moves.length - 1}…`;
        const thought = await this.#value(move, work.signal);
        if (work.signal.aborted) break;
        better.push(thought);
        if (index) this.#judge(moves[index - 1], move, better[index - 1]);
        game.changed('edit');
      }
    } catch (error) {
      if (!work.signal.aborted) toast(error instanceof Error ? error.message : String(error), 'bad');
    }
    const bad = moves.filter((move) => move.verdict);
    this.status.textContent = work.signal.aborted
      ? 'Stopped.'
      : `${bad.length ? bad.length : 'No'} ${bad.length === 1 ? 'move' : 'moves'} to think about.${this.#accuracy(moves)}`;
    this.work = null;
    this.#label('Review the game');
    game.changed('edit');
  }

  /** @param {string} text */
  #label(text) {
    const span = this.start.querySelector('span');
    if (span) span.textContent = text;
  }

  /**
   * Looks at one position; the better move, if there is an open game.
   * @param {import('./game.js').Move} move
   * @param {AbortSignal} signal
   * @returns {Promise<string | null>}
   */
  async #value(move, signal) {
    const { game } = this.app;
    if (!move.children.length) {
      // Nobody thinks about a game that is over.
      const { outcome: over } = await post('position', game.position(move), signal);
      if (over) {
        move.value = over.winner === 'black' ? 1 : over.winner === 'white' ? 0 : 0.5;
        return null;
      }
    }
    const thought = await think(
      game.position(move),
      this.picker.spec,
      { time_ms: Number(this.time.value), multi_pv: 1 },
      signal,
      () => {},
    );
    if (!thought) return null;
    const toMove = move.color === 'black' ? 'white' : 'black';
    move.value = forBlack(/** @type {any} */ (thought), toMove) ?? move.value;
    return thought.move;
  }

  /**
   * @param {import('./game.js').Move} before
   * @param {import('./game.js').Move} move
   * @param {string | null} better
   */
  #judge(before, move, better) {
    delete move.verdict;
    if (before.value === null || move.value === null) return;
    const cost = move.color === 'black' ? before.value - move.value : move.value - before.value;
    const verdict = VERDICTS.find(([least]) => cost >= least)?.[1];
    if (!verdict || better === move.point) return;
    move.verdict = verdict;
    const { game } = this.app;
    this.found.append(
      el(
        'li',
        {},
        el(
          'button',
          { type: 'button', class: `pv ${verdict}`, onclick: () => game.goto(move) },
          el('span', { class: 'value' }, `${move.ply}. ${move.point ?? 'pass'}`),
          el(
            'span',
            { class: 'moves' },
            `${verdict}, costs ${Math.round(100 * cost)} %${better ? `; better ${better}` : ''}`,
          ),
        ),
      ),
    );
  }

  /** How much of its expectation each side kept. @param {import('./game.js').Move[]} moves */
  #accuracy(moves) {
    const kept = /** @type {Record<string, number[]>} */ ({ black: [], white: [] });
    moves.forEach((move, index) => {
      const before = moves[index - 1];
      if (!before || before.value === null || move.value === null) return;
      const cost = move.color === 'black' ? before.value - move.value : move.value - before.value;
      kept[move.color].push(1 - Math.max(0, cost));
    });
    const mean = (/** @type {number[]} */ list) =>
      list.length ? `${((100 * list.reduce((sum, one) => sum + one, 0)) / list.length).toFixed(0)} %` : '–';
    return ` Accuracy: black ${mean(kept.black)}, white ${mean(kept.white)}.`;
  }
}
