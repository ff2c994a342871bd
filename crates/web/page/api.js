// @ts-check
/**
 * The server's questions and answers.
 *
 * @typedef {'black' | 'white'} Color
 * @typedef {{ size: number, rule: string, moves: string, black?: string, white?: string, to_move?: Color }} Position
 * @typedef {{ name: string, doc: string, kind: 'int' | 'real' | 'flag' | 'choice' | 'text', default: any, min?: number, max?: number, step?: number, options?: string[] }} Param
 * @typedef {{ name: string, summary: string, source: string, params: Param[] }} Player
 * @typedef {{ version: string, default_player: string, players: Player[], rules: string[], procedures: string[], solvers: string[], max_searches: number }} Catalog
 * @typedef {{ winner: Color | null, reason: string, row: string[] }} Outcome
 * @typedef {{ point: string, kind: string }} ThreatPoint
 * @typedef {{ to_move: Color, stones: number, outcome: Outcome | null, forbidden: { point: string, reason: string }[], threats: { black: ThreatPoint[], white: ThreatPoint[] }, evaluation: { black: number, white: number, shapes: { shape: string, black: number, white: number }[] } }} Facts
 * @typedef {{ move: string, visits: number | null, value: number | null, prior: number | null, score: number | null, mate?: number | null, pv: string[] }} Candidate
 * @typedef {{ move: string, score: number | null, win_rate: number | null, mate: number | null, depth: number, selective_depth: number, nodes: number, time_ms: number, pv: string[], candidates: Candidate[] }} Thought
 * @typedef {{ time_ms?: number, time_left_ms?: number, increment_ms?: number, nodes?: number, iterations?: number, depth?: number, multi_pv?: number, excluded?: string }} Limits
 */

/** What the server refused, in its own words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} text
   */
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Response>}
 */
async function accepted(response) {
  if (response.ok) return response;
  let text = `${response.status} ${response.statusText}`;
  try {
    text = (await response.json()).error ?? text;
  } catch {
    // Not ours, so there is no better text.
  }
  throw new Refused(response.status, text);
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body = {}, signal) {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  return (await accepted(response)).json();
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  return (await accepted(await fetch(`/api/${path}`))).json();
}

/**
 * Bytes in, whatever comes out.
 * @param {string} path
 * @param {BodyInit} body
 * @param {string} type
 * @returns {Promise<Response>}
 */
export async function send(path, body, type) {
  return accepted(await fetch(`/api/${path}`, { method: 'POST', headers: { 'content-type': type }, body }));
}

/**
 * Asks a question whose answer comes bit by bit. Aborting ends the work behind it.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} signal
 * @param {(name: string, data: any) => void} listen
 * @returns {Promise<void>} when the last bit has come
 */
export async function stream(path, body, signal, listen) {
  const response = await accepted(
    await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal,
    }),
  );
  if (!response.body) return;
  const reader = response.body.getReader();
  // A decoder in a pipe of its own would hand each piece on only in a later turn.
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    let end = rest.indexOf('\n\n');
    for (; end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name && data) listen(name, JSON.parse(data));
    }
  }
}

/**
 * What a player thinks; resolves with the last thought, or null when it was aborted.
 * @param {Position} position
 * @param {string} player
 * @param {Limits} limits
 * @param {AbortSignal} signal
 * @param {(thought: Thought) => void} listen
 * @param {() => void} [waiting]
 * @returns {Promise<Thought | null>}
 */
export function think(position, player, limits, signal, listen, waiting) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  return new Promise((resolve, reject) => {
    const hear = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (name === 'info') listen(data);
      else if (name === 'waiting') waiting?.();
      // The move is not kept waiting for the end of the line.
      else if (name === 'done') resolve(data);
      else if (name === 'error') reject(new Refused(500, data.error));
    };
    stream('think', { position, player, limits, seed }, signal, hear).then(
      () => resolve(null),
      (error) => (signal.aborted ? resolve(null) : reject(error)),
    );
  });
}
