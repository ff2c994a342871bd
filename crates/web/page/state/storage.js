/** Keeps the game across reloads: the position in the address, the whole tree in the browser's storage. */
import { openAddress, toAddress } from './address.js';
import { game } from './game.js';

const STORAGE_KEY = 'tengen.game.1';
/** Larger trees are not kept; storage is limited to about 5 MB per site. */
const MAX_LENGTH = 400000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

let savedAddress = '';

function save() {
  clearTimeout(timer);
  const address = toAddress();
  // Edits leave the address alone: the user may have just entered another one.
  if (address !== savedAddress) history.replaceState(null, '', `#${address}`);
  savedAddress = address;
  try {
    const text = JSON.stringify(game.toTree());
    if (text.length < MAX_LENGTH) localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Storage may be disabled or full; the address still holds the position.
  }
}

/** Restores the game of the last visit. The address wins unless the stored tree shows the same position. */
export function restoreGame() {
  const address = location.hash.replace(/^#/, '');
  let isRestored = false;
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    if (stored) {
      game.fromTree(stored);
      isRestored = !address || toAddress() === address;
    }
  } catch {
    // The stored game is damaged.
  }
  if (!isRestored && !openAddress(address)) game.reset({ size: 15, rule: 'freestyle' });
  // Saving can wait until the stone is on the screen.
  game.change.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(save);
  });
  addEventListener('pagehide', save);
  addEventListener('hashchange', () => {
    if (location.hash.slice(1) !== toAddress()) openAddress(location.hash);
  });
}
