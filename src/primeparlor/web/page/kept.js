/**
 * What this browser remembers: the last choices for each game, a name, and the tables it sat at. All of it stays in
 * the browser's own storage; the page /stored says so.
 */

import { forget, isObject, read, write } from "/static/storage.js";

const NAME = "parlor.name";
const CHOICES = "parlor.choices";
const TABLES = "parlor.tables";
const JOINING = "parlor.joining";
const MOST_TABLES = 20;
const KEY_BYTES = 16;
const KEY_LASTS = 5 * 60_000; // milliseconds after Join was pressed

const NOWHERE = { table: "", key: "", when: 0 };
let joining = NOWHERE; // also where storage is switched off

/** @typedef {{ id: string, title: string, when: number }} Sat */
/**
 * How a table was set up last time. `rules` are the numbers that differ from the book's.
 * @typedef {{ against: "house" | "friend" | "same screen", side: "1" | "2" | "toss", level: string, variant: string,
 *   rules: Record<string, number>, clock: number | null, hints: boolean, undo: boolean }} Choice
 */

/** The name this browser's player goes by; "" where none was given. */
export function nameKept() {
  return read(NAME, "", (value) => typeof value === "string");
}

/** @param {string} name */
export function keepName(name) {
  if (name) write(NAME, name);
  else forget(NAME);
}

/**
 * The last choices for each game, and the game chosen last.
 * @returns {{ last: string, games: Record<string, Choice> }}
 */
export function choicesKept() {
  return read(CHOICES, { last: "", games: {} }, (value) => isObject(value) && isObject(value.games));
}

/**
 * @param {string} game
 * @param {Choice} choice
 */
export function keepChoice(game, choice) {
  write(CHOICES, { last: game, games: { ...choicesKept().games, [game]: choice } });
}

/**
 * The tables this browser sat at, the latest first.
 * @returns {Sat[]}
 */
export function satAt() {
  return read(TABLES, /** @type {Sat[]} */ ([]), Array.isArray).filter(
    (table) => isObject(table) && typeof table.id === "string",
  );
}

/**
 * Remember that this browser has a seat at a table.
 * @param {string} id
 * @param {string} title of its game
 */
export function sat(id, title) {
  write(TABLES, [{ id, title, when: Date.now() }, ...satAt().filter((table) => table.id !== id)].slice(0, MOST_TABLES));
}

/**
 * Forget a table.
 * @param {string} id
 */
export function left(id) {
  write(
    TABLES,
    satAt().filter((table) => table.id !== id),
  );
}

/**
 * The key to join a table with, now that Join is pressed: the same again if the answer was lost, so that the seat is
 * still this browser's own.
 * @param {string} table
 * @returns {string}
 */
export function joiningKey(table) {
  joining = { table, key: keyUnanswered(table) ?? randomKey(), when: Date.now() };
  write(JOINING, joining);
  return joining.key;
}

/**
 * The key of a Join that was not answered; null if there is none, or it is old.
 * @param {string} table
 * @returns {string | null}
 */
export function keyUnanswered(table) {
  if (joining.table !== table) joining = read(JOINING, NOWHERE, (value) => isObject(value) && typeof value.key === "string");
  if (joining.table && !(Date.now() - joining.when < KEY_LASTS)) joiningAnswered();
  return joining.table === table ? joining.key : null;
}

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Forget the key: who joined was answered, or it is too old. */
export function joiningAnswered() {
  joining = NOWHERE;
  forget(JOINING);
}
