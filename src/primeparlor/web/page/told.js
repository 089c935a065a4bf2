/**
 * What was told about puzzles: the moves that were tried, and the hints in their words. A hint names none of the moves
 * tried before it, so in other words it could give the answer away: what was told stays told. For the puzzles of a day
 * this browser keeps it; the page /stored says so. Other puzzles are known only to the page itself.
 */

import { ApiError, post } from "/static/api.js";
import { read, write } from "/static/storage.js";

/** @typedef {{ text: string, all: boolean }} Clue a hint, and whether it is the last */
/** @typedef {{ tried: string[], clues: Clue[] }} Telling */

const TOLD = "parlor.told";
/** @type {Telling} */
const NOTHING = { tried: [], clues: [] };

export class Told {
  /** @param {string} [day] whose puzzles they are */
  constructor(day) {
    this.day = day;
    /** @type {Map<string, Telling>} also where storage is switched off */
    this.puzzles = new Map();
  }

  /** What was told about a puzzle, also by another page. @param {string} puzzle @returns {Telling} */
  of(puzzle) {
    return both(this.#kept().get(puzzle) ?? NOTHING, this.puzzles.get(puzzle) ?? NOTHING);
  }

  /** @param {string} puzzle @param {Telling} telling */
  keep(puzzle, telling) {
    const all = both(this.of(puzzle), telling);
    if (!all.tried.length && !all.clues.length) return; // nothing was told yet
    this.puzzles.set(puzzle, all);
    if (this.day) write(TOLD, { day: this.day, puzzles: [...this.#kept().set(puzzle, all)] });
  }

  /** What this browser keeps about the puzzles of the day; nothing of another day. @returns {Map<string, Telling>} */
  #kept() {
    const { day } = this;
    const isOfDay = (/** @type {any} */ kept) => kept.day === day && kept.puzzles.every(isTelling);
    return new Map(day ? read(TOLD, { puzzles: [] }, isOfDay).puzzles : []);
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

/** Ignore an error the server answered with; raise where it could not be reached. @param {unknown} error */
function letGo(error) {
  if (!(error instanceof ApiError) || error.status === 0) throw error;
}

/** What was told in either of two places. @param {Telling} one @param {Telling} other @returns {Telling} */
function both(one, other) {
  return {
    tried: [...new Set([...one.tried, ...other.tried])],
    clues: one.clues.length > other.clues.length ? one.clues : other.clues,
  };
}

/** @param {any} entry */
function isTelling(entry) {
  const { tried, clues } = entry[1];
  const isText = (/** @type {any} */ value) => typeof value === "string";
  return isText(entry[0]) && tried.every(isText) && clues.every((/** @type {any} */ one) => isText(one.text));
}
