/**
 * Data in localStorage: the player's name, and the tables this browser has a seat at; other modules keep more with `write`.
 * The page /stored lists it. If storage is full or switched off, nothing is saved and the page still works.
 */

const NAME = "parlor.name";
const TABLES = "parlor.tables";
const JOIN = "parlor.joining";
export const MOST_TABLES = 200; // as many as the server lists at once
const KEY_BYTES = 16;
const KEY_LASTS = 5 * 60_000; // milliseconds after Join was pressed

const NO_JOIN = { table: "", key: "", when: 0 };
let pendingJoin = NO_JOIN; // in memory too, because storage may be switched off

/** @typedef {{ id: string, seat: 1 | 2 | null }} SavedTable `seat`: that of this browser in the first game; null for both */
/**
 * Read the JSON value stored under a name; `otherwise` if there is none, or it does not fit.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @param {(value: any) => boolean} fits
 * @returns {T}
 */
export function read(name, otherwise, fits) {
  try {
    const value = JSON.parse(localStorage.getItem(name) ?? "null");
    return fits(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Full, or switched off.
  }
}

/** @param {string} name */
export function remove(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Switched off: there was nothing.
  }
}

/** @param {any} value */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Load the player's name; "" if none was given. */
export function loadName() {
  return read(NAME, "", (value) => typeof value === "string");
}

/** @param {string} name */
export function saveName(name) {
  if (name) write(NAME, name);
  else remove(NAME);
}

/**
 * Load the tables this browser has a seat at, the latest first.
 * @returns {SavedTable[]}
 */
export function loadTables() {
  return read(TABLES, /** @type {SavedTable[]} */ ([]), Array.isArray).filter(
    (table) => isObject(table) && typeof table.id === "string",
  );
}

/**
 * Remember that this browser has a seat at a table.
 * @param {import("/static/types").View} view
 */
export function rememberTable({ table, you, holds, game_number }) {
  if (you === null) return;
  const first = game_number % 2 ? you : you === 1 ? 2 : 1;
  keepTable({ id: table, seat: holds.length === 2 ? null : first });
}

/** Keep a table as the latest. @param {SavedTable} table */
export function keepTable(table) {
  write(TABLES, [table, ...loadTables().filter(({ id }) => id !== table.id)].slice(0, MOST_TABLES));
}

/** Forget these tables. @param {string[]} ids */
export function forgetTables(ids) {
  const left = loadTables().filter(({ id }) => !ids.includes(id));
  if (left.length < loadTables().length) write(TABLES, left);
}

/**
 * Start a Join and return its key. A Join whose response was lost keeps its key, so that the server recognises it.
 * @param {string} table
 * @returns {string}
 */
export function startJoin(table) {
  pendingJoin = { table, key: pendingJoinKey(table) ?? randomKey(), when: Date.now() };
  write(JOIN, pendingJoin);
  return pendingJoin.key;
}

/**
 * Return the key of a Join without a response; null if there is none, or it has expired.
 * @param {string} table
 * @returns {string | null}
 */
export function pendingJoinKey(table) {
  if (pendingJoin.table !== table) pendingJoin = read(JOIN, NO_JOIN, (value) => isObject(value) && typeof value.key === "string");
  if (pendingJoin.table && !(Date.now() - pendingJoin.when < KEY_LASTS)) clearJoinKey();
  return pendingJoin.table === table ? pendingJoin.key : null;
}

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Forget the key of a Join, after its response or when it has expired. */
export function clearJoinKey() {
  pendingJoin = NO_JOIN;
  remove(JOIN);
}
