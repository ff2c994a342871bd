/** Where things are on the board's drawing. */
import { computed } from '../../vendor/signals.js';
import { game } from '../../state/game.js';
import { parsePoint, pointName, toScreen } from '../../state/points.js';
import { settings } from '../../state/settings.js';

export const CELL = 40;
export const MARGIN = 36;
export const STONE_RADIUS = 18.2;

/** Width of the drawing. @param {number} size */
export function boardWidth(size) {
  return 2 * MARGIN + (size - 1) * CELL;
}

/** The orientation that the user has chosen. */
export const view = computed(() => ({ turns: settings.turns.value, isMirrored: settings.isMirrored.value }));

/**
 * The center of a point.
 * @param {string} point
 * @returns {[number, number]}
 */
export function place(point) {
  const { size } = game;
  const [x, y] = toScreen(parsePoint(point, size), size, view.value);
  return [MARGIN + x * CELL, MARGIN + y * CELL];
}

/** The points as they are seen, row by row. */
export const rows = computed(() => {
  const { size } = game;
  /** @type {string[][]} */
  const names = Array.from({ length: size }, () => []);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = toScreen([column, row], size, view.value);
      names[y][x] = pointName(column, row, size);
    }
  }
  return names;
});
