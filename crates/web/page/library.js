// @ts-check
/** The library: the games of the store, and what came of each move in the position on the board. */
import { get } from './api.js';
import { button, check, el, field, select, toast } from './dom.js';
import { INK } from './thoughts.js';

/** @typedef {import('./app.js').App} App */

export class Library {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.offset = 0;
    this.fromHere = false;
    this.player = el('input', { type: 'search', placeholder: 'any', id: 'lib-player' });
    this.player.addEventListener('input', () => this.#again());
    this.result = select(
      [
        ['', 'any'],
        ['black', 'black wins'],
        ['white', 'white wins'],
        ['draw', 'draw'],
      ],
      '',
      () => this.#again(),
    );
    this.total = el('p', { class: 'hint', role: 'status', id: 'lib-total' });
    this.list = el('ul', { class: 'games', id: 'lib-games' });
    this.more = button({ text: 'More', onclick: () => void this.#search() });
    this.explorer = el('div', { class: 'explorer', id: 'explorer' });
    this.element = el(
      'div',
      {},
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'Openings'),
        el('p', { class: 'hint' }, 'What was played in the position on the board. Click a move to play it.'),
        this.explorer,
      ),
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'Games'),
        el('div', { class: 'grid2' }, field('Player', this.player), field('Result', this.result)),
        check('Only games with the position on the board', false, (on) => {
          this.fromHere = on;
          this.#again();
        }),
        this.total,
        this.list,
        this.more,
      ),
    );
    app.game.addEventListener('facts', () => {
      if (app.tab === 'library') this.show();
    });
  }

  show() {
    void this.#explore();
    this.#again();
  }

  #again() {
    this.offset = 0;
    this.list.replaceChildren();
    void this.#search();
  }

  /** @returns {URLSearchParams} */
  #here() {
    const { game } = this.app;
    return new URLSearchParams({ moves: game.position().moves, size: String(game.size), rule: game.rule });
  }

  async #search() {
    const query = this.fromHere ? this.#here() : new URLSearchParams();
    query.set('player', this.player.value);
    query.set('result', this.result.value);
    query.set('offset', String(this.offset));
    try {
      const { total, library_size: of, games } = await get(`games?${query}`);
      this.total.textContent = of
        ? `${total} of ${of} games`
        : 'No games yet: play one to its end, or run a simulation.';
      if (this.offset === 0) this.list.replaceChildren();
      this.list.append(...games.map((/** @type {any} */ game) => this.#row(game)));
      this.offset += games.length;
      this.more.hidden = this.offset >= total;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {any} game */
  #row(game) {
    const sign = (/** @type {string} */ color) => (game.winner === color ? '1' : game.winner ? '0' : '½');
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'game', title: 'Show this game', onclick: () => void this.#open(game) },
        el('span', { class: 'result' }, `${sign('black')}–${sign('white')}`),
        el(
          'span',
          { class: 'grow' },
          el('span', {}, `${game.black} – ${game.white}`),
          el(
            'span',
            { class: 'hint' },
            `${game.stones} stones, ${game.reason}, ${game.rule} ${game.size}×${game.size}${game.started ? `, ${new Date(game.started * 1000).toLocaleDateString()}` : ''}`,
          ),
        ),
      ),
    );
  }

  /** @param {any} game */
  async #open(game) {
    try {
      const tree = await get(`games/${game.match_id}/${game.number}`);
      this.app.play.stop();
      this.app.game.fromTree(tree);
      this.app.show('analyse');
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  async #explore() {
    const { game } = this.app;
    if (game.setup.black.length || game.setup.white.length || game.facts?.outcome) {
      this.explorer.replaceChildren(el('p', { class: 'hint' }, 'Nothing follows here.'));
      this.app.board.mark('explorer', []);
      return;
    }
    try {
      const found = await get(`explore?${this.#here()}`);
      const row = (/** @type {any} */ one) => {
        const share = (/** @type {number} */ number) => `${(100 * number) / one.games}%`;
        const part = (/** @type {string} */ kind, /** @type {number} */ number) => {
          const piece = el('span', { class: kind });
          piece.style.width = share(number);
          return piece;
        };
        return el(
          'button',
          {
            type: 'button',
            class: 'explored',
            title: `black ${one.black_wins}, draws ${one.draws}, white ${one.white_wins}`,
            onmouseenter: () =>
              this.app.board.mark('preview', [{ point: one.move, kind: 'ghost', color: game.toMove, text: '' }]),
            onmouseleave: () => this.app.board.mark('preview', []),
            onclick: () => {
              this.app.board.mark('preview', []);
              game.play(one.move);
            },
          },
          el('strong', {}, one.move),
          el('span', { class: 'hint' }, String(one.games)),
          el(
            'span',
            {
              class: 'score-bar',
              role: 'img',
              'aria-label': `black wins ${one.black_wins}, draws ${one.draws}, white wins ${one.white_wins}`,
            },
            part('black', one.black_wins),
            part('draw', one.draws),
            part('white', one.white_wins),
          ),
        );
      };
      const head = el(
        'p',
        { class: 'hint' },
        found.games
          ? `${found.games} games: black ${found.black_wins}, draws ${found.draws}, white ${found.white_wins}`
          : 'No game of the store has this position.',
      );
      const most = Math.max(1, ...found.moves.map((/** @type {any} */ one) => one.games));
      /** @type {import('./board.js').Mark[]} */
      const dots = found.moves.slice(0, 24).map((/** @type {any} */ one) => ({
        point: one.move,
        kind: 'dot',
        size: 5 + 10 * Math.sqrt(one.games / most),
        color: INK[game.toMove],
        text: one.games > most / 6 ? String(one.games) : undefined,
      }));
      this.app.board.mark('explorer', this.app.tab === 'library' ? dots : []);
      this.explorer.replaceChildren(head, ...found.moves.slice(0, 24).map(row));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }
}
