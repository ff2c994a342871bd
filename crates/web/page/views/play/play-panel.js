/** The tab in which games are played. */
import { computed } from '../../vendor/signals.js';
import { game } from '../../state/game.js';
import * as play from '../../state/play.js';
import { isReplaying, toggleReplay } from '../../state/replay.js';
import { LEVELS, isHuman, moveTime, seats, slipRate, swapSeats } from '../../state/seats.js';
import { isPaused } from '../../state/session.js';
import { settings } from '../../state/settings.js';
import { redo, undo, undone } from '../../state/undo.js';
import { Button, Select, Slider } from '../controls.js';
import { html } from '../html.js';
import { PlayerPicker } from '../player-picker.js';
import { NewGame } from './new-game.js';

/** @typedef {import('../../client/types').Color} Color */

/** @type {[string, string][]} */
const MOVE_TIMES = [
  ['', 'by strength'],
  ['1000', '1 s'],
  ['5000', '5 s'],
  ['15000', '15 s'],
  ['60000', '1 min'],
];

export function PlayPanel() {
  return html`<div>
    <section class="card">
      <${Seats} />
      <${Strength} />
      <div class="field beside">
        <label for="move-time">Time per move</label>
        <${Select} id="move-time" options=${MOVE_TIMES} bind=${settings.moveTime} />
      </div>
      <p class="thinking" role="status">${play.thinkingText}</p>
      <${Actions} />
    </section>
    <${NewGame} />
  </div>`;
}

function Seats() {
  const swap = () => {
    swapSeats();
    play.resume();
  };
  return html`<div class="seats">
    <${PlayerPicker} label="Black" id="seat-black" choice=${seats.black} />
    <${Button} icon="swap" title="Swap seats" class="round" onClick=${swap} />
    <${PlayerPicker} label="White" id="seat-white" choice=${seats.white} />
  </div>`;
}

const levelText = computed(() => {
  const players = /** @type {Color[]} */ (['black', 'white']).filter((color) => !isHuman(color));
  const seconds = Math.max(0, ...players.map(moveTime)) / 1000;
  const slips = players.some((color) => slipRate(color) > 0);
  return `${settings.level.value} of ${LEVELS.length}${seconds ? ` · ${seconds} s` : ''}${slips ? ', slips' : ''}`;
});

function Strength() {
  return html`<div class="field level">
    <label for="level">Strength</label>
    <${Slider} id="level" min="1" max=${LEVELS.length} bind=${settings.level} />
    <output for="level">${levelText}</output>
  </div>`;
}

function Actions() {
  const isSearching = play.search.value !== null;
  const canStop = isSearching || isReplaying.value;
  const canResume = isPaused.value && !isHuman(game.toMove) && !game.isOver;
  return html`<div class="row">
    <${Button} icon="undo" text="Undo" id="undo" title="Undo (U, or right click)" onClick=${undo} />
    <${Button} icon="redo" text="Redo" id="redo" title="Redo (Y)" disabled=${!undone.value.length} onClick=${redo} />
    <${Button} icon="bolt" text="Move now" id="move-now" disabled=${!isSearching} onClick=${play.moveNow} />
    <${Button}
      icon=${canResume ? 'play' : 'stop'} text=${canResume ? 'Continue' : 'Stop'} id="pause"
      disabled=${!canResume && !canStop} onClick=${canResume && !isReplaying.value ? play.resume : play.pause}
    />
    <${Button} icon="flag" text="Resign" id="resign" onClick=${play.resign} />
    <${Button} icon="film" text="Replay" id="replay" title="Show the game move by move" onClick=${toggleReplay} />
  </div>`;
}
