/** The tabs and their panels. */
import { TABS, settings } from '../state/settings.js';
import { showError } from '../state/toasts.js';
import { signal } from '../vendor/signals.js';
import { AnalysePanel } from './analyse/analyse-panel.js';
import { html } from './html.js';
import { Moves } from './moves.js';
import { PlayPanel } from './play/play-panel.js';

/** @typedef {import('../state/settings.js').Tab} Tab */

const NAMES = { play: 'Play', analyse: 'Analyse', simulate: 'Simulate', library: 'Library' };

const panels = signal(
  /** @type {Partial<Record<Tab, import('../vendor/preact.js').FunctionComponent>>} */ ({
    play: PlayPanel,
    analyse: AnalysePanel,
  }),
);

/** Panels that many visits do not need; they are loaded when they are first shown. */
const LAZY_PANELS = {
  simulate: async () => (await import('./simulate/simulate-panel.js')).SimulatePanel,
  library: async () => (await import('./library/library-panel.js')).LibraryPanel,
};

settings.tab.subscribe(async (tab) => {
  if (tab === 'play' || tab === 'analyse' || panels.value[tab]) return;
  try {
    const panel = await LAZY_PANELS[tab]();
    panels.value = { ...panels.value, [tab]: panel };
  } catch (error) {
    showError(error);
  }
});

/** @param {KeyboardEvent} event */
function moveByArrow(event) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const next = TABS[(TABS.indexOf(settings.tab.value) + step + TABS.length) % TABS.length];
  settings.tab.value = next;
  document.getElementById(`tab-${next}`)?.focus();
}

export function TabList() {
  const tab = (/** @type {Tab} */ name) => {
    const isShown = settings.tab.value === name;
    return html`<button
      role="tab" id=${`tab-${name}`} aria-controls=${`panel-${name}`} aria-selected=${String(isShown)}
      tabindex=${isShown ? 0 : -1} onClick=${() => (settings.tab.value = name)} onKeyDown=${moveByArrow}
    >${NAMES[name]}</button>`;
  };
  return html`<div class="tabs" role="tablist" aria-label="What to do">${TABS.map(tab)}</div>`;
}

/** All panels stay in the document, so that what is typed in them survives a change of tabs. */
export function Panels() {
  const panel = (/** @type {Tab} */ name) => {
    const isShown = settings.tab.value === name;
    const hasMoves = isShown && (name === 'play' || name === 'analyse');
    return html`<div role="tabpanel" id=${`panel-${name}`} aria-labelledby=${`tab-${name}`} hidden=${!isShown}>
      ${panels.value[name] && html`<${panels.value[name]} />`}${hasMoves && html`<${Moves} />`}
    </div>`;
  };
  return html`<aside class="side">${TABS.map(panel)}</aside>`;
}
