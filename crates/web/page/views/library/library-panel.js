/** The tab with the stored games. */
import { game } from '../../state/game.js';
import * as library from '../../state/library.js';
import { clearPreview, previewOn } from '../../state/preview.js';
import { MAX_EXPLORED } from '../board/marks.js';
import { Button, Check, Field, Select } from '../controls.js';
import { html } from '../html.js';
import { ScoreBar } from '../score-bar.js';

const RESULTS = [
  ['', 'any'],
  ['black', 'black wins'],
  ['white', 'white wins'],
  ['draw', 'draw'],
];

export function LibraryPanel() {
  return html`<div><${Explorer} /><${Games} /></div>`;
}

/** @param {Pick<import('../../client/types').MoveStats, 'black_wins' | 'draws' | 'white_wins'>} counts */
const describe = ({ black_wins, draws, white_wins }) => `black ${black_wins}, draws ${draws}, white ${white_wins}`;

function Explorer() {
  const found = library.exploration.value;
  let head = 'Nothing follows here.';
  if (found) head = found.games ? `${found.games} games: ${describe(found)}` : 'No stored game has this position.';
  return html`<section class="card">
    <h2>Openings</h2>
    <p class="hint">What was played in the position on the board. Click a move to play it.</p>
    <div class="explorer" id="explorer">
      <p class="hint">${head}</p>
      ${found?.moves.slice(0, MAX_EXPLORED).map((one) => html`<${ExploredMove} key=${one.move} counts=${one} />`)}
    </div>
  </section>`;
}

/** @param {{ counts: import('../../client/types').MoveStats }} props */
function ExploredMove({ counts }) {
  const { move, games, black_wins, draws, white_wins } = counts;
  const play = () => {
    clearPreview();
    game.play(move);
  };
  const parts = [
    ['black', black_wins],
    ['draw', draws],
    ['white', white_wins],
  ];
  return html`<button type="button" class="explored" title=${describe(counts)} onClick=${play} ...${previewOn([move])}>
    <strong>${move}</strong><span class="hint">${games}</span>
    <${ScoreBar} total=${games} parts=${parts} label=${describe(counts)} />
  </button>`;
}

function Games() {
  const { total = 0, library_size = 0, games = [] } = library.found.value ?? {};
  const head = library_size
    ? `${total} of ${library_size} games`
    : 'No games yet: play one to its end, or run a simulation.';
  const search = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    library.playerFilter.value = currentTarget.value;
  };
  return html`<section class="card">
    <h2>Games</h2>
    <div class="grid2">
      <${Field} label="Player">
        <input type="search" placeholder="any" id="lib-player" value=${library.playerFilter} onInput=${search} />
      <//>
      <${Field} label="Result"><${Select} options=${RESULTS} bind=${library.resultFilter} /><//>
    </div>
    <${Check} label="Only games with the position on the board" bind=${library.isFromHere} />
    <p class="hint" role="status" id="lib-total">${library.found.value && head}</p>
    <ul class="games" id="lib-games">
      ${games.map((one) => html`<${GameLine} key=${`${one.match_id}/${one.number}`} stored=${one} />`)}
    </ul>
    <${Button} text="More" hidden=${games.length >= total} onClick=${library.loadMore} />
  </section>`;
}

/** @param {{ stored: import('../../client/types').StoredGame }} props */
function GameLine({ stored }) {
  const { black, white, winner, stones, reason, rule, size, started } = stored;
  const points = (/** @type {string} */ color) => (winner === color ? '1' : winner ? '0' : '½');
  const date = started ? `, ${new Date(started * 1000).toLocaleDateString()}` : '';
  return html`<li>
    <button type="button" class="game" title="Show this game" onClick=${() => void library.openGame(stored)}>
      <span class="result">${`${points('black')}–${points('white')}`}</span>
      <span class="grow">
        <span>${`${black} – ${white}`}</span>
        <span class="hint">${`${stones} stones, ${reason}, ${rule} ${size}×${size}${date}`}</span>
      </span>
    </button>
  </li>`;
}
