/**
 * A GIF encoder: one palette for all frames, frames that may be smaller than the picture, LZW compression.
 *
 * @typedef {{ x: number, y: number, width: number, height: number, pixels: Uint8ClampedArray, delay: number }} Frame
 * delay in hundredths of a second
 */

/**
 * A color in 16 bits: five for red, six for green, five for blue.
 * @param {number} r
 * @param {number} g
 * @param {number} b
 */
const key = (r, g, b) => ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);

/**
 * The 255 most frequent colors, and a function that finds the nearest of them.
 * @param {Frame[]} frames
 */
function palette(frames) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4) {
      const one = key(pixels[at], pixels[at + 1], pixels[at + 2]);
      counts.set(one, (counts.get(one) ?? 0) + 1);
    }
  }
  const chosen = [...counts]
    .sort((left, right) => right[1] - left[1])
    .slice(0, 255)
    .map(([one]) => one);
  const parts = (/** @type {number} */ one) => [
    ((one >> 11) & 31) * 8 + 4,
    ((one >> 5) & 63) * 4 + 2,
    (one & 31) * 8 + 4,
  ];
  const colors = chosen.map(parts);
  const index = new Map(chosen.map((one, place) => [one, place]));
  const nearest = (/** @type {number} */ one) => {
    const known = index.get(one);
    if (known !== undefined) return known;
    const [r, g, b] = parts(one);
    let best = 0;
    let least = Infinity;
    colors.forEach(([red, green, blue], place) => {
      const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
      if (distance < least) [best, least] = [place, distance];
    });
    index.set(one, best);
    return best;
  };
  return { colors, nearest };
}

/** A growing list of bytes. */
class Bytes {
  /** @type {number[]} */
  list = [];
  /** @param {...number} bytes */
  put(...bytes) {
    this.list.push(...bytes);
  }
  /** @param {number} number */
  short(number) {
    this.list.push(number & 255, (number >> 8) & 255);
  }
}

/**
 * LZW with codes of growing width, in blocks of at most 255 bytes.
 * @param {number[]} pixels indices into the palette
 * @param {Bytes} out
 */
function compress(pixels, out) {
  const BITS = 8;
  const CLEAR = 1 << BITS;
  out.put(BITS);
  /** @type {number[]} */
  let block = [];
  let held = 0;
  let bits = 0;
  let width = BITS + 1;
  const emit = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      block.push(held & 255);
      held >>= 8;
      if (block.length === 255) {
        out.put(255, ...block);
        block = [];
      }
    }
  };
  /** @type {Map<number, number>} */
  let table = new Map();
  let next = CLEAR + 2;
  emit(CLEAR);
  let prefix = pixels[0];
  for (let at = 1; at < pixels.length; at += 1) {
    const pair = (prefix << 8) | pixels[at];
    const known = table.get(pair);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    emit(prefix);
    if (next < 4096) {
      table.set(pair, next);
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      emit(CLEAR);
      table = new Map();
      next = CLEAR + 2;
      width = BITS + 1;
    }
    prefix = pixels[at];
  }
  emit(prefix);
  emit(CLEAR + 1);
  if (bits > 0) block.push(held & 255);
  if (block.length) out.put(block.length, ...block);
  out.put(0);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {Frame[]} frames
 * @returns {Blob}
 */
export function encodeGif(width, height, frames) {
  const { colors, nearest } = palette(frames);
  const out = new Bytes();
  out.put(...[...'GIF89a'].map((letter) => letter.charCodeAt(0)));
  out.short(width);
  out.short(height);
  out.put(0xf7, 0, 0);
  for (let place = 0; place < 256; place += 1) out.put(...(colors[place] ?? [0, 0, 0]));
  // Repeat forever.
  out.put(0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0);
  for (const frame of frames) {
    out.put(0x21, 0xf9, 4, 4);
    out.short(frame.delay);
    out.put(0, 0, 0x2c);
    for (const number of [frame.x, frame.y, frame.width, frame.height]) out.short(number);
    out.put(0);
    const { pixels } = frame;
    const indices = new Array(pixels.length / 4);
    for (let at = 0; at < indices.length; at += 1)
      indices[at] = nearest(key(pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]));
    compress(indices, out);
  }
  out.put(0x3b);
  return new Blob([new Uint8Array(out.list)], { type: 'image/gif' });
}
