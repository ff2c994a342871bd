/** The solver's form and its answer. */
import { catalog } from '../../state/catalog.js';
import { colorName, formatCount, formatDuration } from '../../state/format.js';
import { game } from '../../state/game.js';
import * as solver from '../../state/solver.js';
import { Button, Field, Select } from '../controls.js';
import { html } from '../html.js';

/** @type {Record<string, string>} */
const NAMES = { vcf: 'VCF: fours', vct: 'VCT: threats', andor: 'AND/OR tree', tss: 'threat space', vcx: 'VCX' };

const TIMES = [
  ['1000', '1 s'],
  ['5000', '5 s'],
  ['30000', '30 s'],
  ['', 'until stopped'],
];

export function SolverCard() {
  const kinds = catalog.solvers.map((name) => [name, NAMES[name] ?? name]);
  const text = solver.search.value ? 'Stop' : 'Is there a forced win?';
  return html`<section class="card">
    <h2>Solver</h2>
    <div class="grid2">
      <${Field} label="Kind"><${Select} id="solver-kind" options=${kinds} bind=${solver.kind} /><//>
      <${Field} label="Time"><${Select} options=${TIMES} bind=${solver.timeLimit} /><//>
    </div>
    <${Button} icon="bolt" text=${text} class="wide" id="solve" onClick=${solver.toggle} />
    <div id="solution" role="status">
      ${solver.status.value && html`<p class="hint">${solver.status}</p>`}
      <${Answer} />
    </div>
  </section>`;
}

function Answer() {
  const solution = solver.solution.value;
  if (!solution) return null;
  const { verdict, nodes, time_ms, attacks, line, proof } = solution;
  const side = colorName(game.toMove);
  const cost = `${formatCount(nodes)} ${nodes === 1 ? 'node' : 'nodes'}, ${formatDuration(time_ms)}`;
  if (verdict !== 'win') {
    const text =
      verdict === 'none'
        ? `${side} has no win of this kind: the whole tree was searched.`
        : 'Unknown: the time was too short.';
    return html`<p>${text}</p><p class="hint">${cost}</p>`;
  }
  const addProof = () => proof && solver.addProof(proof);
  return html`<p class="won">${`${side} wins: the proof holds against every defense (${attacks} attacks).`}</p>
    <p class="moves">${line.join(' ')}</p>
    <div class="row">
      <${Button} text="Show" onClick=${() => (solver.isShown.value = true)} />
      <${Button} text="Play the line" onClick=${() => game.playLine(line, 'goto')} />
      ${proof && html`<${Button} text="Add the proof to the tree" id="add-proof" onClick=${addProof} />`}
    </div>
    <p class="hint">${cost}</p>`;
}
