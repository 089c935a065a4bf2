/**
 * The player's progress, in the format of the terminal's progress file. The server computes every change and stores
 * none of it.
 *
 * A change is stored before it is sent, and deleted in the transaction that stores its result. So neither a closed page
 * nor a dropped line loses or repeats one. If two pages send the same change, the first response counts.
 */

import { ApiError, post } from "/static/lib/api.js";
import { readStored, updateStored } from "/static/lib/progress_db.js";

/** @typedef {import("/static/types").Progress} Progress */

const BATCH = 5; // changes in one request

/** True if this browser has any progress of the player. */
export async function hasProgress() {
  const { progress, waiting } = await readStored();
  return waiting.length > 0 || Object.keys(progress).length > 1; // more than its version
}

/** Format today's date in the reader's time zone, as in 2026-11-17. */
export function localDay() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * Store these changes, send them, and return the new progress.
 * @param {...Record<string, any>} changes
 * @returns {Promise<Progress>}
 */
export async function recordChanges(...changes) {
  const dated = changes.map((each) => ({ day: localDay(), now: Date.now() / 1000, ...each }));
  await updateStored((now) => ({ ...now, waiting: [...now.waiting, ...dated] }));
  return syncProgress();
}

/**
 * Send every waiting change and return the progress with its summary.
 * @param {{ table: string, game: number }} [playing] the game of which to say what is at stake
 * @returns {Promise<Progress>}
 */
export async function syncProgress(playing) {
  for (;;) {
    const before = await readStored();
    const sent = before.waiting.slice(0, BATCH);
    const answer = await send(before.progress, sent, playing);
    if (!sent.length) return answer;
    const after = await updateStored((now) => {
      if (now.revision !== before.revision) return null; // another page was first
      return { progress: answer.progress, waiting: now.waiting.slice(sent.length), revision: now.revision + 1 };
    });
    if (after.revision === before.revision + 1 && !after.waiting.length) return answer;
  }
}

/**
 * Send these changes and return the response. A change that the server will never accept, as of a deleted table, is
 * dropped, because it would block all later ones.
 * @param {Record<string, any>} progress @param {Record<string, any>[]} changes @param {{ table: string, game: number }} [playing]
 * @returns {Promise<Progress>}
 */
async function send(progress, changes, playing) {
  const reader = { day: localDay(), now: Date.now() / 1000, minutes: -new Date().getTimezoneOffset() };
  try {
    return await post("/api/progress", { progress, changes, ...(playing ? { playing } : {}), ...reader });
  } catch (error) {
    if (!changes.length || !isPermanent(error)) throw error;
  }
  if (changes.length === 1) return send(progress, [], playing);
  let answer = await send(progress, []);
  for (const each of changes) answer = await send(answer.progress, [each], playing);
  return answer;
}

/** True if sending the same change again cannot help. @param {unknown} error */
function isPermanent(error) {
  if (!(error instanceof ApiError)) return false;
  return error.status === 500 || (error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status));
}

/** Export the progress as JSON in the terminal's format; offline, without the changes that still wait. */
export async function exportProgress() {
  const { progress } = await syncProgress().catch(readStored);
  return JSON.stringify(progress, null, 1);
}

/**
 * Import exported progress and return a sentence about the result. Raises ApiError if the text is not progress.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function importProgress(text) {
  const before = await readStored();
  const reader = { day: localDay(), now: Date.now() / 1000, minutes: -new Date().getTimezoneOffset() };
  const other = parseObject(text);
  if (!other) throw new ApiError(422, "progress", "This is not saved progress: it cannot be read.");
  // Validated by the server first, so that bad input is refused now and never waits as a change.
  await post("/api/progress", { progress: before.progress, changes: [{ do: "join", progress: other }], ...reader });
  const answer = await recordChanges({ do: "join", progress: other });
  return answer.told.at(-1) || "Taken in.";
}

/** Parse a JSON object; null if the text is none. @param {string} text @returns {Record<string, any> | null} */
function parseObject(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}
