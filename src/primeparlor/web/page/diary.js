/**
 * What this browser remembers of the player: the terminal's progress file, kept in localStorage. What changes it is
 * worked out by the server, in the one place that knows how, and the server keeps nothing of it.
 *
 * A change is stored here before it is sent, and forgotten only together with storing what came of it, so neither a
 * closed page nor a dropped line loses or repeats one. Two pages of this browser wait for each other.
 */

import { ApiError, post } from "/static/api.js";

/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {{ progress: Record<string, any>, waiting: Record<string, any>[] }} Kept */

const PLACE = "parlor.progress";
const EMPTY = '{"progress":{"version":1},"waiting":[]}';
let spare = EMPTY; // for a browser that stores nothing

/** @returns {Kept} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? EMPTY);
  } catch {
    return JSON.parse(spare);
  }
}

/** @param {Kept} now */
function keep(now) {
  spare = JSON.stringify(now);
  try {
    localStorage.setItem(PLACE, spare);
  } catch {
    // Storage is full or switched off: it lasts as long as the page, then.
  }
}

/**
 * Run this while no other page of this browser does; where a browser cannot promise that, run it all the same.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(name, work) {
  if (!navigator.locks) return work();
  return /** @type {Promise<T>} */ (navigator.locks.request(`${PLACE}.${name}`, work));
}

/** Whether this browser remembers anything of the player yet. */
export function begun() {
  const { progress, waiting } = kept();
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
  await alone("item", async () => {
    const now = kept();
    keep({ ...now, waiting: [...now.waiting, ...changes.map((each) => ({ day: thisDay(), now: Date.now() / 1000, ...each }))] });
  });
  return look();
}

/**
 * The progress as it stands, with everything that was waiting taken in.
 * @returns {Promise<Progress>}
 */
export function look() {
  return alone("line", async () => {
    const before = kept();
    const answer = await send(before);
    await alone("item", async () => {
      const { waiting } = kept(); // more may have come meanwhile, behind what was sent
      keep({ progress: answer.progress, waiting: waiting.slice(before.waiting.length) });
    });
    return answer;
  });
}

/** @param {Kept} before @returns {Promise<Progress>} */
async function send({ progress, waiting }) {
  const reader = { day: thisDay(), now: Date.now() / 1000, minutes: -new Date().getTimezoneOffset() };
  try {
    return await post("/api/progress", { progress, changes: waiting, ...reader });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return sendOneByOne(progress, waiting, reader);
  }
}

/**
 * Send changes one at a time and leave out those that are refused, such as of a table that is gone: else the first
 * such one would hold up all that come after it.
 * @param {Record<string, any>} progress @param {Record<string, any>[]} waiting @param {Record<string, any>} reader
 * @returns {Promise<Progress>}
 */
async function sendOneByOne(progress, waiting, reader) {
  let so_far = progress;
  for (const each of waiting) {
    try {
      so_far = (await post("/api/progress", { progress: so_far, changes: [each], ...reader })).progress;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
    }
  }
  return post("/api/progress", { progress: so_far, changes: [], ...reader });
}

/** All of it as text, in the terminal's format: `parlor progress --import` takes it in. */
export async function exported() {
  return JSON.stringify((await look()).progress, null, 1);
}

/**
 * Take in what was exported elsewhere; a sentence says what came of it. Raises where it is no progress.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function takeIn(text) {
  const before = kept();
  const reader = { day: thisDay(), now: Date.now() / 1000, minutes: -new Date().getTimezoneOffset() };
  let other;
  try {
    other = JSON.parse(text);
  } catch {
    throw new ApiError(422, "progress", "This is not saved progress: it cannot be read.");
  }
  // Tried first, so that what is no progress is refused here and now, and nothing waits.
  await post("/api/progress", { progress: before.progress, changes: [{ do: "join", progress: other }], ...reader });
  const answer = await change({ do: "join", progress: other });
  return answer.told.at(-1) ?? "Taken in.";
}
