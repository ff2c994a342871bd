// @ts-check
/** The tab in which a position is looked into: live thoughts, threats, proofs, and a review of the whole game. */
import { Refused, think } from './api.js';
import { ghosts } from './board.js';
import { button, check, count, el, field, select, toast } from './dom.js';
import { PlayerPicker } from './players.js';
import { onPrefs, prefs, setPrefs } from './prefs.js';
import { forBlack, marksOf, seconds, standing } from './thoughts.js';

/**
 * @typedef {import('./thoughts.js').Thought} Thought
 * @typedef {import('./app.js').App} App
 */

/** Players with a time of their own must be told that nobody waits: a day. */
const UNTIL_STOPPED = 24 * 3600 * 1000;

export class Analyse {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.isOn = false;
    /** @type {AbortController | null} */
    this.search = null;
    /** @type {Thought | null} */
    this.thought = null;
    this.picker = new PlayerPicker(app.catalog, { label: 'Who thinks' });
    this.picker.addEventListener('change', () => this.isOn && this.#restart());
    this.lines = el('input', {
      type: 'number',
      id: 'analyse-lines',
      min: 1,
      max: 20,
      value: 5,
      onchange: () => this.isOn && this.#restart(),
    });
    this.time = select(
      [
        ['', 'until stopped'],
        ['1000', '1 s'],
        ['5000', '5 s'],
        ['15000', '15 s'],
        ['60000', '1 min'],
      ],
      '',
      () => this.isOn && this.#restart(),
    );
    this.time.id = 'analyse-time';
    this.toggle = button({
      icon: 'play',
      text: 'Analyse',
      class: 'primary wide',
      id: 'analyse-toggle',
      title: 'Start or stop (space)',
      onclick: () => this.flip(),
    });
    this.facts = el('dl', { class: 'facts' });
    this.list = el('ol', { class: 'pv-lines', id: 'pv-list' });
    this.status = el('p', { class: 'hint', role: 'status' }, 'Any player can look at the position while you watch.');
    this.dots = select(
      [
        ['dots', 'Dots'],
        ['values', 'Values'],
        ['heat', 'Heat map'],
        ['off', 'Nothing'],
      ],
      prefs.dots,
      (value) => setPrefs({ dots: /** @type {any} */ (value) }),
    );
    this.dots.id = 'on-the-board';
    this.threats = check('Threats of both sides', prefs.threats, (threats) => setPrefs({ threats }));
    this.threats.id = 'threats';
    this.overlay = el(
      'div',
      { class: 'grid2' },
      field('On the board', this.dots),
      field(
        'By',
        select(
          [
            ['auto', 'what there is'],
            ['visits', 'visits'],
            ['prior', 'prior'],
            ['value', 'value'],
            ['score', 'score'],
          ],
          prefs.heat,
          (value) => setPrefs({ heat: /** @type {any} */ (value) }),
        ),
      ),
    );
    this.element = el(
      'div',
      {},
      el(
        'section',
        { class: 'card' },
        this.picker.element,
        el('div', { class: 'grid2' }, field('Lines', this.lines), field('Time', this.time)),
        this.toggle,
        this.status,
        this.facts,
        this.list,
        this.overlay,
        this.threats,
      ),
    );
    this.evaluation = el('details', { class: 'card tune', id: 'evaluation' });
    app.game.addEventListener('change', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'edit') return;
      this.#clear();
      if (this.isOn) this.#abort();
    });
    app.game.addEventListener('facts', () => {
      if (this.isOn) this.#begin();
      this.#paintThreats();
      this.#showEvaluation();
    });
    onPrefs(() => {
      this.#paint();
      this.#paintThreats();
    });
  }

  flip() {
    this.isOn = !this.isOn;
    if (this.isOn) {
      void this.#begin();
    } else {
      this.#abort();
      this.status.textContent = 'Stopped.';
    }
    this.#showToggle();
  }

  stop() {
    if (this.isOn) this.flip();
  }

  /** This tab is shown. */
  show() {
    this.#showEvaluation();
    this.#paint();
  }

  /** Another tab is shown: nothing of this one stays on the board. */
  leave() {
    this.stop();
    for (const owner of ['thought', 'preview', 'solution']) this.app.board.mark(owner, []);
  }

  #showToggle() {
    const fresh = button({
      icon: this.isOn ? 'stop' : 'play',
      text: this.isOn ? 'Stop' : 'Analyse',
      onclick: () => {},
    });
    this.toggle.replaceChildren(...fresh.childNodes);
    this.toggle.classList.toggle('on', this.isOn);
  }

  #restart() {
    this.#abort();
    this.#begin();
  }

  #abort() {
    this.search?.abort();
    this.search = null;
  }

  #clear() {
    this.thought = null;
    this.facts.replaceChildren();
    this.list.replaceChildren();
    this.app.board.mark('thought', []);
    this.app.board.mark('preview', []);
  }

  async #begin() {
    const { game } = this.app;
    this.#abort();
    if (game.isOver) {
      this.status.textContent = 'The game is over here.';
      return;
    }
    const search = new AbortController();
    this.search = search;
    const move = game.current;
    const { toMove } = game;
    this.status.textContent = 'Thinking…';
    /** @type {import('./api.js').Limits} */
    const limits = { multi_pv: Math.max(1, Number(this.lines.value) || 1) };
    limits.time_ms = this.time.value ? Number(this.time.value) : UNTIL_STOPPED;
    const show = (/** @type {Thought} */ thought) => {
      if (this.search !== search) return;
      this.thought = thought;
      const value = forBlack(thought, toMove);
      if (value !== null) {
        move.value = value;
        this.app.showValue(value);
      }
      this.#paint();
      this.#readout();
    };
    try {
      const thought = await think(
        game.position(),
        this.picker.spec,
        limits,
        search.signal,
        (one) => show(/** @type {Thought} */ (one)),
        () => {
          this.status.textContent = 'Waiting for a free engine…';
        },
      );
      if (thought) show(/** @type {Thought} */ (thought));
      if (this.search === search) {
        this.status.textContent = 'Done; it goes on when you move.';
        game.changed('edit');
      }
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
      if (error instanceof Refused) toast(error.message, 'bad');
    }
  }

  #paint() {
    if (!this.thought || this.app.tab !== 'analyse') return;
    this.app.board.mark('thought', marksOf(this.thought, this.app.game.toMove));
  }

  #paintThreats() {
    const { game, board } = this.app;
    const threats = game.facts?.threats;
    if (!prefs.threats || !threats) {
      board.mark('threats', []);
      return;
    }
    /** @type {Record<string, string>} */
    const letters = {
      five: '5',
      'open four': '4',
      'four and three': '4',
      four: '4',
      'double three': '3',
      three: '3',
    };
    /** @type {import('./board.js').Mark[]} */
    const marks = [];
    const taken = new Set();
    for (const [color, ink] of /** @type {const} */ ([
      ['black', '#0a6fb0'],
      ['white', '#b23a4c'],
    ])) {
      for (const { point, kind } of threats[color]) {
        if (taken.has(point)) continue;
        taken.add(point);
        marks.push({ point, kind: 'threat', text: letters[kind] ?? '3', color: ink, title: `${color}: ${kind}` });
      }
    }
    board.mark('threats', marks);
  }

  /** Liao's board value and the shapes that make it. */
  #showEvaluation() {
    const evaluation = this.app.game.facts?.evaluation;
    if (!evaluation || this.app.tab !== 'analyse') return;
    const rows = evaluation.shapes.map(({ shape, black, white }) =>
      el('tr', {}, el('th', { scope: 'row' }, shape), el('td', {}, String(black)), el('td', {}, String(white))),
    );
    const total = el(
      'tr',
      { class: 'total' },
      el('th', { scope: 'row' }, 'value'),
      el('td', {}, count(evaluation.black)),
      el('td', {}, count(evaluation.white)),
    );
    const head = el(
      'tr',
      {},
      el('th', { scope: 'col' }, 'Shape'),
      el('th', { scope: 'col' }, 'Black'),
      el('th', { scope: 'col' }, 'White'),
    );
    const isOpen = this.evaluation.open;
    const balance = evaluation.black - evaluation.white;
    this.evaluation.replaceChildren(
      el(
        'summary',
        {},
        `Board evaluation: ${balance > 0 ? '+' : balance < 0 ? '−' : ''}${count(Math.abs(balance))} for black`,
      ),
      el('table', { class: 'shapes' }, el('thead', {}, head), el('tbody', {}, ...rows, total)),
    );
    this.evaluation.open = isOpen;
  }

  #readout() {
    const thought = this.thought;
    if (!thought) return;
    const speed = thought.time_ms > 0 ? (1000 * thought.nodes) / thought.time_ms : 0;
    const depth =
      thought.selective_depth > thought.depth
        ? `${thought.depth} / ${thought.selective_depth}`
        : String(thought.depth);
    /** @type {[string, string][]} */
    const facts = [
      ['Value', standing(thought)],
      ['Depth', depth],
      ['Calculations', count(thought.nodes)],
      ['Speed', `${count(speed)}/s`],
      ['Time', seconds(thought.time_ms)],
    ];
    this.facts.replaceChildren(
      ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    );
    const candidates = thought.candidates.length
      ? thought.candidates
      : [{ move: thought.move, visits: null, value: null, prior: null, score: null, pv: thought.pv }];
    const wanted = Math.max(1, Number(this.lines.value) || 1);
    this.list.replaceChildren(
      ...inOrder(candidates, thought.move)
        .slice(0, wanted)
        .map((one) => this.#line(one, thought)),
    );
  }

  /**
   * @param {import('./api.js').Candidate} one
   * @param {Thought} thought
   */
  #line(one, thought) {
    const { game, board } = this.app;
    const isBest = one.move === thought.move;
    const line = isBest && thought.pv.length >= one.pv.length ? thought.pv : one.pv.length ? one.pv : [one.move];
    const value = isBest
      ? standing({ ...one, mate: thought.mate, win_rate: thought.win_rate, score: one.score ?? thought.score })
      : standing(one);
    const preview = () => board.mark('preview', ghosts(line, game.toMove));
    const gone = () => board.mark('preview', []);
    const row = el(
      'button',
      {
        type: 'button',
        class: isBest ? 'pv best' : 'pv',
        title: 'Show on the board; click plays it',
        onmouseenter: preview,
        onfocus: preview,
        onmouseleave: gone,
        onblur: gone,
        onclick: () => {
          gone();
          game.goto(game.addLine(line));
        },
      },
      el('span', { class: 'value' }, value),
      el('span', { class: 'moves' }, line.join(' ')),
      one.visits !== null && one.visits !== undefined ? el('span', { class: 'visits' }, count(one.visits)) : null,
    );
    return el('li', {}, row);
  }
}

/**
 * The chosen move first, then the others by what they are worth, as far as that is known.
 * @param {import('./api.js').Candidate[]} candidates
 * @param {string} best
 */
function inOrder(candidates, best) {
  const worth = (/** @type {import('./api.js').Candidate} */ one) => {
    if (one.move === best) return Infinity;
    if (one.mate) return one.mate > 0 ? 1e6 - one.mate : -1e6 - one.mate;
    return one.visits !== null && one.score === null ? one.visits : (one.score ?? one.value ?? 0);
  };
  return [...candidates].sort((one, two) => worth(two) - worth(one));
}
