import { html } from '../html.js';
import { STONE_RADIUS } from './layout.js';

/**
 * @param {object} props
 * @param {import('../../client/types').Color} props.color
 * @param {'stone' | 'ghost' | 'preview'} props.kind
 * @param {number} [props.x]
 * @param {number} [props.y]
 */
export function Stone({ color, kind, x = 0, y = 0 }) {
  return html`<g class=${`${kind} ${color}`} pointer-events="none" transform=${`translate(${x} ${y})`}>
    ${kind === 'stone' && html`<ellipse cx="1.2" cy="2.4" rx=${STONE_RADIUS} ry=${STONE_RADIUS} class="shadow" />`}
    <circle r=${STONE_RADIUS} fill=${`url(#${color}-stone)`} class="face" />
  </g>`;
}
