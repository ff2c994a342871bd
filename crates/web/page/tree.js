// @ts-check
/** The variation tree: every line of the game, with comments, one click from the board. */
import { button, el, later } from './dom.js';

/** @typedef {import('./game.js').Move} Move */

export class TreeView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.list = el('div', { class: 'tree', role: 'group', 'aria-label': 'Moves and variations' });
    this.comment = el('textarea', {
      rows: 2,
      placeholder: 'A comment on this move',
      'aria-label': 'Comment on this move',
      id: 'comment',
    });
    this.comment.addEventListener('input', () => {
      app.game.current.comment = this.comment.value;
      app.game.changed('edit');
    });
    this.element = el(
      'section',
      { class: 'card', id: 'moves-card' },
      el(
        'div',
        { class: 'row between' },
        el('h2', {}, 'Moves'),
        el(
          'div',
          { class: 'row tight' },
          button({
            text: 'Main line',
            class: 'quiet',
            title: 'Make this variation the main line',
            onclick: () => app.game.promote(),
          }),
          button({
            icon: 'trash',
            class: 'quiet',
            title: 'Remove this move and all after it',
            onclick: () => app.game.remove(),
          }),
        ),
      ),
      this.list,
      this.comment,
    );
    app.game.addEventListener(
      'change',
      later(() => this.draw()),
    );
    this.draw();
  }

  draw() {
    const { game } = this.app;
    if (document.activeElement !== this.comment) this.comment.value = game.current.comment;
    const pieces = document.createDocumentFragment();
    const start = el(
      'button',
      {
        type: 'button',
        class: game.current === game.root ? 'ply current' : 'ply',
        onclick: () => game.goto(game.root),
      },
      'start',
    );
    pieces.append(start);
    this.#line(game.root, pieces, 0);
    this.list.replaceChildren(pieces);
    const current = this.list.querySelector('.current');
    // Only this list may scroll, never the page.
    if (current instanceof HTMLElement) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  /**
   * The main line from a move; at each fork the other variations follow in a block of their own.
   * @param {Move} from
   * @param {DocumentFragment | HTMLElement} into
   * @param {number} depth
   */
  #line(from, into, depth) {
    for (let at = from; at.children.length; at = at.children[0]) {
      into.append(this.#ply(at.children[0]));
      if (at.children[0].comment) into.append(el('span', { class: 'remark' }, at.children[0].comment));
      for (const variation of at.children.slice(1)) {
        const block = el('div', { class: 'variation' }, this.#ply(variation));
        if (variation.comment) block.append(el('span', { class: 'remark' }, variation.comment));
        // Very deep trees stay readable: below this depth the lines are not indented any more.
        this.#line(variation, depth < 12 ? block : into, depth + 1);
        into.append(block);
      }
    }
  }

  /** @param {Move} move */
  #ply(move) {
    const { game } = this.app;
    const verdict = move.verdict ? ` ${move.verdict}` : '';
    return el(
      'button',
      {
        type: 'button',
        class: `ply ${move.color}${move === game.current ? ' current' : ''}${verdict}`,
        'data-ply': move.ply,
        onclick: () => game.goto(move),
      },
      el('span', { class: 'n' }, String(move.ply)),
      move.point ?? 'pass',
    );
  }
}
