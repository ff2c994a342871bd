/** The handle that resizes the board: dragged, or moved by the arrow keys like any slider. */
import { settings } from '../../state/settings.js';
import { html } from '../html.js';

const MIN = 40;
const MAX = 100;
/** Percent per key press. */
const STEP = 5;

/** @type {Record<string, number>} */
const KEYS = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, Home: -MAX, End: MAX };

/** @typedef {PointerEvent & { currentTarget: HTMLElement }} GripEvent */

/** Where a drag started. @type {{ x: number, y: number, pixels: number, percent: number } | null} */
let drag = null;

/** @param {number} percent of the available space, so that the board still follows the window */
function setWidth(percent) {
  settings.boardWidth.value = Math.round(Math.min(MAX, Math.max(MIN, percent)));
}

/** @param {GripEvent} event */
function onPointerDown(event) {
  const handle = event.currentTarget;
  handle.setPointerCapture(event.pointerId);
  const pixels = handle.previousElementSibling?.clientWidth ?? 1;
  drag = { x: event.clientX, y: event.clientY, pixels, percent: settings.boardWidth.value };
  event.preventDefault();
}

/** @param {GripEvent} event */
function onPointerMove({ clientX, clientY }) {
  if (!drag) return;
  // The board is centered: sideways it grows on both sides.
  const [right, down] = [2 * (clientX - drag.x), clientY - drag.y];
  const change = Math.abs(right) > Math.abs(down) ? right : down;
  setWidth((drag.percent * (drag.pixels + change)) / drag.pixels);
}

function onPointerUp() {
  drag = null;
}

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  event.stopPropagation();
  setWidth(settings.boardWidth.value + KEYS[event.key]);
}

const handlers = {
  onPointerDown,
  onPointerMove,
  onPointerUp,
  onPointerCancel: onPointerUp,
  onDblClick: () => setWidth(MAX),
  onKeyDown,
};

export function Grip() {
  const width = settings.boardWidth.value;
  return html`<div
    class="grip" id="grip" role="slider" tabindex="0" aria-label="Width of the board"
    title="Drag to resize the board; double-click for full size"
    aria-valuemin=${MIN} aria-valuemax=${MAX} aria-valuenow=${width} aria-valuetext=${`${width} %`} ...${handlers}
  ></div>`;
}
