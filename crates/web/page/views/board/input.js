/** Mouse, touch and keyboard on the board. */
import { signal } from '../../vendor/signals.js';
import { choosePoint, stoneColor } from '../../state/board-input.js';
import { game } from '../../state/game.js';
import { settings } from '../../state/settings.js';
import { undo } from '../../state/undo.js';
import { rows } from './layout.js';

/** The point that the Tab key reaches. */
export const focused = signal('h8');
export const hovered = signal('');
/** A point that was tapped once and waits for a second tap. */
export const armed = signal('');

/** After a click the arrow keys step through the game; after Tab they move on the board. */
let isByMouse = false;
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Tab') isByMouse = false;
});

/** @param {EventTarget | null} target @returns {string} */
function pointOf(target) {
  return (target instanceof Element && target.closest('[data-pos]')?.getAttribute('data-pos')) || '';
}

/** @param {string} point */
function choose(point) {
  armed.value = '';
  choosePoint(point);
}

/** @param {PointerEvent} event */
function onClick({ target, pointerType }) {
  const point = pointOf(target);
  if (!point) return;
  focused.value = point;
  const needsConfirmation = pointerType === 'touch' && settings.confirmTaps.value && armed.value !== point;
  if (needsConfirmation && stoneColor.value && !game.stones().has(point)) armed.value = point;
  else choose(point);
}

/** @param {MouseEvent} event */
function onContextMenu(event) {
  event.preventDefault();
  undo();
}

/** @param {PointerEvent} event */
function onPointerMove({ target, pointerType }) {
  if (pointerType !== 'touch') hovered.value = pointOf(target);
}

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  if (isByMouse && event.key !== 'Enter') return;
  const grid = rows.value;
  const last = grid.length - 1;
  const y = grid.findIndex((row) => row.includes(focused.value));
  const x = grid[y]?.indexOf(focused.value) ?? 0;
  /** @type {Record<string, [number, number]>} */
  const targets = {
    ArrowLeft: [x - 1, y],
    ArrowRight: [x + 1, y],
    ArrowUp: [x, y - 1],
    ArrowDown: [x, y + 1],
    Home: [0, y],
    End: [last, y],
    PageUp: [x, 0],
    PageDown: [x, last],
  };
  const target = targets[event.key];
  if (event.key === 'Enter' || event.key === ' ') choose(focused.value);
  else if (target) {
    const [column, row] = target.map((index) => Math.min(last, Math.max(0, index)));
    focused.value = grid[row][column];
    const cell = document.querySelector(`[data-pos=${focused.value}]`);
    if (cell instanceof SVGElement) cell.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

export const handlers = {
  onClick,
  onContextMenu,
  onPointerMove,
  onPointerLeave: () => (hovered.value = ''),
  onPointerDown: () => (isByMouse = true),
  onKeyDown,
  onFocusIn: (/** @type {FocusEvent} */ { target }) => (focused.value = pointOf(target) || focused.value),
};
