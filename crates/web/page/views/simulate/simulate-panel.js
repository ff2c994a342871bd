/** The tab for simulations: two players, many games, a report. The papers call it data testing. */
import { html } from '../html.js';
import { Experiments } from './experiments.js';
import { JobCard } from './job-card.js';
import { Reports } from './reports.js';
import { SimulationForm } from './simulation-form.js';

export function SimulatePanel() {
  return html`<div><${SimulationForm} /><${JobCard} /><${Reports} /><${Experiments} /></div>`;
}
