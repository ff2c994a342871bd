/** The wood, the lines, the coordinates: everything that a move does not change. */
import { game } from '../../state/game.js';
import { starPoints } from '../../state/points.js';
import { settings } from '../../state/settings.js';
import { html } from '../html.js';
import { CELL, MARGIN, boardWidth, rows } from './layout.js';

const GRAIN_LINES = 14;

/** The grid as a path. @param {number} size */
export function gridPath(size) {
  const end = MARGIN + (size - 1) * CELL;
  let path = '';
  for (let at = MARGIN; at <= end; at += CELL) path += `M${MARGIN} ${at}H${end}M${at} ${MARGIN}V${end}`;
  return path;
}

/** Gradients of wood and stones. */
export function Definitions() {
  return html`<defs>
    <radialGradient id="black-stone" cx="36%" cy="30%" r="75%">
      <stop offset="0" stop-color="#6a6d73" />
      <stop offset="0.28" stop-color="#35373c" />
      <stop offset="1" stop-color="#0d0e10" />
    </radialGradient>
    <radialGradient id="white-stone" cx="36%" cy="30%" r="78%">
      <stop offset="0" stop-color="#ffffff" />
      <stop offset="0.55" stop-color="#f3f1ec" />
      <stop offset="1" stop-color="#cbc6bb" />
    </radialGradient>
    <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" class="wood-1" />
      <stop offset="0.5" class="wood-2" />
      <stop offset="1" class="wood-3" />
    </linearGradient>
  </defs>`;
}

export function Ground() {
  const { size } = game;
  const width = boardWidth(size);
  const inner = width - 2 * MARGIN;
  const grain = Array.from({ length: GRAIN_LINES }, (_, index) => {
    const y = ((index + 0.5) * width) / GRAIN_LINES;
    const bend = ((index * 37) % 23) - 11;
    const curve = `M0 ${y} C ${width * 0.3} ${y + bend}, ${width * 0.6} ${y - bend}, ${width} ${y + bend / 2}`;
    return html`<path d=${curve} class="grain" />`;
  });
  const star = (/** @type {[number, number]} */ [column, row]) =>
    html`<circle cx=${MARGIN + column * CELL} cy=${MARGIN + row * CELL} r="4" class="star" />`;
  return html`<g class="ground" aria-hidden="true">
    <rect width=${width} height=${width} rx="10" fill="url(#wood)" />
    ${grain}
    <path d=${gridPath(size)} class="lines" />
    <rect x=${MARGIN} y=${MARGIN} width=${inner} height=${inner} class="frame" />
    ${starPoints(size).map(star)}
  </g>`;
}

export function Coordinates() {
  if (!settings.coordinates.value) return null;
  const end = boardWidth(game.size);
  const isTurned = settings.turns.value % 2 === 1;
  const grid = rows.value;
  const letter = (/** @type {string} */ point) => point[0].toUpperCase();
  const number = (/** @type {string} */ point) => point.slice(1);
  const labels = grid.map((_, index) => {
    const at = MARGIN + index * CELL;
    const across = (isTurned ? number : letter)(grid[0][index]);
    const down = (isTurned ? letter : number)(grid[index][0]);
    return html`<text x=${at} y="13.5" text-anchor="middle">${across}</text>
      <text x=${at} y=${end - 6.5} text-anchor="middle">${across}</text>
      <text x="11" y=${at + 4} text-anchor="middle">${down}</text>
      <text x=${end - 11} y=${at + 4} text-anchor="middle">${down}</text>`;
  });
  return html`<g class="coordinates" aria-hidden="true">${labels}</g>`;
}
