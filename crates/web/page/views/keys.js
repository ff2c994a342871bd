/** Keys that work everywhere on the page. */
import * as analysis from '../state/analysis.js';
import { back, forward, toEnd, toSibling, toStart } from '../state/navigation.js';
import { flip, rotate, settings } from '../state/settings.js';
import { redo, undo } from '../state/undo.js';
import { confirmNewGame } from './play/new-game.js';
import { showKeys } from './settings-dialog.js';

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: back,
  ArrowRight: forward,
  ArrowUp: () => toSibling(-1),
  ArrowDown: () => toSibling(1),
  Home: toStart,
  End: toEnd,
  u: undo,
  y: redo,
  n: () => void confirmNewGame(),
  r: rotate,
  f: flip,
  '?': showKeys,
};

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  const { key, target } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input, textarea, select, dialog:not(.question)')) return;
  // In an opening's question only undo works: the other keys would leave it by mistake.
  if (target.closest('.question') && key !== 'u') return;
  const isAnalysisKey = key === ' ' && target.tagName !== 'BUTTON' && settings.tab.value === 'analyse';
  const action = isAnalysisKey ? analysis.toggle : KEYS[key];
  if (!action) return;
  event.preventDefault();
  action();
}

export function listenToKeys() {
  document.addEventListener('keydown', onKeyDown);
}
