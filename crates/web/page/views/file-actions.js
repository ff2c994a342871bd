/** Files, links and pictures: how games come in and go out. */
import { signal } from '../vendor/signals.js';
import { openFile, recordFile } from '../state/files.js';
import { game } from '../state/game.js';
import { settings } from '../state/settings.js';
import { showError, showToast } from '../state/toasts.js';
import { Select } from './controls.js';
import { ask } from './dialogs.js';
import { html } from './html.js';

/** @typedef {import('../client/types').GameTree} GameTree */

/** How long a browser may take to start a download. */
const DOWNLOAD_MS = 10000;

/**
 * @param {string} name
 * @param {Blob} blob
 */
function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}

/** @param {File} file */
export function openChosenFile(file) {
  return openFile(file, async (games, count) => {
    const chosen = signal('0');
    const options = games.map(({ black, white, nodes }, index) => [
      String(index),
      `${index + 1}. ${black || 'Black'} – ${white || 'White'}, ${nodes.length - 1} moves`,
    ]);
    const answer = await ask(
      `${count} games`,
      html`<${Select} options=${options} bind=${chosen} aria-label="Game" />`,
      [
        ['open', 'Open'],
        ['', 'Cancel'],
      ],
    );
    return answer ? games[Number(chosen.value)] : null;
  });
}

/** @param {string} format */
export async function saveRecord(format) {
  try {
    download(`game.${format}`, await recordFile(format));
  } catch (error) {
    showError(error);
  }
}

export async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    showToast('The link to this position is in the clipboard.');
  } catch {
    // Without access to the clipboard the user copies the link.
    const link = html`<input type="text" value=${location.href} readonly aria-label="Link" />`;
    await ask('Link to this position', link, [['ok', 'Close']]);
  }
}

/** @param {string} kind */
export async function savePicture(kind) {
  try {
    if (kind === 'gif') {
      const { toGif } = await import('../export/gif-of-game.js');
      download('game.gif', await toGif(settings.replaySpeed.value));
      return;
    }
    // Loaded when needed: most visits make no pictures.
    const { boardSvg, toPng } = await import('../export/picture.js');
    const isNumbered = settings.numbers.value === 'all' || settings.numbers.value === 'from';
    const picture = boardSvg(game.current, { isNumbered, row: game.positionInfo?.outcome?.row });
    if (kind === 'svg') download('board.svg', new Blob([picture], { type: 'image/svg+xml' }));
    else download('board.png', await toPng(picture));
  } catch (error) {
    showError(error);
  }
}
