/** Simulations and experiments on the server: starting them, following the one that runs, their reports. */
import { signal } from '../vendor/signals.js';
import { listExperiments, listJobs, listReports, startExperiment, startSimulation, watchJob } from '../client/api.js';
import { settings } from './settings.js';
import { showError } from './toasts.js';

/** The job that runs, or the last one. */
export const job = signal(/** @type {import('../client/types').Job | null} */ (null));
export const reports = signal(/** @type {import('../client/types').Report[]} */ ([]));
export const experiments = signal(/** @type {import('../client/types').Experiment[]} */ ([]));

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
    void listReports().then((list) => (reports.value = list), showError);
  });
  stopWatching = stop;
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
