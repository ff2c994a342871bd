// @ts-check
/**
 * The game on the board: a tree of moves, where we are in it, and what the server says of that position.
 *
 * The position stands in the address, the whole tree in the browser's own store, so a reload loses nothing and a link
 * shows a position to somebody else.
 */
import { post } from './api.js';
import { later } from './dom.js';
import { other, parseMoves } from './geometry.js';

/**
 * @typedef {import('./api.js').Color} Color
 * @typedef {object} Move
 * @property {number} id
 * @property {Move | null} parent
 * @property {Move[]} children
 * @property {string | null} point a pass is null
 * @property {Color} color
 * @property {number} ply moves up to this one; 0 at the root
 * @property {string} comment
 * @property {number | null} value win rate of black, where somebody has said it
 * @property {string} [verdict] what a review says of the move
 */

const KEY = 'tengen.game.1';
const LONGEST_KEPT = 400000;

export class Game extends EventTarget {
  constructor() {
    super();
    this.size = 15;
    this.rule = 'freestyle';
    /** Free stones before the first move. */
    this.setup = {
      black: /** @type {string[]} */ ([]),
      white: /** @type {string[]} */ ([]),
      toMove: /** @type {Color} */ ('black'),
    };
    this.names = { black: '', white: '' };
    this.event = '';
    /** An end that is not on the board: resignation or time. */
    this.ending = /** @type {{ winner: Color, reason: string } | null} */ (null);
    this.nextId = 1;
    this.root = this.#newRoot();
    this.current = this.root;
    /** @type {import('./api.js').Facts | null} what the server says of the current position */
    this.facts = null;
    this.#keepLater = later(() => this.#keep());
    window.addEventListener('pagehide', () => this.#keep());
  }

  /** How often the server was asked about a position; only the last answer counts. */
  #asked = 0;
  /** @type {() => void} */
  #keepLater;

  /** @returns {Move} */
  #newRoot() {
    return {
      id: 0,
      parent: null,
      children: [],
      point: null,
      color: other(this.setup.toMove),
      ply: 0,
      comment: '',
      value: null,
    };
  }

  /**
   * Begins a new game.
   * @param {{ size?: number, rule?: string, moves?: (string | null)[], setup?: { black: string[], white: string[], toMove: Color } }} [options]
   */
  reset(options = {}) {
    this.size = options.size ?? this.size;
    this.rule = options.rule ?? this.rule;
    this.setup = options.setup ?? { black: [], white: [], toMove: 'black' };
    this.names = { black: '', white: '' };
    this.event = '';
    this.ending = null;
    this.nextId = 1;
    this.root = this.#newRoot();
    let at = this.root;
    for (const point of options.moves ?? []) at = this.#append(at, point);
    this.current = at;
    this.changed('reset');
  }

  /**
   * @param {Move} parent
   * @param {string | null} point
   * @returns {Move}
   */
  #append(parent, point) {
    /** @type {Move} */
    const move = {
      id: this.nextId,
      parent,
      children: [],
      point,
      color: other(parent.color),
      ply: parent.ply + 1,
      comment: '',
      value: null,
    };
    this.nextId += 1;
    parent.children.push(move);
    return move;
  }

  /** Who moves next. @returns {Color} */
  get toMove() {
    return other(this.current.color);
  }

  /** Is the game over where we are? */
  get isOver() {
    return Boolean(this.facts?.outcome) || (this.ending !== null && this.current.children.length === 0);
  }

  /**
   * The moves from the beginning to a move.
   * @param {Move} [move]
   * @returns {Move[]}
   */
  path(move = this.current) {
    const path = [];
    for (let at = move; at.parent; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** The line through the current move to its end, first children first. @returns {Move[]} */
  line() {
    const line = this.path();
    for (let at = this.current; at.children.length; at = at.children[0]) line.push(at.children[0]);
    return line;
  }

  /**
   * The stones on the board: point → color and number.
   * @param {Move} [move]
   * @returns {Map<string, { color: Color, number: number }>}
   */
  stones(move = this.current) {
    const stones = new Map();
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      for (const point of this.setup[color]) stones.set(point, { color, number: 0 });
    }
    for (const one of this.path(move)) {
      if (one.point) stones.set(one.point, { color: one.color, number: one.ply });
    }
    return stones;
  }

  /**
   * A position for the server.
   * @param {Move} [move]
   * @returns {import('./api.js').Position}
   */
  position(move = this.current) {
    const position = /** @type {import('./api.js').Position} */ ({
      size: this.size,
      rule: this.rule,
      moves: this.path(move)
        .map((one) => one.point ?? '--')
        .join(''),
    });
    if (this.setup.black.length || this.setup.white.length || this.setup.toMove === 'white') {
      position.black = this.setup.black.join('');
      position.white = this.setup.white.join('');
      position.to_move = this.setup.toMove;
    }
    return position;
  }

  /**
   * Plays a point, or goes along a variation that has it already. False when the point cannot be played.
   * @param {string | null} point
   * @returns {boolean}
   */
  play(point) {
    const known = this.current.children.find((child) => child.point === point);
    if (known) {
      this.goto(known);
      return true;
    }
    if (point && (this.stones().has(point) || this.isOver)) return false;
    if (point && this.toMove === 'black' && this.facts?.forbidden.some((one) => one.point === point)) return false;
    this.ending = null;
    this.current = this.#append(this.current, point);
    this.changed('move');
    return true;
  }

  /** @param {Move} move */
  goto(move) {
    if (move === this.current) return;
    this.current = move;
    this.changed('goto');
  }

  back() {
    if (this.current.parent) this.goto(this.current.parent);
  }

  forward() {
    if (this.current.children.length) this.goto(this.current.children[0]);
  }

  /**
   * Another variation at this place.
   * @param {1 | -1} step
   */
  sibling(step) {
    const siblings = this.current.parent?.children ?? [];
    const index = siblings.indexOf(this.current) + step;
    if (siblings[index]) this.goto(siblings[index]);
  }

  /** Takes the current move out of the tree, with everything after it. */
  remove() {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.current);
    this.ending = null;
    this.current = parent;
    this.changed('move');
  }

  /** Makes the line to the current move the main line. */
  promote() {
    for (let at = this.current; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
    this.changed('edit');
  }

  /**
   * Adds a line of moves as a variation after the current move; where we are does not change.
   * @param {(string | null)[]} points
   * @param {Move} [from]
   * @returns {Move} the last of them
   */
  addLine(points, from = this.current) {
    let at = from;
    for (const point of points) at = at.children.find((child) => child.point === point) ?? this.#append(at, point);
    return at;
  }

  /**
   * Tells everybody, keeps the game, and asks the server about the new position.
   * @param {'reset' | 'move' | 'goto' | 'edit'} what
   */
  changed(what) {
    if (what !== 'edit') this.facts = null;
    this.dispatchEvent(new CustomEvent('change', { detail: what }));
    this.#keepLater();
    if (what !== 'edit') void this.#ask();
  }

  async #ask() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const facts = await post('position', this.position());
      if (asked !== this.#asked) return;
      this.facts = facts;
      this.dispatchEvent(new CustomEvent('facts'));
    } catch (error) {
      if (asked !== this.#asked) return;
      this.dispatchEvent(new CustomEvent('refused', { detail: error }));
    }
  }

  /** Waits until the server has described the current position. @returns {Promise<void>} */
  settled() {
    if (this.facts) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.removeEventListener('facts', done);
        this.removeEventListener('refused', done);
        resolve();
      };
      this.addEventListener('facts', done);
      this.addEventListener('refused', done);
    });
  }

  // The address and the browser's store.

  /** The position as the part of an address after `#`. @returns {string} */
  address() {
    const parts = new URLSearchParams();
    const position = this.position();
    parts.set('m', position.moves);
    if (this.size !== 15) parts.set('s', String(this.size));
    if (this.rule !== 'freestyle') parts.set('r', this.rule);
    if (position.black) parts.set('b', position.black);
    if (position.white) parts.set('w', position.white);
    if (position.to_move === 'white') parts.set('t', 'white');
    return parts.toString();
  }

  /**
   * Reads an address; false when there is no position in it.
   * @param {string} text
   * @returns {boolean}
   */
  readAddress(text) {
    const parts = new URLSearchParams(text.replace(/^#/, ''));
    if (!parts.has('m') && !parts.has('b')) return false;
    const size = Number(parts.get('s') ?? 15);
    if (!Number.isInteger(size) || size < 5 || size > 22) return false;
    const points = (/** @type {string} */ key) =>
      /** @type {string[]} */ (parseMoves(parts.get(key) ?? '').filter(Boolean));
    this.reset({
      size,
      rule: parts.get('r') ?? 'freestyle',
      moves: parseMoves(parts.get('m') ?? ''),
      setup: { black: points('b'), white: points('w'), toMove: parts.get('t') === 'white' ? 'white' : 'black' },
    });
    return true;
  }

  #keep() {
    history.replaceState(null, '', `#${this.address()}`);
    try {
      const text = JSON.stringify(this.toTree());
      if (text.length < LONGEST_KEPT) localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing still has the address.
    }
  }

  /**
   * Restores what was there before a reload. The address wins, unless the kept tree has its position.
   */
  restore() {
    const address = location.hash.replace(/^#/, '');
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
      if (kept) {
        this.fromTree(kept, false);
        if (!address || this.address() === address) {
          this.changed('reset');
          return;
        }
      }
    } catch {
      // Whatever was kept is of no use.
    }
    if (!this.readAddress(address)) this.reset({ size: 15, rule: 'freestyle' });
  }

  /**
   * The whole game as plain data: the form of `/api/record`.
   * @returns {any}
   */
  toTree() {
    /** @type {any[]} */
    const nodes = [];
    /** @type {[Move, number][]} */
    const waiting = [[this.root, -1]];
    let current = 0;
    while (waiting.length) {
      const [move, parent] = /** @type {[Move, number]} */ (waiting.pop());
      const index = nodes.length;
      if (move === this.current) current = index;
      nodes.push({ parent, color: move.color, point: move.point, comment: move.comment, value: move.value });
      for (const child of [...move.children].reverse()) waiting.push([child, index]);
    }
    return {
      size: this.size,
      rule: this.rule,
      black: this.names.black,
      white: this.names.white,
      event: this.event,
      result: this.ending ? `${this.ending.winner} ${this.ending.reason}` : '',
      setup: { black: this.setup.black.join(''), white: this.setup.white.join(''), to_move: this.setup.toMove },
      nodes,
      current,
    };
  }

  /**
   * @param {any} tree
   * @param {boolean} [tell]
   */
  fromTree(tree, tell = true) {
    this.size = tree.size;
    this.rule = tree.rule ?? this.rule;
    const points = (/** @type {string} */ text) => /** @type {string[]} */ (parseMoves(text ?? '').filter(Boolean));
    this.setup = {
      black: points(tree.setup?.black),
      white: points(tree.setup?.white),
      toMove: tree.setup?.to_move ?? 'black',
    };
    this.names = { black: tree.black ?? '', white: tree.white ?? '' };
    this.event = tree.event ?? '';
    const [winner, ...reason] = String(tree.result ?? '').split(' ');
    this.ending =
      winner === 'black' || winner === 'white'
        ? { winner: /** @type {Color} */ (winner), reason: reason.join(' ') }
        : null;
    if (this.ending?.reason === 'five') this.ending = null;
    this.nextId = 1;
    this.root = this.#newRoot();
    this.root.comment = tree.nodes[0]?.comment ?? '';
    /** @type {Move[]} */
    const moves = [this.root];
    for (const node of tree.nodes.slice(1)) {
      const move = this.#append(moves[node.parent], node.point);
      move.comment = node.comment ?? '';
      move.value = node.value ?? null;
      moves.push(move);
    }
    let current = moves[tree.current ?? -1];
    if (!current) for (current = this.root; current.children.length;) current = current.children[0];
    this.current = current;
    if (tell) this.changed('reset');
  }
}
