// @ts-check
/**
 * Choosing a player: a list of all names, and under it a control for each parameter, made from the parameter tables of
 * the registry. What comes out is a spec string.
 */
import { check, el, field, select } from './dom.js';

/**
 * @typedef {import('./api.js').Catalog} Catalog
 * @typedef {import('./api.js').Param} Param
 */

/** Tables name first what matters most: of a longer one than `SHORT`, all but the first `SHOWN` and the seed wait under “More”. */
const SHORT = 9;
const SHOWN = 5;

/**
 * A value in a spec string; quotes where they are needed.
 * @param {string} value
 */
function quoted(value) {
  return /[,"]|^\s|\s$/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

/**
 * The slider or field of a parameter.
 * @param {Param} param
 * @param {any} value
 * @param {(value: any) => void} changed
 * @returns {HTMLElement}
 */
function control(param, value, changed) {
  const label = param.name.replaceAll('_', ' ');
  if (param.kind === 'flag') {
    const box = check(label, value, changed);
    box.title = param.doc;
    return box;
  }
  if (param.kind === 'choice') {
    return field(
      label,
      select(
        (param.options ?? []).map((one) => [one, one]),
        value,
        changed,
      ),
      param.doc,
    );
  }
  if (param.kind === 'text') {
    const box = el('input', { type: 'text', value, oninput: () => changed(box.value) });
    return field(label, box, param.doc);
  }
  const { min = 0, max = 100, step = 1 } = param;
  const number = el('input', { type: 'number', value, min, max, step: param.kind === 'int' ? step : 'any' });
  const read = () => {
    let found = Number(number.value);
    if (number.value === '' || !Number.isFinite(found)) found = param.default;
    if (param.kind === 'int') found = Math.round(found);
    return Math.min(max, Math.max(min, found));
  };
  const steps = (max - min) / step;
  // A slider helps only where a hand can find the value again.
  if (steps > 1000) {
    number.addEventListener('change', () => changed(read()));
    return field(label, number, param.doc);
  }
  const slider = el('input', { type: 'range', value, min, max, step, 'aria-label': `${label}, slider` });
  slider.addEventListener('input', () => {
    number.value = slider.value;
    changed(read());
  });
  number.addEventListener('change', () => {
    slider.value = String(read());
    changed(read());
  });
  const both = field(label, number, param.doc);
  both.append(slider);
  both.classList.add('slid');
  return both;
}

export class PlayerPicker extends EventTarget {
  /**
   * @param {Catalog} catalog
   * @param {{ label: string, spec?: string, human?: boolean, without?: string }} options `without` names a parameter that
   *   is set elsewhere
   */
  constructor(catalog, options) {
    super();
    this.catalog = catalog;
    this.hasHuman = options.human ?? false;
    this.without = options.without;
    /** @type {Map<string, Map<string, any>>} values that differ from the default, by player */
    this.values = new Map();
    this.params = el('div', { class: 'params' });
    this.details = el('details', { class: 'tune' }, el('summary', {}, 'Parameters'), this.params);
    this.summary = el('p', { class: 'hint' });
    /** @type {[string, string][]} */
    const names = catalog.players.map((player) => [player.name, player.name]);
    if (this.hasHuman) names.unshift(['human', 'Human']);
    this.box = select(names, catalog.default_player, () => this.#show());
    this.element = el('div', { class: 'picker' }, field(options.label, this.box), this.summary, this.details);
    this.set(options.spec ?? catalog.default_player);
  }

  /** Is nobody of ours chosen? */
  get isHuman() {
    return this.box.value === 'human';
  }

  get player() {
    return this.catalog.players.find((player) => player.name === this.box.value);
  }

  /** The spec string. @returns {string} */
  get spec() {
    return this.specWith([]);
  }

  /**
   * The spec string with more values.
   * @param {[string, any][]} more
   */
  specWith(more) {
    const values = [...(this.values.get(this.box.value) ?? new Map()), ...more];
    return (
      this.box.value +
      (values.length ? ':' : '') +
      values.map(([name, value]) => `${name}=${quoted(String(value))}`).join(',')
    );
  }

  /** @param {string} spec */
  set(spec) {
    const [name, rest = ''] = spec.split(/:(.*)/s);
    if (![...this.box.options].some((option) => option.value === name)) return;
    this.box.value = name;
    const player = this.player;
    const values = new Map();
    // Only what this form writes itself is read back, and a text with commas is kept from nobody by being lost here.
    for (const pair of rest.split(',')) {
      const [key, value] = pair.split(/=(.*)/s);
      const param = player?.params.find((one) => one.name === key);
      if (!param || value === undefined || key === this.without) continue;
      values.set(
        key,
        param.kind === 'flag'
          ? value === 'true'
          : param.kind === 'int' || param.kind === 'real'
            ? Number(value)
            : value,
      );
    }
    this.values.set(name, values);
    this.#show();
  }

  #show() {
    const player = this.player;
    this.details.hidden = !player;
    // Our own players have no paper to name.
    this.summary.textContent = player
      ? `${player.summary}${player.source === 'tengen' ? '' : ` (${player.source})`}`
      : 'You, with mouse, finger or keyboard.';
    const values = this.values.get(this.box.value) ?? new Map();
    this.values.set(this.box.value, values);
    const params = player?.params ?? [];
    const make = (/** @type {Param} */ param) =>
      control(param, values.get(param.name) ?? param.default, (value) => {
        if (value === param.default) values.delete(param.name);
        else values.set(param.name, value);
        this.dispatchEvent(new CustomEvent('change'));
      });
    const isElsewhere = (/** @type {Param} */ param) => param.name === this.without;
    const isShown = (/** @type {Param} */ param, /** @type {number} */ index) =>
      params.length <= SHORT || index < SHOWN || param.name === 'seed';
    const rest = params.filter((param, index) => !isShown(param, index) && !isElsewhere(param));
    const more = el(
      'details',
      { class: 'tune more' },
      el('summary', {}, `More (${rest.length})`),
      el('div', { class: 'rest' }, ...rest.map(make)),
    );
    // What somebody has changed must not be out of sight.
    more.open = rest.some((param) => values.has(param.name));
    this.params.replaceChildren(
      ...params
        .filter(isShown)
        .filter((param) => !isElsewhere(param))
        .map(make),
      ...(rest.length ? [more] : []),
    );
    this.dispatchEvent(new CustomEvent('change'));
  }
}
