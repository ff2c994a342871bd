/** The form for a new game. */
import { catalog } from '../../state/catalog.js';
import { game } from '../../state/game.js';
import { toNodes } from '../../state/move-tree.js';
import { procedure, rule, size, startGame, timeControl } from '../../state/new-game.js';
import { procedureHint, procedureName } from '../../state/procedures.js';
import { Button, Field, NumberInput, Select } from '../controls.js';
import { ask } from '../dialogs.js';
import { html } from '../html.js';

/** @type {[string, string][]} base time and increment in seconds */
const TIME_CONTROLS = [
  ['', 'No clock'],
  ['60+0', '1 min'],
  ['180+2', '3 min + 2 s'],
  ['300+0', '5 min'],
  ['600+5', '10 min + 5 s'],
  ['1800+0', '30 min'],
];

/** Moves from which a key press alone does not discard a game. */
const WORTH_ASKING = 5;

export function NewGame() {
  const rules = catalog.rules.map((name) => [name, name]);
  const procedures = catalog.procedures.map((name) => [name, procedureName(name)]);
  return html`<section class="card">
    <h2>New game</h2>
    <div class="grid2">
      <${Field} label="Rule"><${Select} id="rule" options=${rules} bind=${rule} /><//>
      <${Field} label="Board"><${NumberInput} id="size" min=${5} max=${22} bind=${size} /><//>
      <${Field} label="Opening"><${Select} id="procedure" options=${procedures} bind=${procedure} /><//>
      <${Field} label="Clock"><${Select} id="clock" options=${TIME_CONTROLS} bind=${timeControl} /><//>
    </div>
    <p class="hint" id="procedure-hint">${procedureHint(procedure.value)}</p>
    <${Button} icon="plus" text="New game" class="primary wide" id="new-game" onClick=${startGame} />
  </section>`;
}

/** Starts a new game by a key, which may have been pressed by mistake. */
export async function confirmNewGame() {
  const { nodes } = toNodes(game.root, game.current);
  if (nodes.length > WORTH_ASKING && !game.isOver) {
    const answer = await ask('Start a new game?', 'The game on the board and its variations will be lost.', [
      ['yes', 'New game'],
      ['', 'Cancel'],
    ]);
    if (!answer) return;
  }
  startGame();
}
