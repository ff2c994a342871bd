/** Setting up a position: stones of either color anywhere, without a history. */
import { signal } from '../vendor/signals.js';
import { game } from './game.js';
import { pause } from './play.js';

/** @typedef {import('../client/types').Color} Color */

export const isActive = signal(false);
/** What a click places; `none` removes stones. */
export const brush = signal(/** @type {Color | 'none'} */ ('black'));

export function toggle() {
  isActive.value = !isActive.value;
  if (!isActive.value) return;
  pause();
  const stones = [...game.stones()];
  const of = (/** @type {Color} */ wanted) =>
    stones.filter(([, { color }]) => color === wanted).map(([point]) => point);
  game.reset({ setup: { black: of('black'), white: of('white'), toMove: game.toMove } });
}

/** @param {Color} toMove */
export function setToMove(toMove) {
  game.reset({ setup: { ...game.setup, toMove } });
}

/** Places the brush's stone, or removes the same stone. @param {string} point */
export function paint(point) {
  const { black, white, toMove } = game.setup;
  const before = black.includes(point) ? 'black' : white.includes(point) ? 'white' : 'none';
  const without = (/** @type {string[]} */ points) => points.filter((one) => one !== point);
  const setup = { black: without(black), white: without(white), toMove };
  if (brush.value !== 'none' && before !== brush.value) setup[brush.value].push(point);
  game.reset({ setup });
}
