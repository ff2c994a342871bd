/** Reports on the server. */
import { reportUrl } from '../../client/api.js';
import { reports, simulate } from '../../state/jobs.js';
import { Button } from '../controls.js';
import { html } from '../html.js';

export function Reports() {
  return html`<section class="card">
    <h2>Reports</h2>
    <ul class="reports" id="reports">
      ${
        reports.value.length
          ? reports.value.map((report) => html`<${ReportLine} key=${report.name} report=${report} />`)
          : html`<li class="hint">None yet.</li>`
      }
    </ul>
  </section>`;
}

/** @param {{ report: import('../../client/types').Report }} props */
function ReportLine({ report }) {
  const { name, title, kind, games, score, written, has_report, settings } = report;
  const percent = score == null ? '' : `, ${(100 * score).toFixed(0)} %`;
  const date = written ? new Date(written * 1000).toLocaleString() : 'not finished';
  const head = has_report
    ? html`<a href=${reportUrl(name)} target="_blank" rel="noopener">${title}</a>`
    : html`<strong>${title}</strong>`;
  return html`<li>
    <div class="grow">
      ${head}<span class="hint">${`${kind}${games ? `, ${games} games${percent}` : ''}, ${date}`}</span>
    </div>
    ${settings && html`<${Button} text="Resume" title=${`Resume ${title}`} onClick=${() => simulate(settings)} />`}
  </li>`;
}
