/** The form of a simulation. The browser keeps what is typed; it is read when the simulation starts. */
import { catalog } from '../../state/catalog.js';
import { game } from '../../state/game.js';
import { simulate } from '../../state/jobs.js';
import { PlayerChoice } from '../../state/player-choice.js';
import { procedureName } from '../../state/procedures.js';
import { Button, Field } from '../controls.js';
import { html } from '../html.js';
import { PlayerPicker } from '../player-picker.js';

/** The position on the board as the opening. */
const HERE = 'here';

/** @type {[string, string][]} what a player may use for a move */
const LIMITS = [
  ['', 'own settings'],
  ['time=100ms', '100 ms per move'],
  ['time=1s', '1 s per move'],
  ['time=5s', '5 s per move'],
  ['nodes=1000', '1 000 nodes'],
  ['nodes=10000', '10 000 nodes'],
  ['nodes=100000', '100 000 nodes'],
  ['iterations=1000', '1 000 iterations'],
  ['iterations=10000', '10 000 iterations'],
  ['depth=2', 'depth 2'],
  ['depth=4', 'depth 4'],
];

const procedures = catalog.procedures.filter((name) => name !== 'free');

/** @type {[string, string][]} */
const OPENINGS = [
  ['balanced', 'balanced'],
  ['empty', 'empty board'],
  ['random:2', '2 random stones'],
  ['random:4', '4 random stones'],
  [HERE, 'the position on the board'],
  ...procedures.map((name) => /** @type {[string, string]} */ ([name, procedureName(name)])),
];

export const players = {
  black: new PlayerChoice({ spec: 'greedy' }),
  white: new PlayerChoice({ spec: 'random' }),
};

/**
 * A limit such as `nodes=1000`.
 * @param {string} text
 * @returns {Record<string, string | number>}
 */
function parseLimit(text) {
  const [key, value] = text.split('=');
  return key ? { [key]: key === 'time' ? value : Number(value) } : {};
}

/**
 * @param {FormData} form
 * @returns {import('../../client/types').SimulationSettings}
 */
function readForm(form) {
  const text = (/** @type {string} */ name) => String(form.get(name) ?? '');
  const openings = text('openings');
  const procedure = procedures.find((name) => name === openings) ?? null;
  const isHere = openings === HERE;
  return {
    name: text('name'),
    black: players.black.spec,
    white: players.white.spec,
    black_limits: parseLimit(text('black-limit')),
    white_limits: parseLimit(text('white-limit')),
    games: Number(text('games')),
    swap_colors: form.has('swap-colors'),
    size: isHere ? game.size : Number(text('size')),
    rule: isHere ? game.rule : catalog.rules.find((name) => name === text('rule')),
    openings: procedure ? 'empty' : isHere ? game.position().moves || 'empty' : openings,
    procedure,
    seed: Number(text('seed')),
    sprt: form.has('sprt') ? [0, 10] : null,
  };
}

/** @param {[string, string][]} entries */
const options = (entries) => entries.map(([value, text]) => html`<option value=${value}>${text}</option>`);

export function SimulationForm() {
  const start = (/** @type {MouseEvent & { currentTarget: HTMLButtonElement }} */ { currentTarget }) => {
    if (currentTarget.form) void simulate(readForm(new FormData(currentTarget.form)));
  };
  return html`<form class="card" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <h2>Simulation</h2>
    <div class="duel">
      <${PlayerPicker} label="Black, first player" id="sim-black" choice=${players.black}>
        <${Field} label="Black may use"><select name="black-limit">${options(LIMITS)}</select><//>
      <//>
      <${PlayerPicker} label="White, second player" id="sim-white" choice=${players.white}>
        <${Field} label="White may use"><select name="white-limit">${options(LIMITS)}</select><//>
      <//>
    </div>
    <div class="grid2">
      <${Field} label="Games">
        <input type="number" name="games" id="sim-games" defaultValue="20" min="1" max="100000" />
      <//>
      <${Field} label="Openings"><select name="openings" id="sim-openings">${options(OPENINGS)}</select><//>
      <${Field} label="Rule">
        <select name="rule">${options(catalog.rules.map((rule) => [rule, rule]))}</select>
      <//>
      <${Field} label="Board"><input type="number" name="size" defaultValue="15" min="5" max="22" /><//>
      <${Field} label="Report name">
        <input type="text" name="name" id="sim-name" defaultValue="first simulation" maxlength="60" />
      <//>
      <${Field} label="Seed"><input type="number" name="seed" defaultValue="1" min="0" /><//>
    </div>
    <label class="check">
      <input type="checkbox" name="swap-colors" defaultChecked /><span>Both colors for each opening</span>
    </label>
    <label class="check">
      <input type="checkbox" name="sprt" />
      <span>Stop when it is clear who is stronger (SPRT, 0 to 10 Elo)</span>
    </label>
    <${Button} icon="play" text="Start" class="primary wide" id="sim-start" onClick=${start} />
  </form>`;
}
