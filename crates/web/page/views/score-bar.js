import { html } from './html.js';

/**
 * Results as parts of a bar.
 * @param {{ total: number, parts: [kind: string, count: number][], label: string, isNumbered?: boolean }} props
 */
export function ScoreBar({ total, parts, label, isNumbered = false }) {
  const part = (/** @type {[string, number]} */ [kind, count]) => {
    const width = `${(100 * count) / Math.max(1, total)}%`;
    return html`<span class=${kind} style=${{ width }}>${isNumbered && (count || '')}</span>`;
  };
  return html`<span class="score-bar" role="img" aria-label=${label}>${parts.map(part)}</span>`;
}
