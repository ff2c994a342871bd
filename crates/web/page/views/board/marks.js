/** What is drawn on the points besides the stones, derived from the state. */
import { computed } from '../../vendor/signals.js';
import * as analysis from '../../state/analysis.js';
import { formatMate } from '../../state/format.js';
import { game } from '../../state/game.js';
import * as library from '../../state/library.js';
import * as opening from '../../state/opening.js';
import * as play from '../../state/play.js';
import { opposite } from '../../state/points.js';
import { previewLine } from '../../state/preview.js';
import { seats } from '../../state/seats.js';
import { settings } from '../../state/settings.js';
import * as solver from '../../state/solver.js';

/**
 * @typedef {import('../../client/types').Color} Color
 * @typedef {import('../../client/types').Candidate} Candidate
 * @typedef {import('../../client/types').SearchResult} SearchResult
 * @typedef {'visits' | 'prior' | 'value' | 'score'} Measure
 * @typedef {{ point: string, kind: 'dot', size: number, color: string, text?: string }
 *   | { point: string, kind: 'heat', opacity: number, color: string }
 *   | { point: string, kind: 'threat', text: string, color: string }
 *   | { point: string, kind: 'ghost', color: Color, text: string }} Mark
 */

/** The papers' blue and red, in shades that color-blind people can tell apart. */
const DOT_COLORS = { black: '#0a6fb0', white: '#d1495b' };
const BEST_COLOR = '#1b8a5a';
const THREAT_COLORS = { black: '#0a6fb0', white: '#b23a4c' };
/** @type {Record<string, string>} */
const THREAT_LETTERS = {
  five: '5',
  'open four': '4',
  'four and three': '4',
  four: '4',
  'double three': '3',
  three: '3',
};
const NEW_HEURISTIC = 'new-heuristic';
/** Moves of the opening explorer that get a dot. */
export const MAX_EXPLORED = 24;

/** @type {import('../../vendor/signals.js').ReadonlySignal<Mark[]>} */
export const marks = computed(() => {
  const tab = settings.tab.value;
  const line = previewLine.value;
  return [
    ...(settings.showThinking.value ? resultMarks(play.latest.value) : []),
    ...(tab === 'analyse' ? resultMarks(analysis.result.value) : []),
    ...(showsRange() ? rangeMarks() : []),
    ...(tab === 'analyse' && solver.isShown.value ? lineMarks(solver.solution.value?.line ?? []) : []),
    ...(tab === 'library' ? explorerMarks() : []),
    ...(settings.threats.value ? threatMarks() : []),
    ...openingMarks(),
    ...lineMarks(line),
  ];
});

/** A line of play as numbered translucent stones. @param {string[]} line @returns {Mark[]} */
function lineMarks(line) {
  const { toMove } = game;
  return line.map((point, index) => ({
    point,
    kind: 'ghost',
    color: index % 2 ? opposite(toMove) : toMove,
    // A single stone needs no number.
    text: line.length > 1 || settings.tab.value !== 'library' ? String(index + 1) : '',
  }));
}

/** @returns {Mark[]} */
function openingMarks() {
  const request = opening.request.value;
  const offered = request?.kind === 'pick' || request?.kind === 'offer' ? request.offered : [];
  return offered.map((point, index) => ({ point, kind: 'ghost', color: 'black', text: String(index + 1) }));
}

/** @returns {Mark[]} */
function threatMarks() {
  const threats = game.positionInfo?.threats;
  /** @type {Map<string, Mark>} */
  const found = new Map();
  for (const color of /** @type {Color[]} */ (['black', 'white'])) {
    for (const { point, kind } of threats?.[color] ?? []) {
      if (found.has(point)) continue;
      found.set(point, { point, kind: 'threat', text: THREAT_LETTERS[kind] ?? '3', color: THREAT_COLORS[color] });
    }
  }
  return [...found.values()];
}

/** @returns {Mark[]} */
function explorerMarks() {
  const moves = library.exploration.value?.moves ?? [];
  const most = Math.max(1, ...moves.map(({ games }) => games));
  return moves.slice(0, MAX_EXPLORED).map(({ move, games }) => ({
    point: move,
    kind: 'dot',
    size: 5 + 10 * Math.sqrt(games / most),
    color: DOT_COLORS[game.toMove],
    text: games > most / 6 ? String(games) : undefined,
  }));
}

/** Whether the board shows New Heuristic's candidates: it is chosen and has not searched here, or the user asks. */
function showsRange() {
  const isAnalysis = settings.tab.value === 'analyse';
  if (isAnalysis ? analysis.result.value : play.latest.value) return false;
  if (isAnalysis) return settings.range.value || analysis.player.name === NEW_HEURISTIC;
  return settings.tab.value === 'play' && settings.showThinking.value && seats[game.toMove].name === NEW_HEURISTIC;
}

/** Liao's evaluation range with its probabilities; the candidates that a search keeps are larger. @returns {Mark[]} */
function rangeMarks() {
  const style = settings.dots.value;
  if (style === 'off') return [];
  const color = DOT_COLORS[game.toMove];
  const range = game.positionInfo?.range ?? [];
  return range.map(({ point, percent, is_kept }) => {
    if (style === 'heat') return { point, kind: 'heat', opacity: 0.14 + 0.007 * percent, color };
    const text = is_kept ? String(percent) : undefined;
    return { point, kind: 'dot', size: is_kept ? 6 + percent / 10 : 4, color, text };
  });
}

/**
 * The candidates of a search, by the measure and in the form that the user has chosen.
 * @param {SearchResult | null} result
 * @returns {Mark[]}
 */
function resultMarks(result) {
  const style = settings.dots.value;
  if (!result || style === 'off') return [];
  const color = DOT_COLORS[game.toMove];
  const measure = chooseMeasure(result.candidates);
  if (!measure) return [{ point: result.move, kind: 'dot', size: 8, color }];
  const numbers = result.candidates.map((one) => one[measure] ?? 0);
  // Scores and values may be negative or nearly equal: their differences count.
  const smallest = measure === 'visits' || measure === 'prior' ? 0 : Math.min(...numbers);
  const range = Math.max(...numbers) - smallest;
  return result.candidates.map((one) => {
    const share = range ? ((one[measure] ?? smallest) - smallest) / range : 1;
    if (style === 'heat') return { point: one.move, kind: 'heat', opacity: 0.14 + 0.7 * share, color };
    const text = style === 'values' ? shortValue(one, measure) : undefined;
    const size = text ? 16 : 3 + 9 * share;
    return { point: one.move, kind: 'dot', size, color: one.move === result.move ? BEST_COLOR : color, text };
  });
}

/**
 * The user's measure if the player reports it. Otherwise visits only for players without scores: an alpha-beta player
 * counts nodes, and its best move may have few. The one that has scores and priors is New Heuristic, whose dots show
 * probabilities in Liao's program.
 * @param {Candidate[]} candidates
 * @returns {Measure | null}
 */
function chooseMeasure(candidates) {
  const isKnown = (/** @type {Measure} */ key) => candidates.some((one) => one[key] != null);
  const wanted = settings.heat.value;
  if (wanted !== 'auto' && isKnown(wanted)) return wanted;
  /** @type {Measure[]} */
  const order = isKnown('score') ? ['prior', 'value', 'score'] : ['visits', 'prior', 'value'];
  return order.find(isKnown) ?? null;
}

/**
 * @param {Candidate} candidate
 * @param {Measure} measure
 */
function shortValue(candidate, measure) {
  if (candidate.mate) return formatMate(candidate.mate);
  const number = candidate.value ?? candidate[measure] ?? 0;
  if (candidate.value !== null || measure === 'prior') return `${Math.round(100 * number)}`;
  if (Math.abs(number) >= 10000) return `${Math.round(number / 1000)}k`;
  return String(Number(number.toPrecision(3)));
}
