/** Choosing a player: a list of names, and a control for each parameter of the chosen one. */
import { catalog } from '../state/catalog.js';
import { HUMAN } from '../state/player-choice.js';
import { Field, optionList } from './controls.js';
import { html } from './html.js';

/**
 * @typedef {import('../state/player-choice.js').PlayerChoice} PlayerChoice
 * @typedef {import('../client/types').Param} Param
 * @typedef {import('../client/types').ParamValue} ParamValue
 * @typedef {Event & { currentTarget: HTMLInputElement }} InputEvent
 */

/** Of more than `SHORT` parameters only the first `SHOWN`, which matter most, and the seed are not folded. */
const SHORT = 9;
const SHOWN = 5;

/** Sliders with more steps are too fine to use. */
const MAX_SLIDER_STEPS = 1000;

/**
 * @param {object} props
 * @param {string} props.label
 * @param {string} [props.id]
 * @param {PlayerChoice} props.choice
 * @param {import('../vendor/preact.js').ComponentChildren} [props.children] shown below the parameters
 */
export function PlayerPicker({ label, id, choice, children }) {
  const { player } = choice;
  /** @type {[string, string][]} */
  const names = catalog.players.map(({ name }) => [name, name]);
  if (choice.allowsHuman) names.unshift([HUMAN, 'Human']);
  const change = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => {
    choice.name = event.currentTarget.value;
  };
  // Our own players have no paper to cite.
  const source = player && player.source !== 'tengen' ? ` (${player.source})` : '';
  return html`<div class="picker">
    <${Field} label=${label}>
      <select id=${id} value=${choice.name} onChange=${change}>${optionList(names, choice.name)}</select>
    <//>
    <p class="hint">${player ? `${player.summary}${source}` : 'You, with mouse, touch or keyboard.'}</p>
    <details class="tune" hidden=${!player}>
      <summary>Parameters</summary>
      <${Params} key=${choice.name} choice=${choice} />
    </details>
    ${children}
  </div>`;
}

/** @param {{ choice: PlayerChoice }} props */
function Params({ choice }) {
  const all = choice.player?.params ?? [];
  const isShown = (/** @type {Param} */ { name }, /** @type {number} */ index) =>
    all.length <= SHORT || index < SHOWN || name === 'seed';
  const isOurs = (/** @type {Param} */ { name }) => name !== choice.hiddenParam;
  const control = (/** @type {Param} */ param) =>
    html`<${ParamControl} key=${param.name} param=${param} choice=${choice} />`;
  const folded = all.filter((param, index) => !isShown(param, index) && isOurs(param));
  // Changed values must be visible.
  const isOpen = folded.some(({ name }) => name in choice.values);
  return html`<div class="params">
    ${all.filter(isShown).filter(isOurs).map(control)}
    ${
      folded.length > 0 &&
      html`<details class="tune more" open=${isOpen}>
      <summary>${`More (${folded.length})`}</summary>
      <div class="rest">${folded.map(control)}</div>
    </details>`
    }
  </div>`;
}

/** @param {{ param: Param, choice: PlayerChoice }} props */
function ParamControl({ param, choice }) {
  const label = param.name.replaceAll('_', ' ');
  const value = choice.values[param.name] ?? param.default;
  const set = (/** @type {ParamValue} */ changed) => choice.setParam(param, changed);
  if (param.kind === 'flag') {
    const change = (/** @type {InputEvent} */ event) => set(event.currentTarget.checked);
    return html`<label class="check" title=${param.doc}>
      <input type="checkbox" checked=${value} onChange=${change} /><span>${label}</span>
    </label>`;
  }
  const change = (/** @type {InputEvent} */ event) => set(event.currentTarget.value);
  if (param.kind === 'choice') {
    const options = optionList(
      (param.options ?? []).map((one) => [one, one]),
      String(value),
    );
    return html`<${Field} label=${label} hint=${param.doc}>
      <select value=${value} onChange=${change}>${options}</select>
    <//>`;
  }
  if (param.kind === 'text') {
    return html`<${Field} label=${label} hint=${param.doc}><input type="text" value=${value} onInput=${change} /><//>`;
  }
  return html`<${NumberParam} param=${param} label=${label} value=${value} set=${set} />`;
}

/** @param {{ param: Param, label: string, value: number, set: (value: number) => void }} props */
function NumberParam({ param, label, value, set }) {
  const { kind, doc } = param;
  const [min, max, step] = [param.min ?? 0, param.max ?? 100, param.step ?? 1];
  const read = (/** @type {InputEvent} */ { currentTarget }) => {
    const typed = currentTarget.value === '' ? NaN : Number(currentTarget.value);
    const number = Number.isFinite(typed) ? typed : Number(param.default);
    const clamped = Math.min(max, Math.max(min, kind === 'int' ? Math.round(number) : number));
    currentTarget.value = String(clamped);
    set(clamped);
  };
  const box = html`<input
    type="number" min=${min} max=${max} step=${kind === 'int' ? step : 'any'} value=${value} onChange=${read}
  />`;
  const slider =
    (max - min) / step <= MAX_SLIDER_STEPS &&
    html`<input
      type="range" min=${min} max=${max} step=${step} value=${value} aria-label=${`${label}, slider`} onInput=${read}
    />`;
  return html`<${Field} class=${slider ? 'slid' : ''} label=${label} hint=${doc} after=${slider}>${box}<//>`;
}
