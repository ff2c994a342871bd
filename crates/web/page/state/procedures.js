/** Names and descriptions of the opening procedures. */

/** @type {Record<string, [string, string]>} */
const PROCEDURES = {
  free: ['none', ''],
  pro: ['Pro', 'Black at the center, white anywhere, black outside the central 5 × 5.'],
  'long-pro': ['Long pro', 'Black at the center, white anywhere, black outside the central 7 × 7.'],
  swap: ['Swap', 'One side places three stones, the other chooses a color.'],
  swap2: [
    'Swap2',
    'One side places three stones; the other chooses a color, or places two more and passes the choice back.',
  ],
  rif: ['RIF', 'One of the 26 openings, a choice of color, then two fifth moves of which white takes one.'],
  yamaguchi: ['Yamaguchi', 'One of the 26 openings with a number of fifth moves, then a choice of color.'],
  'soosorv-8': [
    'Soosõrv-8',
    'One of the 26 openings and a choice of color; white announces one to eight fifth moves, black may swap.',
  ],
  'taraguchi-10': ['Taraguchi-10', 'The other side may swap after every move; or black offers ten fifth moves.'],
};

/** @param {string} name */
export function procedureName(name) {
  return PROCEDURES[name]?.[0] ?? name;
}

/** @param {string} name */
export function procedureHint(name) {
  return PROCEDURES[name]?.[1] ?? '';
}
