/** Who plays black and who plays white, and how strong the players are. */
import { effect } from '../vendor/signals.js';
import { catalog } from './catalog.js';
import { game } from './game.js';
import { HUMAN, PlayerChoice } from './player-choice.js';
import { settings } from './settings.js';

/** @typedef {import('../client/types').Color} Color */

/** The parameter of players that have levels of their own. */
const LEVEL_PARAM = 'level';

/** For players without levels: time per move, and the probability of a move other than the best. */
export const LEVELS = [
  { ms: 40, slipRate: 0.5 },
  { ms: 80, slipRate: 0.35 },
  { ms: 150, slipRate: 0.2 },
  { ms: 300, slipRate: 0.1 },
  { ms: 600, slipRate: 0.03 },
  { ms: 1000, slipRate: 0 },
  { ms: 2500, slipRate: 0 },
  { ms: 5000, slipRate: 0 },
  { ms: 10000, slipRate: 0 },
  { ms: 30000, slipRate: 0 },
];

/** Time limit for players with levels; the lower levels need far less. */
const OWN_LEVEL_MS = 5000;

const options = { allowsHuman: true, hiddenParam: LEVEL_PARAM };
export const seats = {
  black: new PlayerChoice({ ...options, spec: settings.black.peek() || HUMAN }),
  white: new PlayerChoice({ ...options, spec: settings.white.peek() || catalog.default_player }),
};

effect(() => {
  settings.black.value = seats.black.spec;
  settings.white.value = seats.white.spec;
});

/** @param {Color} color */
export function isHuman(color) {
  return seats[color].isHuman;
}

/** @param {Color} color */
function hasOwnLevels(color) {
  return seats[color].player?.params.some(({ name }) => name === LEVEL_PARAM) ?? false;
}

/** The spec string of a seat at the chosen level. @param {Color} color */
export function seatSpec(color) {
  return seats[color].specWith(hasOwnLevels(color) ? { [LEVEL_PARAM]: settings.level.value } : {});
}

/** Time limit per move in milliseconds. @param {Color} color */
export function moveTime(color) {
  if (settings.moveTime.value) return Number(settings.moveTime.value);
  return hasOwnLevels(color) ? OWN_LEVEL_MS : LEVELS[settings.level.value - 1].ms;
}

/** Probability that a player takes a move other than the best. @param {Color} color */
export function slipRate(color) {
  return hasOwnLevels(color) ? 0 : LEVELS[settings.level.value - 1].slipRate;
}

export function swapSeats() {
  const [black, white] = [seats.black.spec, seats.white.spec];
  seats.black.set(white);
  seats.white.set(black);
  writeNames();
}

/** Writes into the game who plays. */
export function writeNames() {
  const name = (/** @type {Color} */ color) => (isHuman(color) ? 'Human' : seatSpec(color));
  game.names = { black: name('black'), white: name('white') };
}
