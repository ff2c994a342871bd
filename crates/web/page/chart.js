// @ts-check
/** The course of the game: black's expectation after each move. */
import { svg } from './dom.js';

const WIDTH = 360;
const HEIGHT = 110;

/**
 * @param {(number | null)[]} values from 0 to 1, one for each position; null where nobody has said anything
 * @param {number} current
 * @param {string[]} verdicts for each position, what a review says of the move that led there
 * @param {(index: number) => void} chosen
 * @returns {SVGElement}
 */
export function chart(values, current, verdicts, chosen) {
  const x = (/** @type {number} */ index) => (WIDTH * index) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ value) => 4 + (HEIGHT - 8) * (1 - value);
  const picture = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: 'chart',
    role: 'img',
    'aria-label': "Black's expectation over the game",
    preserveAspectRatio: 'none',
  });
  picture.append(svg('rect', { width: WIDTH, height: HEIGHT, class: 'chart-ground' }));
  picture.append(svg('line', { x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5), class: 'chart-middle' }));
  let path = '';
  let area = '';
  let first = -1;
  let last = -1;
  values.forEach((value, index) => {
    if (value === null) return;
    if (first < 0) first = index;
    last = index;
    path += `${path ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  if (!path)
    picture.append(
      svg(
        'text',
        { x: WIDTH / 2, y: HEIGHT / 2 - 8, class: 'chart-text', 'text-anchor': 'middle' },
        'Nobody has judged the game yet.',
      ),
    );
  if (path) {
    area = `${path}L${x(last)} ${HEIGHT}L${x(first)} ${HEIGHT}Z`;
    picture.append(svg('path', { d: area, class: 'chart-area' }), svg('path', { d: path, class: 'chart-line' }));
  }
  verdicts.forEach((verdict, index) => {
    const value = values[index];
    if (verdict && value !== null && value !== undefined)
      picture.append(svg('circle', { cx: x(index), cy: y(value), r: 4, class: `chart-${verdict}` }));
  });
  if (path)
    picture.append(svg('line', { x1: x(current), x2: x(current), y1: 0, y2: HEIGHT, class: 'chart-current' }));
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    chosen(Math.round(((clientX - box.left) / box.width) * (values.length - 1)));
  });
  return picture;
}
