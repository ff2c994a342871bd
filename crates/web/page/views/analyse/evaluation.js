/** Liao's board evaluation: the shapes on the board and what they count. */
import { formatCount } from '../../state/format.js';
import { game } from '../../state/game.js';
import { html } from '../html.js';

export function Evaluation() {
  const evaluation = game.positionInfo?.evaluation;
  const balance = evaluation ? evaluation.black - evaluation.white : 0;
  const sign = balance > 0 ? '+' : balance < 0 ? '−' : '';
  const row = (/** @type {{ shape: string, black: number, white: number }} */ { shape, black, white }) =>
    html`<tr><th scope="row">${shape}</th><td>${black}</td><td>${white}</td></tr>`;
  return html`<details class="card tune" id="evaluation">
    <summary>${`Board evaluation: ${sign}${formatCount(Math.abs(balance))} for black`}</summary>
    <table class="shapes">
      <thead><tr><th scope="col">Shape</th><th scope="col">Black</th><th scope="col">White</th></tr></thead>
      <tbody>
        ${evaluation?.shapes.map(row)}
        <tr class="total">
          <th scope="row">value</th>
          <td>${formatCount(evaluation?.black ?? 0)}</td><td>${formatCount(evaluation?.white ?? 0)}</td>
        </tr>
      </tbody>
    </table>
  </details>`;
}
