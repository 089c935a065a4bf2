/** Puzzles one after another: first what comes back, then fresh ones that fit the player. */

import { goOn, offer, rules } from "/static/acts.js";
import { post, wentWrong } from "/static/api.js";
import { bigStreak, calendar, legend } from "/static/calendar.js";
import { change, look } from "/static/diary.js";
import { $, h, put } from "/static/dom.js";
import { games } from "/static/games.js";
import { pickGame } from "/static/pick.js";
import { Posed } from "/static/posed.js";
import { whileLooking } from "/static/waiting.js";

/** @typedef {import("/static/posed.js").Before} Before */
/** @typedef {import("/static/posed.js").Mark} Mark */
/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {import("/static/types").Puzzle} Puzzle */

const WEEKS = 3;
const MOST_SEEN = 200; // positions that are told to the server
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "") || null;

class Session {
  /** @param {GameInfo[]} list @param {Progress} progress */
  constructor(list, progress) {
    this.list = list;
    this.progress = progress;
    this.right = 0;
    this.row = 0; // right on the first try, one after another
    this.asked = 0;
    this.seen = /** @type {string[]} */ ([]);
    this.posed = new Posed({
      mode: "puzzle",
      tried: (mark, before) => this.#tried(mark, before),
      hinted: () => this.#buttons(),
    });
    this.acts = h("div", { class: "row acts-row" });
    this.side = h("aside", { class: "side", "aria-label": "Your progress" });
    const head = h("div", { class: "head" }, h("h1", null, title(list)), pickGame("/puzzle", game, list, "Which puzzles"));
    put(
      $("#main"),
      head,
      h("div", { class: "two-col" }, h("div", null, this.posed.root, this.acts, this.posed.hints), this.side),
    );
  }

  async next() {
    offer(this.acts, this.posed.stage, h("span", { class: "soft", role: "status" }, "Looking for a puzzle …"));
    try {
      const puzzle = await this.#find();
      this.seen.push(puzzle.position);
      await this.posed.set(puzzle);
      this.asked += 1;
    } catch (error) {
      put(
        this.acts,
        h("p", { role: "alert" }, wentWrong(error)),
        h("button", { class: "btn main", type: "button", onclick: () => this.next() }, "Try again"),
      );
      return;
    }
    this.#buttons();
    this.#sides();
  }

  /** @returns {Promise<Puzzle>} */
  async #find() {
    const { progress, summary } = this.progress;
    const here = (/** @type {string} */ position) => !game || position.startsWith(`${game} `);
    for (const { position, mistake } of summary.due) {
      if (!here(position) || this.seen.includes(position)) continue;
      const puzzle = await post("/api/puzzles", { position, mistake }).catch(() => null);
      if (puzzle) return puzzle;
    }
    const waiting = Object.keys(progress.cards ?? {}).filter(here);
    const seen = [...waiting, ...this.seen].slice(-MOST_SEEN);
    return post("/api/puzzles", { ...(game ? { game } : {}), ratings: progress.ratings ?? {}, seen });
  }

  /** @param {Mark} mark @param {Before} before */
  async #tried(mark, before) {
    const at_once = mark === "+" && !before.tries && !before.hints;
    this.right += at_once ? 1 : 0;
    this.row = at_once ? this.row + 1 : 0; // a skip breaks no row
    this.#buttons();
    if (this.posed.over) goOn(this.acts);
    this.progress = await change({ do: "answered", puzzle: this.posed.puzzle?.puzzle, mark, ...before }).catch(
      () => this.progress,
    );
    this.#sides();
  }

  #buttons() {
    const { posed } = this;
    const button = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {() => void} */ onclick, key = label) =>
      h("button", { class: `btn ${kind}`, type: "button", "data-key": key, onclick }, label);
    const helps = [
      posed.more && button("", posed.opened.length ? "Another hint" : "A hint", () => posed.hint(), "hint"),
      button("quiet", "Show the answer", () => posed.show()),
      button("quiet", "Skip", () => this.next()),
      posed.puzzle && rules(posed.puzzle.game),
    ];
    const row = this.row > 1 ? `, ${this.row} in a row` : "";
    const score = this.right > 0 && h("span", { class: "soft small score" }, `${this.right} right on the first try${row}`);
    offer(this.acts, posed.stage, posed.over ? button("main", "Next puzzle", () => this.next()) : helps, score);
  }

  #sides() {
    const { summary } = this.progress;
    const name = this.posed.puzzle?.game ?? "";
    const rated = summary.by_game[name]?.rating;
    put(
      this.side,
      h(
        "section",
        { class: "card stack" },
        bigStreak(summary.streak),
        calendar(summary.calendar.slice(-WEEKS), summary.day),
        legend(),
      ),
      h(
        "section",
        { class: "card stack" },
        h("h2", null, "What comes back"),
        h("p", null, comesBack(summary.due.length, Object.keys(this.progress.progress.cards ?? {}).length)),
        rated &&
          rated.asked > 0 &&
          h(
            "dl",
            { class: "dl" },
            h("dt", null, "Your rating here"),
            h("dd", null, Math.round(rated.rating)),
            h("dt", null, "Right on the first try"),
            h("dd", null, `${rated.right} of ${rated.asked}`),
          ),
      ),
    );
  }
}

/** @param {GameInfo[]} list */
function title(list) {
  const found = list.find(({ name }) => name === game);
  return found ? `Puzzles of ${found.title}` : "Puzzles";
}

/** @param {number} due @param {number} kept how many come back some day */
function comesBack(due, kept) {
  if (due)
    return due === 1
      ? "One position from your puzzles and games is due again."
      : `${due} positions from your puzzles and games are due again.`;
  if (!kept) return "What you miss comes back another day.";
  return kept === 1
    ? "Nothing is due today. One puzzle comes back another day."
    : `Nothing is due today. ${kept} puzzles come back another day.`;
}

whileLooking("Puzzles", async () => new Session(await games(), await look()).next());
