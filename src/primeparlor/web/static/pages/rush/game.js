/**
 * One rush: puzzles one by one against the clock, until time or slips are used up, or the player stops. What is said of a
 * try stays with its board: after a right one for a moment, after a slip until the player goes on; the clock stands still.
 * The reason of a right one can be read below the buttons, as that of the last puzzle, until the next try.
 * Each slip is recorded, and its puzzle comes back another day.
 */

import { errorMessage, post } from "/static/lib/api.js";
import { recordChanges } from "/static/lib/progress.js";
import { h, put } from "/static/lib/dom.js";
import { offerKeys } from "/static/lib/keyboard.js";
import { numeral } from "/static/lib/numerals.js";
import { PuzzleBoard } from "/static/components/puzzle_board.js";
import { Stopwatch } from "/static/pages/rush/stopwatch.js";

/** @typedef {import("/static/components/puzzle_board.js").Mark} Mark */
/** @typedef {import("/static/components/puzzle_board.js").Try} Try */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").RushRules} RushRules */
/** @typedef {{ puzzle: Puzzle, heading: string, text: string }} Slip a puzzle, and what the house says of the try */

const RIGHT_SHOWN = 700; // milliseconds
const MOST_SEEN = 100; // positions that are not asked again
const SOON = 2000; // milliseconds until a failed request is sent again

export class RushGame {
  /**
   * @param {string | null} game null for all of them
   * @param {string} title
   * @param {RushRules} rules
   * @param {string[]} waiting positions that come back another day, and are not asked here
   * @param {() => void} onEnd
   */
  constructor(game, title, rules, waiting, onEnd) {
    this.game = game;
    this.rules = rules;
    this.onEnd = onEnd;
    this.right = 0;
    /** @type {Slip[]} */
    this.slips = [];
    this.over = this.dealing = false;
    this.made = 0;
    this.seen = waiting.slice(-MOST_SEEN);
    this.soon = 0; // the timer of the next puzzle, or of another try to get it
    /** @type {Promise<unknown>} that every slip so far is in the player's progress, or waits to be sent */
    this.recorded = Promise.resolve();
    this.clock = new Stopwatch(rules.seconds, () => this.end());
    this.board = new PuzzleBoard({ mode: "rush", onTried: (mark, _, given) => this.#onTried(mark, given) });
    this.count = h("div", { class: "bigstat" });
    this.marks = h("p", { class: "slips" });
    this.tally = h("span", { class: "tally", "aria-hidden": "true" }); // on a phone, where the score is far down
    this.told = ""; // the reason of a right try
    this.last = h("p", { class: "soft small last-puzzle" });
    this.next = button("btn main", "next", "Next puzzle", () => this.#deal());
    this.skip = button("btn", "skip", "Skip", () => this.#deal()); // that costs only time
    this.root = this.#layout(title);
    this.#offerNext(false);
    this.onVisibility = () => this.#syncClock();
    document.addEventListener("visibilitychange", this.onVisibility);
    this.#drawScore();
    this.coming = this.#requestPuzzle();
    this.#deal();
  }

  /** @param {string} title */
  #layout(title) {
    const { clock, board, count, marks, tally } = this;
    const acts = h(
      "div",
      { class: "row acts-row" },
      this.next,
      this.skip,
      button("btn", "stop", "Stop here", () => this.end()),
    );
    const side = h("aside", { class: "side", "aria-label": "Score" }, h("section", { class: "card stack" }, count, marks));
    return h(
      "div",
      { class: "rushing" },
      h("div", { class: "head" }, h("h1", null, title), h("div", { class: "grow" }, clock.bar), tally, clock.time),
      h("div", { class: "two-col" }, h("div", null, board.root, acts, this.last), side),
      clock.region,
    );
  }

  /** @returns {Promise<Puzzle>} */
  #requestPuzzle() {
    const asked = { ...(this.game ? { game: this.game } : {}), rush: this.made, seen: this.seen };
    this.made += 1;
    return deferError(post("/api/puzzles", asked));
  }

  /** Show the next puzzle, which was requested while the last one was being solved. */
  async #deal() {
    if (this.over || this.dealing) return;
    this.dealing = true;
    this.clock.stop();
    window.clearTimeout(this.soon);
    try {
      const puzzle = await this.coming;
      if (this.over) return;
      this.seen = [...this.seen, puzzle.position].slice(-MOST_SEEN);
      this.coming = this.#requestPuzzle();
      const had = document.activeElement === this.next;
      await this.board.setPuzzle(puzzle);
      put(this.last, this.told && [h("b", null, "The last puzzle: "), this.told]);
      this.#offerNext(false);
      if (had) this.board.stage.focus(); // and back to the board
      this.#syncClock();
    } catch (error) {
      if (this.over) return;
      this.board.message.say({ bold: "", text: errorMessage(error), kind: "no" });
      const later = new Promise((resolve) => (this.soon = window.setTimeout(resolve, SOON)));
      this.coming = deferError(later.then(() => this.#requestPuzzle()));
      window.setTimeout(() => this.#deal());
    } finally {
      this.dealing = false;
    }
  }

  /** Run the clock while a puzzle is shown and the page is visible. */
  #syncClock() {
    if (this.over || !this.board.puzzle || this.board.over) return;
    if (document.hidden) this.clock.stop();
    else this.clock.start();
  }

  /** Offer the next puzzle after a slip, or a skip. @param {boolean} slipped */
  #offerNext(slipped) {
    this.next.hidden = !slipped;
    this.skip.hidden = slipped;
    if (!slipped) return;
    this.next.focus({ preventScroll: true });
    this.next.scrollIntoView({ block: "end" }); // with the message above it, which a phone may not show
  }

  /** @param {Mark} mark @param {Try} given */
  #onTried(mark, { heading, text }) {
    const { puzzle } = this.board;
    if (this.over || !puzzle) return;
    const right = mark === "+";
    this.told = right ? `${heading} ${text}` : "";
    put(this.last);
    if (right) this.right += 1;
    else {
      this.slips.push({ puzzle, heading, text });
      const kept = recordChanges({ do: "slipped", puzzle: puzzle.puzzle }).catch(() => {}); // it waits in this browser
      this.recorded = Promise.all([this.recorded, kept]);
    }
    this.clock.stop();
    this.#drawScore();
    if (this.slips.length >= this.rules.slips) this.end();
    else if (right) this.soon = window.setTimeout(() => this.#deal(), RIGHT_SHOWN);
    else this.#offerNext(true);
  }

  #drawScore() {
    const { right, slips, rules } = this;
    const crosses = "✕ ".repeat(slips.length) + "· ".repeat(rules.slips - slips.length);
    const told = h("span", { class: "soft small" }, `${slips.length} of ${rules.slips} slips`);
    put(this.count, numeral(right, { inline: true, label: `${right} right` }), h("h2", null, "right"));
    put(this.marks, h("span", { "aria-hidden": "true" }, crosses), told);
    put(this.tally, h("b", null, `✓ ${right}`), h("b", { class: "made" }, `✕ ${slips.length}`));
  }

  end() {
    if (this.over) return;
    this.over = true;
    this.clock.end();
    window.clearTimeout(this.soon);
    document.removeEventListener("visibilitychange", this.onVisibility);
    offerKeys(() => []);
    this.onEnd();
  }
}

/** @param {string} kind @param {string} key @param {string} label @param {() => void} onclick */
const button = (kind, key, label, onclick) => h("button", { class: kind, type: "button", "data-key": key, onclick }, label);

/**
 * Mark a prefetched puzzle's rejection as handled; `#deal` reports it when the puzzle is needed.
 * @param {Promise<Puzzle>} coming
 */
function deferError(coming) {
  coming.catch(() => {});
  return coming;
}
