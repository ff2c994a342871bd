// @ts-check
/** A thought as people see it: numbers in words, candidates on the board. */
import { count } from './dom.js';
import { prefs } from './prefs.js';

/**
 * @typedef {import('./api.js').Thought & { expected_score: number | null }} Thought
 * @typedef {import('./api.js').Candidate} Candidate
 * @typedef {import('./api.js').Color} Color
 */

/** The papers' blue and red, in shades that color-blind people can tell apart. */
export const INK = { black: '#0a6fb0', white: '#d1495b' };

/**
 * How the side to move stands: `+M5`, `62 %` or a score.
 * @param {{ mate?: number | null, win_rate?: number | null, value?: number | null, score?: number | null }} thought
 * @returns {string}
 */
export function standing(thought) {
  if (thought.mate) return `${thought.mate > 0 ? '+' : '−'}M${Math.abs(thought.mate)}`;
  const rate = thought.win_rate ?? thought.value;
  if (rate !== null && rate !== undefined) return `${(100 * rate).toFixed(1)} %`;
  if (thought.score !== null && thought.score !== undefined)
    return `${thought.score > 0 ? '+' : ''}${Number(thought.score.toPrecision(4))}`;
  return '–';
}

/**
 * A thought on one line.
 * @param {Thought} thought
 * @returns {string}
 */
export function oneLine(thought) {
  const parts = [standing(thought)];
  if (thought.depth) parts.push(`depth ${thought.depth}`);
  parts.push(`${count(thought.nodes)} nodes`, seconds(thought.time_ms));
  return parts.join(' · ');
}

/** @param {number} ms */
export function seconds(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/**
 * Black's expectation, from 0 to 1.
 * @param {Thought} thought
 * @param {Color} toMove
 * @returns {number | null}
 */
export function forBlack(thought, toMove) {
  if (thought.expected_score === null || thought.expected_score === undefined) return null;
  return toMove === 'black' ? thought.expected_score : 1 - thought.expected_score;
}

/**
 * What the dots show: the first of these that the player says, or the one that is wanted. Visits come first only where
 * the player has nothing but them and values: an alpha-beta player counts nodes, and the best move may need few.
 * @param {Candidate[]} candidates
 * @returns {'visits' | 'prior' | 'value' | 'score' | null}
 */
function measure(candidates) {
  const known = (/** @type {'visits' | 'prior' | 'value' | 'score'} */ key) =>
    candidates.some((one) => one[key] !== null && one[key] !== undefined);
  if (prefs.heat !== 'auto' && known(prefs.heat)) return prefs.heat;
  /** @type {('visits' | 'prior' | 'value' | 'score')[]} */
  const order = known('score') ? ['value', 'score'] : ['visits', 'prior', 'value'];
  return order.find(known) ?? null;
}

/**
 * The marks of a thought, as the person wants them.
 * @param {Thought} thought
 * @param {Color} toMove
 * @returns {import('./board.js').Mark[]}
 */
export function marksOf(thought, toMove) {
  if (prefs.dots === 'off') return [];
  const key = measure(thought.candidates);
  const color = INK[toMove];
  if (!key) return [{ point: thought.move, kind: 'dot', size: 8, color }];
  const numbers = thought.candidates.map((one) => one[key] ?? 0);
  const largest = Math.max(...numbers);
  // Scores and values may be all alike or negative: what counts is how they compare.
  const smallest = key === 'visits' || key === 'prior' ? 0 : Math.min(...numbers);
  const span = largest - smallest;
  /** @type {import('./board.js').Mark[]} */
  const marks = [];
  for (const one of thought.candidates) {
    const share = span ? ((one[key] ?? smallest) - smallest) / span : 1;
    const title = `${one.move}: ${key} ${one[key]}`;
    if (prefs.dots === 'heat') {
      marks.push({ point: one.move, kind: 'heat', strength: 0.14 + 0.7 * share, color, title });
    } else {
      const text = prefs.dots === 'values' ? shortNumber(one, key) : undefined;
      marks.push({
        point: one.move,
        kind: 'dot',
        size: text ? 16 : 3 + 9 * share,
        color: one.move === thought.move ? '#1b8a5a' : color,
        text,
        title,
      });
    }
  }
  return marks;
}

/**
 * @param {Candidate} one
 * @param {'visits' | 'prior' | 'value' | 'score'} key
 */
function shortNumber(one, key) {
  if (one.mate) return `${one.mate > 0 ? '+' : '−'}M${Math.abs(one.mate)}`;
  const number = one.value ?? one[key] ?? 0;
  if (one.value !== null || key === 'prior') return `${Math.round(100 * number)}`;
  if (Math.abs(number) >= 10000) return `${Math.round(number / 1000)}k`;
  return String(Number(number.toPrecision(3)));
}
