/** What a click on the board does, and which stone it would place. */
import { computed } from '../vendor/signals.js';
import { game } from './game.js';
import * as opening from './opening.js';
import { isPersonsTurn, placeStone, playLegal } from './play.js';
import { settings } from './settings.js';
import * as setup from './setup.js';

/** @param {string} point */
export function choosePoint(point) {
  if (setup.isActive.value) setup.paint(point);
  else if (settings.tab.value === 'play') placeStone(point);
  else playLegal(point);
}

/** The color of the stone that a click would place, or null. */
export const stoneColor = computed(() => {
  if (setup.isActive.value) return setup.brush.value === 'none' ? null : setup.brush.value;
  if (opening.isOn.value) return opening.stoneColor.value;
  return settings.tab.value !== 'play' || isPersonsTurn() ? game.toMove : null;
});
