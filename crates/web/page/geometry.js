// @ts-check
/** Names of points, and the eight ways to look at a board. */

/**
 * The name of a point: column letter, row from the bottom.
 * @param {number} column from 0 at the left
 * @param {number} row from 0 at the top
 * @param {number} size
 * @returns {string}
 */
export function nameOf(column, row, size) {
  return String.fromCharCode(97 + column) + (size - row);
}

/**
 * Column and row of a name.
 * @param {string} name
 * @param {number} size
 * @returns {[number, number]}
 */
export function pointOf(name, size) {
  return [name.charCodeAt(0) - 97, size - Number(name.slice(1))];
}

/**
 * The moves of a text such as `h8i9--g7`; a pass is null.
 * @param {string} text
 * @returns {(string | null)[]}
 */
export function parseMoves(text) {
  return [...text.toLowerCase().matchAll(/([a-v])(\d{1,2})|--/g)].map((match) =>
    match[0] === '--' ? null : match[0],
  );
}

/**
 * Where a point is seen: turned `turns` quarter turns clockwise, then mirrored left to right.
 * @param {[number, number]} point
 * @param {number} size
 * @param {{ turns: number, isMirrored: boolean }} view
 * @returns {[number, number]}
 */
export function seen([column, row], size, view) {
  let [x, y] = [column, row];
  for (let turn = 0; turn < view.turns % 4; turn += 1) [x, y] = [size - 1 - y, x];
  return [view.isMirrored ? size - 1 - x : x, y];
}

/**
 * The star points of a board.
 * @param {number} size
 * @returns {[number, number][]}
 */
export function stars(size) {
  if (size < 9) return size % 2 ? [[(size - 1) / 2, (size - 1) / 2]] : [];
  const edge = size < 13 ? 2 : 3;
  const far = size - 1 - edge;
  /** @type {[number, number][]} */
  const corners = [
    [edge, edge],
    [far, edge],
    [edge, far],
    [far, far],
  ];
  if (size % 2) corners.push([(size - 1) / 2, (size - 1) / 2]);
  return corners;
}

/**
 * The other color.
 * @param {import('./api.js').Color} color
 * @returns {import('./api.js').Color}
 */
export function other(color) {
  return color === 'black' ? 'white' : 'black';
}
