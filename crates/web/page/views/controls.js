/** Buttons and form controls. `bind` connects a control to a signal. */
import { cloneElement } from '../vendor/preact.js';
import { useId } from '../vendor/preact-hooks.js';
import { html } from './html.js';
import { Icon } from './icons.js';

/**
 * @typedef {Record<string, unknown>} Props further attributes
 * @typedef {[value: string, text: string][]} Options
 */

/** @param {{ icon?: string, text?: string, title?: string } & Props} props */
export function Button({ icon, text, title = text, ...props }) {
  return html`<button type="button" title=${title} aria-label=${text ? undefined : title} ...${props}>
    ${icon && html`<${Icon} name=${icon} />`}${text && html`<span>${text}</span>`}
  </button>`;
}

/**
 * A control with its label, and perhaps something after it.
 * @param {object} props
 * @param {string} props.label
 * @param {string} [props.hint]
 * @param {string} [props.class]
 * @param {import('../vendor/preact.js').ComponentChildren} [props.after]
 * @param {import('../vendor/preact.js').VNode<{ id?: string }>} props.children
 */
export function Field({ label, hint, class: extra = '', after, children }) {
  const freshId = useId();
  const id = children.props.id ?? freshId;
  return html`<div class=${`field ${extra}`}>
    <label for=${id} title=${hint}>${label}</label>
    ${cloneElement(children, { id })}${after}
  </div>`;
}

/**
 * @param {Options} options
 * @param {string} selected
 */
export function optionList(options, selected) {
  return options.map(([value, text]) => html`<option value=${value} selected=${value === selected}>${text}</option>`);
}

/** @param {{ options: Options, bind: import('../vendor/signals.js').Signal<string> } & Props} props */
export function Select({ options, bind, ...props }) {
  const change = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => {
    bind.value = event.currentTarget.value;
  };
  return html`<select value=${bind.value} onChange=${change} ...${props}>
    ${optionList(options, bind.value)}
  </select>`;
}

/** @param {{ label: string, bind: import('../vendor/signals.js').Signal<boolean>, title?: string } & Props} props */
export function Check({ label, bind, ...props }) {
  const change = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => {
    bind.value = event.currentTarget.checked;
  };
  return html`<label class="check" ...${props}>
    <input type="checkbox" checked=${bind.value} onChange=${change} /><span>${label}</span>
  </label>`;
}

/**
 * A whole number. What is no number counts as the smallest.
 * @param {{ bind: import('../vendor/signals.js').Signal<number>, min: number, max: number } & Props} props
 */
export function NumberInput({ bind, min, ...props }) {
  const change = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => {
    bind.value = Math.max(min, Number(event.currentTarget.value) || min);
    event.currentTarget.value = String(bind.value);
  };
  return html`<input type="number" min=${min} value=${bind.value} onChange=${change} ...${props} />`;
}

/** @param {{ bind: import('../vendor/signals.js').Signal<number> } & Props} props */
export function Slider({ bind, ...props }) {
  const change = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => {
    bind.value = Number(event.currentTarget.value);
  };
  return html`<input type="range" value=${bind.value} onInput=${change} ...${props} />`;
}

/**
 * A list of names and values.
 * @param {{ entries: [string, string][] }} props
 */
export function Facts({ entries }) {
  return html`<dl class="facts">
    ${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
