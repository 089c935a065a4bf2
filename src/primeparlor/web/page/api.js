// Asking the server: JSON both ways, and one kind of error for everything that goes wrong.

/** @typedef {import("/static/types").View} View */

export const LINE_DROPPED = "The line dropped. Back in a moment; your game is safe.";
const OFFLINE = "The server cannot be reached. Try again in a moment.";

/** Raised when a request fails; `status` is 0 when the server could not be reached, or its answer broke off. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} kind
   * @param {string} message a sentence for the player
   */
  constructor(status, kind, message) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

/** Whether the server could not be reached, or its answer broke off. @param {unknown} error */
export const isOffline = (error) => error instanceof ApiError && error.status === 0;

/** What went wrong, in a sentence for somebody who is not at a table. @param {unknown} error */
export function wentWrong(error) {
  if (isOffline(error)) return OFFLINE;
  return error instanceof Error ? error.message : String(error);
}

/** Whether it may go well at another try. @param {unknown} error */
export const mayPass = (error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * The answer of the server as data.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options) {
  const dropped = () => {
    throw new ApiError(0, "offline", LINE_DROPPED);
  };
  const response = await fetch(path, { credentials: "same-origin", ...options }).catch(dropped);
  if (response.ok) return response.json().catch(dropped); // also where the answer breaks off
  const told = await response.json().catch(() => null);
  const error = told?.error ?? {};
  throw new ApiError(response.status, error.kind ?? "", error.message ?? `The server said ${response.status}.`);
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => ask(path);

/**
 * The answer to what is posted as JSON; with a token as the bearer of that seat.
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export function post(path, body = {}, token) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/**
 * The answer to a record, which is sent as it is.
 * @param {string} path
 * @param {string} lines
 * @returns {Promise<any>}
 */
export const postRecord = (path, lines) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/jsonl" }, body: lines });
