import { toasts } from '../state/toasts.js';
import { html } from './html.js';

export function Toasts() {
  return html`<div id="toasts" role="status" aria-live="polite">
    ${toasts.value.map(
      ({ id, text, kind, isLeaving }) =>
        html`<div key=${id} class=${`toast ${kind} ${isLeaving ? 'leaving' : ''}`}>${text}</div>`,
    )}
  </div>`;
}
