/**
 * The game on the board: a tree of moves, the current move in it, and the server's description of that position.
 * Everything is read through signals, so whoever reads it in an effect or a component hears of its changes.
 */
import { batch, signal } from '../vendor/signals.js';
import {
  addMove,
  addMoves,
  createRoot,
  endOfLine,
  fromNodes,
  pathTo,
  promote,
  removeMove,
  toNodes,
} from './move-tree.js';
import { opposite, parsePoints } from './points.js';

/**
 * @typedef {import('../client/types').Color} Color
 * @typedef {import('../client/types').Rule} Rule
 * @typedef {import('./move-tree.js').Move} Move
 * @typedef {{ black: string[], white: string[], toMove: Color }} Setup stones placed before the first move
 * @typedef {{ winner: Color, reason: string }} Ending
 * @typedef {'reset' | 'move' | 'goto' | 'edit'} ChangeKind an edit leaves the position as it is
 */

/** @returns {Setup} */
const noSetup = () => ({ black: [], white: [], toMove: 'black' });

class Game {
  #size = signal(15);
  #rule = signal(/** @type {Rule} */ ('freestyle'));
  #setup = signal(noSetup());
  #names = signal({ black: '', white: '' });
  #event = '';
  #ending = signal(/** @type {Ending | null} */ (null));
  #root = createRoot('black');
  #current = signal(this.#root);
  #info = signal(/** @type {import('../client/types').PositionInfo | null} */ (null));

  /** The last change: a new object each time. Read it to follow edits inside the tree. */
  change = signal({ kind: /** @type {ChangeKind} */ ('reset') });

  get size() {
    return this.#size.value;
  }

  get rule() {
    return this.#rule.value;
  }

  get setup() {
    return this.#setup.value;
  }

  /** Who plays. */
  get names() {
    return this.#names.value;
  }

  set names(names) {
    this.#names.value = names;
  }

  /** The end of a game that is not decided on the board: resignation or time. */
  get ending() {
    return this.#ending.value;
  }

  get current() {
    return this.#current.value;
  }

  /** The root of the tree. Its moves change in place; `change` tells when. */
  get root() {
    void this.change.value;
    return this.#root;
  }

  /** What the server says about the current position; null until it has answered. */
  get positionInfo() {
    return this.#info.value;
  }

  set positionInfo(info) {
    this.#info.value = info;
  }

  /** @returns {Color} */
  get toMove() {
    return opposite(this.current.color);
  }

  get isOver() {
    return Boolean(this.positionInfo?.outcome) || this.endingHere !== null;
  }

  /** The ending, if the current move is the last one. */
  get endingHere() {
    return this.current.children.length === 0 ? this.ending : null;
  }

  get hasSetup() {
    return this.setup.black.length > 0 || this.setup.white.length > 0;
  }

  /** The moves up to the current one and the main line after it. @returns {Move[]} */
  line() {
    void this.change.value;
    return pathTo(endOfLine(this.current));
  }

  /**
   * The stones on the board after a move.
   * @param {Move} [move]
   * @returns {Map<string, { color: Color, number: number }>}
   */
  stones(move = this.current) {
    const stones = new Map();
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      for (const point of this.setup[color]) stones.set(point, { color, number: 0 });
    }
    for (const { point, color, ply } of pathTo(move)) {
      if (point) stones.set(point, { color, number: ply });
    }
    return stones;
  }

  /**
   * The position after a move, as the server wants it.
   * @param {Move} [move]
   * @returns {import('../client/types').Position}
   */
  position(move = this.current) {
    const moves = pathTo(move).map(({ point }) => point ?? '--');
    const { black, white, toMove } = this.setup;
    const position = { size: this.size, rule: this.rule, moves: moves.join('') };
    if (!this.hasSetup && toMove === 'black') return position;
    return { ...position, black: black.join(''), white: white.join(''), to_move: toMove };
  }

  /**
   * Why the side to move may not play here, or null.
   * @param {string} point
   * @returns {string | null}
   */
  forbiddenReason(point) {
    if (this.toMove !== 'black') return null;
    return this.positionInfo?.forbidden.find((one) => one.point === point)?.reason ?? null;
  }

  /**
   * Starts a new game.
   * @param {{ size?: number, rule?: Rule, moves?: (string | null)[], setup?: Setup }} [options]
   */
  reset({ size = this.size, rule = this.rule, moves = [], setup = noSetup() } = {}) {
    this.#commit('reset', () => {
      this.#size.value = size;
      this.#rule.value = rule;
      this.#setup.value = setup;
      this.names = { black: '', white: '' };
      this.#event = '';
      this.#ending.value = null;
      this.#root = createRoot(setup.toMove);
      this.#current.value = addMoves(this.#root, moves);
    });
  }

  /**
   * Plays a point, or follows the variation that has it. False if the point cannot be played.
   * @param {string | null} point
   * @returns {boolean}
   */
  play(point) {
    const known = this.current.children.find((child) => child.point === point);
    if (known) {
      this.goto(known);
      return true;
    }
    if (point && (this.stones().has(point) || this.isOver || this.forbiddenReason(point))) return false;
    this.#commit('move', () => {
      this.#ending.value = null;
      this.#current.value = addMove(this.current, point);
    });
    return true;
  }

  /** @param {Move} move */
  goto(move) {
    if (move !== this.current) this.#commit('goto', () => (this.#current.value = move));
  }

  /** Removes the current move and everything after it. */
  remove() {
    const { current } = this;
    const { parent } = current;
    if (!parent) return;
    this.#commit('move', () => {
      removeMove(current);
      this.#ending.value = null;
      this.#current.value = parent;
    });
  }

  /**
   * Adds moves after the current one and goes to the last of them.
   * @param {(string | null)[]} points
   * @param {ChangeKind} [kind]
   */
  playLine(points, kind = 'move') {
    this.#commit(kind, () => (this.#current.value = addMoves(this.current, points)));
  }

  /**
   * Replaces the moves after the first `ply` of them.
   * @param {number} ply
   * @param {(string | null)[]} points
   */
  replaceFrom(ply, points) {
    batch(() => {
      while (this.current.ply > ply) this.remove();
      this.playLine(points);
    });
  }

  /** Makes the line to the current move the main line. */
  promote() {
    this.edit(() => promote(this.current));
  }

  /**
   * Changes comments, values or variations inside the tree.
   * @param {() => void} change
   */
  edit(change) {
    this.#commit('edit', change);
  }

  /** @param {Ending} ending */
  end(ending) {
    this.edit(() => (this.#ending.value = ending));
  }

  /**
   * @param {ChangeKind} kind
   * @param {() => void} change
   */
  #commit(kind, change) {
    batch(() => {
      change();
      if (kind !== 'edit') this.#info.value = null;
      this.change.value = { kind };
    });
  }

  /** @returns {import('../client/types').StoredTree} */
  toTree() {
    const { black, white, toMove } = this.setup;
    return {
      size: this.size,
      rule: this.rule,
      ...this.names,
      event: this.#event,
      result: this.ending ? `${this.ending.winner} ${this.ending.reason}` : '',
      setup: { black: black.join(''), white: white.join(''), to_move: toMove },
      ...toNodes(this.root, this.current),
    };
  }

  /** @param {import('../client/types').StoredTree} tree */
  fromTree(tree) {
    const setup = tree.setup ?? { black: '', white: '', to_move: 'black' };
    const toMove = setup.to_move ?? 'black';
    const moves = fromNodes(tree.nodes, toMove);
    const [winner, ...reason] = (tree.result ?? '').split(' ');
    const isEnded = (winner === 'black' || winner === 'white') && reason.join(' ') !== 'five';
    this.#commit('reset', () => {
      this.#size.value = tree.size;
      this.#rule.value = tree.rule ?? this.rule;
      this.#setup.value = { black: parsePoints(setup.black), white: parsePoints(setup.white), toMove };
      this.names = { black: tree.black ?? '', white: tree.white ?? '' };
      this.#event = tree.event ?? '';
      this.#ending.value = isEnded ? { winner, reason: reason.join(' ') } : null;
      this.#root = moves[0];
      this.#current.value = moves[tree.current ?? -1] ?? endOfLine(moves[0]);
    });
  }
}

export const game = new Game();
