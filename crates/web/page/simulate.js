// @ts-check
/** The simulator: two players, many games, a report. The papers call it data testing. */
import { get, post } from './api.js';
import { miniBoard } from './mini.js';
import { button, check, count, el, field, select, toast } from './dom.js';
import { procedureName } from './opening.js';
import { PlayerPicker } from './players.js';

/** @typedef {import('./app.js').App} App */

/** @type {[string, string][]} what a player may use for a move */
const LIMITS = [
  ['', 'own settings'],
  ['time=100ms', '100 ms a move'],
  ['time=1s', '1 s a move'],
  ['time=5s', '5 s a move'],
  ['nodes=1000', '1 000 nodes'],
  ['nodes=10000', '10 000 nodes'],
  ['nodes=100000', '100 000 nodes'],
  ['iterations=1000', '1 000 iterations'],
  ['iterations=10000', '10 000 iterations'],
  ['depth=2', 'depth 2'],
  ['depth=4', 'depth 4'],
];

/** @param {string} text */
function terms(text) {
  const [key, value] = text.split('=');
  if (!key) return {};
  return { [key]: key === 'time' ? value : Number(value) };
}

export class Simulate {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {EventSource | null} */
    this.source = null;
    this.pickers = [
      new PlayerPicker(app.catalog, { label: 'Black, first player', spec: 'greedy' }),
      new PlayerPicker(app.catalog, { label: 'White, second player', spec: 'random' }),
    ];
    this.pickers[0].box.id = 'sim-black';
    this.pickers[1].box.id = 'sim-white';
    for (const picker of this.pickers) picker.element.querySelector('label')?.setAttribute('for', picker.box.id);
    this.limits = this.pickers.map(() => select(LIMITS, '', () => {}));
    this.pickers.forEach((picker, index) =>
      picker.element.append(field(index ? 'White may use' : 'Black may use', this.limits[index])),
    );
    this.name = el('input', { type: 'text', value: 'first simulation', id: 'sim-name', maxLength: 60 });
    this.games = el('input', { type: 'number', value: 20, min: 1, max: 100000, id: 'sim-games' });
    this.rule = select(
      app.catalog.rules.map((rule) => [rule, rule]),
      'freestyle',
      () => {},
    );
    this.size = el('input', { type: 'number', value: 15, min: 5, max: 22 });
    this.openings = select(
      [
        ['balanced', 'balanced'],
        ['empty', 'empty board'],
        ['random:2', '2 stones by lot'],
        ['random:4', '4 stones by lot'],
        ['here', 'the position on the board'],
        .../** @type {[string, string][]} */ (
          app.catalog.procedures.filter((name) => name !== 'free').map((name) => [name, procedureName(name)])
        ),
      ],
      'balanced',
      () => {},
    );
    this.openings.id = 'sim-openings';
    this.seed = el('input', { type: 'number', value: 1, min: 0 });
    this.exchange = true;
    this.wantsTest = false;
    this.start = button({
      icon: 'play',
      text: 'Start',
      class: 'primary wide',
      id: 'sim-start',
      onclick: () => void this.begin(),
    });
    this.progress = el('section', { class: 'card', hidden: true, id: 'sim-progress' });
    this.reports = el('ul', { class: 'reports', id: 'reports' });
    this.experiments = el('ul', { class: 'reports' });
    this.element = el(
      'div',
      {},
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'Simulation'),
        el('div', { class: 'duel' }, ...this.pickers.map((picker) => picker.element)),
        el(
          'div',
          { class: 'grid2' },
          field('Games', this.games),
          field('Openings', this.openings),
          field('Rule', this.rule),
          field('Board', this.size),
          field('Report name', this.name),
          field('Seed', this.seed),
        ),
        check('Both colors for each opening', true, (on) => (this.exchange = on)),
        check('Stop when it is clear who is stronger (SPRT, 0 to 10 Elo)', false, (on) => (this.wantsTest = on)),
        this.start,
      ),
      this.progress,
      el('section', { class: 'card' }, el('h2', {}, 'Reports'), this.reports),
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'Experiments'),
        el('p', { class: 'hint' }, 'Tables and figures of the papers; a quick run only shows that it works.'),
        this.experiments,
      ),
    );
  }

  /** The tab is shown: what is there already? */
  async show() {
    try {
      const [jobs, reports, experiments] = await Promise.all([get('jobs'), get('reports'), get('experiments')]);
      this.#list(reports);
      this.experiments.replaceChildren(
        ...experiments.map((/** @type {any} */ one) =>
          el(
            'li',
            {},
            el('div', { class: 'grow' }, el('strong', {}, one.title), el('span', { class: 'hint' }, one.question)),
            button({
              text: 'Quick',
              title: `Quick run of ${one.name}`,
              onclick: () => void this.#run(one.name, true),
            }),
            button({ text: 'Run', title: `Run ${one.name}`, onclick: () => void this.#run(one.name, false) }),
          ),
        ),
      );
      const running = jobs.find((/** @type {any} */ job) => job.state === 'running');
      if (running && !this.source) this.watch(running.id);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {any[]} reports */
  #list(reports) {
    const row = (/** @type {any} */ one) => {
      const score = one.score === null || one.score === undefined ? '' : `, ${(100 * one.score).toFixed(0)} %`;
      const when = one.written ? new Date(one.written * 1000).toLocaleString() : 'not finished';
      return el(
        'li',
        {},
        el(
          'div',
          { class: 'grow' },
          one.has_report
            ? el('a', { href: `/reports/${one.name}/report.html`, target: '_blank', rel: 'noopener' }, one.title)
            : el('strong', {}, one.title),
          el('span', { class: 'hint' }, `${one.kind}${one.games ? `, ${one.games} games${score}` : ''}, ${when}`),
        ),
        one.settings
          ? button({ text: 'Go on', title: `Go on with ${one.title}`, onclick: () => void this.#send(one.settings) })
          : null,
      );
    };
    this.reports.replaceChildren(...(reports.length ? reports.map(row) : [el('li', { class: 'hint' }, 'None yet.')]));
  }

  async begin() {
    const openings = this.openings.value;
    const isProcedure = this.app.catalog.procedures.includes(openings);
    const isHere = openings === 'here';
    const { game } = this.app;
    const settings = {
      name: this.name.value,
      black: this.pickers[0].spec,
      white: this.pickers[1].spec,
      black_limits: terms(this.limits[0].value),
      white_limits: terms(this.limits[1].value),
      games: Number(this.games.value),
      swap_colors: this.exchange,
      size: isHere ? game.size : Number(this.size.value),
      rule: isHere ? game.rule : this.rule.value,
      openings: isProcedure ? 'empty' : isHere ? game.position().moves || 'empty' : openings,
      procedure: isProcedure ? openings : null,
      seed: Number(this.seed.value),
      sprt: this.wantsTest ? [0, 10] : null,
    };
    await this.#send(settings);
  }

  /** @param {any} settings */
  async #send(settings) {
    try {
      const job = await post('simulations', settings);
      this.watch(job.id);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {string} name @param {boolean} quick */
  async #run(name, quick) {
    try {
      const job = await post('experiments', { name, quick });
      this.watch(job.id);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {number} id */
  watch(id) {
    this.source?.close();
    const source = new EventSource(`/api/jobs/${id}/events`);
    this.source = source;
    source.addEventListener('progress', (event) => {
      const job = JSON.parse(/** @type {MessageEvent} */ (event).data);
      this.#draw(job);
      if (job.state !== 'running') {
        source.close();
        if (this.source === source) this.source = null;
        void get('reports').then((reports) => this.#list(reports));
      }
    });
  }

  /** @param {any} job */
  #draw(job) {
    this.progress.hidden = false;
    const words = /** @type {Record<string, string>} */ ({
      running: 'running',
      finished: 'finished',
      stopped: 'stopped',
      failed: 'failed',
    });
    const head = el(
      'div',
      { class: 'row between' },
      el('h2', {}, job.name),
      el('span', { class: `badge ${job.state}`, id: 'sim-state' }, words[job.state] ?? job.state),
    );
    const parts = [head];
    if (job.total) {
      const bar = el('progress', { max: job.total, value: job.done, 'aria-label': 'Games played' });
      parts.push(
        el(
          'div',
          { class: 'row' },
          bar,
          el('span', { class: 'hint' }, `${count(job.done)} of ${count(job.total)} games`),
        ),
      );
    }
    const standing = job.summary;
    if (standing) parts.push(this.#standing(standing));
    else if (job.message) parts.push(el('p', { class: 'hint' }, job.message));
    if (job.error) parts.push(el('p', { class: 'error' }, job.error));
    if (job.boards?.length) {
      parts.push(el('div', { class: 'boards' }, ...job.boards.map((/** @type {any} */ board) => this.#board(board))));
    }
    const row = el('div', { class: 'row' });
    if (job.state === 'running')
      row.append(
        button({ icon: 'stop', text: 'Stop', id: 'sim-stop', onclick: () => void post(`jobs/${job.id}/stop`) }),
      );
    else if (job.settings && job.state !== 'finished')
      row.append(
        button({ icon: 'play', text: 'Go on', id: 'sim-resume', onclick: () => void this.#send(job.settings) }),
      );
    if (job.report)
      row.append(
        el(
          'a',
          {
            class: 'button',
            id: 'sim-report',
            href: `/reports/${job.report}/report.html`,
            target: '_blank',
            rel: 'noopener',
          },
          'Open the report',
        ),
      );
    parts.push(row);
    this.progress.replaceChildren(...parts);
  }

  /** @param {any} standing */
  #standing(standing) {
    const games = Math.max(1, standing.games);
    const share = (/** @type {number} */ number) => Math.max(0, (100 * number) / games);
    const part = (/** @type {string} */ kind, /** @type {number} */ number) => {
      const piece = el('span', { class: kind }, number ? String(number) : '');
      piece.style.width = `${share(number)}%`;
      return piece;
    };
    const elo =
      standing.elo === null
        ? '–'
        : `${standing.elo > 0 ? '+' : ''}${standing.elo.toFixed(0)}${standing.elo_error === null ? '' : ` ± ${standing.elo_error.toFixed(0)}`}`;
    /** @type {[string, string][]} */
    const facts = [
      ['Score', standing.score === null ? '–' : `${(100 * standing.score).toFixed(1)} %`],
      ['Elo', elo],
      ['Black wins', String(standing.black_wins)],
      ['White wins', String(standing.white_wins)],
      ['Draws', String(standing.draws)],
      ['Stones', standing.mean_stones.toFixed(1)],
    ];
    if (standing.llr !== null) facts.push(['LLR', standing.llr.toFixed(2)]);
    return el(
      'div',
      { class: 'standing' },
      el('div', { class: 'row between names' }, el('strong', {}, standing.first), el('strong', {}, standing.second)),
      el(
        'div',
        {
          class: 'score-bar',
          role: 'img',
          'aria-label': `${standing.wins} wins, ${standing.draws} draws, ${standing.losses} losses`,
        },
        part('win', standing.wins),
        part('draw', standing.draws),
        part('loss', standing.losses),
      ),
      el(
        'dl',
        { class: 'facts' },
        ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
      ),
    );
  }

  /** @param {any} board */
  #board(board) {
    return el(
      'figure',
      {},
      miniBoard(board.size, board.moves),
      el('figcaption', { class: 'hint' }, `Game ${board.number + 1}: ${board.black} – ${board.white}`),
    );
  }
}
