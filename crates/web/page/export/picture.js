/** Pictures of the board as SVG and PNG. They stand alone: nothing comes from the page's style. */
import { game } from '../state/game.js';
import { starPoints } from '../state/points.js';
import { settings } from '../state/settings.js';
import { gridPath } from '../views/board/ground.js';
import { CELL, MARGIN, STONE_RADIUS, boardWidth, place } from '../views/board/layout.js';

const WOOD = '#e6c48c';
const LINE = '#6d5029';
const PNG_WIDTH = 1200;

const GRADIENTS = `<defs>
<radialGradient id="b" cx="36%" cy="30%" r="75%"><stop offset="0" stop-color="#6a6d73"/>
<stop offset="0.28" stop-color="#35373c"/><stop offset="1" stop-color="#0d0e10"/></radialGradient>
<radialGradient id="w" cx="36%" cy="30%" r="78%"><stop offset="0" stop-color="#ffffff"/>
<stop offset="0.55" stop-color="#f3f1ec"/><stop offset="1" stop-color="#cbc6bb"/></radialGradient>
</defs>`;

/** @param {number} size */
function coordinates(size) {
  // Letters run along the bottom only if the board is not turned by 90°.
  if (settings.turns.value % 2) return '';
  const style = `font-size="13" fill="${LINE}" text-anchor="middle"`;
  return Array.from({ length: size }, (_, index) => {
    const [x] = place(`${String.fromCharCode(97 + index)}1`);
    const [, y] = place(`a${index + 1}`);
    return `<text x="${x}" y="${boardWidth(size) - 8}" ${style}>${String.fromCharCode(65 + index)}</text>
<text x="12" y="${y + 4.5}" ${style}>${index + 1}</text>`;
  }).join('\n');
}

/**
 * The board after a move.
 * @param {import('../state/move-tree.js').Move} move
 * @param {{ isNumbered: boolean, row?: string[] }} options
 * @returns {string}
 */
export function boardSvg(move, { isNumbered, row = [] }) {
  const { size } = game;
  const width = boardWidth(size);
  const at = (/** @type {number} */ index) => MARGIN + index * CELL;
  const stars = starPoints(size).map(([x, y]) => `<circle cx="${at(x)}" cy="${at(y)}" r="4" fill="${LINE}"/>`);
  const stones = [...game.stones(move)].map(([point, { color, number }]) => {
    const [x, y] = place(point);
    const [fill, stroke, ink] = color === 'black' ? ['b', '#0d0e10', '#f4f1ea'] : ['w', '#a49c8c', '#24211c'];
    const paint = `fill="url(#${fill})" stroke="${stroke}" stroke-width="0.6"`;
    const stone = `<circle cx="${x}" cy="${y}" r="${STONE_RADIUS}" ${paint}/>`;
    if (isNumbered && number) {
      const font = `font-size="${number > 99 ? 12 : 15}" font-weight="bold" fill="${ink}" text-anchor="middle"`;
      return `${stone}<text x="${x}" y="${y + 5}" ${font}>${number}</text>`;
    }
    return point === move.point ? `${stone}<circle cx="${x}" cy="${y}" r="5" fill="#d1495b"/>` : stone;
  });
  const box = `viewBox="0 0 ${width} ${width}" width="${width}" height="${width}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} font-family="sans-serif">
${GRADIENTS}
<rect width="${width}" height="${width}" fill="${WOOD}"/>
<path d="${gridPath(size)}" stroke="${LINE}" fill="none"/>
${stars.join('\n')}
${coordinates(size)}
${stones.join('\n')}
${winningLine(row)}
</svg>`;
}

/** @param {string[]} row */
function winningLine(row) {
  if (!row.length) return '';
  const [[x1, y1], [x2, y2]] = [place(row[0]), place(row[row.length - 1])];
  const style = 'stroke="#1b8a5a" stroke-width="5" stroke-linecap="round" opacity="0.8"';
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${style}/>`;
}

/**
 * An SVG drawn on a canvas.
 * @param {string} picture
 * @param {number} width
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function rasterize(picture, width) {
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
  const canvas = await rasterize(picture, PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png');
  });
}
