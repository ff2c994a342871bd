/** The clocks of a game. */
import { signal } from '../vendor/signals.js';

/**
 * @typedef {import('../client/types').Color} Color
 * @typedef {object} Clock
 * @property {number} black milliseconds left when the clock last stopped
 * @property {number} white
 * @property {number} increment milliseconds per move
 * @property {Color | null} running
 * @property {number} since when it started to run
 */

const TICK_MS = 100;

/** Null in a game without clocks. */
export const clock = signal(/** @type {Clock | null} */ (null));

/** Advances while there is a clock, so that views show the time that passes. */
const now = signal(0);

/** @param {string} control base time and increment in seconds, such as `180+2`; empty for none */
export function setClock(control) {
  const [base, increment] = control.split('+').map((seconds) => 1000 * Number(seconds));
  clock.value = control ? { black: base, white: base, increment, running: null, since: 0 } : null;
}

/**
 * Milliseconds left.
 * @param {Color} color
 * @returns {number}
 */
export function timeLeft(color) {
  if (!clock.value) return 0;
  void now.value;
  const { running, since } = clock.value;
  return clock.value[color] - (running === color ? performance.now() - since : 0);
}

/**
 * Stops the running clock, which gains the increment, and starts the other one.
 * @param {Color | null} color whose clock should run; null for none
 */
export function runClock(color) {
  const before = clock.peek();
  if (!before || before.running === color) return;
  const after = { ...before, running: color, since: performance.now() };
  if (before.running) after[before.running] = timeLeft(before.running) + before.increment;
  clock.value = after;
}

/** Stops both clocks without an increment. */
export function stopClock() {
  const { value } = clock;
  if (value?.running) clock.value = { ...value, [value.running]: timeLeft(value.running), running: null };
}

/** @param {(color: Color) => void} onTimeout called when a side's time is up */
export function startTicking(onTimeout) {
  setInterval(() => {
    if (!clock.value) return;
    now.value = performance.now();
    const { running } = clock.value;
    if (running && timeLeft(running) <= 0) onTimeout(running);
  }, TICK_MS);
}
