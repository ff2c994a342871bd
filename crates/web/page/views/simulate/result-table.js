/** A table of an experiment; the paper's figures are shaded. */
import { html } from '../html.js';

/** @param {{ table: import('../../client/types').ExperimentTable }} props */
export function ResultTable({ table }) {
  const { title, header, rows, notes } = table;
  const columns = header.map((_, column) => column).filter((column) => rows.some((row) => row[column]));
  /** @param {number} column @param {string[]} [row] */
  const shade = (column, row) =>
    header[column].startsWith('paper') || row?.[0].endsWith(', paper') ? 'published' : undefined;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${title}>
      <table class="result-table">
        <caption>${title}</caption>
        <thead>
          <tr>${columns.map((column) => html`<th scope="col" class=${shade(column)}>${header[column]}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr>
              ${columns.map((column) => html`<td class=${shade(column, row)}>${row[column]}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${notes.map((note) => html`<p class="hint">${note}</p>`)}`;
}
