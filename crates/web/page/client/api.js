/**
 * Every request that the page makes. Nothing outside this folder calls `fetch`, so that something other than a server,
 * such as a worker, can answer the same requests later. (The folder is not called `api`: the server answers `/api`.)
 */
import { get, json, post, request, stream } from './http.js';

export { ApiError } from './http.js';

/** @returns {Promise<import('./types').Catalog>} */
export const getCatalog = () => get('catalog');

/**
 * Outcome, forbidden points, threats and evaluation of a position.
 * @param {import('./types').PositionRequest} position
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('./types').PositionInfo>}
 */
export const describePosition = (position, signal) => post('position', position, signal);

/**
 * Lets a player search. Resolves with the last result, or with null when the search was aborted.
 * @param {import('./types').ThinkRequest} question
 * @param {AbortSignal} signal
 * @param {{ onInfo?: (result: import('./types').SearchResult) => void, onWaiting?: () => void }} [listeners]
 * @returns {Promise<import('./types').SearchResult | null>}
 */
export function think(question, signal, { onInfo, onWaiting } = {}) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  return new Promise((resolve, reject) => {
    stream('think', { ...question, seed }, signal, ({ name, data }) => {
      const result = /** @type {import('./types').SearchResult} */ (data);
      if (name === 'info') onInfo?.(result);
      else if (name === 'waiting') onWaiting?.();
      // Play the move now instead of waiting for the connection to close.
      else if (name === 'done') resolve(result);
    }).then(
      () => resolve(null),
      (error) => (signal.aborted ? resolve(null) : reject(error)),
    );
  });
}

/**
 * @param {import('./types').SolveRequest} question
 * @param {AbortSignal} signal
 * @returns {Promise<import('./types').Solution | null>}
 */
export async function solve(question, signal) {
  /** @type {import('./types').Solution | null} */
  let solution = null;
  await stream('solve', question, signal, ({ name, data }) => {
    if (name === 'done') solution = /** @type {import('./types').Solution} */ (data);
  });
  return solution;
}

/**
 * The next step of an opening procedure after these answers.
 * @param {import('./types').OpeningRequest} state
 * @returns {Promise<import('./types').OpeningReply>}
 */
export const nextOpeningStep = (state) => post('opening', state);

/**
 * A player's answers to the next step.
 * @param {import('./types').OpeningRequest} question
 * @returns {Promise<import('./types').OpeningAnswers>}
 */
export const answerOpening = (question) => post('opening/answer', question);

/**
 * @param {File} file
 * @returns {Promise<import('./types').RecordReply>}
 */
export async function readRecord(file) {
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `record/read?name=${encodeURIComponent(file.name)}`;
  return (await request(path, { method: 'POST', headers, body: file })).json();
}

/**
 * @param {import('./types').GameTree} tree
 * @param {string} format
 * @returns {Promise<Blob>}
 */
export const writeRecord = async (tree, format) =>
  (await request('record/write', json({ tree, format }, undefined, '*/*'))).blob();

/** @param {import('./types').SimulationSettings} settings @returns {Promise<import('./types').JobId>} */
export const startSimulation = (settings) => post('simulations', settings);

/** @returns {Promise<import('./types').Experiment[]>} */
export const listExperiments = () => get('experiments');

/** @param {string} name @returns {Promise<import('./types').ExperimentResults>} */
export const getExperimentResults = (name) => get(`experiments/${name}`);

/** The page of a paper. @param {string} page */
export const paperUrl = (page) => `/papers/${page}.md`;

/** @param {string} name @param {boolean} quick @returns {Promise<import('./types').JobId>} */
export const startExperiment = (name, quick) => post('experiments', { name, quick });

/** @returns {Promise<import('./types').Job[]>} */
export const listJobs = () => get('jobs');

/** @param {number} id */
export const stopJob = (id) => post(`jobs/${id}/stop`);

/**
 * Follows a job; call the returned function to stop.
 * @param {number} id
 * @param {(job: import('./types').Job) => void} listener
 * @returns {() => void}
 */
export function watchJob(id, listener) {
  const source = new EventSource(`/api/jobs/${id}/events`);
  source.addEventListener('progress', (event) => listener(JSON.parse(event.data)));
  return () => source.close();
}

/** @returns {Promise<import('./types').Report[]>} */
export const listReports = () => get('reports');

/** @param {string} name */
export const reportUrl = (name) => `/reports/${name}/report.html`;

/** @param {URLSearchParams} query @returns {Promise<import('./types').GamePage>} */
export const searchGames = (query) => get(`games?${query}`);

/** @param {import('./types').StoredGame} game @returns {Promise<import('./types').GameTree>} */
export const getGame = (game) => get(`games/${game.match_id}/${game.number}`);

/** @param {import('./types').FinishedGame} game */
export const storeGame = (game) => post('games', game);

/** @param {URLSearchParams} query @returns {Promise<import('./types').Exploration>} */
export const exploreMoves = (query) => get(`explore?${query}`);
