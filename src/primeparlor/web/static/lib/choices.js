/** What was chosen last in the form for a new table, kept in localStorage. */

import { isObject, read, remove, write } from "/static/lib/local_storage.js";

const PAIR = "parlor.pair";
const CHOICES = "parlor.choices";

/**
 * The last settings of the form for a new table. `rules` are the numbers that differ from the book's.
 * @typedef {{ against: "house" | "friend" | "same screen", side: "1" | "2" | "toss", level: string, variant: string,
 *   rules: Record<string, number>, games: string, clock: number | null, hints: boolean, friend_hints: boolean,
 *   undo: boolean }} Choice
 */

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
