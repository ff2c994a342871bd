/** Templates: `html` builds Preact elements without a build step. */
import htm from '../vendor/htm.js';
import { h } from '../vendor/preact.js';

export const html = htm.bind(h);
