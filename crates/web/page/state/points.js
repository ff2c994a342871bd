/** Names of points, and the eight orientations of the board. */

/**
 * The name of a point: column letter, then row from the bottom.
 * @param {number} column from 0 at the left
 * @param {number} row from 0 at the top
 * @param {number} size
 * @returns {string}
 */
export function pointName(column, row, size) {
  return String.fromCharCode(97 + column) + (size - row);
}

/**
 * Column and row of a point, both from 0 at the top left.
 * @param {string} name
 * @param {number} size
 * @returns {[number, number]}
 */
export function parsePoint(name, size) {
  return [name.charCodeAt(0) - 97, size - Number(name.slice(1))];
}

/**
 * The moves of a text such as `h8i9--g7`; a pass is null.
 * @param {string} text
 * @returns {(string | null)[]}
 */
export function parseMoves(text) {
  return [...text.toLowerCase().matchAll(/([a-v])(\d{1,2})|--/g)].map(([move]) => (move === '--' ? null : move));
}

/**
 * The points of a text such as `h8i9`.
 * @param {string | null | undefined} text
 * @returns {string[]}
 */
export function parsePoints(text) {
  return parseMoves(text ?? '').filter((point) => point !== null);
}

/**
 * Column and row on the screen: `turns` clockwise quarter turns, then a mirror image if wanted.
 * @param {[number, number]} point
 * @param {number} size
 * @param {{ turns: number, isMirrored: boolean }} view
 * @returns {[number, number]}
 */
export function toScreen([column, row], size, view) {
  let [x, y] = [column, row];
  for (let turn = 0; turn < view.turns % 4; turn += 1) [x, y] = [size - 1 - y, x];
  return [view.isMirrored ? size - 1 - x : x, y];
}

/**
 * @param {number} size
 * @returns {[number, number][]}
 */
export function starPoints(size) {
  const middle = (size - 1) / 2;
  if (size < 9) return size % 2 ? [[middle, middle]] : [];
  const edge = size < 13 ? 2 : 3;
  const far = size - 1 - edge;
  /** @type {[number, number][]} */
  const points = [
    [edge, edge],
    [far, edge],
    [edge, far],
    [far, far],
  ];
  if (size % 2) points.push([middle, middle]);
  return points;
}

/**
 * @param {import('../client/types').Color} color
 * @returns {import('../client/types').Color}
 */
export function opposite(color) {
  return color === 'black' ? 'white' : 'black';
}
