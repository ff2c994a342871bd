// @ts-check
/** The tab in which games are played: who sits where, the clocks, and the players' moves. */
import { Refused, post, think } from './api.js';
import { ask, button, el, field, select, toast } from './dom.js';
import { other } from './geometry.js';
import { procedureHint, procedureName } from './opening.js';
import { PlayerPicker } from './players.js';
import { prefs, setPrefs } from './prefs.js';
import { forBlack, marksOf, oneLine } from './thoughts.js';

/**
 * @typedef {import('./api.js').Color} Color
 * @typedef {import('./thoughts.js').Thought} Thought
 * @typedef {import('./app.js').App} App
 */

/** The parameter by which a player plays weaker of its own accord. */
const LEVEL = 'level';

/** For players without levels of their own: time for a move, and how often a lesser move is taken instead of the best. */
const LEVELS = [
  { ms: 40, slips: 0.5 },
  { ms: 80, slips: 0.35 },
  { ms: 150, slips: 0.2 },
  { ms: 300, slips: 0.1 },
  { ms: 600, slips: 0.03 },
  { ms: 1000, slips: 0 },
  { ms: 2500, slips: 0 },
  { ms: 5000, slips: 0 },
  { ms: 10000, slips: 0 },
  { ms: 30000, slips: 0 },
];

/** Longest time for a move of a player with levels of its own; the lower ones need far less. */
const LEVEL_MS = 5000;

/** @type {[string, string][]} */
const TIMES = [
  ['', 'by strength'],
  ['1000', '1 s'],
  ['5000', '5 s'],
  ['15000', '15 s'],
  ['60000', '1 min'],
];

/** @type {[string, string][]} minutes and seconds of increment */
const CLOCKS = [
  ['', 'No clock'],
  ['60+0', '1 min'],
  ['180+2', '3 min + 2 s'],
  ['300+0', '5 min'],
  ['600+5', '10 min + 5 s'],
  ['1800+0', '30 min'],
];

export class Play {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController | null} */
    this.search = null;
    /** @type {Thought | null} */
    this.latest = null;
    this.isPaused = true;
    /** What was taken back, the last at the end: each time one's own move and the player's answer to it. @type {(string | null)[][]} */
    this.undone = [];
    this.isTakingBack = false;
    /** Has a person moved in the game on the board, here and not in a file? */
    this.isOurs = false;
    /** @type {number | undefined} */
    this.replayTimer = undefined;
    /** @type {{ black: number, white: number, increment: number, running: Color | null, since: number } | null} */
    this.clock = null;
    const { catalog } = app;
    this.pickers = {
      black: new PlayerPicker(catalog, { label: 'Black', human: true, without: LEVEL, spec: prefs.black || 'human' }),
      white: new PlayerPicker(catalog, {
        label: 'White',
        human: true,
        without: LEVEL,
        spec: prefs.white || catalog.default_player,
      }),
    };
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      this.pickers[color].box.id = `seat-${color}`;
      this.pickers[color].element.querySelector('label')?.setAttribute('for', `seat-${color}`);
      this.pickers[color].addEventListener('change', () => this.#seatsChanged());
    }
    this.level = el('input', {
      type: 'range',
      min: 1,
      max: LEVELS.length,
      value: prefs.level,
      id: 'level',
      oninput: () => this.#showLevel(),
    });
    this.levelText = el('output', { for: 'level' });
    this.rule = select(
      catalog.rules.map((rule) => [rule, rule]),
      app.game.rule,
      () => {},
    );
    this.rule.id = 'rule';
    this.size = el('input', { type: 'number', min: 5, max: 22, value: app.game.size, id: 'size' });
    this.procedure = select(
      catalog.procedures.map((name) => [name, procedureName(name)]),
      'free',
      (name) => {
        this.procedureHint.textContent = procedureHint(name);
      },
    );
    this.procedure.id = 'procedure';
    this.procedureHint = el('p', { class: 'hint', id: 'procedure-hint' });
    this.moveTime = select(TIMES, prefs.moveTime, (moveTime) => {
      setPrefs({ moveTime });
      this.#showLevel();
    });
    this.moveTime.id = 'move-time';
    this.clockBox = select(CLOCKS, '', () => {});
    this.clockBox.id = 'clock';
    this.thinking = el('p', { class: 'thinking', role: 'status' });
    this.now = button({ icon: 'bolt', text: 'Move now', id: 'move-now', onclick: () => this.moveNow() });
    this.pause = button({
      icon: 'stop',
      text: 'Stop',
      id: 'pause',
      onclick: () => (this.isPaused ? this.resume() : this.stop()),
    });
    this.redoButton = button({
      icon: 'redo',
      text: 'Redo',
      id: 'redo',
      title: 'Put back what was taken back (Y)',
      onclick: () => this.redo(),
    });
    this.element = el(
      'div',
      {},
      el(
        'section',
        { class: 'card' },
        el(
          'div',
          { class: 'seats' },
          this.pickers.black.element,
          button({ icon: 'swap', title: 'Exchange the seats', class: 'round', onclick: () => this.exchange() }),
          this.pickers.white.element,
        ),
        el('div', { class: 'field level' }, el('label', { for: 'level' }, 'Strength'), this.level, this.levelText),
        el('div', { class: 'field beside' }, el('label', { for: 'move-time' }, 'Time a move'), this.moveTime),
        this.thinking,
        el(
          'div',
          { class: 'row' },
          button({
            icon: 'undo',
            text: 'Undo',
            id: 'undo',
            title: 'Take back (U, or right click)',
            onclick: () => this.undo(),
          }),
          this.redoButton,
          this.now,
          this.pause,
          button({ icon: 'flag', text: 'Resign', id: 'resign', onclick: () => this.resign() }),
          button({
            icon: 'film',
            text: 'Replay',
            id: 'replay',
            title: 'Show the game move by move',
            onclick: () => this.replay(),
          }),
        ),
      ),
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'New game'),
        el(
          'div',
          { class: 'grid2' },
          field('Rule', this.rule),
          field('Board', this.size),
          field('Opening', this.procedure),
          field('Clock', this.clockBox),
        ),
        this.procedureHint,
        button({
          icon: 'plus',
          text: 'New game',
          class: 'primary wide',
          id: 'new-game',
          onclick: () => this.begin(),
        }),
      ),
    );
    this.#showLevel();
    app.game.addEventListener('change', (event) => {
      const what = /** @type {CustomEvent} */ (event).detail;
      if (what === 'edit') return;
      this.#abort();
      if (!this.isTakingBack) this.undone = [];
      if (what === 'goto') this.isPaused = true;
      if (what === 'reset') {
        this.isOurs = false;
        // Another game has another clock, or none.
        this.clock = null;
        app.hideClocks();
        this.rule.value = app.game.rule;
        this.size.value = String(app.game.size);
      }
      this.refresh();
    });
    app.game.addEventListener('facts', () => {
      void this.#keep();
      void this.#turn();
    });
    setInterval(() => this.#tick(), 100);
  }

  /** @param {Color} color */
  isHuman(color) {
    return this.pickers[color].isHuman;
  }

  /** May the person put a stone now? */
  get isPersonsTurn() {
    return this.isHuman(this.app.game.toMove) || this.isPaused;
  }

  #showLevel() {
    if (Number(this.level.value) !== prefs.level) setPrefs({ level: Number(this.level.value) });
    const seats = /** @type {Color[]} */ (['black', 'white']).filter((color) => !this.isHuman(color));
    const slips = seats.some((color) => !this.#hasLevels(color)) && LEVELS[Number(this.level.value) - 1].slips;
    const longest = Math.max(0, ...seats.map((color) => this.#moveMs(color)));
    this.levelText.textContent = `${this.level.value} of ${LEVELS.length}${longest ? ` · ${longest / 1000} s` : ''}${slips ? ', slips' : ''}`;
  }

  /** Does the player of this seat know levels itself? @param {Color} color */
  #hasLevels(color) {
    return this.pickers[color].player?.params.some((param) => param.name === LEVEL) ?? false;
  }

  /** The player of a seat at the chosen strength. @param {Color} color */
  spec(color) {
    return this.pickers[color].specWith(this.#hasLevels(color) ? [[LEVEL, Number(this.level.value)]] : []);
  }

  /** Longest time for a move. @param {Color} color */
  #moveMs(color) {
    if (this.moveTime.value) return Number(this.moveTime.value);
    return this.#hasLevels(color) ? LEVEL_MS : LEVELS[Number(this.level.value) - 1].ms;
  }

  #seatsChanged() {
    setPrefs({ black: this.pickers.black.spec, white: this.pickers.white.spec });
    this.#showLevel();
    this.#abort();
    this.refresh();
    this.#turn();
  }

  exchange() {
    const [black, white] = [this.pickers.black.spec, this.pickers.white.spec];
    this.pickers.black.set(white);
    this.pickers.white.set(black);
    this.#name();
    this.isPaused = false;
    this.#turn();
  }

  /** A new game by a key, which may have been pressed by mistake. */
  async beginAsked() {
    const { game } = this.app;
    if (
      game.nextId > 5 &&
      !game.isOver &&
      !(await ask('A new game?', 'The game on the board and its variations will be gone.', [
        ['yes', 'New game'],
        ['', 'Go on'],
      ]))
    )
      return;
    this.begin();
  }

  begin() {
    const size = Math.min(22, Math.max(5, Math.round(Number(this.size.value) || 15)));
    this.stopReplay();
    this.isPaused = false;
    this.app.game.reset({ size, rule: this.rule.value });
    const [base, increment] = this.clockBox.value.split('+').map(Number);
    if (this.clockBox.value)
      this.clock = { black: base * 1000, white: base * 1000, increment: increment * 1000, running: null, since: 0 };
    this.#name();
    if (this.procedure.value !== 'free') void this.app.opening.begin(this.procedure.value);
  }

  /** Writes down who plays. */
  #name() {
    const name = (/** @type {Color} */ color) => (this.isHuman(color) ? 'Human' : this.spec(color));
    this.app.game.names = { black: name('black'), white: name('white') };
  }

  /** The person puts a stone. @param {string} point */
  choose(point) {
    const { game } = this.app;
    if (this.app.opening.isOn) {
      this.app.opening.choose(point);
      return;
    }
    if (!this.isPersonsTurn) return;
    const foul = game.toMove === 'black' ? game.facts?.forbidden.find((one) => one.point === point) : undefined;
    if (foul) {
      toast(`${point} is forbidden for black: ${foul.reason}`, 'bad');
      return;
    }
    const isHumansMove = this.isHuman(game.toMove);
    if (game.play(point) && isHumansMove) {
      this.isPaused = false;
      this.isOurs = true;
    }
    this.refresh();
  }

  undo() {
    const { game, opening } = this.app;
    this.stopReplay();
    if (opening.isOn) {
      opening.undo();
      return;
    }
    if (!game.current.parent) return;
    const points = [game.current.point];
    this.isTakingBack = true;
    game.remove();
    // Against a player one wants one's own move back, not the player's.
    if (game.current.parent && !this.isHuman(game.toMove) && this.isHuman(other(game.toMove))) {
      points.unshift(game.current.point);
      game.remove();
    }
    this.isTakingBack = false;
    this.undone.push(points);
    this.isPaused = !this.isHuman(game.toMove);
    this.refresh();
  }

  redo() {
    const { game } = this.app;
    const points = this.undone.pop();
    if (!points) return;
    this.isTakingBack = true;
    game.current = game.addLine(points);
    game.changed('move');
    this.isTakingBack = false;
    this.refresh();
  }

  resign() {
    const { game } = this.app;
    if (game.isOver || !game.current.parent) return;
    const loser = this.isHuman(game.toMove) || !this.isHuman(other(game.toMove)) ? game.toMove : other(game.toMove);
    this.#end(other(loser), 'resignation');
  }

  /**
   * @param {Color} winner
   * @param {string} reason
   */
  #end(winner, reason) {
    this.#abort();
    this.app.game.ending = { winner, reason };
    if (this.clock) this.clock.running = null;
    this.app.game.changed('edit');
    this.refresh();
    void this.#keep();
  }

  /** A game that a person has played to its end goes into the library. */
  async #keep() {
    const { game } = this.app;
    const { moves, to_move } = game.position();
    // Games from free stones or with passes are no games of the store.
    if (!this.isOurs || !game.isOver || to_move || moves.includes('--')) return;
    this.isOurs = false;
    this.#name();
    const ending = game.facts?.outcome ? null : game.ending;
    try {
      await post('games', { size: game.size, rule: game.rule, moves, ...game.names, ending });
    } catch (error) {
      toast(`The game is not in the library: ${error instanceof Error ? error.message : error}`, 'bad');
    }
  }

  stop() {
    this.stopReplay();
    this.isPaused = true;
    this.#abort();
    this.refresh();
  }

  resume() {
    this.isPaused = false;
    this.refresh();
    this.#turn();
  }

  /** Plays what the player has found so far. */
  moveNow() {
    const move = this.latest?.move;
    if (!this.search || !move) return;
    this.#abort();
    this.app.game.play(move);
  }

  #abort() {
    this.search?.abort();
    this.search = null;
    this.latest = null;
    this.thinking.textContent = '';
    this.app.board.mark('playing', []);
  }

  /** Shows what can be done now. */
  refresh() {
    const { game } = this.app;
    this.now.disabled = !this.search;
    this.redoButton.disabled = !this.undone.length;
    const isWaiting = this.isPaused && !this.isHuman(game.toMove) && !game.isOver;
    const fresh = button(
      isWaiting
        ? { icon: 'play', text: 'Continue', onclick: () => {} }
        : { icon: 'stop', text: 'Stop', onclick: () => {} },
    );
    this.pause.replaceChildren(...fresh.childNodes);
    this.pause.disabled = !isWaiting && !this.search && this.replayTimer === undefined;
    this.app.showStatus();
  }

  async #turn() {
    const { game } = this.app;
    this.#runClock();
    if (
      this.app.tab !== 'play' ||
      this.isPaused ||
      this.search ||
      game.isOver ||
      this.app.opening.isOn ||
      !game.facts
    ) {
      this.refresh();
      return;
    }
    const color = game.toMove;
    if (this.isHuman(color)) {
      this.refresh();
      return;
    }
    const search = new AbortController();
    this.search = search;
    this.latest = null;
    this.refresh();
    const slips = this.#hasLevels(color) ? 0 : LEVELS[Number(this.level.value) - 1].slips;
    /** @type {import('./api.js').Limits} */
    const limits = { time_ms: this.#moveMs(color), multi_pv: slips ? 6 : 1 };
    if (this.clock)
      Object.assign(limits, {
        time_left_ms: Math.max(1, Math.round(this.#left(color))),
        increment_ms: this.clock.increment,
      });
    const show = (/** @type {Thought} */ thought) => {
      if (this.search !== search) return;
      this.latest = thought;
      this.thinking.textContent = oneLine(thought);
      const value = forBlack(thought, color);
      if (value !== null) this.app.showValue(value);
      if (prefs.showThinking) this.app.board.mark('playing', marksOf(thought, color));
    };
    this.thinking.textContent = 'Thinking…';
    try {
      const thought = await think(
        game.position(),
        this.spec(color),
        limits,
        search.signal,
        (one) => show(/** @type {Thought} */ (one)),
        () => {
          this.thinking.textContent = 'Waiting for a free engine…';
        },
      );
      if (this.search !== search || !thought) return;
      this.search = null;
      this.app.board.mark('playing', []);
      const before = game.current;
      if (game.play(slip(thought, slips))) {
        // The move does what the thought says, so both positions are worth as much.
        const value = forBlack(/** @type {Thought} */ (thought), color);
        if (value !== null) {
          before.value = value;
          game.current.value ??= value;
        }
      }
      this.thinking.textContent = oneLine(/** @type {Thought} */ (thought));
    } catch (error) {
      if (this.search !== search) return;
      this.search = null;
      this.isPaused = true;
      this.refresh();
      const text = error instanceof Error ? error.message : String(error);
      this.thinking.textContent = text;
      if (error instanceof Refused) toast(text, 'bad');
    }
  }

  // Clocks.

  /** @param {Color} color @returns {number} */
  #left(color) {
    if (!this.clock) return 0;
    const spent = this.clock.running === color ? performance.now() - this.clock.since : 0;
    return this.clock[color] - spent;
  }

  /** Whoever has moved gets the increment, and the other's clock runs. */
  #runClock() {
    const { clock } = this;
    const { game } = this.app;
    if (!clock) return;
    const toMove = game.isOver || game.current.ply === 0 || this.app.opening.isOn ? null : game.toMove;
    if (clock.running === toMove) return;
    if (clock.running) clock[clock.running] = this.#left(clock.running) + clock.increment;
    clock.running = toMove;
    clock.since = performance.now();
  }

  #tick() {
    if (!this.clock) return;
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      const left = this.#left(color);
      this.app.showClock(color, left);
      if (left <= 0 && this.clock.running === color) this.#end(other(color), 'time');
    }
  }

  // Replay.

  replay() {
    if (this.replayTimer !== undefined) {
      this.stopReplay();
      return;
    }
    const { game } = this.app;
    const line = game.line();
    if (!line.length) return;
    this.stop();
    game.goto(game.root);
    let index = 0;
    const step = () => {
      if (index >= line.length) {
        this.stopReplay();
        return;
      }
      game.goto(line[index]);
      index += 1;
      this.replayTimer = window.setTimeout(step, 1000 / prefs.replaySpeed);
    };
    this.replayTimer = window.setTimeout(step, 1000 / prefs.replaySpeed);
    this.refresh();
  }

  stopReplay() {
    clearTimeout(this.replayTimer);
    this.replayTimer = undefined;
  }
}

/**
 * The best move, or by a slip one of the others.
 * @param {import('./api.js').Thought} thought
 * @param {number} chance
 * @returns {string}
 */
function slip(thought, chance) {
  const others = thought.candidates.filter((one) => one.move !== thought.move).slice(0, 5);
  if (!others.length || thought.mate === 1 || Math.random() >= chance) return thought.move;
  return others[Math.floor(Math.random() * others.length)].move;
}
