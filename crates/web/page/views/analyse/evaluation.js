/** Liao's board evaluation: the twenty shapes on the board and what the rules of his Algorithm 3 make of them. */
import { formatCount } from '../../state/format.js';
import { game } from '../../state/game.js';
import { html } from '../html.js';

/**
 * @typedef {import('../../client/types').ShapeCount} ShapeCount
 * @typedef {import('../../client/types').EvaluationRule} EvaluationRule
 */

/** @param {ShapeCount} count */
function shapeRow({ shape, pattern, black, white }) {
  return html`<tr class=${black || white ? '' : 'none'}>
    <th scope="row">${shape} <code>${pattern}</code></th><td>${black}</td><td>${white}</td>
  </tr>`;
}

/** @param {EvaluationRule} rule */
function ruleRow({ rule, is_printed, black, white }) {
  return html`<tr class=${black || white ? '' : 'none'}>
    <th scope="row">${is_printed ? rule : `${rule} (ours)`}</th>
    <td>${formatCount(black)}</td><td>${formatCount(white)}</td>
  </tr>`;
}

/** @param {{ name: string }} props */
function Head({ name }) {
  const head = (/** @type {string} */ text) => html`<th scope="col">${text}</th>`;
  return html`<thead><tr>${[name, 'Black', 'White'].map(head)}</tr></thead>`;
}

export function Evaluation() {
  const evaluation = game.positionInfo?.evaluation;
  const balance = evaluation ? evaluation.black - evaluation.white : 0;
  const sign = balance > 0 ? '+' : balance < 0 ? '−' : '';
  return html`<details class="card tune" id="evaluation">
    <summary>${`Board evaluation: ${sign}${formatCount(Math.abs(balance))} for black`}</summary>
    <table class="shapes" id="shapes">
      <${Head} name="Shape" />
      <tbody>${evaluation?.shapes.map(shapeRow)}</tbody>
    </table>
    <table class="shapes" id="rules">
      <${Head} name="Rule" />
      <tbody>
        ${evaluation?.rules.map(ruleRow)}
        <tr class="total">
          <th scope="row">value</th>
          <td>${formatCount(evaluation?.black ?? 0)}</td><td>${formatCount(evaluation?.white ?? 0)}</td>
        </tr>
      </tbody>
    </table>
  </details>`;
}
