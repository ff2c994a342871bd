// @ts-check
/** Building elements, with as little ceremony as possible. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element. `on…` properties are listeners, `class`, `for`, `aria-…` and `data-…` are attributes, the rest are
 * properties.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (/^(class|for|role|list|aria-.*|data-.*)$/.test(name)) element.setAttribute(name, String(value));
    else /** @type {any} */ (element)[name] = value;
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child != null && child !== false)));
  return element;
}

/**
 * An SVG element with attributes.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/** @type {Record<string, string>} */
const ICONS = {
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M15 5l-8 7 8 7',
  forward: 'M9 5l8 7-8 7',
  last: 'M18 5v14M6 6l8 6-8 6z',
  play: 'M8 5l11 7-11 7z',
  stop: 'M7 7h10v10H7z',
  plus: 'M12 5v14M5 12h14',
  undo: 'M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
  rotate: 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5',
  flip: 'M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z',
  hash: 'M9 4L7 20M17 4l-2 16M4 9h16M3 15h16',
  folder: 'M3 6h6l2 3h10v10H3z',
  save: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  stones: 'M8 13a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM16 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  swap: 'M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M19 5l-1.500 1.500M6.500 17.500L5 19',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 12h16',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  close: 'M6 6l12 12M18 6L6 18',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
};

/**
 * A line icon; decoration, so a button needs a name of its own.
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const picture = svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  picture.append(svg('path', { d: ICONS[name] ?? '' }));
  return picture;
}

/**
 * A button with an icon, a text, or both.
 * @param {{ icon?: string, text?: string, title?: string, class?: string, id?: string, onclick: (event: MouseEvent) => void }} options
 * @returns {HTMLButtonElement}
 */
export function button(options) {
  const title = options.title ?? options.text ?? '';
  return el(
    'button',
    {
      type: 'button',
      class: options.class ?? '',
      id: options.id,
      title,
      'aria-label': options.text ? undefined : title,
      onclick: options.onclick,
    },
    options.icon ? icon(options.icon) : null,
    options.text ? el('span', {}, options.text) : null,
  );
}

/**
 * A labelled field: the label above, the control below, a hint if there is one.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 * @returns {HTMLElement}
 */
export function field(label, control, hint) {
  if (!control.id) control.id = `field-${(fieldNumber += 1)}`;
  return el('div', { class: 'field' }, el('label', { for: control.id, title: hint }, label), control);
}
let fieldNumber = 0;

/**
 * A choice.
 * @param {[string, string][]} options value and text
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @returns {HTMLSelectElement}
 */
export function select(options, value, onchange) {
  const box = el(
    'select',
    { onchange: () => onchange(box.value) },
    ...options.map(([key, text]) => el('option', { value: key }, text)),
  );
  box.value = value;
  return box;
}

/**
 * A check box with its text.
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 * @returns {HTMLLabelElement}
 */
export function check(text, checked, onchange) {
  const box = el('input', { type: 'checkbox', checked, onchange: () => onchange(box.checked) });
  return el('label', { class: 'check' }, box, el('span', {}, text));
}

/**
 * A short message that goes away by itself; screen readers read it.
 * @param {string} text
 * @param {'info' | 'bad'} [kind]
 */
export function toast(text, kind = 'info') {
  const note = el('div', { class: `toast ${kind}` }, text);
  byId('toasts').append(note);
  setTimeout(() => note.classList.add('leaving'), 3600);
  setTimeout(() => note.remove(), 4000);
}

/**
 * A question in a dialog; the answer is the value of the button, or null when it is dismissed.
 * @param {string} title
 * @param {string | Node} body
 * @param {[string, string][]} buttons value and text; the first is the main one
 * @returns {Promise<string | null>}
 */
export function ask(title, body, buttons) {
  return new Promise((resolve) => {
    const form = el(
      'form',
      { method: 'dialog' },
      el('h2', {}, title),
      typeof body === 'string' ? el('p', {}, body) : body,
    );
    const row = el('div', { class: 'row end' });
    buttons.forEach(([value, text], index) =>
      row.append(el('button', { value, class: index === 0 ? 'primary' : '' }, text)),
    );
    form.append(row);
    const dialog = el('dialog', { class: 'ask', 'aria-label': title }, form);
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue || null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * A number with thin spaces between thousands, short above a million.
 * @param {number} number
 * @returns {string}
 */
export function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(2)} M`;
  return Math.round(number)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/**
 * Hands a file to the person.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/**
 * The same work, done once after everything that is going on now, however often it is asked for. The stone comes first.
 * @param {() => void} work
 * @returns {() => void}
 */
export function later(work) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      work();
    }, 0);
  };
}
