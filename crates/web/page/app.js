// @ts-check
/** The page as a whole: the board, the tabs beside it, the keys. */
import { get } from './api.js';
import { Analyse } from './analyse.js';
import { BoardView, flip, rotate } from './board.js';
import { button, byId, el, icon, toast } from './dom.js';
import { Files } from './files.js';
import { Game } from './game.js';
import { Library } from './library.js';
import { OpeningDialog } from './opening.js';
import { Play } from './play.js';
import { onPrefs, prefs, setPrefs } from './prefs.js';
import { corner } from './resize.js';
import { Review } from './review.js';
import { settingsButtons, showKeys } from './settings.js';
import { Simulate } from './simulate.js';
import { Solver } from './solver.js';
import { TreeView } from './tree.js';

/** @typedef {import('./api.js').Color} Color */

const TABS = ['play', 'analyse', 'simulate', 'library'];

export class App {
  /** @param {import('./api.js').Catalog} catalog */
  constructor(catalog) {
    this.catalog = catalog;
    this.game = new Game();
    this.board = new BoardView(this.game);
    this.tab = 'play';
    this.opening = new OpeningDialog(this);
    this.play = new Play(this);
    this.analyse = new Analyse(this);
    this.tree = new TreeView(this);
    byId('board').append(this.board.root);
    byId('board').after(corner(byId('board')));
    byId('panel-play').append(this.play.element);
    this.solver = new Solver(this);
    this.review = new Review(this);
    this.simulate = new Simulate(this);
    this.library = new Library(this);
    this.analyse.element.append(this.solver.element, this.review.element, this.analyse.evaluation);
    byId('panel-analyse').append(this.analyse.element);
    byId('panel-simulate').append(this.simulate.element);
    byId('panel-library').append(this.library.element);
    this.#toolbar();
    this.files = new Files(this);
    this.#tabs();
    this.#keys();
    settingsButtons();
    this.#theme();
    this.board.addEventListener('choose', (event) => this.choose(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener('undo', () => this.undo());
    this.game.addEventListener('change', () => this.showStatus());
    this.game.addEventListener('facts', () => this.showStatus());
    this.game.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent} */ (event).detail));
    window.addEventListener('hashchange', () => {
      if (location.hash.slice(1) !== this.game.address()) this.game.readAddress(location.hash);
    });
    this.game.restore();
    this.show(TABS.includes(prefs.tab) ? prefs.tab : 'play');
  }

  /** A point was chosen on the board. @param {string} point */
  choose(point) {
    if (this.files.isSettingUp) {
      this.files.put(point);
      return;
    }
    if (this.tab === 'play') {
      this.play.choose(point);
      return;
    }
    const foul =
      this.game.toMove === 'black' ? this.game.facts?.forbidden.find((one) => one.point === point) : undefined;
    if (foul) toast(`${point} is forbidden for black: ${foul.reason}`, 'bad');
    else this.game.play(point);
  }

  undo() {
    if (this.tab === 'play') this.play.undo();
    else this.game.remove();
  }

  /** @param {string} tab */
  show(tab) {
    if (this.tab === 'play' && tab !== 'play' && !this.play.search) this.play.isPaused = true;
    if (tab !== 'analyse') this.analyse.leave();
    if (tab !== 'library') this.board.mark('explorer', []);
    this.tab = tab;
    setPrefs({ tab });
    for (const name of TABS) {
      const isShown = name === tab;
      byId(`tab-${name}`).setAttribute('aria-selected', String(isShown));
      byId(`tab-${name}`).tabIndex = isShown ? 0 : -1;
      byId(`panel-${name}`).hidden = !isShown;
    }
    const home = tab === 'play' || tab === 'analyse' ? byId(`panel-${tab}`) : null;
    home?.append(this.tree.element);
    if (tab === 'analyse') {
      this.analyse.show();
      this.review.draw();
    }
    if (tab === 'simulate') void this.simulate.show();
    if (tab === 'library') this.library.show();
    this.play.refresh();
  }

  /** @param {Error} error */
  #refused(error) {
    toast(error.message, 'bad');
    // A move that the rules do not allow must not stay; a whole position that is wrong is begun anew.
    if (this.game.current.parent) this.game.remove();
    else if (this.game.setup.black.length || this.game.setup.white.length) this.game.reset({});
  }

  /** Who moves, or how it ended. */
  showStatus() {
    const { game } = this;
    const text = byId('status-text');
    const over = game.facts?.outcome;
    const isEnded = game.ending && game.current.children.length === 0;
    let line;
    if (over?.winner) line = `${over.winner === 'black' ? 'Black' : 'White'} wins with five`;
    else if (over) line = `A draw: ${over.reason}`;
    else if (isEnded && game.ending)
      line = `${game.ending.winner === 'black' ? 'Black' : 'White'} wins by ${game.ending.reason}`;
    else if (this.opening.isOn) line = this.opening.text;
    else line = `${game.toMove === 'black' ? 'Black' : 'White'} to move`;
    if (text.textContent !== line) text.textContent = line;
    byId('status-stone').className = `stone-sign ${over?.winner ?? (isEnded ? game.ending?.winner : game.toMove)}`;
    byId('status').classList.toggle('over', Boolean(over || isEnded));
    byId('status-ply').textContent = `${game.rule} · ${game.size}×${game.size} · move ${game.current.ply}`;
    this.board.previewColor = this.tab !== 'play' || this.play.isPersonsTurn ? game.toMove : null;
    if (this.files?.isSettingUp) this.board.previewColor = this.files.brush === 'none' ? null : this.files.brush;
    if (this.opening.isOn) this.board.previewColor = this.opening.previewColor;
    if (game.current.value === null) byId('value-bar').hidden = true;
    else this.showValue(game.current.value);
  }

  /** Black's expectation beside the board. @param {number} value */
  showValue(value) {
    const bar = byId('value-bar');
    bar.hidden = false;
    const share = Math.round(1000 * value) / 10;
    byId('value-black').style.height = `${share}%`;
    bar.setAttribute('aria-label', `Black's expectation: ${share} %`);
    bar.title = `Black ${share} %`;
  }

  /** @param {Color} color @param {number} ms */
  showClock(color, ms) {
    const clock = byId(`clock-${color}`);
    clock.hidden = false;
    const left = Math.max(0, ms);
    const minutes = Math.floor(left / 60000);
    const rest = (left % 60000) / 1000;
    clock.textContent = `${minutes}:${left < 20000 ? rest.toFixed(1).padStart(4, '0') : String(Math.floor(rest)).padStart(2, '0')}`;
    clock.classList.toggle('running', this.play.clock?.running === color);
  }

  hideClocks() {
    for (const color of ['black', 'white']) byId(`clock-${color}`).hidden = true;
  }

  #toolbar() {
    const { game } = this;
    byId('toolbar').append(
      button({ icon: 'first', title: 'To the beginning (Home)', onclick: () => game.goto(game.root) }),
      button({ icon: 'back', title: 'Back (←)', id: 'back', onclick: () => game.back() }),
      button({ icon: 'forward', title: 'Forward (→)', id: 'forward', onclick: () => game.forward() }),
      button({ icon: 'last', title: 'To the end (End)', onclick: () => this.#last() }),
      el('span', { class: 'gap' }),
      button({ icon: 'rotate', title: 'Turn the board', onclick: rotate }),
      button({ icon: 'flip', title: 'Mirror the board', onclick: flip }),
      this.#numbersButton(),
    );
  }

  #last() {
    const line = this.game.line();
    if (line.length) this.game.goto(line[line.length - 1]);
  }

  #numbersButton() {
    const modes = /** @type {const} */ (['last', 'all', 'from', 'off']);
    const words = { last: 'last move marked', all: 'all moves', from: 'from this move on', off: 'nothing' };
    return button({
      icon: 'hash',
      id: 'numbers',
      title: 'Numbers on the stones',
      onclick: () => {
        const numbers = modes[(modes.indexOf(prefs.numbers) + 1) % modes.length];
        setPrefs({ numbers, numbersFrom: Math.max(1, this.game.current.ply) });
        toast(`Numbers: ${words[numbers]}`);
      },
    });
  }

  #tabs() {
    for (const name of TABS) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener('click', () => this.show(name));
      tab.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length];
        this.show(next);
        byId(`tab-${next}`).focus();
      });
    }
  }

  #keys() {
    document.addEventListener('keydown', (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
        target.closest('dialog:not(.question)')
      )
        return;
      // Whoever is asked may take back, but not walk away from the question by mistake.
      if (target.closest('.question') && event.key !== 'u') return;
      const { game } = this;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => game.back(),
        ArrowRight: () => game.forward(),
        ArrowUp: () => game.sibling(-1),
        ArrowDown: () => game.sibling(1),
        Home: () => game.goto(game.root),
        End: () => this.#last(),
        u: () => this.undo(),
        y: () => this.tab === 'play' && this.play.redo(),
        n: () => void this.play.beginAsked(),
        r: rotate,
        f: flip,
        '?': showKeys,
      };
      if (event.key === ' ' && target.tagName !== 'BUTTON' && this.tab === 'analyse') {
        event.preventDefault();
        this.analyse.flip();
      } else if (keys[event.key]) {
        event.preventDefault();
        keys[event.key]();
      }
    });
  }

  #theme() {
    const paint = () => {
      const isDark =
        prefs.theme === 'dark' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
      byId('theme').replaceChildren(icon(isDark ? 'sun' : 'moon'));
    };
    byId('theme').addEventListener('click', () =>
      setPrefs({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' }),
    );
    onPrefs(paint);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
    paint();
  }
}

/** @type {any} for the console and for tests */ (window).tengen = new App(await get('catalog'));
document.documentElement.dataset.ready = 'yes';
