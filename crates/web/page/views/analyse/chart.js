/** Black's expected score after each move. */
import { game } from '../../state/game.js';
import { html } from '../html.js';

/** @typedef {import('../../state/move-tree.js').Move} Move */

const WIDTH = 360;
const HEIGHT = 110;
const PADDING = 4;

/** @param {number} value */
const y = (value) => PADDING + (HEIGHT - 2 * PADDING) * (1 - value);

/**
 * @param {{ moves: Move[], current: number }} props `moves` starts with the root; `current` is an index
 */
export function Chart({ moves, current }) {
  const x = (/** @type {number} */ index) => (WIDTH * index) / Math.max(1, moves.length - 1);
  const known = moves.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]));
  const path = known
    .map(({ index, value }, i) => `${i ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const area = known.length
    ? `${path}L${x(known[known.length - 1].index)} ${HEIGHT}L${x(known[0].index)} ${HEIGHT}Z`
    : '';
  const click = (/** @type {MouseEvent & { currentTarget: SVGElement }} */ { currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const move = moves[Math.round(((clientX - left) / width) * (moves.length - 1))];
    if (move) game.goto(move);
  };
  const judged = moves.flatMap(({ verdict, value }, index) =>
    verdict && value !== null ? [{ verdict, value, index }] : [],
  );
  return html`<svg
    viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} class="chart" role="img" aria-label="Black's expected score over the game"
    preserveAspectRatio="none" onClick=${click}
  >
    <rect width=${WIDTH} height=${HEIGHT} class="chart-ground" />
    <line x1="0" x2=${WIDTH} y1=${y(0.5)} y2=${y(0.5)} class="chart-middle" />
    ${
      known.length
        ? html`<path d=${area} class="chart-area" /><path d=${path} class="chart-line" />`
        : html`<text x=${WIDTH / 2} y=${HEIGHT / 2 - 8} class="chart-text" text-anchor="middle">
            Not analyzed yet.
          </text>`
    }
    ${judged.map(
      ({ verdict, value, index }) => html`<circle cx=${x(index)} cy=${y(value)} r="4" class=${`chart-${verdict}`} />`,
    )}
    ${known.length > 0 && html`<line x1=${x(current)} x2=${x(current)} y1="0" y2=${HEIGHT} class="chart-current" />`}
  </svg>`;
}
