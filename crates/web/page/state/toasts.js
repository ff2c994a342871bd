/** Short messages that disappear by themselves. */
import { signal } from '../vendor/signals.js';

/** @typedef {{ id: number, text: string, kind: 'info' | 'bad', isLeaving: boolean }} Toast */

const SHOWN_MS = 3600;
const FADE_MS = 400;

let lastId = 0;

export const toasts = signal(/** @type {Toast[]} */ ([]));

/**
 * @param {string} text
 * @param {Toast['kind']} [kind]
 */
export function showToast(text, kind = 'info') {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, text, kind, isLeaving: false }];
  setTimeout(() => {
    toasts.value = toasts.value.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast));
  }, SHOWN_MS);
  setTimeout(() => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }, SHOWN_MS + FADE_MS);
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {unknown} error */
export function showError(error) {
  showToast(messageOf(error), 'bad');
}
