// @ts-check
/** What a person can set, and the keys that a person can press. */
import { button, byId, check, el, field, select } from './dom.js';
import { prefs, setPrefs } from './prefs.js';

/** @type {[string, string][]} */
const KEYS = [
  ['← →', 'one move back or forward'],
  ['↑ ↓', 'another variation'],
  ['Home End', 'to the beginning, to the end'],
  ['Tab, arrows, Enter', 'walk on the board and put a stone'],
  ['Space', 'start or stop the analysis'],
  ['U, right click', 'take back'],
  ['Y', 'put back what was taken back'],
  ['N', 'new game'],
  ['R F', 'turn or mirror the board'],
  ['?', 'these keys'],
];

/**
 * A dialog that is only closed.
 * @param {string} title
 * @param {Node[]} body
 */
function show(title, body) {
  const dialog = el(
    'dialog',
    { 'aria-label': title },
    el(
      'form',
      { method: 'dialog' },
      el('h2', {}, title),
      ...body,
      el('div', { class: 'row end' }, el('button', { class: 'primary' }, 'Close')),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function showKeys() {
  const rows = KEYS.map(([keys, text]) => el('div', {}, el('dt', {}, keys), el('dd', {}, text)));
  show('Keys', [el('dl', { class: 'keys' }, ...rows)]);
}

export function showSettings() {
  const from = el('input', {
    type: 'number',
    min: 1,
    max: 484,
    value: prefs.numbersFrom,
    onchange: () => setPrefs({ numbersFrom: Math.max(1, Number(from.value) || 1) }),
  });
  const speed = el('input', {
    type: 'range',
    min: 0.5,
    max: 10,
    step: 0.5,
    value: prefs.replaySpeed,
    oninput: () => setPrefs({ replaySpeed: Number(speed.value) }),
  });
  show('Settings', [
    el(
      'div',
      { class: 'grid2' },
      field(
        'Numbers on the stones',
        select(
          [
            ['last', 'last move marked'],
            ['all', 'all moves'],
            ['from', 'from a move on'],
            ['off', 'nothing'],
          ],
          prefs.numbers,
          (numbers) => setPrefs({ numbers: /** @type {any} */ (numbers) }),
        ),
      ),
      field('From move', from),
      field(
        'Colors',
        select(
          [
            ['auto', 'as the system'],
            ['light', 'light'],
            ['dark', 'dark'],
          ],
          prefs.theme,
          (theme) => setPrefs({ theme: /** @type {any} */ (theme) }),
        ),
      ),
      field('Replay, moves a second', speed),
    ),
    check('Coordinates', prefs.coordinates, (coordinates) => setPrefs({ coordinates })),
    check('Forbidden points (renju)', prefs.forbidden, (forbidden) => setPrefs({ forbidden })),
    check('Show what a player thinks while it plays', prefs.showThinking, (showThinking) =>
      setPrefs({ showThinking }),
    ),
    check('On a touch screen, tap twice to put a stone', prefs.confirmTaps, (confirmTaps) =>
      setPrefs({ confirmTaps }),
    ),
  ]);
}

/** The buttons in the corner. */
export function settingsButtons() {
  byId('theme').before(
    button({ icon: 'help', class: 'round', title: 'Keys (?)', id: 'keys', onclick: showKeys }),
    button({ icon: 'gear', class: 'round', title: 'Settings', id: 'settings', onclick: showSettings }),
  );
}
