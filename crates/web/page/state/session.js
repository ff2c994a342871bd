/** Two facts about the game that is being played. */
import { signal } from '../vendor/signals.js';

/** Do the players wait? True until a game is started. */
export const isPaused = signal(true);

/** Has a person moved in this game, on this page? Only such games go into the library. */
export const hasHumanMove = signal(false);
