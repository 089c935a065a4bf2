/** Something new every day: the puzzle of the day, one more of each other game, and the daily duel. */

import { goOn, offer, rules } from "/static/acts.js";
import { ApiError, get, post, wentWrong } from "/static/api.js";
import { bigStreak, calendar, legend } from "/static/calendar.js";
import { change, look, thisDay } from "/static/diary.js";
import { $, h, put } from "/static/dom.js";
import { games } from "/static/games.js";
import { diamondSign } from "/static/numerals.js";
import { bringIntoView } from "/static/pick.js";
import { Posed } from "/static/posed.js";
import { read, write } from "/static/storage.js";
import { copyButton } from "/static/table/share.js";
import { whileLooking } from "/static/waiting.js";
import { powers } from "/static/words.js";

/** @typedef {import("/static/posed.js").Before} Before */
/** @typedef {import("/static/posed.js").Mark} Mark */
/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Today} Today */

const WEEKS = 3;
const DUEL = "parlor.duel"; // where the table of the day's duel is kept
const SIGNS = { "+": "✓", "-": "✕", "?": "?" };

/** The table of this day's duel, if this browser sat down there. @param {string} day @returns {string | null} */
const sat = (day) => read(DUEL, { table: null }, (kept) => kept.day === day).table;

class Day {
  /** @param {GameInfo[]} list @param {Today} today @param {Progress} progress */
  constructor(list, today, progress) {
    this.titles = Object.fromEntries(list.map(({ name, title }) => [name, title]));
    this.today = today;
    this.progress = progress;
    this.puzzles = [today.puzzle, ...today.more];
    this.posed = new Posed(
      { mode: "puzzle", tried: (mark, before) => this.#tried(mark, before), hinted: (hints) => this.#hinted(hints) },
      today.day,
    );
    this.asking = false; // whether the answer is really to be shown
    this.acts = h("div", { class: "row acts-row" });
    this.list = h("div", { class: "row pick", role: "group", "aria-label": "The puzzles of this day" });
    this.side = h("aside", { class: "side", "aria-label": "Your days" });
    const heading = h("h1", null, `Today: ${powers(today.name)} `, today.prime && diamondSign());
    const prime = today.prime && h("span", { class: "chip" }, "a prime day");
    const solving = h("div", null, this.posed.root, this.acts, this.posed.hints);
    put($("#main"), h("div", { class: "head" }, heading, prime, this.list), h("div", { class: "two-col" }, solving, this.side));
  }

  /** @param {Puzzle} puzzle */
  async open(puzzle) {
    try {
      await this.posed.set(puzzle, this.#done(puzzle));
    } catch (error) {
      if (!this.posed.puzzle) throw error; // nothing is shown yet
      this.posed.message.say({ bold: "", text: wentWrong(error), kind: "no" });
    }
    this.asking = false;
    this.#draw();
    bringIntoView(this.list);
  }

  /** The first puzzle of the day that is still to be solved, the one that carries the streak before the others. */
  get unsolved() {
    return this.puzzles.find((puzzle) => !/[+?]/.test(this.#done(puzzle).tries));
  }

  /** What was done about a puzzle; of the one that is shown, also what is not kept yet. @param {Puzzle} puzzle @returns {Before} */
  #done(puzzle) {
    const { posed } = this;
    if (puzzle === posed.puzzle) return { tries: posed.tries, hints: posed.opened.length };
    const { tries, hints } = this.progress.summary.today;
    return { tries: tries[puzzle.game] ?? "", hints: hints[puzzle.game] ?? 0 };
  }

  /** @param {Mark} mark @param {Before} before */
  async #tried(mark, before) {
    const { puzzle } = this.posed;
    if (!puzzle) return;
    this.#draw();
    if (this.posed.over) goOn(this.acts);
    const { day } = this.today; // also after midnight
    const tried = { do: "tried", day, game: puzzle.game, mark };
    const answered = { do: "answered", puzzle: puzzle.puzzle, mark, ...before };
    this.progress = await change(tried, answered).catch(() => this.progress);
    this.#draw();
  }

  /** @param {number} hints */
  async #hinted(hints) {
    const game = this.posed.puzzle?.game;
    this.progress = await change({ do: "hinted", day: this.today.day, game, hints }).catch(() => this.progress);
    this.#draw();
  }

  #draw() {
    const { posed } = this;
    put(
      this.list,
      this.puzzles.map((puzzle) => this.#link(puzzle)),
    );
    if (posed.over) this.#offer(this.#next());
    else if (!this.asking) this.#offer(this.#helps());
    this.#sides();
  }

  /** @param {import("/static/dom.js").Child[]} acts */
  #offer(acts) {
    offer(this.acts, this.posed.stage, ...acts);
  }

  /** @param {Puzzle} puzzle */
  #link(puzzle) {
    const { tries } = this.#done(puzzle);
    const sign = [...tries].map((mark) => SIGNS[/** @type {"+"} */ (mark)]).join("");
    const told = /[+]/.test(tries) ? "solved" : /[?]/.test(tries) ? "answer shown" : tries ? "tried" : "not tried yet";
    return h(
      "button",
      {
        class: "chip",
        type: "button",
        "data-key": `of-${puzzle.game}`,
        "aria-pressed": puzzle === this.posed.puzzle ? "true" : "false",
        onclick: () => this.open(puzzle),
      },
      puzzle === this.today.puzzle && h("span", null, "Of the day:"),
      this.titles[puzzle.game],
      h("span", { "aria-hidden": "true" }, sign || "·"),
      h("span", { class: "vh" }, `, ${told}`),
    );
  }

  #helps() {
    const { posed } = this;
    const streak = this.posed.puzzle === this.today.puzzle;
    return [
      posed.more && button("", "hint", posed.opened.length ? "Another hint" : "A hint", () => posed.hint()),
      button("quiet", "show", "Show the answer", () => (streak ? this.#ask() : posed.show())),
      posed.puzzle && rules(posed.puzzle.game),
    ];
  }

  /** The answer ends the streak, so it is asked for twice. */
  #ask() {
    this.asking = true;
    const yes = button("", "show-it", "Show it", () => this.posed.show());
    put(
      this.acts,
      h("p", { class: "grow" }, "Seeing the answer ends your streak. A second try keeps it."),
      yes,
      button("main", "keep", "Keep trying", () => this.#keep()),
    );
    yes.focus();
  }

  #keep() {
    this.asking = false;
    this.#draw();
  }

  #next() {
    const next = this.unsolved;
    if (next) return [button("main", "next", `Next: ${this.titles[next.game]}`, () => this.open(next))];
    return [
      h("p", { class: "grow" }, "All puzzles of this day are done."),
      h("a", { class: "btn", href: "/puzzle" }, "More puzzles"),
    ];
  }

  #sides() {
    const { summary } = this.progress;
    put(
      this.side,
      h(
        "section",
        { class: "card stack" },
        bigStreak(summary.streak),
        calendar(summary.calendar.slice(-WEEKS), summary.day),
        legend(),
        h("p", { class: "soft small" }, "A second try keeps the streak."),
      ),
      this.#duel(),
      this.#share(),
    );
  }

  #duel() {
    const { duel } = this.today;
    const done = this.progress.summary.today.duel;
    const told = done
      ? `${done.won ? "You won." : "You lost."}${done.accuracy === null ? "" : ` Your choices: ${done.accuracy} %.`}`
      : "The same cards for everyone today. Your choices count, not your luck. No hints, and nothing is taken back.";
    return h(
      "section",
      { class: "card stack", "aria-labelledby": "duel" },
      h("h2", { id: "duel" }, `Daily duel: ${this.titles[duel.game]}`),
      h("p", null, told),
      !done && button("", "duel", sat(this.today.day) ? "Resume it" : `Play the house, ${duel.level} level`, () => this.#sit()),
    );
  }

  /** The day's cards are dealt once: who left the table comes back to it. */
  async #sit() {
    try {
      const left = sat(this.today.day);
      const order = { game: this.today.duel.game, opponent: this.today.duel.level, side: 1, daily: this.today.day };
      const there = left && (await get(`/api/tables/${left}`).catch(() => null));
      const { table } = there ?? (await post("/api/tables", order));
      write(DUEL, { day: this.today.day, table });
      location.assign(`/t/${table}`);
    } catch (error) {
      if (error instanceof ApiError) this.posed.message.say({ bold: "", text: wentWrong(error), kind: "no" });
      else throw error;
    }
  }

  /** Three lines that give no answer away; there is something to share once a puzzle is over. */
  #share() {
    const { share, today } = this.progress.summary;
    if (!/[+?]/.test(Object.values(today.tries).join(""))) return null;
    const text = share.join("\n");
    return h(
      "section",
      { class: "card stack", "aria-labelledby": "share" },
      h("h2", { id: "share" }, "Share this day"),
      h("pre", { class: "share-text", tabindex: "0" }, text),
      h(
        "div",
        { class: "row" },
        copyButton("Copy", () => text, { key: "copy" }),
        h("span", { class: "soft small" }, "It gives no answer away."),
      ),
    );
  }
}

/** @param {string} kind @param {string} key @param {string} label @param {() => void} onclick */
function button(kind, key, label, onclick) {
  return h("button", { class: `btn ${kind}`, type: "button", "data-key": key, onclick }, label);
}

whileLooking("Today", async () => {
  const [list, today, progress] = await Promise.all([games(), get(`/api/today?date=${thisDay()}`), look()]);
  const day = new Day(list, today, progress);
  await day.open(day.unsolved ?? today.puzzle);
});
