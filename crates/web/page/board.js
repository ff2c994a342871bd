// @ts-check
/**
 * The board as a picture that can be used: every point is a cell of a grid with a name, so that mouse, finger, keyboard,
 * screen reader and test all use it in the same way.
 */
import { svg } from './dom.js';
import { nameOf, other, pointOf, seen, stars } from './geometry.js';
import { onPrefs, prefs, setPrefs } from './prefs.js';

/** @typedef {import('./api.js').Color} Color */
/**
 * A mark that somebody wants to see on the board.
 * @typedef {{ point: string, kind: 'dot', size: number, color: string, text?: string, title?: string }
 *   | { point: string, kind: 'heat', strength: number, color: string, title?: string }
 *   | { point: string, kind: 'threat', text: string, color: string, title?: string }
 *   | { point: string, kind: 'ghost', color: Color, text: string }} Mark
 */

export const CELL = 40;
export const MARGIN = 36;
const STONE = 18.2;

export class BoardView extends EventTarget {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    super();
    this.game = game;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    /** @type {Map<string, Mark[]>} marks by whoever wants them */
    this.marks = new Map();
    /** Points that may be played in this step of an opening; all when null. @type {Set<string> | null} */
    this.region = null;
    /** @type {Color | null} the color of the preview; null shows none */
    this.previewColor = null;
    this.focused = 'h8';
    this.hovered = '';
    this.armed = '';
    /** @type {string[][]} the points as they are seen, row by row */
    this.rows = [];
    this.drawnView = '';
    this.root = svg('svg', { class: 'board', role: 'grid', 'aria-label': 'Board' });
    this.root.addEventListener('click', (event) => this.#click(event));
    this.root.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent('undo'));
    });
    this.root.addEventListener('pointermove', (event) => this.#hover(event));
    this.root.addEventListener('pointerleave', () => this.#hoverPoint(''));
    this.root.addEventListener('keydown', (event) => this.#key(event));
    // Whoever clicks expects the arrows to step through the game; whoever came by Tab, to walk on the board.
    this.isByMouse = false;
    this.root.addEventListener('pointerdown', () => (this.isByMouse = true));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Tab') this.isByMouse = false;
    });
    this.root.addEventListener('focusin', (event) => {
      const point = cellOf(event.target);
      if (point) this.focused = point;
    });
    game.addEventListener('change', () => this.draw());
    game.addEventListener('facts', () => this.draw());
    onPrefs(() => this.draw());
  }

  /** The corner of the board where a point is drawn. @param {string} point @returns {[number, number]} */
  place(point) {
    const { size } = this.game;
    const [column, row] = seen(pointOf(point, size), size, prefs);
    return [MARGIN + column * CELL, MARGIN + row * CELL];
  }

  /**
   * Shows marks; an empty list takes them away.
   * @param {string} owner
   * @param {Mark[]} marks
   */
  mark(owner, marks) {
    if (!marks.length && !this.marks.get(owner)?.length) return;
    this.marks.set(owner, marks);
    this.#drawMarks();
  }

  draw() {
    const view = `${this.game.size} ${prefs.turns} ${prefs.isMirrored} ${prefs.coordinates}`;
    if (view !== this.drawnView) {
      this.drawnView = view;
      this.#build();
    }
    this.#drawStones();
    this.#drawMarks();
  }

  /** Lines, coordinates and empty cells: everything that a move does not change. */
  #build() {
    const { size } = this.game;
    const width = 2 * MARGIN + (size - 1) * CELL;
    this.root.setAttribute('viewBox', `0 0 ${width} ${width}`);
    this.root.setAttribute('aria-rowcount', String(size));
    this.root.setAttribute('aria-colcount', String(size));
    this.root.replaceChildren(definitions(), ground(size), this.#coordinates());
    this.heatLayer = svg('g', { class: 'heat', 'aria-hidden': 'true' });
    this.underLayer = svg('g', { 'aria-hidden': 'true' });
    const grid = svg('g', { role: 'presentation' });
    this.overLayer = svg('g', { class: 'over', 'aria-hidden': 'true' });
    this.cells.clear();
    // Rows of the picture, so that arrow keys and screen readers follow what is seen.
    /** @type {string[][]} */
    const rows = Array.from({ length: size }, () => []);
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const [x, y] = seen([column, row], size, prefs);
        rows[y][x] = nameOf(column, row, size);
      }
    }
    for (const names of rows) {
      const line = svg('g', { role: 'row' });
      for (const point of names) {
        const [x, y] = this.place(point);
        const cell = svg(
          'g',
          {
            role: 'gridcell',
            'data-pos': point,
            tabindex: -1,
            'aria-label': `${point}, empty`,
            class: 'cell',
            transform: `translate(${x} ${y})`,
          },
          svg('rect', { x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL, class: 'hit' }),
        );
        this.cells.set(point, cell);
        line.append(cell);
      }
      grid.append(line);
    }
    this.rows = rows;
    if (!this.cells.has(this.focused)) this.focused = rows[size >> 1][size >> 1];
    this.cells.get(this.focused)?.setAttribute('tabindex', '0');
    this.root.append(this.heatLayer, this.underLayer, grid, this.overLayer);
    this.shown = new Map();
  }

  #coordinates() {
    const group = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
    if (!prefs.coordinates) return group;
    const { size } = this.game;
    const end = 2 * MARGIN + (size - 1) * CELL;
    // Along which edge letters run depends on how the board is turned.
    for (let index = 0; index < size; index += 1) {
      const at = MARGIN + index * CELL;
      const [top, left] = [this.#nameSeen(index, 0), this.#nameSeen(0, index)];
      const isTurned = prefs.turns % 2 === 1;
      const across = isTurned ? top.slice(1) : top[0].toUpperCase();
      const down = isTurned ? left[0].toUpperCase() : left.slice(1);
      for (const y of [14, end - 6])
        group.append(svg('text', { x: at, y: y - 0.5, 'text-anchor': 'middle' }, across));
      for (const x of [11, end - 11]) group.append(svg('text', { x, y: at + 4, 'text-anchor': 'middle' }, down));
    }
    return group;
  }

  /** The point that is seen in this column and row. @param {number} x @param {number} y */
  #nameSeen(x, y) {
    const { size } = this.game;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const [seenX, seenY] = seen([column, row], size, prefs);
        if (seenX === x && seenY === y) return nameOf(column, row, size);
      }
    }
    return '';
  }

  #drawStones() {
    const stones = this.game.stones();
    const last = this.game.current.point;
    const forbidden = new Map((this.game.facts?.forbidden ?? []).map((one) => [one.point, one.reason]));
    for (const [point, cell] of this.cells) {
      const stone = stones.get(point);
      const before = this.shown?.get(point);
      const now = stone ? stone.color : '';
      if (before !== now) {
        this.shown?.set(point, now);
        cell.querySelector('.stone')?.remove();
        if (stone) cell.append(stonePicture(stone.color, 'stone'));
        cell.classList.toggle('taken', Boolean(stone));
      }
      let label = `${point}, ${stone ? stone.color : 'empty'}`;
      if (stone && point === last) label += ', last move';
      if (!stone && forbidden.has(point)) label += `, forbidden: ${forbidden.get(point)}`;
      if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
    }
  }

  #drawMarks() {
    if (!this.heatLayer || !this.overLayer || !this.underLayer) return;
    const heat = [];
    const over = [];
    const under = [];
    const stones = this.game.stones();
    const { facts } = this.game;
    if (prefs.forbidden && facts && this.game.rule === 'renju') {
      for (const { point } of facts.forbidden) {
        const [x, y] = this.place(point);
        over.push(svg('path', { d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`, class: 'forbidden' }));
      }
    }
    if (this.region) {
      for (const point of this.cells.keys()) {
        if (this.region.has(point) || stones.has(point)) continue;
        const [x, y] = this.place(point);
        under.push(svg('rect', { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: 'outside' }));
      }
    }
    const marks = [...this.marks.values()].flat();
    const dotted = new Set(marks.filter((mark) => mark.kind === 'dot').map((mark) => mark.point));
    for (const mark of marks) {
      const [x, y] = this.place(mark.point);
      if (mark.kind === 'heat') {
        const tile = svg('rect', {
          x: x - CELL / 2,
          y: y - CELL / 2,
          width: CELL,
          height: CELL,
          fill: mark.color,
          opacity: mark.strength,
          rx: 4,
        });
        heat.push(tile);
      } else if (mark.kind === 'dot') {
        over.push(svg('circle', { cx: x, cy: y, r: mark.size, fill: mark.color, class: 'dot' }));
        if (mark.text) {
          const isLong = mark.text.length > 3;
          over.push(
            svg(
              'text',
              { x, y: y + (isLong ? 3 : 3.8), class: isLong ? 'dot-text long' : 'dot-text', 'text-anchor': 'middle' },
              mark.text,
            ),
          );
        }
      } else if (mark.kind === 'threat') {
        // Where a dot says something already, the threat stands in the corner.
        const place = dotted.has(mark.point) ? `translate(${x + 13} ${y - 13}) scale(0.72)` : `translate(${x} ${y})`;
        const sign = svg('g', { transform: place });
        sign.append(svg('rect', { x: -9, y: -9, width: 18, height: 18, rx: 5, class: 'threat', stroke: mark.color }));
        sign.append(
          svg('text', { x: 0, y: 4, class: 'threat-text', 'text-anchor': 'middle', fill: mark.color }, mark.text),
        );
        over.push(sign);
      } else if (mark.kind === 'ghost' && !stones.has(mark.point)) {
        const ghost = stonePicture(mark.color, 'ghost');
        ghost.setAttribute('transform', `translate(${x} ${y})`);
        over.push(ghost);
        over.push(svg('text', { x, y: y + 5, class: `number on-${mark.color}`, 'text-anchor': 'middle' }, mark.text));
      }
    }
    this.#numbers(over, stones);
    const row = facts?.outcome?.row ?? [];
    if (row.length) {
      const [from, to] = [this.place(row[0]), this.place(row[row.length - 1])];
      over.push(svg('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: 'winning' }));
      for (const point of row) {
        const [cx, cy] = this.place(point);
        over.push(svg('circle', { cx, cy, r: STONE + 1.5, class: 'winning-stone' }));
      }
    }
    const point = this.armed || this.hovered;
    const isGhost = marks.some((mark) => mark.kind === 'ghost' && mark.point === point);
    if (point && this.previewColor && isGhost && !stones.has(point)) {
      const [cx, cy] = this.place(point);
      over.push(svg('circle', { cx, cy, r: STONE + 4, class: 'armed' }));
    } else if (
      point &&
      this.previewColor &&
      !stones.has(point) &&
      !this.game.isOver &&
      (!this.region || this.region.has(point))
    ) {
      const [x, y] = this.place(point);
      const preview = stonePicture(this.previewColor, 'preview');
      preview.setAttribute('transform', `translate(${x} ${y})`);
      over.push(preview);
      if (this.armed) over.push(svg('circle', { cx: x, cy: y, r: STONE + 4, class: 'armed' }));
    }
    this.heatLayer.replaceChildren(...heat);
    this.underLayer.replaceChildren(...under);
    this.overLayer.replaceChildren(...over);
  }

  /**
   * @param {SVGElement[]} over
   * @param {Map<string, { color: Color, number: number }>} stones
   */
  #numbers(over, stones) {
    const last = this.game.current.point;
    for (const [point, stone] of stones) {
      const isNumbered =
        stone.number > 0 &&
        (prefs.numbers === 'all' || (prefs.numbers === 'from' && stone.number >= prefs.numbersFrom));
      const [x, y] = this.place(point);
      if (isNumbered) {
        const number = prefs.numbers === 'from' ? stone.number - prefs.numbersFrom + 1 : stone.number;
        const isLast = point === last ? ' last' : '';
        over.push(
          svg(
            'text',
            {
              x,
              y: y + 5,
              class: `number on-${stone.color}${isLast}${number > 99 ? ' long' : ''}`,
              'text-anchor': 'middle',
            },
            String(number),
          ),
        );
      } else if (point === last && prefs.numbers !== 'off') {
        over.push(svg('circle', { cx: x, cy: y, r: 5, class: `last-move on-${stone.color}` }));
      }
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const point = cellOf(event.target);
    if (!point) return;
    this.#focus(point, false);
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (isTouch && prefs.confirmTaps && this.armed !== point && this.previewColor && !this.game.stones().has(point)) {
      this.armed = point;
      this.#drawMarks();
      return;
    }
    this.#choose(point);
  }

  /** @param {string} point */
  #choose(point) {
    this.armed = '';
    this.dispatchEvent(new CustomEvent('choose', { detail: point }));
    this.#drawMarks();
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== 'touch') this.#hoverPoint(cellOf(event.target) ?? '');
  }

  /** @param {string} point */
  #hoverPoint(point) {
    if (point === this.hovered) return;
    this.hovered = point;
    this.#drawMarks();
    this.dispatchEvent(new CustomEvent('hover', { detail: point }));
  }

  /** @param {string} point @param {boolean} isMoved */
  #focus(point, isMoved) {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = point;
    const cell = this.cells.get(point);
    cell?.setAttribute('tabindex', '0');
    if (isMoved) /** @type {any} */ (cell)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.isByMouse && event.key !== 'Enter') return;
    const { rows } = this;
    const y = rows.findIndex((row) => row.includes(this.focused));
    const x = rows[y]?.indexOf(this.focused) ?? 0;
    const far = rows.length - 1;
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: [0, y],
      End: [far, y],
      PageUp: [x, 0],
      PageDown: [x, far],
    };
    if (event.key === 'Enter' || event.key === ' ') {
      this.#choose(this.focused);
    } else if (steps[event.key]) {
      const [column, row] = steps[event.key];
      this.#focus(rows[Math.min(far, Math.max(0, row))][Math.min(far, Math.max(0, column))], true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Turns the board a quarter. */
export function rotate() {
  setPrefs({ turns: (prefs.turns + (prefs.isMirrored ? 3 : 1)) % 4 });
}

/** Mirrors the board left to right. */
export function flip() {
  setPrefs({ isMirrored: !prefs.isMirrored });
}

/** @param {EventTarget | null} target @returns {string | null} */
function cellOf(target) {
  return target instanceof Element ? (target.closest('[data-pos]')?.getAttribute('data-pos') ?? null) : null;
}

/**
 * A stone at the origin.
 * @param {Color} color
 * @param {string} kind
 */
function stonePicture(color, kind) {
  const group = svg('g', { class: `${kind} ${color}`, 'pointer-events': 'none' });
  if (kind === 'stone') group.append(svg('ellipse', { cx: 1.2, cy: 2.4, rx: STONE, ry: STONE, class: 'shadow' }));
  group.append(svg('circle', { r: STONE, fill: `url(#${color}-stone)`, class: 'face' }));
  return group;
}

/** Gradients of wood and stones. */
export function definitions() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ color) =>
    svg('stop', { offset, 'stop-color': color });
  return svg(
    'defs',
    {},
    svg(
      'radialGradient',
      { id: 'black-stone', cx: '36%', cy: '30%', r: '75%' },
      stop('0', '#6a6d73'),
      stop('0.28', '#35373c'),
      stop('1', '#0d0e10'),
    ),
    svg(
      'radialGradient',
      { id: 'white-stone', cx: '36%', cy: '30%', r: '78%' },
      stop('0', '#ffffff'),
      stop('0.55', '#f3f1ec'),
      stop('1', '#cbc6bb'),
    ),
    svg(
      'linearGradient',
      { id: 'wood', x1: '0', y1: '0', x2: '1', y2: '1' },
      svg('stop', { offset: '0', class: 'wood-1' }),
      svg('stop', { offset: '0.5', class: 'wood-2' }),
      svg('stop', { offset: '1', class: 'wood-3' }),
    ),
  );
}

/**
 * The wood and the lines on it.
 * @param {number} size
 */
export function ground(size) {
  const width = 2 * MARGIN + (size - 1) * CELL;
  const end = MARGIN + (size - 1) * CELL;
  const group = svg(
    'g',
    { class: 'ground', 'aria-hidden': 'true' },
    svg('rect', { width, height: width, rx: 10, fill: 'url(#wood)' }),
  );
  // A little grain: a few long, faint curves, the same on every board.
  for (let index = 0; index < 14; index += 1) {
    const y = ((index + 0.5) * width) / 14;
    const bend = ((index * 37) % 23) - 11;
    group.append(
      svg('path', {
        d: `M0 ${y} C ${width * 0.3} ${y + bend}, ${width * 0.6} ${y - bend}, ${width} ${y + bend / 2}`,
        class: 'grain',
      }),
    );
  }
  let lines = '';
  for (let index = 0; index < size; index += 1) {
    const at = MARGIN + index * CELL;
    lines += `M${MARGIN} ${at}H${end}M${at} ${MARGIN}V${end}`;
  }
  group.append(svg('path', { d: lines, class: 'lines' }));
  group.append(svg('rect', { x: MARGIN, y: MARGIN, width: end - MARGIN, height: end - MARGIN, class: 'frame' }));
  for (const [column, row] of stars(size))
    group.append(svg('circle', { cx: MARGIN + column * CELL, cy: MARGIN + row * CELL, r: 4, class: 'star' }));
  return group;
}

/**
 * Ghost stones for a line of play from the current position.
 * @param {string[]} line
 * @param {Color} first
 * @returns {Mark[]}
 */
export function ghosts(line, first) {
  return line.map((point, index) => ({
    point,
    kind: 'ghost',
    color: index % 2 ? other(first) : first,
    text: String(index + 1),
  }));
}
