/** The game as a GIF: after the empty board, each frame is the cell of the new stone, cut from the final picture. */
import { game } from '../state/game.js';
import { parsePoint, toScreen } from '../state/points.js';
import { CELL, MARGIN, view } from '../views/board/layout.js';
import { encodeGif } from './gif.js';
import { boardSvg, rasterize } from './picture.js';

/** Pixels per cell. */
const SCALE = 28;
/** Delays in hundredths of a second. */
const FIRST_DELAY = 100;
const LAST_DELAY = 300;
/** Browsers slow down frames that are shorter. */
const MIN_DELAY = 2;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
function readPixels(canvas, x, y, width) {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser has no canvas');
  return { x, y, width, height: width, pixels: context.getImageData(x, y, width, width).data };
}

/**
 * @param {number} movesPerSecond
 * @returns {Promise<Blob>}
 */
export async function toGif(movesPerSecond) {
  const { size, root } = game;
  const line = game.line();
  const width = Math.round((size - 1 + (2 * MARGIN) / CELL) * SCALE);
  const empty = await rasterize(boardSvg(root, { isNumbered: false }), width);
  const final = await rasterize(boardSvg(line.at(-1) ?? root, { isNumbered: true }), width);
  const delay = Math.max(MIN_DELAY, Math.round(100 / movesPerSecond));
  const frames = [{ ...readPixels(empty, 0, 0, width), delay: FIRST_DELAY }];
  for (const { point } of line) {
    if (!point) continue;
    const [column, row] = toScreen(parsePoint(point, size), size, view.value);
    const [x, y] = [column, row].map((index) => Math.round((MARGIN / CELL + index - 0.5) * SCALE));
    frames.push({ ...readPixels(final, x, y, SCALE + 1), delay });
  }
  frames[frames.length - 1].delay = LAST_DELAY;
  return encodeGif(width, width, frames);
}
