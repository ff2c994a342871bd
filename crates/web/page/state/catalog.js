/** What the server offers: players, rules, opening procedures, solvers. Loaded once, before anything else starts. */
import { getCatalog } from '../client/api.js';

export const catalog = await getCatalog();
