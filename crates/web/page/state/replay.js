/** Shows the game move by move. */
import { computed, signal } from '../vendor/signals.js';
import { game } from './game.js';
import { toStart } from './navigation.js';
import { isPaused } from './session.js';
import { settings } from './settings.js';

const timer = signal(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));

export const isReplaying = computed(() => timer.value !== undefined);

export function toggleReplay() {
  if (isReplaying.value) {
    stopReplay();
    return;
  }
  const line = game.line();
  if (!line.length) return;
  isPaused.value = true;
  toStart();
  let index = 0;
  const step = () => {
    if (index >= line.length) {
      stopReplay();
      return;
    }
    game.goto(line[index]);
    index += 1;
    wait();
  };
  const wait = () => (timer.value = setTimeout(step, 1000 / settings.replaySpeed.value));
  wait();
}

export function stopReplay() {
  clearTimeout(timer.value);
  timer.value = undefined;
}
