/** The buttons under the board. */
import { useRef } from '../vendor/preact-hooks.js';
import { game } from '../state/game.js';
import { back, forward, toEnd, toStart } from '../state/navigation.js';
import { flip, rotate, settings } from '../state/settings.js';
import * as setup from '../state/setup.js';
import { showToast } from '../state/toasts.js';
import { Button, optionList } from './controls.js';
import { openChosenFile, savePicture, saveRecord, share } from './file-actions.js';
import { html } from './html.js';
import { Icon } from './icons.js';

const NUMBER_MODES = /** @type {const} */ ({
  last: 'last move marked',
  all: 'all moves',
  from: 'from this move on',
  off: 'none',
});

/** @type {[string, string][]} */
const FORMATS = [
  ['sgf', 'SGF, with variations and comments'],
  ['psq', 'PSQ, Piskvork'],
  ['txt', 'Moves as text'],
  ['lib', 'LIB, RenLib'],
  ['pos', 'POS, binary'],
];

/** @type {[string, string][]} */
const PICTURES = [
  ['svg', 'SVG'],
  ['png', 'PNG'],
  ['gif', 'GIF of the game'],
];

function nextNumberMode() {
  const modes = /** @type {(keyof typeof NUMBER_MODES)[]} */ (Object.keys(NUMBER_MODES));
  const mode = modes[(modes.indexOf(settings.numbers.value) + 1) % modes.length];
  settings.numbers.value = mode;
  settings.numbersFrom.value = Math.max(1, game.current.ply);
  showToast(`Numbers: ${NUMBER_MODES[mode]}`);
}

export function Toolbar() {
  const pick = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    const file = currentTarget.files?.[0];
    if (file) void openChosenFile(file);
    currentTarget.value = '';
  };
  const openPicker = () => document.getElementById('file-input')?.click();
  return html`<div class="toolbar" id="toolbar" role="toolbar" aria-label="Board">
    <${Button} icon="first" title="To the start (Home)" onClick=${toStart} />
    <${Button} icon="back" title="Back (←)" id="back" onClick=${back} />
    <${Button} icon="forward" title="Forward (→)" id="forward" onClick=${forward} />
    <${Button} icon="last" title="To the end (End)" onClick=${toEnd} />
    <span class="gap"></span>
    <${Button} icon="rotate" title="Rotate the board" onClick=${rotate} />
    <${Button} icon="flip" title="Mirror the board" onClick=${flip} />
    <${Button} icon="hash" id="numbers" title="Numbers on the stones" onClick=${nextNumberMode} />
    <${Button} icon="folder" title="Open a game file" id="open-file" onClick=${openPicker} />
    <${Menu} icon="save" title="Save as a file" id="save" entries=${FORMATS} onChoose=${saveRecord} />
    <${Button} icon="link" title="Copy a link to this position" id="share" onClick=${share} />
    <${Menu} icon="picture" title="Save as a picture" id="picture" entries=${PICTURES} onChoose=${savePicture} />
    <${Button}
      icon="stones" title="Set up a position" id="setup"
      class=${setup.isActive.value ? 'on' : ''} onClick=${setup.toggle}
    />
    <input
      type="file" id="file-input" hidden accept=".sgf,.psq,.lib,.pos,.txt" aria-label="Game file" onChange=${pick}
    />
  </div>`;
}

/**
 * A button that opens a short list.
 * @param {object} props
 * @param {string} props.icon
 * @param {string} props.title
 * @param {string} props.id
 * @param {[value: string, text: string][]} props.entries
 * @param {(value: string) => void} props.onChoose
 */
function Menu({ icon, title, id, entries, onChoose }) {
  const leave = (
    /** @type {FocusEvent & { currentTarget: HTMLDetailsElement }} */ { currentTarget, relatedTarget },
  ) => {
    if (!currentTarget.contains(/** @type {Node | null} */ (relatedTarget))) currentTarget.open = false;
  };
  const list = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const entry = (/** @type {[string, string]} */ [value, text]) => {
    const choose = () => {
      if (list.current) list.current.open = false;
      onChoose(value);
    };
    return html`<${Button} text=${text} id=${`${id}-${value}`} class="quiet" onClick=${choose} />`;
  };
  return html`<details class="menu" id=${`${id}-menu`} ref=${list} onFocusOut=${leave}>
    <summary title=${title} aria-label=${title}><${Icon} name=${icon} /></summary>
    <div class="menu-list">${entries.map(entry)}</div>
  </details>`;
}

/** Shown while a position is set up. */
export function SetupBar() {
  if (!setup.isActive.value) return null;
  /** @typedef {Event & { currentTarget: HTMLSelectElement }} SelectEvent */
  const setBrush = (/** @type {SelectEvent} */ { currentTarget }) => {
    setup.brush.value = /** @type {typeof setup.brush.value} */ (currentTarget.value);
  };
  const setToMove = (/** @type {SelectEvent} */ { currentTarget }) =>
    setup.setToMove(/** @type {typeof game.toMove} */ (currentTarget.value));
  return html`<div class="setup-bar">
    <strong>Set up</strong>
    <select aria-label="What to place" value=${setup.brush.value} onChange=${setBrush}>
      ${optionList(
        [
          ['black', 'black stone'],
          ['white', 'white stone'],
          ['none', 'remove'],
        ],
        setup.brush.value,
      )}
    </select>
    <select aria-label="Who moves first" value=${game.setup.toMove} onChange=${setToMove}>
      ${optionList(
        [
          ['black', 'black moves first'],
          ['white', 'white moves first'],
        ],
        game.setup.toMove,
      )}
    </select>
    <${Button} text="Done" class="primary" id="setup-done" onClick=${setup.toggle} />
  </div>`;
}
