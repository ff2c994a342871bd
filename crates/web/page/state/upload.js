/** Sends a game that a person has played to its end to the library. */
import { effect, untracked } from '../vendor/signals.js';
import { storeGame } from '../client/api.js';
import { game } from './game.js';
import { writeNames } from './seats.js';
import { hasHumanMove } from './session.js';
import { messageOf, showToast } from './toasts.js';

game.change.subscribe(({ kind }) => {
  if (kind === 'reset') hasHumanMove.value = false;
});

effect(() => {
  if (hasHumanMove.value && game.isOver && game.positionInfo) untracked(upload);
});

async function upload() {
  const { moves, to_move } = game.position();
  // The library has no games with a setup or with passes.
  if (to_move || moves.includes('--')) return;
  hasHumanMove.value = false;
  writeNames();
  const ending = /** @type {import('../client/types').GameEnding | null} */ (
    game.positionInfo?.outcome ? null : game.ending
  );
  const { size, rule, names } = game;
  try {
    await storeGame({ size, rule, moves, ...names, ending });
  } catch (error) {
    showToast(`The game is not in the library: ${messageOf(error)}`, 'bad');
  }
}
