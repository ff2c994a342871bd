/** The page as a whole. */
import { Board } from './board/board.js';
import { Grip } from './board/grip.js';
import { Button } from './controls.js';
import { DialogHost } from './dialogs.js';
import { openChosenFile } from './file-actions.js';
import { html } from './html.js';
import { OpeningQuestion } from './play/opening-question.js';
import { showKeys, showSettings } from './settings-dialog.js';
import { Status, ValueBar } from './status.js';
import { Panels, TabList } from './tabs.js';
import { ThemeButton } from './theme.js';
import { Toasts } from './toasts.js';
import { SetupBar, Toolbar } from './toolbar.js';

export function App() {
  return html`<${Header} />
    <main><${Table} /><${Panels} /></main>
    <${Toasts} /><${DialogHost} />`;
}

function Header() {
  return html`<header>
    <h1>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="mark-wood" />
        <path d="M4 16h24M16 4v24" class="mark-lines" />
        <circle cx="16" cy="16" r="8.5" class="mark-stone" />
      </svg>
      Tengen
    </h1>
    <${TabList} />
    <div class="corner">
      <${Button} icon="help" class="round" title="Keys (?)" id="keys" onClick=${showKeys} />
      <${Button} icon="gear" class="round" title="Settings" id="settings" onClick=${showSettings} />
      <${ThemeButton} />
    </div>
  </header>`;
}

/** The board with everything around it. Game files can be dropped on it. */
function Table() {
  const allow = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openChosenFile(file);
  };
  return html`<section class="table" aria-label="The board">
    <${Status} /><${OpeningQuestion} /><${SetupBar} />
    <div class="board-row">
      <${ValueBar} />
      <div id="board" onDragOver=${allow} onDrop=${drop}><${Board} /></div>
      <${Grip} />
    </div>
    <${Toolbar} />
  </section>`;
}
