/** HTTP: requests, answers and event streams. Only `api.js` uses it. */

/** An answer that is an error, in the server's words. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function request(path, options) {
  const response = await fetch(`/api/${path}`, options);
  if (response.ok) return response;
  let message = `${response.status} ${response.statusText}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // The body is not one of our errors.
  }
  throw new ApiError(response.status, message);
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function get(path) {
  return (await request(path)).json();
}

/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @param {string} [accept] the type of the answer
 * @returns {RequestInit}
 */
export function json(body, signal, accept = 'application/json') {
  const headers = { 'content-type': 'application/json', accept };
  return { method: 'POST', headers, body: JSON.stringify(body), signal };
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function post(path, body = {}, signal) {
  return (await request(path, json(body, signal))).json();
}

/**
 * Posts a body and reads the events of the answer. An `error` event throws.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(event: { name: string, data: unknown }) => void} listener
 */
export async function stream(path, body, signal, listener) {
  const response = await request(path, json(body, signal, 'text/event-stream'));
  if (!response.body) return;
  const reader = response.body.getReader();
  // A TextDecoderStream would deliver each chunk a task later.
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const text = /^data: (.*)$/m.exec(block)?.[1];
      if (!name || !text) continue;
      const data = JSON.parse(text);
      if (name === 'error') throw new ApiError(500, data.error);
      listener({ name, data });
    }
  }
}
