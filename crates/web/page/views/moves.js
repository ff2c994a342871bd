/** The tree of moves with comments and variations. */
import { useEffect, useRef } from '../vendor/preact-hooks.js';
import { game } from '../state/game.js';
import { toStart } from '../state/navigation.js';
import { Button } from './controls.js';
import { html } from './html.js';

/** @typedef {import('../state/move-tree.js').Move} Move */

/** Deeper variations are not indented further, so that they stay readable. */
const MAX_INDENT = 12;

export function Moves() {
  const { current, root } = game;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const element = list.current?.querySelector('.current');
    // Scroll this list only, not the page.
    if (list.current && element instanceof HTMLElement) {
      list.current.scrollTop = element.offsetTop - list.current.clientHeight / 2;
    }
  }, [current]);
  const comment = (/** @type {Event & { currentTarget: HTMLTextAreaElement }} */ { currentTarget }) =>
    game.edit(() => (current.comment = currentTarget.value));
  return html`<section class="card" id="moves-card">
    <div class="row between">
      <h2>Moves</h2>
      <div class="row tight">
        <${Button}
          text="Main line" class="quiet" title="Make this variation the main line" onClick=${() => game.promote()}
        />
        <${Button}
          icon="trash" class="quiet" title="Remove this move and all after it" onClick=${() => game.remove()}
        />
      </div>
    </div>
    <div class="tree" role="group" aria-label="Moves and variations" ref=${list}>
      <button type="button" class=${current === root ? 'ply current' : 'ply'} onClick=${toStart}>
        start
      </button>
      ${line(root, current, 0)}
    </div>
    <textarea
      rows="2" id="comment" placeholder="Comment on this move" aria-label="Comment on this move"
      value=${current.comment} onInput=${comment}
    ></textarea>
  </section>`;
}

/**
 * The main line after a move; at each fork the other variations follow as blocks.
 * @param {Move} from
 * @param {Move} current
 * @param {number} depth
 * @returns {import('../vendor/preact.js').ComponentChildren[]}
 */
function line(from, current, depth) {
  /** @type {import('../vendor/preact.js').ComponentChildren[]} */
  const parts = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...variations] = at.children;
    parts.push(ply(main, current));
    for (const variation of variations) {
      const rest = line(variation, current, depth + 1);
      const isIndented = depth < MAX_INDENT;
      parts.push(html`<div class="variation">${ply(variation, current)}${isIndented && rest}</div>`);
      if (!isIndented) parts.push(rest);
    }
  }
  return parts;
}

/** @param {Move} move @param {Move} current */
function ply(move, current) {
  const style = ['ply', move.color, move === current && 'current', move.verdict].filter(Boolean).join(' ');
  const show = () => game.goto(move);
  return html`<button type="button" key=${move.id} class=${style} data-ply=${move.ply} onClick=${show}>
      <span class="n">${move.ply}</span>${move.point ?? 'pass'}
    </button>
    ${move.comment && html`<span class="remark">${move.comment}</span>`}`;
}
