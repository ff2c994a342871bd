// @ts-check
/** The solvers: a proof that the side to move wins, or that it does not win in that way. */
import { stream } from './api.js';
import { ghosts } from './board.js';
import { button, count, el, field, select } from './dom.js';
import { seconds } from './thoughts.js';

export class Solver {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController | null} */
    this.work = null;
    /** @type {any} */
    this.solution = null;
    const names = /** @type {Record<string, string>} */ ({
      vcf: 'VCF: fours',
      vct: 'VCT: threats',
      andor: 'AND/OR tree',
      tss: 'threat space',
      vcx: 'VCX',
    });
    this.kind = select(
      app.catalog.solvers.map((kind) => [kind, names[kind] ?? kind]),
      'vct',
      () => {},
    );
    this.kind.id = 'solver-kind';
    this.time = select(
      [
        ['1000', '1 s'],
        ['5000', '5 s'],
        ['30000', '30 s'],
        ['', 'until stopped'],
      ],
      '5000',
      () => {},
    );
    this.start = button({
      icon: 'bolt',
      text: 'Is there a forced win?',
      class: 'wide',
      id: 'solve',
      onclick: () => (this.work ? this.work.abort() : void this.run()),
    });
    this.result = el('div', { id: 'solution', role: 'status' });
    this.element = el(
      'section',
      { class: 'card' },
      el('h2', {}, 'Solver'),
      el('div', { class: 'grid2' }, field('Kind', this.kind), field('Time', this.time)),
      this.start,
      this.result,
    );
    app.game.addEventListener('change', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'edit') return;
      this.work?.abort();
      this.result.replaceChildren();
      app.board.mark('solution', []);
    });
  }

  async run() {
    const { game } = this.app;
    const work = new AbortController();
    this.work = work;
    this.#label('Stop');
    this.result.replaceChildren(el('p', { class: 'hint' }, 'Searching…'));
    const body = {
      position: game.position(),
      kind: this.kind.value,
      time_ms: this.time.value ? Number(this.time.value) : null,
    };
    try {
      await stream('solve', body, work.signal, (name, data) => {
        if (name === 'error') throw new Error(data.error);
        if (name === 'done') this.#show(data);
      });
    } catch (error) {
      const text = work.signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : String(error);
      if (this.work === work) this.result.replaceChildren(el('p', { class: 'hint' }, text));
    }
    if (this.work === work) this.work = null;
    this.#label('Is there a forced win?');
  }

  /** @param {string} text */
  #label(text) {
    const span = this.start.querySelector('span');
    if (span) span.textContent = text;
  }

  /** @param {any} solution */
  #show(solution) {
    const { game, board } = this.app;
    const who = game.toMove === 'black' ? 'Black' : 'White';
    const cost = el(
      'p',
      { class: 'hint' },
      `${count(solution.nodes)} ${solution.nodes === 1 ? 'node' : 'nodes'}, ${seconds(solution.time_ms)}`,
    );
    if (solution.verdict !== 'win') {
      const text =
        solution.verdict === 'none'
          ? `${who} has no win of this kind: the whole tree was seen.`
          : 'Not known: the time was too short.';
      this.result.replaceChildren(el('p', {}, text), cost);
      return;
    }
    const row = el('div', { class: 'row' });
    row.append(
      button({ text: 'Show', onclick: () => board.mark('solution', ghosts(solution.line, game.toMove)) }),
      button({ text: 'Play the line', onclick: () => game.goto(game.addLine(solution.line)) }),
    );
    if (solution.proof)
      row.append(
        button({ text: 'Add the proof to the tree', id: 'add-proof', onclick: () => this.#add(solution.proof) }),
      );
    this.result.replaceChildren(
      el('p', { class: 'won' }, `${who} wins: the proof holds against every answer (${solution.attacks} attacks).`),
      el('p', { class: 'moves' }, solution.line.join(' ')),
      row,
      cost,
    );
    board.mark('solution', ghosts(solution.line, game.toMove));
  }

  /**
   * Every answer of the proof as a variation after the current move.
   * @param {any} tree
   */
  #add(tree) {
    const { game } = this.app;
    const path = game.path().map((move) => move.point);
    // The proof's tree begins with the moves of the game so far.
    /** @type {any[]} */
    const places = [];
    tree.nodes.forEach((/** @type {any} */ node, /** @type {number} */ index) => {
      if (index === 0) places.push({ move: path.length ? null : game.current, depth: 0 });
      else {
        const above = places[node.parent];
        const depth = above.depth + 1;
        if (depth < path.length) places.push({ move: null, depth });
        else if (depth === path.length) places.push({ move: game.current, depth });
        else places.push({ move: game.addLine([node.point], above.move), depth });
      }
      const { move } = places[index];
      if (move && node.comment && !move.comment) move.comment = node.comment;
    });
    game.changed('edit');
  }
}
