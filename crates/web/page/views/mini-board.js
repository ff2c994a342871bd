/** A small board to look at. */
import { parseMoves, parsePoint } from '../state/points.js';
import { html } from './html.js';

/** @param {{ size: number, moves: string }} props */
export function MiniBoard({ size, moves }) {
  const width = size + 1;
  let lines = '';
  for (let index = 1; index <= size; index += 1) lines += `M1 ${index}H${size}M${index} 1V${size}`;
  const points = parseMoves(moves);
  const stone = (/** @type {string | null} */ point, /** @type {number} */ index) => {
    if (!point) return null;
    const [cx, cy] = parsePoint(point, size).map((at) => at + 1);
    const isLast = index === points.length - 1;
    return html`<circle cx=${cx} cy=${cy} r="0.44" class=${index % 2 ? 'mini-white' : 'mini-black'} />
      ${isLast && html`<circle cx=${cx} cy=${cy} r="0.16" fill="#d1495b" />`}`;
  };
  return html`<svg viewBox=${`0 0 ${width} ${width}`} class="mini" role="img" aria-label="A board">
    <rect width=${width} height=${width} rx="0.4" class="mini-wood" />
    <path d=${lines} class="mini-lines" />
    ${points.map(stone)}
  </svg>`;
}
