// @ts-check
/** Files, links and pictures: how a game comes in and goes out. And stones put freely on the board. */
import { send } from './api.js';
import { ask, button, byId, download, el, icon, select, toast } from './dom.js';
import { pictureOf, toGif, toPng } from './picture.js';
import { prefs } from './prefs.js';

/** @type {[string, string][]} */
const FORMATS = [
  ['sgf', 'SGF, with variations and comments'],
  ['psq', 'PSQ, Piskvork'],
  ['txt', 'Moves as text'],
  ['lib', 'LIB, RenLib'],
  ['pos', 'POS, binary'],
];

export class Files {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.input = el('input', {
      type: 'file',
      id: 'file-input',
      hidden: true,
      accept: '.sgf,.psq,.lib,.pos,.txt',
      'aria-label': 'Game file',
    });
    this.input.addEventListener('change', () => {
      const file = this.input.files?.[0];
      if (file) void this.open(file);
      this.input.value = '';
    });
    this.isSettingUp = false;
    this.brush = /** @type {'black' | 'white' | 'none'} */ ('black');
    this.setupButton = button({
      icon: 'stones',
      title: 'Put stones freely',
      id: 'setup',
      onclick: () => this.flipSetup(),
    });
    byId('toolbar').append(
      button({ icon: 'folder', title: 'Open a game file', id: 'open-file', onclick: () => this.input.click() }),
      menu(
        'save',
        'Save as a file',
        'save-menu',
        FORMATS.map(([format, text]) => [text, `save-${format}`, () => void this.save(format)]),
      ),
      button({ icon: 'link', title: 'Copy a link to this position', id: 'share', onclick: () => void this.share() }),
      menu('picture', 'Save as a picture', 'picture-menu', [
        ['SVG', 'picture-svg', () => this.picture('svg')],
        ['PNG', 'picture-png', () => this.picture('png')],
        ['GIF of the game', 'picture-gif', () => this.picture('gif')],
      ]),
      this.setupButton,
      this.input,
    );
    this.bar = el(
      'div',
      { class: 'setup-bar', hidden: true },
      el('strong', {}, 'Free stones'),
      select(
        [
          ['black', 'black stone'],
          ['white', 'white stone'],
          ['none', 'take away'],
        ],
        'black',
        (value) => {
          this.brush = /** @type {any} */ (value);
          app.showStatus();
        },
      ),
      select(
        [
          ['black', 'black moves first'],
          ['white', 'white moves first'],
        ],
        'black',
        (value) => {
          app.game.setup.toMove = /** @type {any} */ (value);
          this.#begin();
        },
      ),
      button({ text: 'Done', class: 'primary', id: 'setup-done', onclick: () => this.flipSetup() }),
    );
    this.bar
      .querySelectorAll('select')
      .forEach((box, index) => box.setAttribute('aria-label', index ? 'Who moves first' : 'What to put'));
    byId('status').after(this.bar);
    const drop = byId('board');
    drop.addEventListener('dragover', (event) => event.preventDefault());
    drop.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.open(file);
    });
  }

  /** @param {File} file */
  async open(file) {
    try {
      const response = await send(
        `record/read?name=${encodeURIComponent(file.name)}`,
        file,
        'application/octet-stream',
      );
      const { games, count, format } = await response.json();
      let tree = games[0];
      if (games.length > 1) {
        const title = (/** @type {any} */ game, /** @type {number} */ index) =>
          `${index + 1}. ${game.black || 'Black'} – ${game.white || 'White'}, ${game.nodes.length - 1} moves`;
        const box = select(
          games.map((/** @type {any} */ game, /** @type {number} */ index) => [String(index), title(game, index)]),
          '0',
          () => {},
        );
        box.setAttribute('aria-label', 'Game');
        if (
          !(await ask(`${count} games`, box, [
            ['open', 'Open'],
            ['', 'Cancel'],
          ]))
        )
          return;
        tree = games[Number(box.value)];
      }
      if (!tree) throw new Error('there is no game in the file');
      this.app.play.stop();
      this.app.game.fromTree(tree);
      toast(`${format}: ${tree.nodes.length - 1} moves`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {string} format */
  async save(format) {
    try {
      const tree = this.app.game.toTree();
      delete tree.current;
      for (const node of tree.nodes) delete node.value;
      const response = await send('record/write', JSON.stringify({ tree, format }), 'application/json');
      download(`game.${format}`, await response.blob());
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  async share() {
    const link = location.href;
    try {
      await navigator.clipboard.writeText(link);
      toast('The link to this position is in the clipboard.');
    } catch {
      const box = el('input', { type: 'text', value: link, readOnly: true, 'aria-label': 'Link' });
      await ask('Link to this position', box, [['ok', 'Close']]);
    }
  }

  /** @param {'svg' | 'png' | 'gif'} kind */
  async picture(kind) {
    const { game } = this.app;
    try {
      if (kind === 'gif') {
        download('game.gif', await toGif(game, prefs.replaySpeed));
        return;
      }
      const picture = pictureOf(game, game.current, {
        isNumbered: prefs.numbers === 'all' || prefs.numbers === 'from',
        row: game.facts?.outcome?.row,
      });
      if (kind === 'svg') download('board.svg', new Blob([picture], { type: 'image/svg+xml' }));
      else download('board.png', await toPng(picture));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  // Free stones.

  flipSetup() {
    const { game } = this.app;
    this.isSettingUp = !this.isSettingUp;
    this.bar.hidden = !this.isSettingUp;
    this.setupButton.classList.toggle('on', this.isSettingUp);
    if (this.isSettingUp) {
      this.app.play.stop();
      // The stones on the board are where one begins; how they came there is forgotten.
      const stones = [...game.stones()];
      const of = (/** @type {string} */ color) =>
        stones.filter(([, stone]) => stone.color === color).map(([point]) => point);
      game.reset({ setup: { black: of('black'), white: of('white'), toMove: game.toMove } });
    }
    this.app.showStatus();
  }

  /** @param {string} point */
  put(point) {
    const { setup } = this.app.game;
    const was = setup.black.includes(point) ? 'black' : setup.white.includes(point) ? 'white' : 'none';
    setup.black = setup.black.filter((one) => one !== point);
    setup.white = setup.white.filter((one) => one !== point);
    if (this.brush !== 'none' && was !== this.brush) setup[this.brush].push(point);
    this.#begin();
  }

  #begin() {
    this.app.game.reset({ setup: { ...this.app.game.setup } });
  }
}

/**
 * A button that opens a short list.
 * @param {string} picture
 * @param {string} title
 * @param {string} id
 * @param {[string, string, () => void][]} entries text, id, action
 */
function menu(picture, title, id, entries) {
  const list = el('div', { class: 'menu-list' });
  const box = el(
    'details',
    { class: 'menu', id },
    el('summary', { title, 'aria-label': title }, icon(picture)),
    list,
  );
  for (const [text, entryId, action] of entries) {
    list.append(
      button({
        text,
        id: entryId,
        class: 'quiet',
        onclick: () => {
          box.open = false;
          action();
        },
      }),
    );
  }
  box.addEventListener('focusout', (event) => {
    if (!box.contains(/** @type {Node | null} */ (event.relatedTarget))) box.open = false;
  });
  return box;
}
