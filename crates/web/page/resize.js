// @ts-check
/** The corner by which the board is made smaller or larger: dragged, or moved by the arrow keys like any slider. */
import { el } from './dom.js';
import { onPrefs, prefs, setPrefs } from './prefs.js';

const SMALLEST = 40;
const LARGEST = 100;
/** Hundredths for each press of a key. */
const STEP = 5;

/**
 * The corner of a board whose row is `row`. Widths are hundredths of the room there is, so the board still follows the
 * window.
 * @param {HTMLElement} row
 * @returns {HTMLElement}
 */
export function corner(row) {
  const handle = el('div', {
    class: 'grip',
    id: 'grip',
    role: 'slider',
    tabIndex: 0,
    title: 'Drag to resize the board; a double click makes it as large as it can be',
    'aria-label': 'Width of the board',
    'aria-valuemin': SMALLEST,
    'aria-valuemax': LARGEST,
  });
  const set = (/** @type {number} */ width) => {
    const boardWidth = Math.round(Math.min(LARGEST, Math.max(SMALLEST, width)));
    if (boardWidth !== prefs.boardWidth) setPrefs({ boardWidth });
  };
  /** @type {{ x: number, y: number, pixels: number, width: number } | null} */
  let begin = null;
  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    begin = { x: event.clientX, y: event.clientY, pixels: row.clientWidth, width: prefs.boardWidth };
    event.preventDefault();
  });
  handle.addEventListener('pointermove', (event) => {
    if (!begin) return;
    // The board stays in the middle and hangs from the top: to the side it grows on both sides.
    const [right, down] = [2 * (event.clientX - begin.x), event.clientY - begin.y];
    const change = Math.abs(right) > Math.abs(down) ? right : down;
    set((begin.width * (begin.pixels + change)) / begin.pixels);
  });
  for (const end of ['pointerup', 'pointercancel']) handle.addEventListener(end, () => (begin = null));
  handle.addEventListener('dblclick', () => set(LARGEST));
  handle.addEventListener('keydown', (event) => {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowRight: STEP,
      ArrowUp: STEP,
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
      Home: -LARGEST,
      End: LARGEST,
    });
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    set(prefs.boardWidth + steps[event.key]);
  });
  const paint = () => {
    document.documentElement.style.setProperty('--board-width', String(prefs.boardWidth / 100));
    handle.setAttribute('aria-valuenow', String(prefs.boardWidth));
    handle.setAttribute('aria-valuetext', `${prefs.boardWidth} %`);
  };
  onPrefs(paint);
  paint();
  return handle;
}
