/**
 * A puzzle on the board: the question, the tries, the hints and the answer. Today, puzzles and rush all show it so.
 * What becomes of it is told to whoever shows it: `tried` gets "+" for right, "-" for wrong, "?" for shown, what there
 * was before, and the try itself.
 */

import { ApiError, post, wentWrong } from "/static/api.js";
import { h, put } from "/static/dom.js";
import { boardOf, gameNamed } from "/static/games.js";
import { followChosen, isTaken } from "/static/keyboard.js";
import { token } from "/static/numerals.js";
import { showRail } from "/static/shell.js";
import { Message } from "/static/table/message.js";
import { Typed } from "/static/table/typed.js";
import { Told, clue } from "/static/told.js";
import { variant } from "/static/words.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").Verdict} Verdict */
/** @typedef {"+" | "-" | "?"} Mark */
/** @typedef {{ tries: string, hints: number }} Before what was tried before, and how many hints were open */
/** @typedef {{ move: string, why: string }} Try a move, and what the house says of it */

/** @type {Said} */
const KNOWN = { bold: "", text: "You have tried that. Choose another one.", kind: "no" };

export class Posed {
  /**
   * @param {{ mode: "puzzle" | "rush", tried(mark: Mark, before: Before, given: Try): void, hinted?(hints: number): void }} told
   * @param {string} [day] whose puzzles they are
   */
  constructor(told, day) {
    this.told = told;
    this.kept = new Told(day); // for puzzles that are shown again
    this.turn = h("div", { class: "turn", role: "status", "aria-live": "polite" });
    this.picture = h("div", { class: "picture" });
    this.keys = h("div", { class: "keys-place" });
    this.message = new Message();
    this.typed = new Typed((text) => this.play(text));
    this.hints = h("ol", { class: "clues", "aria-live": "polite" });
    this.stage = h(
      "section",
      { class: "frame stage", "aria-label": "Board", tabindex: "-1" },
      h("div", { class: "stage-in" }, this.turn, this.picture),
    );
    this.root = h(
      "div",
      { class: "posed" },
      this.stage,
      h("div", { class: "play" }, this.keys, h("div", { class: "say" }, this.message.root, this.typed.root)),
    );
    /** @type {Puzzle | null} */
    this.puzzle = null;
    this.variant = ""; // where its numbers are not the book's
    /** @type {Puzzle | null} the one that is to be shown next */
    this.coming = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {import("/static/told.js").Clue[]} */
    this.opened = [];
    this.tried = /** @type {string[]} */ ([]);
    this.held = "";
    this.tries = "";
    /** @type {Puzzle | null} the one about which something is being asked */
    this.asked = null;
    shown = this;
  }

  /** Whether something is being asked about the puzzle that is shown. */
  get busy() {
    return this.puzzle !== null && this.asked === this.puzzle;
  }

  /** Whether it was solved, or its answer shown; in a rush every puzzle has one try. */
  get over() {
    return /[+?]/.test(this.tries) || (this.told.mode === "rush" && this.tries !== "");
  }

  /** Whether there is another hint to open. */
  get more() {
    return this.puzzle !== null && !this.over && !this.opened.at(-1)?.all;
  }

  /**
   * Put a puzzle on the board, as it was left.
   * @param {Puzzle} puzzle
   * @param {Before} [before]
   */
  async set(puzzle, before = { tries: "", hints: 0 }) {
    this.coming = puzzle;
    const game = await gameNamed(puzzle.game);
    const board = await boardOf(game);
    const clues = await this.kept.opened(puzzle.puzzle, before.hints);
    if (this.coming !== puzzle) return; // another one was asked for meanwhile
    this.board = board;
    this.puzzle = puzzle;
    this.variant = variant(game, puzzle.rules);
    [this.tried, this.opened, this.held, this.tries] = [this.kept.of(puzzle.puzzle).tried, clues, "", before.tries];
    this.#keep();
    this.message.say();
    showRail(board.rail);
    this.root.dataset.puzzle = puzzle.puzzle;
    this.#draw();
  }

  #keep() {
    const { puzzle, tried, opened } = this;
    if (puzzle) this.kept.keep(puzzle.puzzle, { tried, clues: opened });
  }

  /** The names as they begin a sentence. @returns {Seats} */
  get seats() {
    const you = this.puzzle?.turn ?? 1;
    return { names: you === 1 ? ["You", "Your opponent"] : ["Your opponent", "You"], you };
  }

  /** @returns {Look} */
  get look() {
    const me = this.puzzle?.turn ?? 1;
    const yours = !this.over && !this.busy;
    const { seats, held, tried } = this;
    const { among, actions } = this.puzzle ?? { among: null, actions: null };
    const offered = among?.length ? among : (actions ?? null);
    return {
      seats,
      me,
      held,
      tried,
      yours,
      over: false,
      actions: offered,
      mode: this.told.mode,
      play: (text) => this.play(text),
      hold: (text) => this.hold(text),
    };
  }

  /** @param {string} text */
  hold(text) {
    this.held = text;
    this.#draw();
  }

  #draw() {
    const { puzzle, board } = this;
    if (!puzzle || !board) return;
    const { facts, turn } = puzzle;
    put(
      this.turn,
      token(turn),
      h("span", null, `You are Player ${turn}`),
      h("span", { class: "why" }, puzzle.question, this.variant && ` Variant: ${this.variant}.`),
      h("span", { class: "end" }, stars(puzzle.difficulty)),
    );
    put(this.picture, board.paint(facts, this.look, []));
    put(this.keys, board.keys(facts, this.look));
    this.root.classList.toggle("wait", !this.look.yours);
    this.typed.update(board.placeholder(facts), this.look.yours);
    put(
      this.hints,
      this.opened.map(({ text }) => h("li", { class: "open" }, text)),
    );
    this.hints.hidden = !this.opened.length;
  }

  /** Answer with this move. @param {string} text */
  async play(text) {
    const { puzzle, board } = this;
    if (!puzzle || !board || this.over || this.busy) return;
    if (this.tried.includes(text)) {
      this.held = "";
      this.message.say(KNOWN);
      return this.#draw();
    }
    await this.#working(async () => {
      const verdict = /** @type {Verdict} */ (await post(`/api/puzzles/${puzzle.puzzle}/answer`, { move: text }));
      if (puzzle !== this.puzzle) return;
      const { right, why, move = text } = verdict; // in one spelling
      this.held = "";
      if (this.tried.includes(move)) return this.message.say(KNOWN);
      if (!right) this.tried.push(move);
      this.#keep();
      this.message.say({ ...split(why), kind: right ? "yes" : "no" });
      this.#mark(right ? "+" : "-", { move, why });
    }, text);
  }

  /** Open the next hint. */
  async hint() {
    const { puzzle } = this;
    if (!puzzle || !this.more || this.busy) return;
    await this.#working(async () => {
      const { tried, clues } = this.kept.of(puzzle.puzzle); // also by another page
      const given = clues[this.opened.length] ?? (await clue(puzzle.puzzle, this.opened.length + 1, tried));
      if (puzzle !== this.puzzle) return;
      this.opened.push(given);
      this.#keep();
      this.told.hinted?.(this.opened.length);
    });
  }

  /** Show the answer, which ends the puzzle. */
  async show() {
    const { puzzle } = this;
    if (!puzzle || this.over || this.busy) return;
    await this.#working(async () => {
      const verdict = /** @type {Verdict} */ (await post(`/api/puzzles/${puzzle.puzzle}/answer`, { show: true }));
      if (puzzle !== this.puzzle) return;
      this.message.say(split(verdict.why));
      this.#mark("?", { move: "", why: verdict.why });
    });
  }

  /** @param {Mark} mark @param {Try} given */
  #mark(mark, given) {
    const before = { tries: this.tries, hints: this.opened.length };
    this.tries += mark;
    this.told.tried(mark, before, given);
  }

  /**
   * Do one thing at a time; what goes wrong is said below the keys.
   * @param {() => Promise<void>} work
   * @param {string} [text] the move that was tried
   */
  async #working(work, text = "") {
    const { puzzle } = this;
    this.asked = puzzle;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (puzzle === this.puzzle) this.message.say(this.#refusal(error, text));
    } finally {
      if (this.asked === puzzle) this.asked = null;
      if (puzzle === this.puzzle) this.held = "";
      this.#draw();
    }
  }

  /** @param {ApiError} error @param {string} text @returns {Said} */
  #refusal(error, text) {
    const { puzzle, board } = this;
    const ruled = error.status === 422 && text && puzzle && board;
    return ruled
      ? { kind: "no", ...board.refused(puzzle.facts, text, error.message, this.seats) }
      : { bold: "", text: wentWrong(error), kind: "no" };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || isTaken(event) || !this.root.isConnected) return;
    if (event.key === "/") {
      event.preventDefault();
      this.typed.focus();
    } else if (this.puzzle && this.board?.press(event.key, this.puzzle.facts, this.look)) {
      event.preventDefault();
      followChosen();
    }
  }
}

/** @type {Posed | null} who gets the keys of the keyboard: a page shows one puzzle at a time */
let shown = null;
document.addEventListener("keydown", (event) => shown?.key(event));

/**
 * A verdict as a message: its first sentence stands out.
 * @param {string} why
 * @returns {{ bold: string, text: string }}
 */
export function split(why) {
  const [, bold = why, text = ""] = /^(.+?[.!])\s+(.*)$/s.exec(why) ?? [];
  return { bold, text };
}

/** One diamond to five for how hard a puzzle is. @param {number | string} difficulty */
function stars(difficulty) {
  const count = Number(difficulty);
  return [
    h("span", { "aria-hidden": "true" }, "◆".repeat(count) + "◇".repeat(5 - count)),
    h("span", { class: "vh" }, `Difficulty ${count} of 5`),
  ];
}
