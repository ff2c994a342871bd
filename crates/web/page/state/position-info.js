/** Asks the server about every new position, and takes back what it refuses. */
import { describePosition } from '../client/api.js';
import { game } from './game.js';
import { showError } from './toasts.js';

/** @type {AbortController | null} */
let pending = null;

async function update() {
  pending?.abort();
  const request = new AbortController();
  pending = request;
  try {
    const info = await describePosition(game.position(), request.signal);
    if (pending === request) game.positionInfo = info;
  } catch (error) {
    if (pending !== request) return;
    showError(error);
    // Remove an illegal move; clear the board if its setup is illegal.
    if (game.current.parent) game.remove();
    else if (game.hasSetup) game.reset();
  }
}

/** Starts to follow the game. */
export function followPositions() {
  game.change.subscribe(({ kind }) => {
    if (kind !== 'edit') void update();
  });
}
