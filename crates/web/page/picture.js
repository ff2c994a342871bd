// @ts-check
/** Pictures of the board that stand alone: SVG, PNG, and a GIF of the whole game. */
import { CELL, MARGIN } from './board.js';
import { svg } from './dom.js';
import { pointOf, seen, stars } from './geometry.js';
import { encodeGif } from './gif.js';
import { prefs } from './prefs.js';

const WOOD = '#e6c48c';
const LINE = '#6d5029';

/**
 * The board after a move, with everything written into it and nothing taken from the page's style.
 * @param {import('./game.js').Game} game
 * @param {import('./game.js').Move} move
 * @param {{ isNumbered: boolean, row?: string[] }} options
 * @returns {string}
 */
export function pictureOf(game, move, options) {
  const { size } = game;
  const width = 2 * MARGIN + (size - 1) * CELL;
  const end = width - MARGIN;
  const place = (/** @type {string} */ point) => {
    const [column, row] = seen(pointOf(point, size), size, prefs);
    return [MARGIN + column * CELL, MARGIN + row * CELL];
  };
  const root = svg('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${width}`,
    width,
    height: width,
    'font-family': 'sans-serif',
  });
  const stop = (/** @type {string} */ offset, /** @type {string} */ color) =>
    svg('stop', { offset, 'stop-color': color });
  root.append(
    svg(
      'defs',
      {},
      svg(
        'radialGradient',
        { id: 'b', cx: '36%', cy: '30%', r: '75%' },
        stop('0', '#6a6d73'),
        stop('0.28', '#35373c'),
        stop('1', '#0d0e10'),
      ),
      svg(
        'radialGradient',
        { id: 'w', cx: '36%', cy: '30%', r: '78%' },
        stop('0', '#ffffff'),
        stop('0.55', '#f3f1ec'),
        stop('1', '#cbc6bb'),
      ),
    ),
    svg('rect', { width, height: width, fill: WOOD }),
  );
  let lines = '';
  for (let index = 0; index < size; index += 1) {
    const at = MARGIN + index * CELL;
    lines += `M${MARGIN} ${at}H${end}M${at} ${MARGIN}V${end}`;
  }
  root.append(svg('path', { d: lines, stroke: LINE, fill: 'none' }));
  for (const [column, row] of stars(size))
    root.append(svg('circle', { cx: MARGIN + column * CELL, cy: MARGIN + row * CELL, r: 4, fill: LINE }));
  if (prefs.turns % 2 === 0) {
    for (let index = 0; index < size; index += 1) {
      const letter = place(`${String.fromCharCode(97 + index)}1`)[0];
      const number = place(`a${index + 1}`)[1];
      const style = { 'font-size': 13, fill: LINE, 'text-anchor': 'middle' };
      root.append(svg('text', { x: letter, y: width - 8, ...style }, String.fromCharCode(65 + index)));
      root.append(svg('text', { x: 12, y: number + 4.5, ...style }, String(index + 1)));
    }
  }
  for (const [point, stone] of game.stones(move)) {
    const [cx, cy] = place(point);
    root.append(
      svg('circle', {
        cx,
        cy,
        r: 18.2,
        fill: `url(#${stone.color === 'black' ? 'b' : 'w'})`,
        stroke: stone.color === 'black' ? '#0d0e10' : '#a49c8c',
        'stroke-width': 0.6,
      }),
    );
    const ink = stone.color === 'black' ? '#f4f1ea' : '#24211c';
    if (options.isNumbered && stone.number) {
      root.append(
        svg(
          'text',
          {
            x: cx,
            y: cy + 5,
            'font-size': stone.number > 99 ? 12 : 15,
            'font-weight': 'bold',
            fill: ink,
            'text-anchor': 'middle',
          },
          String(stone.number),
        ),
      );
    } else if (point === move.point) {
      root.append(svg('circle', { cx, cy, r: 5, fill: '#d1495b' }));
    }
  }
  const row = options.row ?? [];
  if (row.length) {
    const [from, to] = [place(row[0]), place(row[row.length - 1])];
    root.append(
      svg('line', {
        x1: from[0],
        y1: from[1],
        x2: to[0],
        y2: to[1],
        stroke: '#1b8a5a',
        'stroke-width': 5,
        'stroke-linecap': 'round',
        opacity: 0.8,
      }),
    );
  }
  return new XMLSerializer().serializeToString(root);
}

/**
 * An SVG drawn on a canvas.
 * @param {string} picture
 * @param {number} width
 * @returns {Promise<HTMLCanvasElement>}
 */
async function drawn(picture, width) {
  const url = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = width;
    canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, width, width);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * @param {string} picture
 * @returns {Promise<Blob>}
 */
export async function toPng(picture) {
  const canvas = await drawn(picture, 1200);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

/**
 * The game as a GIF: after the empty board each frame is only the cell of the new stone, cut from the last picture.
 * @param {import('./game.js').Game} game
 * @param {number} movesPerSecond
 * @returns {Promise<Blob>}
 */
export async function toGif(game, movesPerSecond) {
  const line = game.line();
  const last = line[line.length - 1] ?? game.root;
  const cells = game.size - 1 + (2 * MARGIN) / CELL;
  const scale = 28;
  const width = Math.round(cells * scale);
  const begin = await drawn(pictureOf(game, game.root, { isNumbered: false }), width);
  const end = await drawn(pictureOf(game, last, { isNumbered: true }), width);
  const read = (
    /** @type {HTMLCanvasElement} */ canvas,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ w,
  ) => {
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    return { x, y, width: w, height: w, pixels: context.getImageData(x, y, w, w).data };
  };
  const frames = [{ ...read(begin, 0, 0, width), delay: 100 }];
  const delay = Math.max(2, Math.round(100 / movesPerSecond));
  for (const move of line) {
    if (!move.point) continue;
    const [column, row] = seen(pointOf(move.point, game.size), game.size, prefs);
    const x = Math.round((MARGIN / CELL + column - 0.5) * scale);
    const y = Math.round((MARGIN / CELL + row - 0.5) * scale);
    frames.push({ ...read(end, x, y, scale + 1), delay });
  }
  frames[frames.length - 1].delay = 300;
  return encodeGif(width, width, frames);
}
