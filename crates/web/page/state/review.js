/**
 * Review of a game: a player searches every position, and moves that cost much are named. The cost of a move is what
 * its side loses in expected score.
 */
import { signal } from '../vendor/signals.js';
import { describePosition, think } from '../client/api.js';
import * as analysis from './analysis.js';
import { valueForBlack } from './format.js';
import { game } from './game.js';
import { pause } from './play.js';
import { PlayerChoice } from './player-choice.js';
import { opposite } from './points.js';
import { showError, showToast } from './toasts.js';

/**
 * @typedef {import('./move-tree.js').Move} Move
 * @typedef {{ move: Move, verdict: 'blunder' | 'mistake', cost: number, better: string | null }} Finding
 */

/** Cost from which a move gets this verdict. */
const VERDICTS = /** @type {const} */ ([
  [0.3, 'blunder'],
  [0.15, 'mistake'],
]);

export const player = new PlayerChoice();
/** Milliseconds per position. */
export const time = signal('500');
export const status = signal('');
export const findings = signal(/** @type {Finding[]} */ ([]));
export const search = signal(/** @type {AbortController | null} */ (null));

export function toggle() {
  if (search.value) search.value.abort();
  else void run();
}

export async function run() {
  const moves = [game.root, ...game.line()];
  if (moves.length < 2) {
    showToast('There is no game to review yet.');
    return;
  }
  analysis.stop();
  pause();
  const controller = new AbortController();
  const { signal: abort } = controller;
  search.value = controller;
  findings.value = [];
  try {
    /** @type {string | null} */
    let better = null;
    for (const [index, move] of moves.entries()) {
      status.value = `Reviewing move ${index} of ${moves.length - 1}…`;
      const best = await searchPosition(move, abort);
      if (abort.aborted) break;
      if (index > 0) judge(move, better);
      better = best;
    }
  } catch (error) {
    if (!abort.aborted) showError(error);
  }
  status.value = abort.aborted ? 'Stopped.' : summary(moves);
  search.value = null;
}

/**
 * Sets the value of a position and returns the best move, or null if the game is over there.
 * @param {Move} move
 * @param {AbortSignal} abort
 * @returns {Promise<string | null>}
 */
async function searchPosition(move, abort) {
  const position = game.position(move);
  if (!move.children.length) {
    const { outcome } = await describePosition(position, abort);
    if (outcome) {
      const value = outcome.winner === 'black' ? 1 : outcome.winner === 'white' ? 0 : 0.5;
      game.edit(() => (move.value = value));
      return null;
    }
  }
  const limits = { time_ms: Number(time.value), multi_pv: 1 };
  const result = await think({ position, player: player.spec, limits }, abort);
  const value = valueForBlack(result, opposite(move.color));
  if (value !== null) game.edit(() => (move.value = value));
  return result?.move ?? null;
}

/**
 * What a move cost the side that played it; null where a value is missing.
 * @param {Move} move
 * @returns {number | null}
 */
function costOf({ color, value, parent }) {
  if (!parent || parent.value === null || value === null) return null;
  return color === 'black' ? parent.value - value : value - parent.value;
}

/**
 * @param {Move} move
 * @param {string | null} better
 */
function judge(move, better) {
  const cost = costOf(move) ?? 0;
  const verdict = better === move.point ? undefined : VERDICTS.find(([least]) => cost >= least)?.[1];
  game.edit(() => (move.verdict = verdict));
  if (verdict) findings.value = [...findings.value, { move, verdict, cost, better }];
}

/** @param {Move[]} moves */
function summary(moves) {
  const bad = moves.filter(({ verdict }) => verdict).length;
  const accuracy = (/** @type {string} */ color) => {
    const costs = moves.filter((move) => move.color === color).map(costOf);
    const kept = costs.filter((cost) => cost !== null).map((cost) => 1 - Math.max(0, cost));
    return kept.length ? `${((100 * kept.reduce((sum, one) => sum + one, 0)) / kept.length).toFixed(0)} %` : '–';
  };
  const count = `${bad || 'No'} ${bad === 1 ? 'move' : 'moves'} to think about.`;
  return `${count} Accuracy: black ${accuracy('black')}, white ${accuracy('white')}.`;
}
