/**
 * What this browser remembers of the player: the terminal's progress file. What changes it is worked out by the server,
 * in the one place that knows how, and the server keeps nothing of it.
 *
 * A change is kept here before it is sent, and forgotten only together with keeping what came of it, so neither a closed
 * page nor a dropped line loses or repeats one. Of two pages that send the same, the answer to the first counts.
 */

import { ApiError, post } from "/static/api.js";
import { kept, update } from "/static/keeping.js";

/** @typedef {import("/static/types").Progress} Progress */

const AT_ONCE = 5; // changes in one request

/** Whether this browser remembers anything of the player yet. */
export async function begun() {
  const { progress, waiting } = await kept();
  return waiting.length > 0 || Object.keys(progress).length > 1; // more than its version
}

/** The reader's own day, as in 2026-11-17. */
export function thisDay() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * Keep these changes, and say what they came to.
 * @param {...Record<string, any>} changes
 * @returns {Promise<Progress>}
 */
export async function change(...changes) {
  const dated = changes.map((each) => ({ day: thisDay(), now: Date.now() / 1000, ...each }));
  await update((now) => ({ ...now, waiting: [...now.waiting, ...dated] }));
  return look();
}

/**
 * The progress as it stands, with everything that was waiting taken in.
 * @returns {Promise<Progress>}
 */
export async function look() {
  for (;;) {
    const before = await kept();
    const sent = before.waiting.slice(0, AT_ONCE);
    const answer = await send(before.progress, sent);
    if (!sent.length) return answer;
    const after = await update((now) => {
      if (now.revision !== before.revision) return null; // another page was first
      return { progress: answer.progress, waiting: now.waiting.slice(sent.length), revision: now.revision + 1 };
    });
    if (after.revision === before.revision + 1 && !after.waiting.length) return answer;
  }
}

/**
 * The answer to these changes. One that is refused for good, as of a table that is gone, is left out: else it would hold
 * up all that come after it.
 * @param {Record<string, any>} progress @param {Record<string, any>[]} changes
 * @returns {Promise<Progress>}
 */
async function send(progress, changes) {
  const reader = { day: thisDay(), now: Date.now() / 1000, minutes: -new Date().getTimezoneOffset() };
  try {
    return await post("/api/progress", { progress, changes, ...reader });
  } catch (error) {
    if (!changes.length || !refusedForGood(error)) throw error;
  }
  if (changes.length === 1) return send(progress, []);
  let answer = await send(progress, []);
  for (const each of changes) answer = await send(answer.progress, [each]);
  return answer;
}

/** @param {unknown} error */
function refusedForGood(error) {
  if (!(error instanceof ApiError)) return false;
  return error.status === 500 || (error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status));
}

/** All of it as text, in the terminal's format; without a line to the server, what this browser has of it. */
export async function exported() {
  const { progress } = await look().catch(kept);
  return JSON.stringify(progress, null, 1);
}

/**
 * Take in what was exported elsewhere; a sentence says what came of it. Raises where it is no progress.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function takeIn(text) {
  const before = await kept();
  const reader = { day: thisDay(), now: Date.now() / 1000, minutes: -new Date().getTimezoneOffset() };
  const other = parsed(text);
  if (!other) throw new ApiError(422, "progress", "This is not saved progress: it cannot be read.");
  // Tried first, so that what is no progress is refused here and now, and nothing waits.
  await post("/api/progress", { progress: before.progress, changes: [{ do: "join", progress: other }], ...reader });
  const answer = await change({ do: "join", progress: other });
  return answer.told.at(-1) ?? "Taken in.";
}

/** The object that is written here, if it is one. @param {string} text @returns {Record<string, any> | null} */
function parsed(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}
