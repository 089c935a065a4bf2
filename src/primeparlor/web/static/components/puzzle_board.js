/**
 * A puzzle on the board: the question, the tries, the hints and the answer, for the pages today, puzzles and rush.
 * The listener's `onTried` gets "+" for right, "-" for wrong or "?" for a shown answer, the state before, and the try.
 */

import { ApiError, errorMessage, post } from "/static/lib/api.js";
import { h, put } from "/static/lib/dom.js";
import { loadBoard, loadGame } from "/static/board/load_game.js";
import { focusChosenKey, isNotForBoard, offerKeys, refreshKeys, TYPING } from "/static/lib/keyboard.js";
import { token } from "/static/lib/numerals.js";
import { showRail } from "/static/shell.js";
import { Message } from "/static/components/message.js";
import { refusal } from "/static/lib/messages.js";
import { MoveInput } from "/static/components/move_input.js";
import { puzzleHeading, solverSeats } from "/static/components/puzzle_header.js";
import { PuzzleMemory, requestHint } from "/static/components/puzzle_memory.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").Verdict} Verdict */
/** @typedef {"+" | "-" | "?"} Mark */
/** @typedef {{ tries: string, hints: number }} Before what was tried before, and how many hints were open */
/** @typedef {{ move: string, heading: string, text: string }} Try a move, and what the house says of it */

export class PuzzleBoard {
  /**
   * @param {{ mode: "puzzle" | "rush", onTried(mark: Mark, before: Before, given: Try): void, onHint?(hints: number): void, onStep?(): void }} listener
   * @param {string} [day] whose puzzles they are
   * @param {number} [mostTries] at each of them; without, as many as somebody likes
   */
  constructor(listener, day, mostTries = Infinity) {
    this.listener = listener;
    this.mostTries = mostTries;
    this.memory = new PuzzleMemory(day); // for puzzles that are shown again
    this.question = h("div", { class: "asked", role: "status", "aria-live": "polite" });
    this.about = h("div", { class: "about-puzzle" }); // outside of what is read out at each decision
    this.picture = h("div", { class: "picture" });
    this.keys = h("div", { class: "keys-place" });
    this.message = new Message();
    this.moveInput = new MoveInput((text) => this.play(text));
    this.hints = h("ol", { class: "clues", "aria-live": "polite" });
    this.stage = h(
      "section",
      { class: "frame stage", "aria-label": "Board", tabindex: "-1" },
      h("div", { class: "stage-in" }, h("div", { class: "turn" }, this.question, this.about), this.picture),
    );
    this.root = h(
      "div",
      { class: "posed" },
      this.stage,
      h("div", { class: "play" }, this.keys, h("div", { class: "say" }, this.message.root, this.moveInput.root)),
    );
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Puzzle | null} the one whose question is shown */
    this.drawn = null;
    /** @type {Puzzle | null} the one that is to be shown next */
    this.coming = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {import("/static/components/puzzle_memory.js").Hint[]} */
    this.opened = [];
    this.tried = /** @type {string[]} */ ([]);
    this.held = "";
    this.tries = "";
    this.sent = ""; // the move that is not answered yet
    this.origin = ""; // where a puzzle that comes back is from
    this.played = /** @type {string[]} */ ([]); // the right moves of a line so far
    this.earlier = 0; // hints opened at earlier decisions of a line
    this.ended = false; // whether the last decision was made
    /** @type {Puzzle["facts"] | null} the position after the answer */
    this.after = null;
    /** @type {Puzzle | null} the one that a request is under way for */
    this.asked = null;
    current = this;
  }

  /** True while a request about this puzzle is under way. */
  get busy() {
    return this.puzzle !== null && this.asked === this.puzzle;
  }

  /** True if nothing is left to answer: the puzzle was solved, or its answer shown; in a rush, after one try. */
  get over() {
    return this.ended || (this.listener.mode === "rush" && this.tries !== "");
  }

  /** The tries that are left. */
  get triesLeft() {
    return this.mostTries - this.tries.split("-").length + 1;
  }

  /** The hints opened, in a line at all decisions. */
  get hintCount() {
    return this.earlier + this.opened.length;
  }

  /** True if no try counts any more: the answer was shown, or every try missed. */
  get closed() {
    return this.tries.includes("?") || this.triesLeft <= 0;
  }

  /** True if another hint can be opened. */
  get hasMoreHints() {
    return this.puzzle !== null && !this.over && !this.opened.at(-1)?.all;
  }

  /**
   * Put a puzzle on the board, as it was left.
   * @param {Puzzle} puzzle
   * @param {Before} [before]
   * @param {string} [origin] where it is from, if it comes back
   */
  async setPuzzle(puzzle, before = { tries: "", hints: 0 }, origin = "") {
    this.coming = puzzle;
    const board = await loadBoard(await loadGame(puzzle.game));
    const clues = await this.memory.loadHints(puzzle.puzzle, puzzle.line ? 0 : before.hints); // a line begins again
    if (this.coming !== puzzle) return; // another one was asked for meanwhile
    this.board = board;
    this.puzzle = puzzle;
    this.origin = origin;
    offerKeys(() => (this.over ? [] : [...board.keyHelp, TYPING]));
    [this.played, this.earlier, this.after] = [[], Math.max(0, before.hints - clues.length), null];
    [this.tried, this.opened, this.held, this.tries] = [this.#recallTried(), clues, "", before.tries];
    this.ended = before.tries.includes("+") || this.closed;
    this.#save();
    this.message.say();
    showRail(board.rail);
    this.root.dataset.puzzle = puzzle.puzzle;
    this.#draw();
  }

  #save() {
    const { puzzle, tried, opened, played } = this;
    if (puzzle) this.memory.save(this.#place, { tried, clues: played.length ? [] : opened });
  }

  /** The name under which the decision on the board is remembered. */
  get #place() {
    return [this.puzzle?.puzzle, ...this.played].join(" ");
  }

  #recallTried() {
    return this.memory.recall(this.#place).tried;
  }

  /** @returns {Look} */
  get look() {
    const puzzle = /** @type {Puzzle} */ (this.puzzle);
    const me = puzzle.turn;
    const sent = this.busy ? this.sent : "";
    const yours = !this.over && (!this.busy || sent !== ""); // one key is marked, and the others do not blink
    const { held, tried } = this;
    const { among, actions } = puzzle;
    const offered = among.length ? among : (actions ?? null);
    return {
      seats: solverSeats(puzzle),
      me,
      held,
      ...(sent ? { sent } : {}),
      tried,
      yours,
      over: this.after !== null,
      actions: offered,
      mode: this.listener.mode,
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
    const facts = this.after ?? puzzle.facts;
    if (this.drawn !== puzzle) this.#drawQuestion(puzzle);
    put(this.picture, board.paint(facts, this.look, []));
    put(this.keys, board.keys(puzzle.facts, this.look)); // once it is over, they say what was to be chosen from
    this.root.classList.toggle("wait", !this.look.yours);
    this.moveInput.update(board.placeholder(facts), this.look.yours);
    put(
      this.hints,
      this.opened.map(({ text }) => h("li", { class: "open" }, text)),
    );
    this.hints.hidden = !this.opened.length;
    refreshKeys();
  }

  /** Draw what is asked; once, because it is read out each time. @param {Puzzle} puzzle */
  #drawQuestion(puzzle) {
    this.drawn = puzzle;
    put(this.question, token(puzzle.turn), h("span", null, puzzle.side), h("span", { class: "why" }, puzzle.question));
    put(this.about, puzzleHeading(puzzle.heading), this.origin && h("span", { class: "origin" }, this.origin));
  }

  /** Answer with this move. @param {string} text */
  async play(text) {
    const { puzzle, board } = this;
    if (!puzzle || !board || this.over || this.busy) return;
    await this.#request(async () => {
      const isCounted = !this.closed && this.mostTries !== Infinity;
      const verdict = /** @type {Verdict} */ (
        await post(`/api/puzzles/${puzzle.puzzle}/answer`, {
          move: text,
          moves: this.played,
          rush: this.listener.mode === "rush",
          ...(isCounted ? { left: this.triesLeft, tried: this.tried } : {}),
        })
      );
      if (puzzle !== this.puzzle) return;
      const { right, heading, move = text } = verdict; // in one spelling
      this.message.say({ bold: heading, text: verdict.text, kind: right ? "yes" : "no" });
      if (this.tried.includes(move)) return; // it counts once
      if (!right) this.tried.push(move);
      this.#save();
      const isLast = !right && isCounted && this.triesLeft === 1; // so the answer is told
      if (right) this.#goOn(verdict, move);
      if (isLast) this.#goOn(verdict, String(verdict.answer?.[0]));
      if (!right || !verdict.next) this.#mark(right ? "+" : "-", { move, heading, text: verdict.text });
    }, text);
  }

  /** After a right move, show the next decision of a line; at its end, the last position. @param {Verdict} verdict @param {string} move */
  #goOn({ next, facts }, move) {
    this.ended = !next;
    this.after = facts ?? null;
    if (!next) return;
    this.earlier += this.opened.length;
    this.played.push(move);
    [this.puzzle, this.opened, this.held] = [next, [], ""];
    this.tried = this.#recallTried();
    this.listener.onStep?.();
  }

  /** Open the next hint. */
  async openHint() {
    const { puzzle } = this;
    if (!puzzle || !this.hasMoreHints || this.busy) return;
    await this.#request(async () => {
      const told = this.memory.recall(puzzle.puzzle); // with those of another tab
      const { tried, clues } = this.played.length ? { tried: this.tried, clues: [] } : told;
      const given = clues[this.opened.length] ?? (await requestHint(puzzle.puzzle, this.opened.length + 1, tried, this.played));
      if (puzzle !== this.puzzle) return;
      this.opened.push(given);
      this.#save();
      this.listener.onHint?.(this.hintCount);
    });
  }

  /** Show the answer, which ends the puzzle. */
  async showAnswer() {
    const { puzzle } = this;
    if (!puzzle || this.over || this.busy) return;
    await this.#request(async () => {
      const verdict = /** @type {Verdict} */ (
        await post(`/api/puzzles/${puzzle.puzzle}/answer`, { show: true, moves: this.played })
      );
      if (puzzle !== this.puzzle) return;
      this.message.say({ bold: verdict.heading, text: verdict.text });
      this.#goOn(verdict, String(verdict.answer?.[0]));
      this.#mark("?", { move: "", heading: verdict.heading, text: verdict.text });
    });
  }

  /** @param {Mark} mark @param {Try} given */
  #mark(mark, given) {
    if (this.closed) return this.listener.onStep?.();
    const before = { tries: this.tries, hints: this.hintCount };
    this.tries += mark;
    this.listener.onTried(mark, before, given);
  }

  /**
   * Run a request about this puzzle; show an error below the keys.
   * @param {() => Promise<void>} work
   * @param {string} [text] the move that was tried
   */
  async #request(work, text = "") {
    const { puzzle } = this;
    [this.asked, this.sent] = [puzzle, text];
    if (text) this.#draw(); // at once, on the slowest line too
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
    const puzzle = error.status === 422 && text && this.puzzle;
    return puzzle ? refusal(error, solverSeats(puzzle)) : { bold: "", text: errorMessage(error), kind: "no" };
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.defaultPrevented || isNotForBoard(event) || !this.root.isConnected) return;
    if (event.key === "/") {
      event.preventDefault();
      this.moveInput.focus();
    } else if (this.puzzle && this.board?.press(event.key, this.puzzle.facts, this.look)) {
      event.preventDefault();
      focusChosenKey();
    }
  }
}

/** @type {PuzzleBoard | null} the board that gets the keys of the keyboard: a page has one puzzle at a time */
let current = null;
document.addEventListener("keydown", (event) => current?.handleKey(event));
