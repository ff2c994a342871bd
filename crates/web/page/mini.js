// @ts-check
/** A small board to look at. */
import { svg } from './dom.js';
import { parseMoves, pointOf } from './geometry.js';

/**
 * @param {number} size
 * @param {string} moves
 * @returns {SVGElement}
 */
export function miniBoard(size, moves) {
  const width = size + 1;
  let lines = '';
  for (let index = 1; index <= size; index += 1) lines += `M1 ${index}H${size}M${index} 1V${size}`;
  const picture = svg('svg', {
    viewBox: `0 0 ${width} ${width}`,
    class: 'mini',
    role: 'img',
    'aria-label': 'A board',
  });
  picture.append(
    svg('rect', { width, height: width, rx: 0.4, class: 'mini-wood' }),
    svg('path', { d: lines, class: 'mini-lines' }),
  );
  const played = parseMoves(moves);
  played.forEach((point, index) => {
    if (!point) return;
    const [column, row] = pointOf(point, size);
    picture.append(
      svg('circle', { cx: column + 1, cy: row + 1, r: 0.44, class: index % 2 ? 'mini-white' : 'mini-black' }),
    );
    if (index === played.length - 1)
      picture.append(svg('circle', { cx: column + 1, cy: row + 1, r: 0.16, fill: '#d1495b' }));
  });
  return picture;
}
