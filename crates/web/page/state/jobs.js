/** Simulations and experiments on the server: starting them, following the one that runs, their reports. */
import { signal } from '../vendor/signals.js';
import {
  getExperimentResults,
  listExperiments,
  listJobs,
  listReports,
  startExperiment,
  startSimulation,
  watchJob,
} from '../client/api.js';
import { settings } from './settings.js';
import { showError } from './toasts.js';

/** The job that runs, or the last one. */
export const job = signal(/** @type {import('../client/types').Job | null} */ (null));
export const reports = signal(/** @type {import('../client/types').Report[]} */ ([]));
export const experiments = signal(/** @type {import('../client/types').Experiment[]} */ ([]));

/** The results of experiments that the user has opened, by name. */
export const results = signal(/** @type {Record<string, import('../client/types').ExperimentResults>} */ ({}));

/** @type {(() => void) | null} */
let stopWatching = null;

/** @param {number} id */
function watch(id) {
  stopWatching?.();
  const stop = watchJob(id, (progress) => {
    job.value = progress;
    if (progress.state === 'running') return;
    stop();
    if (stopWatching === stop) stopWatching = null;
    void refresh();
  });
  stopWatching = stop;
}

/** After a job: the lists, and the results that are open. */
async function refresh() {
  try {
    [reports.value, experiments.value] = await Promise.all([listReports(), listExperiments()]);
    await Promise.all(Object.keys(results.value).map(readResults));
  } catch (error) {
    showError(error);
  }
}

/** @param {string} name */
async function readResults(name) {
  const answer = await getExperimentResults(name);
  results.value = { ...results.value, [name]: answer };
}

/** Shows the results of an experiment, or hides them. @param {string} name */
export async function toggleResults(name) {
  const { [name]: open, ...others } = results.value;
  if (open) {
    results.value = others;
    return;
  }
  try {
    await readResults(name);
  } catch (error) {
    showError(error);
  }
}

/** @param {Promise<import('../client/types').JobId>} starting */
async function follow(starting) {
  try {
    watch((await starting).id);
  } catch (error) {
    showError(error);
  }
}

/** @param {import('../client/types').SimulationSettings} simulation */
export function simulate(simulation) {
  return follow(startSimulation(simulation));
}

/** @param {string} name @param {boolean} quick */
export function runExperiment(name, quick) {
  return follow(startExperiment(name, quick));
}

async function load() {
  try {
    const [jobs, ...lists] = await Promise.all([listJobs(), listReports(), listExperiments()]);
    [reports.value, experiments.value] = lists;
    const running = jobs.find(({ state }) => state === 'running');
    if (running && !stopWatching) watch(running.id);
  } catch (error) {
    showError(error);
  }
}

settings.tab.subscribe((tab) => {
  if (tab === 'simulate') void load();
});
