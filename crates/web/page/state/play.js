/** Playing: a person's moves, and searches for the players whose turn it is. */
import { effect, signal, untracked } from '../vendor/signals.js';
import { ApiError, think } from '../client/api.js';
import { clock, runClock, setClock, startTicking, stopClock, timeLeft } from './clock.js';
import { formatSummary, valueForBlack } from './format.js';
import { game } from './game.js';
import * as opening from './opening.js';
import { opposite } from './points.js';
import { stopReplay } from './replay.js';
import { isHuman, moveTime, seatSpec, seats, slipRate } from './seats.js';
import { hasHumanMove, isPaused } from './session.js';
import { settings } from './settings.js';
import { messageOf, showToast } from './toasts.js';

/**
 * @typedef {import('../client/types').Color} Color
 * @typedef {import('../client/types').SearchResult} SearchResult
 */

/** Lines to search where the player may slip. */
const SLIP_LINES = 6;

/** The running search. */
export const search = signal(/** @type {AbortController | null} */ (null));
/** What the running search has found so far. */
export const latest = signal(/** @type {SearchResult | null} */ (null));
/** What the player says about its search, in words. */
export const thinkingText = signal('');

/** May the person place a stone now? */
export function isPersonsTurn() {
  return isPaused.value || isHuman(game.toMove);
}

/**
 * Plays a point unless the rules forbid it.
 * @param {string} point
 * @returns {boolean}
 */
export function playLegal(point) {
  const reason = game.forbiddenReason(point);
  if (reason) showToast(`${point} is forbidden for black: ${reason}`, 'bad');
  return !reason && game.play(point);
}

/**
 * The person places a stone.
 * @param {string} point
 */
export function placeStone(point) {
  if (opening.isOn.value) {
    opening.choosePoint(point);
    return;
  }
  if (!isPersonsTurn()) return;
  const isHumansMove = isHuman(game.toMove);
  if (playLegal(point) && isHumansMove) {
    isPaused.value = false;
    hasHumanMove.value = true;
  }
}

/** Stops the players and a replay. */
export function pause() {
  stopReplay();
  isPaused.value = true;
}

export function resume() {
  isPaused.value = false;
}

/** Plays the best move found so far. */
export function moveNow() {
  const move = latest.value?.move;
  if (!move) return;
  abort();
  game.play(move);
}

export function resign() {
  if (game.isOver || !game.current.parent) return;
  const { toMove } = game;
  const loser = isHuman(toMove) || !isHuman(opposite(toMove)) ? toMove : opposite(toMove);
  endGame(opposite(loser), 'resignation');
}

/**
 * @param {Color} winner
 * @param {string} reason
 */
function endGame(winner, reason) {
  stopClock();
  game.end({ winner, reason });
}

function abort() {
  search.value?.abort();
  search.value = null;
  latest.value = null;
}

/** Runs the clock of the side to move, and a search if that side is a player. */
function takeTurn() {
  abort();
  if (!game.positionInfo) return;
  const { toMove, isOver, current } = game;
  runClock(isOver || opening.isOn.value || current.ply === 0 ? null : toMove);
  const isWaiting = settings.tab.value !== 'play' || isPaused.value || isOver || opening.isOn.value;
  if (!isWaiting && !isHuman(toMove)) void searchMove(toMove);
}

/** @param {Color} color */
async function searchMove(color) {
  const controller = new AbortController();
  search.value = controller;
  thinkingText.value = 'Thinking…';
  const slips = slipRate(color);
  /** @type {import('../client/types').Limits} */
  const limits = { time_ms: moveTime(color), multi_pv: slips ? SLIP_LINES : 1 };
  if (clock.value) {
    limits.time_left_ms = Math.max(1, Math.round(timeLeft(color)));
    limits.increment_ms = clock.value.increment;
  }
  const question = { position: game.position(), player: seatSpec(color), limits };
  try {
    const result = await think(question, controller.signal, {
      onInfo: (info) => {
        if (search.value !== controller) return;
        latest.value = info;
        thinkingText.value = formatSummary(info);
      },
      onWaiting: () => (thinkingText.value = 'Waiting for a free engine…'),
    });
    if (search.value !== controller || !result) return;
    abort();
    playResult(result, color, slips);
  } catch (error) {
    if (search.value !== controller) return;
    abort();
    isPaused.value = true;
    thinkingText.value = messageOf(error);
    if (error instanceof ApiError) showToast(error.message, 'bad');
  }
}

/**
 * @param {SearchResult} result
 * @param {Color} color
 * @param {number} slips
 */
function playResult(result, color, slips) {
  const before = game.current;
  const isPlayed = game.play(chooseMove(result, slips));
  thinkingText.value = formatSummary(result);
  const value = valueForBlack(result, color);
  if (!isPlayed || value === null) return;
  // The best move does not change the value of the position.
  game.edit(() => {
    before.value = value;
    game.current.value ??= value;
  });
}

/**
 * The best move, or with probability `slips` one of the others.
 * @param {SearchResult} result
 * @param {number} slips
 * @returns {string}
 */
function chooseMove({ move, mate, candidates }, slips) {
  const others = candidates.filter((one) => one.move !== move).slice(0, 5);
  if (!others.length || mate === 1 || Math.random() >= slips) return move;
  return others[Math.floor(Math.random() * others.length)].move;
}

game.change.subscribe(({ kind }) => {
  if (kind === 'edit') return;
  thinkingText.value = '';
  if (kind === 'goto') isPaused.value = true;
  if (kind === 'reset') setClock('');
});

effect(() => {
  // Start over when one of these changes; the level and the tab count only when a search starts.
  void [game.positionInfo, game.isOver, isPaused.value, opening.isOn.value, seats.black.spec, seats.white.spec];
  untracked(takeTurn);
});

/** @type {import('./settings.js').Tab} */
let lastTab = settings.tab.peek();
settings.tab.subscribe((tab) => {
  // A player that is thinking may finish; otherwise leaving the tab pauses the game.
  if (lastTab === 'play' && tab !== 'play' && !search.value) isPaused.value = true;
  lastTab = tab;
});

startTicking((color) => endGame(opposite(color), 'time'));
