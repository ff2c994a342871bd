/** Modal dialogs: one at a time, answered by a button. */
import { signal } from '../vendor/signals.js';
import { html } from './html.js';

/**
 * @typedef {object} Dialog
 * @property {string} title
 * @property {import('../vendor/preact.js').ComponentChildren} body
 * @property {[value: string, text: string][]} buttons the first is the main one
 * @property {(answer: string | null) => void} resolve
 */

const dialog = signal(/** @type {Dialog | null} */ (null));

/**
 * Shows a dialog and resolves with the value of the button, or with null if it is dismissed.
 * @param {string} title
 * @param {Dialog['body']} body
 * @param {Dialog['buttons']} buttons
 * @returns {Promise<string | null>}
 */
export function ask(title, body, buttons) {
  return new Promise((resolve) => {
    dialog.value = { title, body, buttons, resolve };
  });
}

/** @param {HTMLDialogElement | null} element */
function openModal(element) {
  if (element && !element.open) element.showModal();
}

export function DialogHost() {
  if (!dialog.value) return null;
  const { title, body, buttons, resolve } = dialog.value;
  const close = (/** @type {Event & { currentTarget: HTMLDialogElement }} */ event) => {
    dialog.value = null;
    resolve(event.currentTarget.returnValue || null);
  };
  const button = (/** @type {[string, string]} */ [value, text], /** @type {number} */ index) =>
    html`<button value=${value} class=${index === 0 ? 'primary' : ''}>${text}</button>`;
  return html`<dialog key=${title} aria-label=${title} ref=${openModal} onClose=${close}>
    <form method="dialog">
      <h2>${title}</h2>
      ${typeof body === 'string' ? html`<p>${body}</p>` : body}
      <div class="row end">${buttons.map(button)}</div>
    </form>
  </dialog>`;
}
