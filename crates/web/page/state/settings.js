/** The user's settings: a signal for each, kept in the browser. */
import { effect, signal } from '../vendor/signals.js';

const STORAGE_KEY = 'tengen.prefs.1';

const DEFAULTS = {
  theme: /** @type {'auto' | 'light' | 'dark'} */ ('auto'),
  coordinates: true,
  numbers: /** @type {'off' | 'last' | 'all' | 'from'} */ ('last'),
  numbersFrom: 1,
  forbidden: true,
  threats: false,
  /** Liao's evaluation range while there is no search. */
  range: false,
  dots: /** @type {'off' | 'dots' | 'values' | 'heat'} */ ('dots'),
  heat: /** @type {'auto' | 'visits' | 'prior' | 'value' | 'score'} */ ('auto'),
  confirmTaps: true,
  showThinking: true,
  tab: /** @type {'play' | 'analyse' | 'simulate' | 'library'} */ ('play'),
  turns: 0,
  isMirrored: false,
  /** Moves per second. */
  replaySpeed: 2,
  /** Spec strings of the seats; empty until the user chooses. */
  black: '',
  white: '',
  level: 6,
  /** Time limit per move in milliseconds; empty where the level decides. */
  moveTime: '',
  /** Percent of the space that the board may take. */
  boardWidth: 100,
};

/**
 * @typedef {typeof DEFAULTS} Settings
 * @typedef {Settings['tab']} Tab
 * @typedef {import('../vendor/signals.js').Signal<Settings[keyof Settings]>} AnySetting
 */

/** @type {Tab[]} */
export const TABS = ['play', 'analyse', 'simulate', 'library'];

export const settings = /** @type {{ [K in keyof Settings]: import('../vendor/signals.js').Signal<Settings[K]> }} */ (
  Object.fromEntries(Object.entries({ ...DEFAULTS, ...load() }).map(([name, value]) => [name, signal(value)]))
);
if (!TABS.includes(settings.tab.peek())) settings.tab.value = 'play';

/** @returns {Partial<Settings>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}

effect(() => {
  const values = Object.entries(settings).map(([name, setting]) => [name, setting.value]);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(values)));
  } catch {
    // Storage may be disabled or full; the settings then last until the page closes.
  }
});

/** Rotates the board by 90°. */
export function rotate() {
  settings.turns.value = (settings.turns.value + (settings.isMirrored.value ? 3 : 1)) % 4;
}

/** Mirrors the board left to right. */
export function flip() {
  settings.isMirrored.value = !settings.isMirrored.value;
}
