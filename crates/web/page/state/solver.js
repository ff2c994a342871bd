/** Solvers: is there a forced win for the side to move? */
import { signal } from '../vendor/signals.js';
import { solve } from '../client/api.js';
import { game } from './game.js';
import { addMove, pathTo } from './move-tree.js';
import { messageOf } from './toasts.js';

/**
 * @typedef {import('../client/types').Solution} Solution
 * @typedef {import('./move-tree.js').Move} Move
 */

export const kind = signal(/** @type {import('../client/types').Solver} */ ('vct'));
/** Milliseconds; empty until stopped. */
export const timeLimit = signal('5000');
export const status = signal('');
export const solution = signal(/** @type {Solution | null} */ (null));
/** Is the winning line shown on the board? */
export const isShown = signal(false);
export const search = signal(/** @type {AbortController | null} */ (null));

export async function toggle() {
  if (search.value) {
    search.value.abort();
    return;
  }
  const controller = new AbortController();
  search.value = controller;
  solution.value = null;
  status.value = 'Searching…';
  const question = { position: game.position(), kind: kind.value, time_ms: Number(timeLimit.value) || null };
  try {
    const found = await solve(question, controller.signal);
    if (search.value === controller) {
      status.value = '';
      solution.value = found;
      isShown.value = found?.verdict === 'win';
    }
  } catch (error) {
    if (search.value === controller) status.value = controller.signal.aborted ? 'Stopped.' : messageOf(error);
  }
  if (search.value === controller) search.value = null;
}

game.change.subscribe(({ kind: change }) => {
  if (change === 'edit') return;
  search.value?.abort();
  search.value = null;
  status.value = '';
  solution.value = null;
  isShown.value = false;
});

/**
 * Adds every line of a proof as a variation of the current move.
 * @param {import('../client/types').GameTree} proof
 */
export function addProof(proof) {
  const path = pathTo(game.current);
  game.edit(() => {
    // The proof starts with the moves of the game so far.
    /** @type {Move[]} */
    const moves = [game.root];
    proof.nodes.forEach((node, index) => {
      if (index > 0) {
        const parent = moves[node.parent];
        moves.push(path[parent.ply] ?? addMove(parent, node.point ?? null));
      }
      const move = moves[index];
      if (move.ply >= path.length && node.comment && !move.comment) move.comment = node.comment;
    });
  });
}
