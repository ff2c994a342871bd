/** Starts the page. */
import { render } from './vendor/preact.js';
import * as analysis from './state/analysis.js';
import { choosePoint } from './state/board-input.js';
import { catalog } from './state/catalog.js';
import * as clock from './state/clock.js';
import { game } from './state/game.js';
import * as opening from './state/opening.js';
import * as play from './state/play.js';
import { followPositions } from './state/position-info.js';
import { isReplaying } from './state/replay.js';
import * as review from './state/review.js';
import { seats } from './state/seats.js';
import { settings } from './state/settings.js';
import { restoreGame } from './state/storage.js';
import './state/upload.js';
import { App } from './views/app.js';
import { place } from './views/board/layout.js';
import { marks } from './views/board/marks.js';
import { html } from './views/html.js';
import { listenToKeys } from './views/keys.js';

restoreGame();
followPositions();
listenToKeys();
render(html`<${App} />`, document.body);

/** For the console and the browser tests; the page itself does not use it. */
const tengen = {
  ...{ analysis, catalog, choosePoint, clock, game, isReplaying, marks, opening, place, play, review },
  ...{ seats, settings },
};
Object.assign(window, { tengen });
document.documentElement.dataset.ready = 'yes';
