/** Opening and saving game files. */
import { readRecord, writeRecord } from '../client/api.js';
import { game } from './game.js';
import { pause } from './play.js';
import { showError, showToast } from './toasts.js';

/** @typedef {import('../client/types').GameTree} GameTree */

/**
 * @param {File} file
 * @param {(games: GameTree[], count: number) => Promise<GameTree | null>} choose picks one of several
 */
export async function openFile(file, choose) {
  try {
    const { games, count, format } = await readRecord(file);
    if (!games.length) throw new Error('there is no game in the file');
    const tree = games.length > 1 ? await choose(games, count) : games[0];
    if (!tree) return;
    pause();
    game.fromTree(tree);
    showToast(`${format}: ${tree.nodes.length - 1} moves`);
  } catch (error) {
    showError(error);
  }
}

/**
 * The game as a file.
 * @param {string} format
 * @returns {Promise<Blob>}
 */
export function recordFile(format) {
  const { current: _, nodes, ...tree } = game.toTree();
  return writeRecord({ ...tree, nodes: nodes.map(({ value: __, ...node }) => node) }, format);
}
