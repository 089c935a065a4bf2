/**
 * What was told about puzzles: the moves that were tried, and the hints in their words. A hint names none of the moves
 * tried before it, so in other words it could give the answer away: what was told stays told. The puzzles of a day stay
 * so in this tab, also after a reload; the page /stored says so. Other puzzles are known only to the page itself.
 */

import { ApiError, post } from "/static/api.js";

/** @typedef {{ text: string, all: boolean }} Clue a hint, and whether it is the last */
/** @typedef {{ tried: string[], clues: Clue[] }} Telling */

const TOLD = "parlor.told";

export class Told {
  /** @param {string} [day] whose puzzles they are */
  constructor(day) {
    this.day = day;
    this.puzzles = new Map(day ? read(day) : []);
  }

  /** What was told about a puzzle. @param {string} puzzle @returns {Telling} */
  of(puzzle) {
    return this.puzzles.get(puzzle) ?? { tried: [], clues: [] };
  }

  /** @param {string} puzzle @param {Telling} telling */
  keep(puzzle, telling) {
    if (!telling.tried.length && !telling.clues.length) return; // nothing was told yet
    this.puzzles.set(puzzle, telling);
    if (!this.day) return;
    try {
      sessionStorage.setItem(TOLD, JSON.stringify({ day: this.day, puzzles: [...this.puzzles] }));
    } catch {
      // Full, or switched off: the page knows it until it is left.
    }
  }

  /**
   * The hints of a puzzle that are open: as they were told, and from the server those that were told elsewhere.
   * @param {string} puzzle
   * @param {number} hints how many at least
   * @returns {Promise<Clue[]>}
   */
  async opened(puzzle, hints) {
    const { tried, clues } = this.of(puzzle);
    const open = [...clues];
    while (open.length < hints) {
      const given = await clue(puzzle, open.length + 1, tried).catch(letGo);
      if (!given) break; // asking for the next one tells it
      open.push(given);
    }
    return open;
  }
}

/**
 * A hint of a puzzle.
 * @param {string} puzzle
 * @param {number} step
 * @param {string[]} tried what it need not name
 * @returns {Promise<Clue>}
 */
export const clue = (puzzle, step, tried) => post(`/api/puzzles/${puzzle}/hint`, { step, tried });

/** Let go an error that the server answered with, but not that it could not be reached. @param {unknown} error */
function letGo(error) {
  if (!(error instanceof ApiError) || error.status === 0) throw error;
}

/** What this tab keeps about the puzzles of a day; nothing of another day. @param {string} day @returns {[string, Telling][]} */
function read(day) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(TOLD) ?? "null");
    return kept.day === day ? kept.puzzles.filter(isTelling) : [];
  } catch {
    return [];
  }
}

/** @param {any} entry */
function isTelling(entry) {
  const { tried, clues } = entry[1];
  const isText = (/** @type {any} */ value) => typeof value === "string";
  return isText(entry[0]) && tried.every(isText) && clues.every((/** @type {any} */ one) => isText(one.text));
}
