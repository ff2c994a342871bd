/** A decision in an opening procedure, asked next to the board: whoever decides has to see the stones. */
import * as opening from '../../state/opening.js';
import { html } from '../html.js';

export function OpeningQuestion() {
  const step = opening.request.value;
  if (step?.kind !== 'choose' || !opening.seatPlayer(step.seat).isHuman) return null;
  const { seat, options } = step;
  const isNumber = options.every((one) => /^\d+$/.test(one));
  const title = isNumber ? 'How many fifth moves?' : 'Which side do you want?';
  const who = seat === 'first' ? 'First player' : 'Second player';
  const areBothHuman = opening.seatPlayer('first').isHuman && opening.seatPlayer('second').isHuman;
  const button = (/** @type {string} */ choice) => html`<button
    type="button" value=${choice} onClick=${() => opening.answer(choice)}
  >
    ${!isNumber && choice !== 'place-two' && html`<span class=${`stone-sign ${choice}`} aria-hidden="true"></span>`}
    ${opening.describeChoice(choice, seat).label}
  </button>`;
  return html`<dialog class="question" aria-label="Opening" open>
    <strong>${areBothHuman ? `${who}: ${title.toLowerCase()}` : title}</strong>
    <div class="row tight">${options.map(button)}</div>
  </dialog>`;
}
