/** What the next game is played with, and starting it. */
import { signal } from '../vendor/signals.js';
import { setClock } from './clock.js';
import { game } from './game.js';
import * as opening from './opening.js';
import { stopReplay } from './replay.js';
import { writeNames } from './seats.js';
import { isPaused } from './session.js';

export const rule = signal(game.rule);
export const size = signal(game.size);
export const procedure = signal(/** @type {import('../client/types').Procedure} */ ('free'));
/** Base time and increment in seconds, such as `180+2`; empty for a game without clocks. */
export const timeControl = signal('');

game.change.subscribe(({ kind }) => {
  if (kind !== 'reset') return;
  rule.value = game.rule;
  size.value = game.size;
});

export function startGame() {
  stopReplay();
  isPaused.value = false;
  game.reset({ size: Math.min(22, Math.max(5, Math.round(size.value || 15))), rule: rule.value });
  setClock(timeControl.value);
  writeNames();
  if (procedure.value !== 'free') void opening.start(procedure.value);
}
