/** Line icons, drawn on a grid of 24 × 24. */
import { html } from './html.js';

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
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 12h16',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  close: 'M6 6l12 12M18 6L6 18',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
};

/**
 * Decoration only: a button needs a name besides it.
 * @param {{ name: string }} props
 */
export function Icon({ name }) {
  return html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d=${ICONS[name] ?? ''} /></svg>`;
}
