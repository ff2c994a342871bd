/** Everything drawn above and below the stones: marks, numbers, the winning row, the stone under the pointer. */
import { stoneColor } from '../../state/board-input.js';
import { game } from '../../state/game.js';
import * as opening from '../../state/opening.js';
import { settings } from '../../state/settings.js';
import { html } from '../html.js';
import { Stone } from './stone.js';
import { armed, hovered } from './input.js';
import { CELL, STONE_RADIUS, place, rows } from './layout.js';
import { marks } from './marks.js';

/** @typedef {import('./marks.js').Mark} Mark */

/** @param {string} point @param {Record<string, unknown>} props */
function tile(point, props) {
  const [x, y] = place(point);
  return html`<rect x=${x - CELL / 2} y=${y - CELL / 2} width=${CELL} height=${CELL} ...${props} />`;
}

export function HeatMap() {
  const tiles = marks.value.map(
    (mark) => mark.kind === 'heat' && tile(mark.point, { fill: mark.color, opacity: mark.opacity, rx: 4 }),
  );
  return html`<g class="heat" aria-hidden="true">${tiles}</g>`;
}

/** Shades the points that an opening procedure does not allow. */
export function Region() {
  const region = opening.region.value;
  const stones = game.stones();
  const outside = region ? rows.value.flat().filter((point) => !region.includes(point) && !stones.has(point)) : [];
  return html`<g aria-hidden="true">${outside.map((point) => tile(point, { class: 'outside' }))}</g>`;
}

export function Overlay() {
  return html`<g class="over" aria-hidden="true">
    <${Forbidden} /><${Marks} /><${Numbers} /><${WinningRow} /><${Pointer} />
  </g>`;
}

function Forbidden() {
  if (!settings.forbidden.value || game.rule !== 'renju') return null;
  return game.positionInfo?.forbidden.map(({ point }) => {
    const [x, y] = place(point);
    return html`<path d=${`M${x - 7} ${y - 7}l14 14m0 -14l-14 14`} class="forbidden" />`;
  });
}

function Marks() {
  const stones = game.stones();
  const dotted = new Set(marks.value.filter(({ kind }) => kind === 'dot').map(({ point }) => point));
  return marks.value.map((mark) => {
    const [x, y] = place(mark.point);
    if (mark.kind === 'dot') return dot(mark, x, y);
    if (mark.kind === 'threat') return threat(mark, x, y, dotted.has(mark.point));
    if (mark.kind !== 'ghost' || stones.has(mark.point)) return null;
    return html`<${Stone} color=${mark.color} kind="ghost" x=${x} y=${y} />
      <text x=${x} y=${y + 5} class=${`number on-${mark.color}`} text-anchor="middle">${mark.text}</text>`;
  });
}

/** @param {Mark & { kind: 'dot' }} mark @param {number} x @param {number} y */
function dot({ size, color, text }, x, y) {
  const isLong = text && text.length > 3;
  const label = html`<text
    x=${x} y=${y + (isLong ? 3 : 3.8)} class=${isLong ? 'dot-text long' : 'dot-text'} text-anchor="middle"
  >${text}</text>`;
  return html`<circle cx=${x} cy=${y} r=${size} fill=${color} class="dot" />${text && label}`;
}

/** @param {Mark & { kind: 'threat' }} mark @param {number} x @param {number} y @param {boolean} isDotted */
function threat({ color, text }, x, y, isDotted) {
  // Next to a dot the sign moves to the corner.
  const transform = isDotted ? `translate(${x + 13} ${y - 13}) scale(0.72)` : `translate(${x} ${y})`;
  return html`<g transform=${transform}>
    <rect x="-9" y="-9" width="18" height="18" rx="5" class="threat" stroke=${color} />
    <text x="0" y="4" class="threat-text" text-anchor="middle" fill=${color}>${text}</text>
  </g>`;
}

/** Move numbers, or a dot on the last move. */
function Numbers() {
  const mode = settings.numbers.value;
  const first = mode === 'from' ? settings.numbersFrom.value : 1;
  const last = game.current.point;
  return [...game.stones()].map(([point, { color, number }]) => {
    const [x, y] = place(point);
    const isLast = point === last;
    if ((mode === 'all' || mode === 'from') && number >= first) {
      const shown = number - first + 1;
      const style = `number on-${color}${isLast ? ' last' : ''}${shown > 99 ? ' long' : ''}`;
      return html`<text x=${x} y=${y + 5} class=${style} text-anchor="middle">${shown}</text>`;
    }
    return isLast && mode !== 'off' && html`<circle cx=${x} cy=${y} r="5" class=${`last-move on-${color}`} />`;
  });
}

function WinningRow() {
  const row = game.positionInfo?.outcome?.row ?? [];
  if (!row.length) return null;
  const centers = row.map(place);
  const [[x1, y1], [x2, y2]] = [centers[0], centers[centers.length - 1]];
  return html`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} class="winning" />
    ${centers.map(([cx, cy]) => html`<circle cx=${cx} cy=${cy} r=${STONE_RADIUS + 1.5} class="winning-stone" />`)}`;
}

/** The stone that a click would place. */
function Pointer() {
  const point = armed.value || hovered.value;
  const color = stoneColor.value;
  if (!point || !color || game.stones().has(point)) return null;
  const [x, y] = place(point);
  const ring = html`<circle cx=${x} cy=${y} r=${STONE_RADIUS + 4} class="armed" />`;
  if (marks.value.some((mark) => mark.kind === 'ghost' && mark.point === point)) return ring;
  const region = opening.region.value;
  if (game.isOver || (region && !region.includes(point))) return null;
  return html`<${Stone} color=${color} kind="preview" x=${x} y=${y} />${armed.value && ring}`;
}
