/** Taking moves back and playing them again. */
import { batch, signal } from '../vendor/signals.js';
import { game } from './game.js';
import * as opening from './opening.js';
import { opposite } from './points.js';
import { stopReplay } from './replay.js';
import { isHuman } from './seats.js';
import { isPaused } from './session.js';
import { settings } from './settings.js';

/** What was taken back, the latest last: each time the person's move and the player's answer to it. */
export const undone = signal(/** @type {(string | null)[][]} */ ([]));

game.change.subscribe(({ kind }) => {
  if (kind !== 'edit') undone.value = [];
});

/** Takes back the last move; against a player, the person's last move with the answer. */
export function undo() {
  if (settings.tab.value !== 'play') {
    game.remove();
    return;
  }
  stopReplay();
  if (opening.isOn.value) {
    opening.undo();
    return;
  }
  if (!game.current.parent) return;
  const points = [game.current.point];
  const before = undone.value;
  batch(() => {
    game.remove();
    if (game.current.parent && !isHuman(game.toMove) && isHuman(opposite(game.toMove))) {
      points.unshift(game.current.point);
      game.remove();
    }
    isPaused.value = !isHuman(game.toMove);
  });
  undone.value = [...before, points];
}

export function redo() {
  const points = undone.value.at(-1);
  if (!points || settings.tab.value !== 'play') return;
  const rest = undone.value.slice(0, -1);
  game.playLine(points);
  undone.value = rest;
}
