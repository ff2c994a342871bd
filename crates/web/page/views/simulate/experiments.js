/** The experiments of the papers: question, duration, progress, and the results beside the paper's. */
import { paperUrl, reportUrl } from '../../client/api.js';
import { experiments, job, results, runExperiment, toggleResults } from '../../state/jobs.js';
import { Button } from '../controls.js';
import { html } from '../html.js';
import { ResultTable } from './result-table.js';

/** @typedef {import('../../client/types').Experiment} Experiment */

export function Experiments() {
  return html`<section class="card" id="experiments">
    <h2>Experiments</h2>
    <p class="hint">Tables and figures of the papers; a quick run only shows that it works.</p>
    ${groups(experiments.value).map(
      ([page, list]) => html`<${Group} key=${page} page=${page} title=${list[0].paper_title} list=${list} />`,
    )}
  </section>`;
}

/**
 * The experiments by paper; those without a paper come last.
 * @param {Experiment[]} list
 * @returns {[string, Experiment[]][]}
 */
function groups(list) {
  /** @type {Map<string, Experiment[]>} */
  const byPage = new Map();
  for (const experiment of list) {
    const page = experiment.paper_page ?? '';
    byPage.set(page, [...(byPage.get(page) ?? []), experiment]);
  }
  return [...byPage].sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b));
}

/** @param {{ page: string, title: string | null, list: Experiment[] }} props */
function Group({ page, title, list }) {
  return html`<div class="paper" data-paper=${page}>
    <div class="row between">
      <h3>${title ?? 'Without a paper'}</h3>
      ${page && html`<a href=${paperUrl(page)} target="_blank" rel="noopener">About the paper</a>`}
    </div>
    <ul>${list.map((experiment) => html`<${Line} key=${experiment.name} experiment=${experiment} />`)}</ul>
  </div>`;
}

/** @param {{ experiment: Experiment }} props */
function Line({ experiment }) {
  const { name, title, question, duration, report, quick_report } = experiment;
  const found = results.value[name];
  return html`<li data-experiment=${name}>
    <div class="row">
      <div class="grow">
        <strong>${title}</strong><span class="hint">${question}</span>
        ${duration && html`<span class="hint">${`A full run takes about ${duration} on two cores.`}</span>`}
      </div>
      ${
        (report || quick_report) &&
        html`<${Button}
          text=${found ? 'Hide' : 'Results'}
          title=${`${found ? 'Hide' : 'Show'} the results of ${name}`}
          onClick=${() => void toggleResults(name)}
        />`
      }
      <${Button} text="Quick" title=${`Quick run of ${name}`} onClick=${() => void runExperiment(name, true)} />
      <${Button} text="Run" title=${`Run ${name}`} onClick=${() => void runExperiment(name, false)} />
    </div>
    <${Progress} name=${name} />
    ${found?.full && html`<${Summary} summary=${found.full} report=${report} />`}
    ${found?.quick && html`<${Summary} summary=${found.quick} report=${quick_report} />`}
  </li>`;
}

/** The progress of this experiment, while it runs. @param {{ name: string }} props */
function Progress({ name }) {
  const running = job.value;
  const isOwn = running?.kind === 'experiment' && (running.name === name || running.name === `${name}-quick`);
  if (!isOwn || running.state !== 'running') return null;
  const { done, total } = running;
  return html`<div class="row">
    <progress max=${total || 1} value=${done} aria-label=${`Progress of ${name}`}></progress>
    <span class="hint">${`${done} of ${total ?? '?'}`}</span>
  </div>`;
}

/** @param {{ summary: import('../../client/types').ExperimentSummary, report: string | null }} props */
function Summary({ summary, report }) {
  const { quick, tables, program, date, games, searches, seed } = summary;
  const commit = program.commit ? `, commit ${program.commit}` : '';
  const work = [games && `${games} games`, searches && `${searches} searches`].filter(Boolean).join(', ');
  return html`<div class="results">
    ${tables.map((table) => html`<${ResultTable} key=${table.name} table=${table} />`)}
    <p class="hint">
      ${`${quick ? 'Quick run' : 'Full run'} of ${date}: ${work}, seed ${seed}, tengen ${program.version}${commit}. `}
      ${report && html`<a href=${reportUrl(report)} target="_blank" rel="noopener">Report</a>`}
    </p>
  </div>`;
}
