// HTTP requests to the server: JSON both ways, and one class of error for every failure.

/** @typedef {import("/static/types").View} View */

export const LINE_DROPPED = "The line dropped. Back in a moment; your game is safe.";
const OFFLINE = "The server cannot be reached. Try again in a moment.";

/** Raised when a request fails; `status` is 0 when the server could not be reached, or its answer broke off. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} kind
   * @param {string} message a sentence for the player
   * @param {import("/static/types").Message | null} said the game's message about a refused move
   */
  constructor(status, kind, message, said = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.said = said;
  }
}

/** True if the server could not be reached, or its answer broke off. @param {unknown} error */
export const isOffline = (error) => error instanceof ApiError && error.status === 0;

/** Describe an error in a sentence, for pages without a table. @param {unknown} error */
export function errorMessage(error) {
  if (isOffline(error)) return OFFLINE;
  return error instanceof Error ? error.message : String(error);
}

/** True if the request may succeed when it is sent again. @param {unknown} error */
export const isRetryable = (error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Send a request and return the JSON of the response. Raises ApiError.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function request(path, options) {
  const dropped = () => {
    throw new ApiError(0, "offline", LINE_DROPPED);
  };
  const response = await fetch(path, { credentials: "same-origin", ...options }).catch(dropped);
  if (response.ok) return response.json().catch(dropped); // also where the answer breaks off
  const told = await response.json().catch(() => null);
  const error = told?.error ?? {};
  throw new ApiError(
    response.status,
    error.kind ?? "",
    error.message ?? `The server said ${response.status}.`,
    error.said ?? null,
  );
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => request(path);

/**
 * Post JSON and return the response; `token` authenticates as the bearer of a seat.
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export function post(path, body = {}, token) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/**
 * Post a record as JSON lines, unchanged, and return the response.
 * @param {string} path
 * @param {string} lines
 * @returns {Promise<any>}
 */
export const postRecord = (path, lines) =>
  request(path, { method: "POST", headers: { "Content-Type": "application/jsonl" }, body: lines });
