/**
 * Data in localStorage: the last choices for each game, the player's name, and the tables this browser has a seat at.
 * The page /stored lists it. If storage is full or switched off, nothing is saved and the page still works.
 */

const NAME = "parlor.name";
const PAIR = "parlor.pair";
const CHOICES = "parlor.choices";
const TABLES = "parlor.tables";
const JOIN = "parlor.joining";
const MOST_TABLES = 20;
const KEY_BYTES = 16;
const KEY_LASTS = 5 * 60_000; // milliseconds after Join was pressed

const NO_JOIN = { table: "", key: "", when: 0 };
let pendingJoin = NO_JOIN; // in memory too, because storage may be switched off

/** @typedef {{ id: string, title: string, when: number }} SavedTable */
/**
 * The last settings of the form for a new table. `rules` are the numbers that differ from the book's.
 * @typedef {{ against: "house" | "friend" | "same screen", side: "1" | "2" | "toss", level: string, variant: string,
 *   rules: Record<string, number>, games: string, clock: number | null, hints: boolean, friend_hints: boolean,
 *   undo: boolean }} Choice
 */

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
 * Load the names of two players on this screen; "" where none was given.
 * @returns {[string, string]}
 */
export function loadPair() {
  const fits = (/** @type {any} */ value) =>
    Array.isArray(value) && value.length === 2 && value.every((name) => typeof name === "string");
  return read(PAIR, /** @type {[string, string]} */ (["", ""]), fits);
}

/** @param {[string, string]} names */
export function savePair(names) {
  if (names.some(Boolean)) write(PAIR, names);
  else remove(PAIR);
}

/**
 * Load the last choices for each game, and the game chosen last.
 * @returns {{ last: string, games: Record<string, Choice> }}
 */
export function loadChoices() {
  return read(CHOICES, { last: "", games: {} }, (value) => isObject(value) && isObject(value.games));
}

/**
 * @param {string} game
 * @param {Choice} choice
 */
export function saveChoice(game, choice) {
  write(CHOICES, { last: game, games: { ...loadChoices().games, [game]: choice } });
}

/** Remember the game that was played last. @param {string} game */
export function saveLastGame(game) {
  write(CHOICES, { ...loadChoices(), last: game });
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
 * @param {string} id
 * @param {string} title of its game
 */
export function rememberTable(id, title) {
  write(TABLES, [{ id, title, when: Date.now() }, ...loadTables().filter((table) => table.id !== id)].slice(0, MOST_TABLES));
}

/**
 * Forget a table.
 * @param {string} id
 */
export function forgetTable(id) {
  write(
    TABLES,
    loadTables().filter((table) => table.id !== id),
  );
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
