/** Live analysis: any player searches the current position while the user watches. */
import { computed, effect, signal, untracked } from '../vendor/signals.js';
import { ApiError, think } from '../client/api.js';
import { valueForBlack } from './format.js';
import { game } from './game.js';
import { PlayerChoice } from './player-choice.js';
import { settings } from './settings.js';
import { messageOf, showToast } from './toasts.js';

/**
 * @typedef {import('../client/types').SearchResult} SearchResult
 * @typedef {import('../client/types').Candidate} Candidate
 */

/** One day: players with a default time per move need some limit to go on until stopped. */
const UNTIL_STOPPED_MS = 24 * 3600 * 1000;

export const player = new PlayerChoice();
export const lineCount = signal(5);
/** Milliseconds; empty until stopped. */
export const timeLimit = signal('');
export const isOn = signal(false);
export const status = signal('Any player can search the position while you watch.');
export const result = signal(/** @type {SearchResult | null} */ (null));

/** @type {AbortController | null} */
let search = null;

export function toggle() {
  isOn.value = !isOn.value;
  if (!isOn.value) status.value = 'Stopped.';
}

export function stop() {
  if (isOn.value) toggle();
}

async function start() {
  if (game.isOver) {
    status.value = 'The game is over here.';
    return;
  }
  const controller = new AbortController();
  search = controller;
  const { current: move, toMove } = game;
  status.value = 'Thinking…';
  const limits = { multi_pv: lineCount.value, time_ms: Number(timeLimit.value) || UNTIL_STOPPED_MS };
  /** @type {SearchResult | null} */
  let found = null;
  const show = (/** @type {SearchResult} */ info) => {
    if (search !== controller) return;
    found = info;
    result.value = info;
  };
  try {
    const question = { position: game.position(), player: player.spec, limits };
    const last = await think(question, controller.signal, {
      onInfo: show,
      onWaiting: () => (status.value = 'Waiting for a free engine…'),
    });
    if (last) show(last);
    if (search === controller) status.value = 'Done; continues when you move.';
  } catch (error) {
    status.value = messageOf(error);
    if (error instanceof ApiError) showToast(error.message, 'bad');
  }
  const value = valueForBlack(found, toMove);
  if (value !== null) game.edit(() => (move.value = value));
}

effect(() => {
  void [game.positionInfo, player.spec, lineCount.value, timeLimit.value];
  const shouldRun = isOn.value && game.positionInfo;
  untracked(() => {
    search?.abort();
    search = null;
    if (shouldRun) void start();
  });
});

game.change.subscribe(({ kind }) => {
  if (kind !== 'edit') result.value = null;
});

settings.tab.subscribe((tab) => {
  if (tab !== 'analyse') stop();
});

/** The candidates to list: the best move first, the others by what the player says about them. */
export const lines = computed(() => {
  if (!result.value) return [];
  const { move: best, pv, candidates } = result.value;
  const rank = (/** @type {Candidate} */ { move, mate, visits, score, value }) => {
    if (move === best) return Infinity;
    if (mate) return mate > 0 ? 1e6 - mate : -1e6 - mate;
    return visits !== null && score === null ? visits : (score ?? value ?? 0);
  };
  const known = candidates.length
    ? [...candidates].sort((one, two) => rank(two) - rank(one))
    : [{ move: best, visits: null, value: null, prior: null, score: null, pv }];
  return known.slice(0, lineCount.value);
});
