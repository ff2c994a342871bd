/** The current position as the part of the page's address after `#`, so that a link shows it to someone else. */
import { game } from './game.js';
import { parseMoves, parsePoints } from './points.js';

/** @returns {string} */
export function toAddress() {
  const { size, rule, moves, black, white, to_move } = game.position();
  const parts = new URLSearchParams({ m: moves });
  if (size !== 15) parts.set('s', String(size));
  if (rule !== 'freestyle') parts.set('r', rule);
  if (black) parts.set('b', black);
  if (white) parts.set('w', white);
  if (to_move === 'white') parts.set('t', 'white');
  return parts.toString();
}

/**
 * Sets up the position of an address. False if the address has none.
 * @param {string} address
 * @returns {boolean}
 */
export function openAddress(address) {
  const parts = new URLSearchParams(address.replace(/^#/, ''));
  if (!parts.has('m') && !parts.has('b')) return false;
  const size = Number(parts.get('s') ?? 15);
  if (!Number.isInteger(size) || size < 5 || size > 22) return false;
  game.reset({
    size,
    // The server refuses rules that it does not know.
    rule: /** @type {import('../client/types').Rule} */ (parts.get('r') ?? 'freestyle'),
    moves: parseMoves(parts.get('m') ?? ''),
    setup: {
      black: parsePoints(parts.get('b')),
      white: parsePoints(parts.get('w')),
      toMove: parts.get('t') === 'white' ? 'white' : 'black',
    },
  });
  return true;
}
