/** The tree of moves as plain data: building it, walking it, converting it to the form of a record. */
import { opposite } from './points.js';

/**
 * @typedef {import('../client/types').Color} Color
 * @typedef {object} Move
 * @property {number} id
 * @property {Move | null} parent
 * @property {Move[]} children
 * @property {string | null} point null is a pass
 * @property {Color} color
 * @property {number} ply 0 at the root
 * @property {string} comment
 * @property {number | null} value Black's expected score after the move, where a player has searched it
 * @property {'blunder' | 'mistake'} [verdict] from a review
 */

/**
 * @param {Color} toMove
 * @returns {Move}
 */
export function createRoot(toMove) {
  const color = opposite(toMove);
  return { id: 0, parent: null, children: [], point: null, color, ply: 0, comment: '', value: null };
}

let lastId = 0;

/**
 * @param {Move} parent
 * @param {string | null} point
 * @returns {Move}
 */
function appendMove(parent, point) {
  lastId += 1;
  const { color, ply } = parent;
  /** @type {Move} */
  const move = { ...createRoot(color), id: lastId, parent, point, ply: ply + 1 };
  parent.children.push(move);
  return move;
}

/**
 * The child of a move with this point, added if there is none.
 * @param {Move} parent
 * @param {string | null} point
 * @returns {Move}
 */
export function addMove(parent, point) {
  return parent.children.find((child) => child.point === point) ?? appendMove(parent, point);
}

/**
 * Adds a line of moves and returns its last move.
 * @param {Move} from
 * @param {(string | null)[]} points
 * @returns {Move}
 */
export function addMoves(from, points) {
  return points.reduce(addMove, from);
}

/**
 * The moves from the first one to this one.
 * @param {Move} move
 * @returns {Move[]}
 */
export function pathTo(move) {
  const path = [];
  for (let at = move; at.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/**
 * The last move of the main line after a move.
 * @param {Move} move
 * @returns {Move}
 */
export function endOfLine(move) {
  let at = move;
  while (at.children.length) at = at.children[0];
  return at;
}

/**
 * Makes the line to this move the main line.
 * @param {Move} move
 */
export function promote(move) {
  for (let at = move; at.parent; at = at.parent) {
    at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
  }
}

/** @param {Move} move */
export function removeMove(move) {
  if (move.parent) move.parent.children = move.parent.children.filter((child) => child !== move);
}

/**
 * The nodes in depth-first order, and the index of one of them.
 * @param {Move} root
 * @param {Move} current
 * @returns {{ nodes: import('../client/types').StoredTree['nodes'][number][], current: number }}
 */
export function toNodes(root, current) {
  /** @type {import('../client/types').StoredTree['nodes'][number][]} */
  const nodes = [];
  /** @type {[Move, number][]} */
  const stack = [[root, -1]];
  let currentIndex = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [{ color, point, comment, value, children }, parent] = top;
    const index = nodes.length;
    if (top[0] === current) currentIndex = index;
    nodes.push({ parent, color, point, comment, value });
    for (const child of [...children].reverse()) stack.push([child, index]);
  }
  return { nodes, current: currentIndex };
}

/**
 * @param {import('../client/types').StoredTree['nodes'][number][]} nodes
 * @param {Color} toMove
 * @returns {Move[]} in the order of the nodes; the first is the root
 */
export function fromNodes(nodes, toMove) {
  const moves = [createRoot(toMove)];
  nodes.forEach((node, index) => {
    if (index > 0) moves.push(appendMove(moves[node.parent], node.point ?? null));
    moves[index].comment = node.comment ?? '';
    moves[index].value = node.value ?? null;
  });
  return moves;
}
