/** The settings and the list of keys. */
import { settings } from '../state/settings.js';
import { Check, Field, NumberInput, Select, Slider } from './controls.js';
import { ask } from './dialogs.js';
import { html } from './html.js';

const KEYS = [
  ['← →', 'one move back or forward'],
  ['↑ ↓', 'another variation'],
  ['Home End', 'to the start, to the end'],
  ['Tab, arrows, Enter', 'move on the board and place a stone'],
  ['Space', 'start or stop the analysis'],
  ['U, right click', 'undo'],
  ['Y', 'redo'],
  ['N', 'new game'],
  ['R F', 'rotate or mirror the board'],
  ['?', 'these keys'],
];

const NUMBERS = [
  ['last', 'last move marked'],
  ['all', 'all moves'],
  ['from', 'from a move on'],
  ['off', 'none'],
];

const THEMES = [
  ['auto', 'as the system'],
  ['light', 'light'],
  ['dark', 'dark'],
];

export function showKeys() {
  const rows = KEYS.map(([keys, text]) => html`<div><dt>${keys}</dt><dd>${text}</dd></div>`);
  void ask('Keys', html`<dl class="keys">${rows}</dl>`, [['', 'Close']]);
}

export function showSettings() {
  void ask('Settings', html`<${SettingsForm} />`, [['', 'Close']]);
}

function SettingsForm() {
  return html`<div class="grid2">
      <${Field} label="Numbers on the stones"><${Select} options=${NUMBERS} bind=${settings.numbers} /><//>
      <${Field} label="From move"><${NumberInput} min=${1} max=${484} bind=${settings.numbersFrom} /><//>
      <${Field} label="Colors"><${Select} options=${THEMES} bind=${settings.theme} /><//>
      <${Field} label="Replay, moves per second">
        <${Slider} min="0.5" max="10" step="0.5" bind=${settings.replaySpeed} />
      <//>
    </div>
    <${Check} label="Coordinates" bind=${settings.coordinates} />
    <${Check} label="Forbidden points (renju)" bind=${settings.forbidden} />
    <${Check} label="Show what a player thinks while it plays" bind=${settings.showThinking} />
    <${Check} label="On a touch screen, tap twice to place a stone" bind=${settings.confirmTaps} />`;
}
