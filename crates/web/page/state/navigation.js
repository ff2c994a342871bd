/** Steps through the game. */
import { game } from './game.js';
import { endOfLine } from './move-tree.js';

export function back() {
  if (game.current.parent) game.goto(game.current.parent);
}

export function forward() {
  if (game.current.children.length) game.goto(game.current.children[0]);
}

export function toStart() {
  game.goto(game.root);
}

export function toEnd() {
  game.goto(endOfLine(game.current));
}

/**
 * Goes to the next or the previous variation.
 * @param {1 | -1} step
 */
export function toSibling(step) {
  const siblings = game.current.parent?.children ?? [];
  const sibling = siblings[siblings.indexOf(game.current) + step];
  if (sibling) game.goto(sibling);
}
