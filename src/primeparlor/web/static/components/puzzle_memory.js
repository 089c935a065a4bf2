/**
 * Remembers the moves tried at a puzzle, in a line at each decision, and the text of its hints. A hint leaves out the
 * moves tried before it, so asking for it again later could give the answer away. The daily puzzles are stored in
 * localStorage, as the page /stored says; other puzzles are remembered until the page is closed.
 */

import { ApiError, post } from "/static/lib/api.js";
import { read, write } from "/static/lib/local_storage.js";

/** @typedef {{ text: string, all: boolean }} Hint a hint, and whether it is the last */
/** @typedef {{ tried: string[], clues: Hint[] }} Memory */

const KEY = "parlor.told";
/** @type {Memory} */
const NOTHING = { tried: [], clues: [] };

export class PuzzleMemory {
  /** @param {string} [day] whose puzzles they are */
  constructor(day) {
    this.day = day;
    /** @type {Map<string, Memory>} in memory too, because storage may be switched off */
    this.puzzles = new Map();
  }

  /** Recall a puzzle, with what another tab stored. @param {string} puzzle @returns {Memory} */
  recall(puzzle) {
    return merge(this.#readStored().get(puzzle) ?? NOTHING, this.puzzles.get(puzzle) ?? NOTHING);
  }

  /** @param {string} puzzle @param {Memory} telling */
  save(puzzle, telling) {
    const all = merge(this.recall(puzzle), telling);
    if (!all.tried.length && !all.clues.length) return; // nothing to remember yet
    this.puzzles.set(puzzle, all);
    if (this.day) write(KEY, { day: this.day, puzzles: [...this.#readStored().set(puzzle, all)] });
  }

  /** Read what is stored about the puzzles of this day. @returns {Map<string, Memory>} */
  #readStored() {
    const { day } = this;
    const isOfDay = (/** @type {any} */ kept) => kept.day === day && kept.puzzles.every(isEntry);
    return new Map(day ? read(KEY, { puzzles: [] }, isOfDay).puzzles : []);
  }

  /**
   * Load the open hints of a puzzle: from memory, and from the server those opened in another browser.
   * @param {string} puzzle
   * @param {number} hints how many at least
   * @returns {Promise<Hint[]>}
   */
  async loadHints(puzzle, hints) {
    const { tried, clues } = this.recall(puzzle);
    const open = [...clues];
    while (open.length < hints) {
      const given = await requestHint(puzzle, open.length + 1, tried).catch(ignoreRefusal);
      if (!given) break; // the next request would open another hint
      open.push(given);
    }
    return open;
  }
}

/**
 * Request a hint.
 * @param {string} puzzle
 * @param {number} step
 * @param {string[]} tried what it need not name
 * @param {string[]} [moves] the right moves of a line so far
 * @returns {Promise<Hint>}
 */
export const requestHint = (puzzle, step, tried, moves = []) => post(`/api/puzzles/${puzzle}/hint`, { step, tried, moves });

/** Ignore an error the server answered with; raise where it could not be reached. @param {unknown} error */
function ignoreRefusal(error) {
  if (!(error instanceof ApiError) || error.status === 0) throw error;
}

/** Merge two memories of one puzzle. @param {Memory} one @param {Memory} other @returns {Memory} */
function merge(one, other) {
  return {
    tried: [...new Set([...one.tried, ...other.tried])],
    clues: one.clues.length > other.clues.length ? one.clues : other.clues,
  };
}

/** @param {any} entry */
function isEntry(entry) {
  const { tried, clues } = entry[1];
  const isText = (/** @type {any} */ value) => typeof value === "string";
  return isText(entry[0]) && tried.every(isText) && clues.every((/** @type {any} */ one) => isText(one.text));
}
