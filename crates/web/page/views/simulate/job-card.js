/** The progress of a job. */
import { reportUrl, stopJob } from '../../client/api.js';
import { formatCount } from '../../state/format.js';
import { job, simulate } from '../../state/jobs.js';
import { Button, Facts } from '../controls.js';
import { html } from '../html.js';
import { MiniBoard } from '../mini-board.js';
import { ScoreBar } from '../score-bar.js';

export function JobCard() {
  if (!job.value) return null;
  const { id, name, kind, state, done, total, summary, message, error, boards, settings, report } = job.value;
  const unit = kind === 'experiment' ? 'games and searches' : 'games';
  const canResume = settings && state !== 'running' && state !== 'finished';
  return html`<section class="card" id="sim-progress">
    <div class="row between"><h2>${name}</h2><span class=${`badge ${state}`} id="sim-state">${state}</span></div>
    ${
      total !== null &&
      total > 0 &&
      html`<div class="row">
        <progress max=${total} value=${done} aria-label=${`Done: ${unit}`}></progress>
        <span class="hint">${`${formatCount(done)} of ${formatCount(total)} ${unit}`}</span>
      </div>`
    }
    ${summary ? html`<${Summary} summary=${summary} />` : message && html`<p class="hint">${message}</p>`}
    ${error && html`<p class="error">${error}</p>`}
    ${
      boards &&
      boards.length > 0 &&
      html`<div class="boards">
        ${boards.map(
          ({ number, size, moves, black, white }) => html`<figure>
            <${MiniBoard} size=${size} moves=${moves} />
            <figcaption class="hint">${`Game ${number + 1}: ${black} – ${white}`}</figcaption>
          </figure>`,
        )}
      </div>`
    }
    <div class="row">
      ${state === 'running' && html`<${Button} icon="stop" text="Stop" id="sim-stop" onClick=${() => stopJob(id)} />`}
      ${
        canResume &&
        html`<${Button} icon="play" text="Resume" id="sim-resume" onClick=${() => void simulate(settings)} />`
      }
      ${
        report &&
        html`<a class="button" id="sim-report" href=${reportUrl(report)} target="_blank" rel="noopener">
          Open the report
        </a>`
      }
    </div>
  </section>`;
}

/** @param {{ summary: import('../../client/types').MatchSummary }} props */
function Summary({ summary }) {
  const { first, second, games, wins, draws, losses, score, llr } = summary;
  /** @type {[string, string][]} */
  const facts = [
    ['Score', score === null ? '–' : `${(100 * score).toFixed(1)} %`],
    ['Elo', eloText(summary)],
    ['Black wins', String(summary.black_wins)],
    ['White wins', String(summary.white_wins)],
    ['Draws', String(draws)],
    ['Stones', summary.mean_stones.toFixed(1)],
  ];
  if (llr !== null) facts.push(['LLR', llr.toFixed(2)]);
  const parts = [
    ['win', wins],
    ['draw', draws],
    ['loss', losses],
  ];
  return html`<div class="standing">
    <div class="row between names"><strong>${first}</strong><strong>${second}</strong></div>
    <${ScoreBar} total=${games} parts=${parts} label=${`${wins} wins, ${draws} draws, ${losses} losses`} isNumbered />
    <${Facts} entries=${facts} />
  </div>`;
}

/**
 * Elo with its 95 % interval; only a bound when one player has every point.
 * @param {import('../../client/types').MatchSummary} summary
 */
function eloText({ elo, elo_low: low, elo_high: high }) {
  const signed = (/** @type {number} */ value) => `${value > 0 ? '+' : ''}${value.toFixed(0)}`;
  if (elo !== null && low !== null && high !== null) return `${signed(elo)} (${signed(low)} to ${signed(high)})`;
  if (low !== null) return `above ${signed(low)}`;
  if (high !== null) return `below ${signed(high)}`;
  return '–';
}
