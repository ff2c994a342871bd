/**
 * The board: a grid of named cells, so that mouse, touch, keyboard, screen readers and tests use it in the same way.
 */
import { game } from '../../state/game.js';
import { html } from '../html.js';
import { Coordinates, Definitions, Ground } from './ground.js';
import { focused, handlers } from './input.js';
import { CELL, boardWidth, place, rows } from './layout.js';
import { HeatMap, Overlay, Region } from './overlay.js';
import { Stone } from './stone.js';

export function Board() {
  const { size } = game;
  const width = boardWidth(size);
  return html`<svg
    class="board" role="grid" aria-label="Board" viewBox=${`0 0 ${width} ${width}`}
    aria-rowcount=${size} aria-colcount=${size} ...${handlers}
  >
    <${Definitions} /><${Ground} /><${Coordinates} /><${HeatMap} /><${Region} /><${Grid} /><${Overlay} />
  </svg>`;
}

/** Rows of the screen, so that arrow keys and screen readers follow what is seen. */
function Grid() {
  const stones = game.stones();
  const last = game.current.point;
  const forbidden = new Map(game.positionInfo?.forbidden.map(({ point, reason }) => [point, reason]));
  const grid = rows.value;
  const middle = grid[grid.length >> 1][grid.length >> 1];
  const focusable = grid.some((row) => row.includes(focused.value)) ? focused.value : middle;
  const cell = (/** @type {string} */ point) => {
    const [x, y] = place(point);
    const color = stones.get(point)?.color;
    let label = `${point}, ${color ?? 'empty'}`;
    if (color && point === last) label += ', last move';
    if (!color && forbidden.has(point)) label += `, forbidden: ${forbidden.get(point)}`;
    return html`<g
      key=${point} role="gridcell" data-pos=${point} tabindex=${point === focusable ? 0 : -1} aria-label=${label}
      class=${color ? 'cell taken' : 'cell'} transform=${`translate(${x} ${y})`}
    >
      <rect x=${-CELL / 2} y=${-CELL / 2} width=${CELL} height=${CELL} class="hit" />
      ${color && html`<${Stone} color=${color} kind="stone" />`}
    </g>`;
  };
  return html`<g role="presentation">${grid.map((row) => html`<g role="row">${row.map(cell)}</g>`)}</g>`;
}
