/** The library: stored games, and the results of each move in the current position. */
import { effect, signal, untracked } from '../vendor/signals.js';
import { exploreMoves, getGame, searchGames } from '../client/api.js';
import { game } from './game.js';
import { pause } from './play.js';
import { settings } from './settings.js';
import { showError } from './toasts.js';

/** Part of the name of either player. */
export const playerFilter = signal('');
/** Winner, `draw`, or empty for all. */
export const resultFilter = signal('');
/** Only games with the current position? */
export const isFromHere = signal(false);

/** The pages of games loaded so far; null before the first answer. */
export const found = signal(/** @type {import('../client/types').GamePage | null} */ (null));
/** Null where no stored game can follow. */
export const exploration = signal(/** @type {import('../client/types').Exploration | null} */ (null));

function positionQuery() {
  const { moves, size, rule } = game.position();
  return new URLSearchParams({ moves, size: String(size), rule });
}

/** Replies to any but the last search are dropped. */
let searches = 0;

/** @param {import('../client/types').StoredGame[]} before the games that are shown already */
async function search(before) {
  searches += 1;
  const number = searches;
  const query = isFromHere.value ? positionQuery() : new URLSearchParams();
  query.set('player', playerFilter.value);
  query.set('result', resultFilter.value);
  query.set('offset', String(before.length));
  try {
    const page = await searchGames(query);
    if (number === searches) found.value = { ...page, games: [...before, ...page.games] };
  } catch (error) {
    showError(error);
  }
}

/** Loads the next page. */
export function loadMore() {
  return search(found.value?.games ?? []);
}

async function explore() {
  const { positionInfo } = game;
  if (game.hasSetup || positionInfo?.outcome) {
    exploration.value = null;
    return;
  }
  try {
    const reply = await exploreMoves(positionQuery());
    if (game.positionInfo === positionInfo) exploration.value = reply;
  } catch (error) {
    showError(error);
  }
}

/** @param {import('../client/types').StoredGame} stored */
export async function openGame(stored) {
  try {
    const tree = await getGame(stored);
    pause();
    game.fromTree(tree);
    settings.tab.value = 'analyse';
  } catch (error) {
    showError(error);
  }
}

effect(() => {
  if (settings.tab.value === 'library' && game.positionInfo) untracked(explore);
});

effect(() => {
  void [playerFilter.value, resultFilter.value, isFromHere.value];
  if (settings.tab.value === 'library' && game.positionInfo) untracked(() => search([]));
});
