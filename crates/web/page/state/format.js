/** Numbers as text. */

/**
 * Evaluation for the side to move: `+M5`, `62.0 %` or a score.
 * @param {{ mate?: number | null, win_rate?: number | null, value?: number | null, score?: number | null }} result
 * @returns {string}
 */
export function formatEval({ mate, win_rate, value, score }) {
  if (mate) return formatMate(mate);
  const rate = win_rate ?? value;
  if (rate != null) return `${(100 * rate).toFixed(1)} %`;
  if (score != null) return `${score > 0 ? '+' : ''}${Number(score.toPrecision(4))}`;
  return '–';
}

/** @param {number} mate */
export function formatMate(mate) {
  return `${mate > 0 ? '+' : '−'}M${Math.abs(mate)}`;
}

/**
 * A search result on one line.
 * @param {import('../client/types').SearchResult} result
 * @returns {string}
 */
export function formatSummary(result) {
  const parts = [formatEval(result)];
  if (result.depth) parts.push(`depth ${result.depth}`);
  parts.push(`${formatCount(result.nodes)} nodes`, formatDuration(result.time_ms));
  return parts.join(' · ');
}

/** @param {number} ms */
export function formatDuration(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/**
 * A count with thin spaces between thousands, abbreviated from a million on.
 * @param {number} count
 * @returns {string}
 */
export function formatCount(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(2)} M`;
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** @param {import('../client/types').Color} color */
export function colorName(color) {
  return color === 'black' ? 'Black' : 'White';
}

/**
 * Black's expected score, from 0 to 1.
 * @param {import('../client/types').SearchResult | null} result
 * @param {import('../client/types').Color} toMove
 * @returns {number | null}
 */
export function valueForBlack(result, toMove) {
  const value = result?.expected_score ?? null;
  return value === null || toMove === 'black' ? value : 1 - value;
}
