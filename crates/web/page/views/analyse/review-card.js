/** The course of the game as a chart, and its review. */
import { game } from '../../state/game.js';
import * as review from '../../state/review.js';
import { Button, Field, Select } from '../controls.js';
import { html } from '../html.js';
import { PlayerPicker } from '../player-picker.js';
import { Chart } from './chart.js';

const TIMES = [
  ['100', '0.1 s per move'],
  ['500', '0.5 s per move'],
  ['2000', '2 s per move'],
  ['10000', '10 s per move'],
];

export function ReviewCard() {
  const text = review.search.value ? 'Stop' : 'Review the game';
  return html`<section class="card" id="review-card">
    <h2>Course of the game</h2>
    <div class="graph"><${Chart} moves=${[game.root, ...game.line()]} current=${game.current.ply} /></div>
    <${Button} icon="film" text=${text} class="wide" id="review" onClick=${review.toggle} />
    <details class="tune">
      <summary>Reviewer and time</summary>
      <div class="params">
        <${PlayerPicker} label="Reviewer" choice=${review.player} />
        <${Field} label="Time"><${Select} options=${TIMES} bind=${review.time} /><//>
      </div>
    </details>
    <p class="hint" role="status" id="review-status">${review.status}</p>
    <ol class="found" id="review-found">
      ${review.findings.value.map((one) => html`<${FindingLine} finding=${one} />`)}
    </ol>
  </section>`;
}

/** @param {{ finding: review.Finding }} props */
function FindingLine({ finding: { move, verdict, cost, better } }) {
  const text = `${verdict}, costs ${Math.round(100 * cost)} %${better ? `; better ${better}` : ''}`;
  return html`<li>
    <button type="button" class=${`pv ${verdict}`} onClick=${() => game.goto(move)}>
      <span class="value">${`${move.ply}. ${move.point ?? 'pass'}`}</span><span class="moves">${text}</span>
    </button>
  </li>`;
}
