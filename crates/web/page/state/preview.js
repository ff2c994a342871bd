/** A line of play that the user points at; the board shows it as translucent stones. */
import { signal } from '../vendor/signals.js';

/** Points in the order of play, the side to move first. */
export const previewLine = signal(/** @type {string[]} */ ([]));

/**
 * Event handlers that show a line while the pointer or the focus is on an element.
 * @param {string[]} line
 */
export function previewOn(line) {
  const show = () => (previewLine.value = line);
  return { onMouseEnter: show, onFocus: show, onMouseLeave: clearPreview, onBlur: clearPreview };
}

export function clearPreview() {
  previewLine.value = [];
}
