/** Above and beside the board: whose turn it is or how the game ended, the clocks, the value bar. */
import { computed } from '../vendor/signals.js';
import * as analysis from '../state/analysis.js';
import { clock, timeLeft } from '../state/clock.js';
import { colorName, valueForBlack } from '../state/format.js';
import { game } from '../state/game.js';
import * as opening from '../state/opening.js';
import * as play from '../state/play.js';
import { html } from './html.js';

/** @typedef {import('../client/types').Color} Color */

/** Clocks show tenths of a second below this time. */
const TENTHS_BELOW_MS = 20000;

function statusText() {
  const outcome = game.positionInfo?.outcome;
  const { endingHere } = game;
  if (outcome?.winner) return `${colorName(outcome.winner)} wins with five`;
  if (outcome) return `A draw: ${outcome.reason}`;
  if (endingHere) return `${colorName(endingHere.winner)} wins by ${endingHere.reason}`;
  if (opening.isOn.value) return opening.statusText.value;
  return `${colorName(game.toMove)} to move`;
}

export function Status() {
  const { isOver, endingHere, toMove, rule, size, current } = game;
  const winner = game.positionInfo?.outcome?.winner ?? endingHere?.winner;
  return html`<div class=${isOver ? 'status over' : 'status'} id="status">
    <span class=${`stone-sign ${winner ?? toMove}`} id="status-stone" aria-hidden="true"></span>
    <strong id="status-text" role="status">${statusText()}</strong>
    <span class="hint" id="status-ply">${`${rule} · ${size}×${size} · move ${current.ply}`}</span>
    <span class="clocks"><${Clock} color="black" /><${Clock} color="white" /></span>
  </div>`;
}

/** @param {{ color: Color }} props */
function Clock({ color }) {
  const left = Math.max(0, timeLeft(color));
  const seconds = (left % 60000) / 1000;
  const text =
    left < TENTHS_BELOW_MS ? seconds.toFixed(1).padStart(4, '0') : String(Math.floor(seconds)).padStart(2, '0');
  const style = `clock ${color} ${clock.value?.running === color ? 'running' : ''}`;
  return html`<span class=${style} id=${`clock-${color}`} hidden=${!clock.value}>
    ${`${Math.floor(left / 60000)}:${text}`}
  </span>`;
}

/** Black's expected score: of the running search, or the last one for this position. */
const value = computed(() => {
  void game.change.value;
  const result = play.latest.value ?? analysis.result.value;
  return valueForBlack(result, game.toMove) ?? game.current.value;
});

export function ValueBar() {
  const percent = Math.round(1000 * (value.value ?? 0)) / 10;
  const title = `Black's expected score: ${percent} %`;
  const isUnknown = value.value === null;
  return html`<div class="value-bar" id="value-bar" role="img" aria-label=${title} title=${title} hidden=${isUnknown}>
    <div id="value-black" style=${{ height: `${percent}%` }}></div>
  </div>`;
}
