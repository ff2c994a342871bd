/**
 * Opening procedures. The server says what comes next and whose decision it is; people answer on the board or in a
 * dialog, players through the server. All answers so far make up the state.
 */
import { batch, computed, signal } from '../vendor/signals.js';
import { answerOpening, nextOpeningStep } from '../client/api.js';
import { game } from './game.js';
import { procedureName } from './procedures.js';
import { parseMoves } from './points.js';
import { seatSpec, seats, swapSeats } from './seats.js';
import { isPaused } from './session.js';
import { showError, showToast } from './toasts.js';

/**
 * @typedef {import('../client/types').Seat} Seat
 * @typedef {import('../client/types').OpeningStep} Request
 */

/** Time for a player's decision. */
const ANSWER_MS = 1500;

export const isOn = signal(false);
/** What is wanted next; null while the server is asked. */
export const request = signal(/** @type {Request | null} */ (null));
export const procedure = signal(/** @type {import('../client/types').Procedure} */ ('free'));
/** The seat that is black if nothing else is decided. */
const black = signal(/** @type {Seat} */ ('first'));

/** All answers; a new list after an undo, so that late replies to the old one are recognized. @type {string[]} */
let answers = [];
/** Whether a person gave the answer of the same index. @type {boolean[]} */
let isPersons = [];
/** The moves that the procedure has put on the board. */
let shownMoves = '';

/** @param {import('../client/types').Procedure} name */
export async function start(name) {
  isOn.value = true;
  procedure.value = name;
  answers = [];
  isPersons = [];
  await next();
}

function end() {
  batch(() => {
    isOn.value = false;
    request.value = null;
  });
}

/** Takes back the last answer of a person and everything after it. */
export function undo() {
  const last = isPersons.lastIndexOf(true);
  if (last < 0) return;
  answers = answers.slice(0, last);
  isPersons.length = last;
  request.value = null;
  void next();
}

/** A person answers; further clicks have no effect until the server has replied. @param {string} choice */
export function answer(choice) {
  request.value = null;
  answers.push(choice);
  isPersons.push(true);
  void next();
}

/** The player of a seat; until the colors are decided the first seat is black's. @param {Seat} seat */
export function seatPlayer(seat) {
  return seats[seat === 'first' ? 'black' : 'white'];
}

/**
 * The points that may be chosen now; null for all.
 * @type {import('../vendor/signals.js').ReadonlySignal<string[] | null>}
 */
export const region = computed(() => {
  const step = request.value;
  if (step?.kind === 'pick') return step.offered;
  return step?.kind === 'place' || step?.kind === 'offer' ? step.region : null;
});

/** The color of the stone that a person may place now, or null. */
export const stoneColor = computed(() => {
  const step = request.value;
  if (!step || step.kind === 'choose' || step.kind === 'done' || !seatPlayer(step.seat).isHuman) return null;
  return step.kind === 'place' ? step.color : 'black';
});

const OUTSIDE = {
  place: 'In this step the stone must be placed elsewhere.',
  offer: 'That is the same as a move offered before.',
  pick: 'Choose one of the numbered points.',
};

/** @param {string} point */
export function choosePoint(point) {
  const step = request.value;
  if (!stoneColor.value || !step || step.kind === 'choose' || step.kind === 'done') return;
  if (region.value && !region.value.includes(point)) showToast(OUTSIDE[step.kind], 'bad');
  else answer(point);
}

/** Asks the server what comes next, and the player if it is its decision. */
async function next() {
  const state = { procedure: procedure.value, size: game.size, rule: game.rule, answers };
  let reply;
  try {
    reply = await nextOpeningStep(state);
  } catch (error) {
    showError(error);
    state.answers.pop();
    isPersons.pop();
    if (state.answers.length) await next();
    else end();
    return;
  }
  if (!isOn.value || state.answers !== answers) return;
  const { step, moves } = reply;
  black.value = reply.black;
  showMoves(moves);
  if (step.kind === 'done') {
    end();
    if (step.black === 'second') swapSeats();
    isPaused.value = false;
    return;
  }
  request.value = step;
  if (!seatPlayer(step.seat).isHuman) await askPlayer(step.seat, state);
}

/**
 * @param {Seat} seat
 * @param {import('../client/types').OpeningRequest} state
 */
async function askPlayer(seat, state) {
  const player = seatSpec(seat === 'first' ? 'black' : 'white');
  try {
    const reply = await answerOpening({ ...state, player, limits: { time_ms: ANSWER_MS } });
    if (!isOn.value || state.answers !== answers) return;
    const decisions = reply.answers.filter((one) => !/^[a-v]\d/.test(one));
    for (const choice of decisions) showToast(`${who(seat)}: ${describeChoice(choice, seat).report}`);
    answers.push(...reply.answers);
    isPersons.push(...reply.answers.map(() => false));
    await next();
  } catch (error) {
    showError(error);
    end();
  }
}

/** @param {string} moves */
function showMoves(moves) {
  const points = parseMoves(moves);
  const ply = Math.min(game.current.ply, points.length);
  shownMoves = points.map((point) => point ?? '--').join('');
  game.replaceFrom(ply, points.slice(ply));
}

// Any other change of the position ends the procedure.
game.change.subscribe(({ kind }) => {
  if (isOn.value && kind !== 'edit' && (kind === 'reset' || game.position().moves !== shownMoves)) end();
});

/** A seat in words. @param {Seat} seat */
function who(seat) {
  const [own, other] = [seatPlayer(seat), seatPlayer(seat === 'first' ? 'second' : 'first')];
  if (own.isHuman) return other.isHuman ? `${seat} player` : 'you';
  return own.name === other.name ? `${own.name}, ${seat} player` : own.name;
}

/** The state of the procedure in a sentence. */
export const statusText = computed(() => {
  const step = request.value;
  const name = procedureName(procedure.value);
  if (!step || step.kind === 'done') return `${name}…`;
  let text = 'a decision';
  if (step.kind === 'place') text = `a ${step.color} stone`;
  else if (step.kind === 'offer') text = `fifth move ${step.offered.length + 1} of ${step.count} to offer`;
  else if (step.kind === 'pick') text = 'take one of the fifth moves';
  return `${name}, ${who(step.seat)}: ${text}`;
});

/**
 * A choice in words: the text of its button, and a report of it.
 * @param {string} choice
 * @param {Seat} seat
 * @returns {{ label: string, report: string }}
 */
export function describeChoice(choice, seat) {
  if (choice === 'place-two') return { label: 'Place two more stones', report: 'places two more stones' };
  if (choice === 'black' || choice === 'white') {
    const isKept = (choice === 'black') === (black.value === seat);
    return isKept
      ? { label: `Stay ${choice}`, report: `stays ${choice}` }
      : { label: `Swap to ${choice}`, report: `swaps and plays ${choice}` };
  }
  if (procedure.value === 'taraguchi-10') {
    return { label: `Offer ${choice} fifth moves`, report: `offers ${choice} fifth moves` };
  }
  return { label: choice, report: `${choice} fifth ${choice === '1' ? 'move' : 'moves'}` };
}
