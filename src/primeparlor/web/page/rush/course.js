/**
 * The course of a rush: puzzles are dealt one by one against the clock, until the time is up, the third slip, or the
 * player stops. Each slip is kept: its puzzle comes back another day.
 */

import { post, wentWrong } from "/static/api.js";
import { change } from "/static/diary.js";
import { h, put } from "/static/dom.js";
import { numeral } from "/static/numerals.js";
import { Posed, split } from "/static/posed.js";
import { Stopwatch } from "/static/rush/stopwatch.js";
import { capital } from "/static/words.js";

/** @typedef {import("/static/posed.js").Mark} Mark */
/** @typedef {import("/static/posed.js").Try} Try */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Said} Said */
/** @typedef {{ puzzle: Puzzle, move: string }} Slip */

const SLIPS = 3;
const MOST_SEEN = 100; // positions that are not asked again
const SOON = 2000; // milliseconds until a puzzle that did not come is asked for again

export class Course {
  /** @param {string | null} game null for all of them @param {string} title @param {() => void} ended */
  constructor(game, title, ended) {
    this.game = game;
    this.ended = ended;
    this.right = 0;
    /** @type {Slip[]} */
    this.slips = [];
    this.over = this.dealing = false;
    this.made = 0;
    /** @type {string[]} */
    this.seen = [];
    /** @type {Said | null} what became of the last puzzle */
    this.said = null;
    this.soon = 0; // the timer of another try
    this.clock = new Stopwatch(() => this.end());
    this.posed = new Posed({ mode: "rush", tried: (mark, _, given) => this.#tried(mark, given) });
    this.count = h("div", { class: "bigstat" });
    this.marks = h("p", { class: "slips" });
    this.tally = h("span", { class: "tally", "aria-hidden": "true" }); // on a phone, where the score is far down
    this.root = this.#laid(title);
    this.watching = () => this.#watch();
    document.addEventListener("visibilitychange", this.watching);
    this.#score();
    this.coming = this.#make();
    this.#deal();
  }

  /** @param {string} title */
  #laid(title) {
    const { clock, posed, count, marks, tally } = this;
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button", { class: "btn", type: "button", "data-key": key, onclick }, label);
    const acts = h(
      "div",
      { class: "row acts-row" },
      button("skip", "Skip", () => this.#skip()),
      button("stop", "Stop here", () => this.end()),
    );
    const side = h("aside", { class: "side", "aria-label": "Score" }, h("section", { class: "card stack" }, count, marks));
    return h(
      "div",
      { class: "rushing" },
      h("div", { class: "head" }, h("h1", null, title), h("div", { class: "grow" }, clock.bar), tally, clock.time),
      h("div", { class: "two-col" }, h("div", null, posed.root, acts), side),
      clock.region,
    );
  }

  /** @returns {Promise<Puzzle>} */
  #make() {
    const asked = { ...(this.game ? { game: this.game } : {}), rush: this.made, seen: this.seen };
    this.made += 1;
    return expected(post("/api/puzzles", asked));
  }

  /** Show the next puzzle, which was made while the last one was being solved. */
  async #deal() {
    if (this.over || this.dealing) return;
    this.dealing = true;
    this.clock.stop();
    try {
      const puzzle = await this.coming;
      if (this.over) return;
      this.seen = [...this.seen, puzzle.position].slice(-MOST_SEEN);
      this.coming = this.#make();
      await this.posed.set(puzzle);
      if (this.said) this.posed.message.say(this.said);
      this.#watch();
    } catch (error) {
      if (this.over) return;
      this.posed.message.say({ bold: "", text: wentWrong(error), kind: "no" });
      const later = new Promise((resolve) => (this.soon = window.setTimeout(resolve, SOON)));
      this.coming = expected(later.then(() => this.#make()));
      window.setTimeout(() => this.#deal());
    } finally {
      this.dealing = false;
    }
  }

  /** The clock stands while the page cannot be seen. */
  #watch() {
    if (this.over || !this.posed.puzzle || this.posed.over) return;
    if (document.hidden) this.clock.stop();
    else this.clock.start();
  }

  /** Leave this puzzle; it costs only the time. */
  #skip() {
    this.said = null;
    this.#deal();
  }

  /** @param {Mark} mark @param {Try} given */
  #tried(mark, { move, why }) {
    const { puzzle } = this.posed;
    if (this.over || !puzzle) return;
    const right = mark === "+";
    if (right) this.right += 1;
    else {
      this.slips.push({ puzzle, move });
      change({ do: "slipped", puzzle: puzzle.puzzle }).catch(() => {}); // it waits in this browser
    }
    this.said = {
      bold: capital(`${move} was ${right ? "right" : "a slip"}.`),
      text: split(why).text,
      kind: right ? "yes" : "no",
    };
    this.#score();
    if (this.slips.length >= SLIPS) this.end();
    else this.#deal();
  }

  #score() {
    const { right, slips } = this;
    const crosses = "✕ ".repeat(slips.length) + "· ".repeat(SLIPS - slips.length);
    const told = h("span", { class: "soft small" }, `${slips.length} of ${SLIPS} slips`);
    put(this.count, numeral(right, { inline: true, label: `${right} right` }), h("h2", null, "right"));
    put(this.marks, h("span", { "aria-hidden": "true" }, crosses), told);
    put(this.tally, h("b", null, `✓ ${right}`), h("b", { class: "made" }, `✕ ${slips.length}`));
  }

  end() {
    if (this.over) return;
    this.over = true;
    this.clock.end();
    window.clearTimeout(this.soon);
    document.removeEventListener("visibilitychange", this.watching);
    this.ended();
  }
}

/**
 * A puzzle that may be needed: where it does not come, that is said then, and it is asked for again.
 * @param {Promise<Puzzle>} coming
 */
function expected(coming) {
  coming.catch(() => {});
  return coming;
}
