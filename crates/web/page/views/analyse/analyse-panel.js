/** The tab in which a position is analyzed. */
import * as analysis from '../../state/analysis.js';
import { formatCount, formatDuration, formatEval } from '../../state/format.js';
import { game } from '../../state/game.js';
import { clearPreview, previewOn } from '../../state/preview.js';
import { settings } from '../../state/settings.js';
import { Button, Check, Facts, Field, NumberInput, Select } from '../controls.js';
import { html } from '../html.js';
import { PlayerPicker } from '../player-picker.js';
import { Evaluation } from './evaluation.js';
import { ReviewCard } from './review-card.js';
import { SolverCard } from './solver-card.js';

const TIMES = [
  ['', 'until stopped'],
  ['1000', '1 s'],
  ['5000', '5 s'],
  ['15000', '15 s'],
  ['60000', '1 min'],
];

const DOTS = [
  ['dots', 'Dots'],
  ['values', 'Values'],
  ['heat', 'Heat map'],
  ['off', 'Nothing'],
];

const MEASURES = [
  ['auto', 'automatic'],
  ['visits', 'visits'],
  ['prior', 'prior'],
  ['value', 'value'],
  ['score', 'score'],
];

export function AnalysePanel() {
  return html`<div>
    <${AnalysisCard} /><${SolverCard} /><${ReviewCard} /><${Evaluation} />
  </div>`;
}

function AnalysisCard() {
  const isOn = analysis.isOn.value;
  return html`<section class="card">
    <${PlayerPicker} label="Player" choice=${analysis.player} />
    <div class="grid2">
      <${Field} label="Lines"><${NumberInput} id="analyse-lines" min=${1} max=${20} bind=${analysis.lineCount} /><//>
      <${Field} label="Time"><${Select} id="analyse-time" options=${TIMES} bind=${analysis.timeLimit} /><//>
    </div>
    <${Button}
      icon=${isOn ? 'stop' : 'play'} text=${isOn ? 'Stop' : 'Analyse'} title="Start or stop (space)"
      class=${`primary wide ${isOn ? 'on' : ''}`} id="analyse-toggle" onClick=${analysis.toggle}
    />
    <p class="hint" role="status">${analysis.status}</p>
    <${SearchFacts} />
    <ol class="pv-lines" id="pv-list">${analysis.lines.value.map((one) => html`<${Line} candidate=${one} />`)}</ol>
    <div class="grid2">
      <${Field} label="On the board"><${Select} id="on-the-board" options=${DOTS} bind=${settings.dots} /><//>
      <${Field} label="By"><${Select} options=${MEASURES} bind=${settings.heat} /><//>
    </div>
    <${Check} id="threats" label="Threats of both sides" bind=${settings.threats} />
    <${Check} id="range" label="Liao's evaluation range, with probabilities" bind=${settings.range} />
  </section>`;
}

function SearchFacts() {
  const result = analysis.result.value;
  if (!result) return html`<${Facts} entries=${[]} />`;
  const { depth, selective_depth, nodes, time_ms } = result;
  return html`<${Facts}
    entries=${[
      ['Value', formatEval(result)],
      ['Depth', selective_depth > depth ? `${depth} / ${selective_depth}` : String(depth)],
      ['Nodes', formatCount(nodes)],
      ['Speed', `${formatCount(time_ms > 0 ? (1000 * nodes) / time_ms : 0)}/s`],
      ['Time', formatDuration(time_ms)],
    ]}
  />`;
}

/** @param {{ candidate: import('../../client/types').Candidate }} props */
function Line({ candidate }) {
  const result = analysis.result.value;
  if (!result) return null;
  const isBest = candidate.move === result.move;
  let line = candidate.pv.length ? candidate.pv : [candidate.move];
  if (isBest && result.pv.length >= candidate.pv.length) line = result.pv;
  const { mate, win_rate, score } = result;
  const value = isBest ? { ...candidate, mate, win_rate, score: candidate.score ?? score } : candidate;
  const play = () => {
    clearPreview();
    game.playLine(line, 'goto');
  };
  return html`<li>
    <button
      type="button" class=${isBest ? 'pv best' : 'pv'} title="Point to show the line, click to play it"
      onClick=${play} ...${previewOn(line)}
    >
      <span class="value">${formatEval(value)}</span>
      <span class="moves">${line.join(' ')}</span>
      ${candidate.visits != null && html`<span class="visits">${formatCount(candidate.visits)}</span>`}
    </button>
  </li>`;
}
