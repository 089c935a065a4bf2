/** The page of the day: the puzzle of the day, one of each other game, and the daily duel. */

import { copyButton, rulesLink } from "/static/components/buttons.js";
import { focusNext, showActions } from "/static/components/puzzle_actions.js";
import { ApiError, errorMessage, get, post } from "/static/lib/api.js";
import { daysCard } from "/static/components/calendar.js";
import { localDay, recordChanges, syncProgress } from "/static/lib/progress.js";
import { $, h, put } from "/static/lib/dom.js";
import { loadGames } from "/static/board/load_game.js";
import { diamondSign } from "/static/lib/numerals.js";
import { scrollToPicked } from "/static/components/game_picker.js";
import { PuzzleBoard } from "/static/components/puzzle_board.js";
import { read, write } from "/static/lib/local_storage.js";
import { loadPage } from "/static/lib/loader.js";
import { isLocalAddress } from "/static/components/share.js";
import { powers } from "/static/lib/text.js";

/** @typedef {import("/static/components/puzzle_board.js").Before} Before */
/** @typedef {import("/static/components/puzzle_board.js").Mark} Mark */
/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Today} Today */

const WEEKS = 3;
const DUEL = "parlor.duel"; // the key in localStorage
const SIGNS = { "+": "✓", "-": "✕", "?": "?" };

/** Return the table of this day's duel, if this browser has a seat there. @param {string} day @returns {string | null} */
const duelTable = (day) => read(DUEL, { table: null }, (kept) => kept.day === day).table;

class TodayPage {
  /** @param {GameInfo[]} list @param {Today} today @param {Progress} progress */
  constructor(list, today, progress) {
    this.titles = Object.fromEntries(list.map(({ name, title }) => [name, title]));
    this.today = today;
    this.progress = progress;
    this.puzzles = [today.puzzle, ...today.more];
    this.board = new PuzzleBoard(
      {
        mode: "puzzle",
        onTried: (mark, before) => this.#onTried(mark, before),
        onHint: (hints) => this.#onHint(hints),
        onStep: () => this.#draw(),
      },
      today.day,
      today.most_tries,
    );
    this.asking = false; // whether the confirmation is shown
    this.acts = h("div", { class: "row acts-row" });
    this.list = h("div", { class: "row pick", role: "group", "aria-label": "The puzzles of this day" });
    this.side = h("aside", { class: "side", "aria-label": "Your days" });
    const heading = h("h1", null, `Today: ${powers(today.name)} `, today.prime && diamondSign());
    const prime = today.prime && h("span", { class: "chip" }, "a prime day");
    const solving = h("div", null, this.board.root, this.acts, this.board.hints);
    put($("#main"), h("div", { class: "head" }, heading, prime, this.list), h("div", { class: "two-col" }, solving, this.side));
  }

  /** @param {Puzzle} puzzle */
  async open(puzzle) {
    try {
      await this.board.setPuzzle(puzzle, this.#attempt(puzzle));
    } catch (error) {
      if (!this.board.puzzle) throw error; // nothing is shown yet
      this.board.message.say({ bold: "", text: errorMessage(error), kind: "no" });
    }
    this.asking = false;
    this.#draw();
    scrollToPicked(this.list);
  }

  /** The first unsolved puzzle of the day, beginning with the one that counts for the streak. */
  get unsolved() {
    return this.puzzles.find((puzzle) => !this.#isOver(this.#attempt(puzzle).tries));
  }

  /** Return the tries and hints at a puzzle; for the shown one, including those not stored yet. @param {Puzzle} puzzle @returns {Before} */
  #attempt(puzzle) {
    const { board } = this;
    if (puzzle.puzzle === board.puzzle?.puzzle) return { tries: board.tries, hints: board.hintCount };
    const { tries, hints } = this.progress.summary.today;
    return { tries: tries[puzzle.game] ?? "", hints: hints[puzzle.game] ?? 0 };
  }

  /** True if these tries end a puzzle. @param {string} tries */
  #isOver(tries) {
    return /[+?]/.test(tries) || tries.length >= this.today.most_tries;
  }

  /** @param {Mark} mark @param {Before} before */
  async #onTried(mark, before) {
    const { puzzle } = this.board;
    if (!puzzle) return;
    this.#draw();
    if (this.board.over) focusNext(this.acts);
    const { day } = this.today; // also after midnight
    const tried = { do: "tried", day, game: puzzle.game, mark };
    const daily = puzzle.puzzle === this.today.puzzle.puzzle;
    const answered = { do: "answered", day, daily, puzzle: puzzle.puzzle, mark, ...before };
    this.progress = await recordChanges(tried, answered).catch(() => this.progress);
    this.#draw();
  }

  /** @param {number} hints */
  async #onHint(hints) {
    const game = this.board.puzzle?.game;
    this.progress = await recordChanges({ do: "hinted", day: this.today.day, game, hints }).catch(() => this.progress);
    this.#draw();
  }

  #draw() {
    const { board } = this;
    put(
      this.list,
      this.puzzles.map((puzzle) => this.#link(puzzle)),
    );
    if (board.over) this.#showActions(this.#nextActions());
    else if (!this.asking) this.#showActions(this.#helpActions());
    this.#drawSide();
  }

  /** @param {import("/static/lib/dom.js").Child[]} acts */
  #showActions(acts) {
    showActions(this.acts, this.board.stage, ...acts);
  }

  /** @param {Puzzle} puzzle */
  #link(puzzle) {
    const { tries } = this.#attempt(puzzle);
    const sign = [...tries].map((mark) => SIGNS[/** @type {"+"} */ (mark)]).join("");
    const shown = this.#isOver(tries) ? "answer shown" : tries ? "tried" : "not tried yet";
    const told = tries.includes("+") ? "solved" : shown;
    return h(
      "button",
      {
        class: "chip",
        type: "button",
        "data-key": `of-${puzzle.game}`,
        "aria-pressed": puzzle.puzzle === this.board.puzzle?.puzzle ? "true" : "false",
        onclick: () => this.open(puzzle),
      },
      puzzle === this.today.puzzle && h("span", null, "Of the day:"),
      this.titles[puzzle.game],
      h("span", { "aria-hidden": "true" }, sign || "·"),
      h("span", { class: "vh" }, `, ${told}`),
    );
  }

  #helpActions() {
    const { board } = this;
    const streak = this.board.puzzle?.puzzle === this.today.puzzle.puzzle;
    return [
      board.hasMoreHints && button("", "hint", board.opened.length ? "Another hint" : "A hint", () => board.openHint()),
      button("quiet", "show", "Show the answer", () => (streak ? this.#confirmAnswer() : board.showAnswer())),
      board.puzzle && rulesLink(board.puzzle.game),
    ];
  }

  /** Ask for confirmation, because seeing the answer ends the streak. */
  #confirmAnswer() {
    this.asking = true;
    const yes = button("", "show-it", "Show it", () => this.board.showAnswer());
    put(
      this.acts,
      h("p", { class: "grow" }, this.progress.summary.today.price),
      yes,
      button("main", "keep", "Keep trying", () => this.#keepTrying()),
    );
    yes.focus();
  }

  #keepTrying() {
    this.asking = false;
    this.#draw();
  }

  #nextActions() {
    const next = this.unsolved;
    if (next) return [button("main", "next", `Next: ${this.titles[next.game]}`, () => this.open(next))];
    return [
      h("p", { class: "grow" }, "All puzzles of this day are done."),
      h("a", { class: "btn", href: "/puzzle" }, "More puzzles"),
    ];
  }

  #drawSide() {
    const { summary } = this.progress;
    put(this.side, daysCard(summary, WEEKS, h("p", { class: "soft small" }, this.today.rule)), this.#duel(), this.#share());
  }

  #duel() {
    const { duel } = this.today;
    const done = this.progress.summary.today.duel;
    const told = done
      ? done.text
      : "The same cards for everyone today. Your choices count, not your luck. No hints, and nothing is taken back.";
    return h(
      "section",
      { class: "card stack", "aria-labelledby": "duel" },
      h("h2", { id: "duel" }, `Daily duel: ${this.titles[duel.game]}`),
      h("p", null, told),
      !done &&
        button("", "duel", duelTable(this.today.day) ? "Resume it" : `Play the house, ${duel.level} level`, () =>
          this.#openDuel(),
        ),
    );
  }

  /** Open the table of the daily duel, or return to it: the day's cards are dealt once. */
  async #openDuel() {
    try {
      const left = duelTable(this.today.day);
      const order = { game: this.today.duel.game, opponent: this.today.duel.level, side: 1, daily: this.today.day };
      const there = left && (await get(`/api/tables/${left}`).catch(() => null));
      const { table } = there ?? (await post("/api/tables", order));
      write(DUEL, { day: this.today.day, table });
      location.assign(`/t/${table}`);
    } catch (error) {
      if (error instanceof ApiError) this.board.message.say({ bold: "", text: errorMessage(error), kind: "no" });
      else throw error;
    }
  }

  /** Make the card with the text to share; null until a puzzle of the day is over. */
  #share() {
    const { share, today } = this.progress.summary;
    if (!Object.values(today.tries).some((tries) => this.#isOver(tries))) return null;
    const text = [...share, ...(isLocalAddress() ? [] : [location.origin])].join("\n");
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

loadPage("Today", async () => {
  const [list, today, progress] = await Promise.all([loadGames(), get(`/api/today?date=${localDay()}`), syncProgress()]);
  const day = new TodayPage(list, today, progress);
  await day.open(day.unsolved ?? today.puzzle);
});
