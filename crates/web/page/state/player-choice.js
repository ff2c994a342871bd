/** A chosen player with its parameters; together they make a spec string such as `uct:iterations=5000`. */
import { signal } from '../vendor/signals.js';
import { catalog } from './catalog.js';

/**
 * @typedef {import('../client/types').Param} Param
 * @typedef {import('../client/types').ParamValue} ParamValue
 */

export const HUMAN = 'human';

/**
 * A parameter value in a spec string, quoted if necessary.
 * @param {ParamValue} value
 */
function quote(value) {
  const text = String(value);
  return /[,"]|^\s|\s$/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}

/**
 * @param {Param} param
 * @param {string} text
 * @returns {ParamValue}
 */
function parseValue({ kind }, text) {
  if (kind === 'flag') return text === 'true';
  return kind === 'int' || kind === 'real' ? Number(text) : text;
}

export class PlayerChoice {
  #name = signal(catalog.default_player);
  /** Values other than the defaults, by player. */
  #values = signal(/** @type {Record<string, Record<string, ParamValue>>} */ ({}));

  /** @param {{ spec?: string, allowsHuman?: boolean, hiddenParam?: string }} [options] */
  constructor({ spec = catalog.default_player, allowsHuman = false, hiddenParam } = {}) {
    this.allowsHuman = allowsHuman;
    /** A parameter that is set elsewhere. */
    this.hiddenParam = hiddenParam;
    this.set(spec);
  }

  get name() {
    return this.#name.value;
  }

  set name(name) {
    this.#name.value = name;
  }

  get isHuman() {
    return this.name === HUMAN;
  }

  get player() {
    return catalog.players.find((player) => player.name === this.name);
  }

  /** Values of the chosen player that are not the defaults. */
  get values() {
    return this.#values.value[this.name] ?? {};
  }

  get spec() {
    return this.specWith({});
  }

  /**
   * The spec string with more values.
   * @param {Record<string, ParamValue>} more
   */
  specWith(more) {
    const values = Object.entries({ ...this.values, ...more });
    return this.name + (values.length ? ':' : '') + values.map(([key, value]) => `${key}=${quote(value)}`).join(',');
  }

  /**
   * Chooses the player of a spec string. Reads back only what `spec` writes: quoted commas are not understood.
   * @param {string} spec
   */
  set(spec) {
    const [name, rest = ''] = spec.split(/:(.*)/s);
    const player = catalog.players.find((one) => one.name === name);
    if (!player && !(this.allowsHuman && name === HUMAN)) return;
    /** @type {Record<string, ParamValue>} */
    const values = {};
    for (const pair of rest.split(',')) {
      const [key, value] = pair.split(/=(.*)/s);
      const param = player?.params.find((one) => one.name === key);
      if (param && value !== undefined && key !== this.hiddenParam) values[key] = parseValue(param, value);
    }
    this.#values.value = { ...this.#values.peek(), [name]: values };
    this.name = name;
  }

  /**
   * @param {Param} param
   * @param {ParamValue} value
   */
  setParam(param, value) {
    const values = { ...this.values };
    if (value === param.default) delete values[param.name];
    else values[param.name] = value;
    this.#values.value = { ...this.#values.value, [this.name]: values };
  }
}
