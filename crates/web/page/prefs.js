// @ts-check
/** What a person likes, kept by the browser. */

const KEY = 'tengen.prefs.1';

const DEFAULTS = {
  theme: /** @type {'auto' | 'light' | 'dark'} */ ('auto'),
  coordinates: true,
  numbers: /** @type {'off' | 'last' | 'all' | 'from'} */ ('last'),
  numbersFrom: 1,
  forbidden: true,
  threats: false,
  dots: /** @type {'off' | 'dots' | 'values' | 'heat'} */ ('dots'),
  heat: /** @type {'auto' | 'visits' | 'prior' | 'value' | 'score'} */ ('auto'),
  confirmTaps: true,
  showThinking: true,
  tab: 'play',
  turns: 0,
  isMirrored: false,
  replaySpeed: 2,
  /** Spec strings of the seats; empty until somebody has chosen. */
  black: '',
  white: '',
  level: 6,
  /** Longest time for a player's move in milliseconds; empty where the strength decides. */
  moveTime: '',
  /** Width of the board in hundredths of the room there is. */
  boardWidth: 100,
};

/** @typedef {typeof DEFAULTS} Prefs */

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...read() };

/** @returns {Partial<Prefs>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * @param {Partial<Prefs>} changes
 */
export function setPrefs(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onPrefs(listener) {
  listeners.add(listener);
}
