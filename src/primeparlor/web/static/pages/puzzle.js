/** The puzzles page: first the puzzles that are due again, then new ones at the player's rating. */

import { rulesLink } from "/static/components/buttons.js";
import { focusNext, showActions } from "/static/components/puzzle_actions.js";
import { errorMessage, post } from "/static/lib/api.js";
import { daysCard } from "/static/components/calendar.js";
import { recordChanges, syncProgress } from "/static/lib/progress.js";
import { $, definitions, h, put } from "/static/lib/dom.js";
import { loadGames } from "/static/board/load_game.js";
import { gamePicker } from "/static/components/game_picker.js";
import { PuzzleBoard } from "/static/components/puzzle_board.js";
import { loadPage } from "/static/lib/loader.js";

/** @typedef {import("/static/components/puzzle_board.js").Before} Before */
/** @typedef {import("/static/components/puzzle_board.js").Mark} Mark */
/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {import("/static/types").Puzzle} Puzzle */

const WEEKS = 3;
const MOST_SEEN = 200; // positions that are told to the server
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "") || null;

class PuzzleSession {
  /** @param {GameInfo[]} list @param {Progress} progress */
  constructor(list, progress) {
    this.list = list;
    this.progress = progress;
    this.right = 0;
    this.row = 0; // right on the first try, one after another
    this.asked = 0;
    this.seen = /** @type {string[]} */ ([]);
    this.board = new PuzzleBoard({
      mode: "puzzle",
      onTried: (mark, before) => this.#onTried(mark, before),
      onHint: () => this.#drawActions(),
      onStep: () => this.#drawActions(),
    });
    this.acts = h("div", { class: "row acts-row" });
    this.side = h("aside", { class: "side", "aria-label": "Your progress" });
    const head = h("div", { class: "head" }, h("h1", null, title(list)), gamePicker("/puzzle", game, list, "Which puzzles"));
    put(
      $("#main"),
      head,
      h("div", { class: "two-col" }, h("div", null, this.board.root, this.acts, this.board.hints), this.side),
    );
  }

  async nextPuzzle() {
    showActions(this.acts, this.board.stage, h("span", { class: "soft", role: "status" }, "Looking for a puzzle …"));
    try {
      const { puzzle, origin } = await this.#find();
      this.seen.push(puzzle.position);
      await this.board.setPuzzle(puzzle, undefined, origin);
      this.asked += 1;
    } catch (error) {
      put(
        this.acts,
        h("p", { role: "alert" }, errorMessage(error)),
        h("button", { class: "btn main", type: "button", onclick: () => this.nextPuzzle() }, "Try again"),
      );
      return;
    }
    this.#drawActions();
    this.#drawSide();
  }

  /** @returns {Promise<{ puzzle: Puzzle, origin: string }>} */
  async #find() {
    const { progress, summary } = this.progress;
    const here = (/** @type {string} */ position) => !game || position.startsWith(`${game} `);
    for (const { position, mistake, line, origin } of summary.due) {
      if (!here(position) || this.seen.includes(position)) continue;
      const puzzle = await post("/api/puzzles", { position, mistake, line }).catch(() => null);
      if (puzzle) return { puzzle, origin };
    }
    const waiting = Object.keys(progress.cards ?? {}).filter(here);
    const seen = [...waiting, ...this.seen].slice(-MOST_SEEN);
    const fresh = await post("/api/puzzles", { ...(game ? { game } : {}), ratings: progress.ratings ?? {}, seen });
    return { puzzle: fresh, origin: "" };
  }

  /** @param {Mark} mark @param {Before} before */
  async #onTried(mark, before) {
    const atOnce = mark === "+" && !before.tries && !before.hints;
    this.right += atOnce ? 1 : 0;
    this.row = atOnce ? this.row + 1 : 0; // a skip breaks no row
    this.#drawActions();
    this.progress = await recordChanges({ do: "answered", puzzle: this.board.puzzle?.puzzle, mark, ...before }).catch(
      () => this.progress,
    );
    this.#drawSide();
  }

  #drawActions() {
    const { board } = this;
    const button = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {() => void} */ onclick, key = label) =>
      h("button", { class: `btn ${kind}`, type: "button", "data-key": key, onclick }, label);
    const helps = [
      board.hasMoreHints && button("", board.opened.length ? "Another hint" : "A hint", () => board.openHint(), "hint"),
      button("quiet", "Show the answer", () => board.showAnswer()),
      button("quiet", "Skip", () => this.nextPuzzle()),
      board.puzzle && rulesLink(board.puzzle.game),
    ];
    const row = this.row > 1 ? `, ${this.row} in a row` : "";
    const score = this.right > 0 && h("span", { class: "soft small score" }, `${this.right} right on the first try${row}`);
    showActions(this.acts, board.stage, board.over ? button("main", "Next puzzle", () => this.nextPuzzle()) : helps, score);
    if (board.over) focusNext(this.acts); // the key that was pressed last is no longer one
  }

  #drawSide() {
    const { summary } = this.progress;
    const name = this.board.puzzle?.game ?? "";
    const rated = summary.by_game[name]?.rating_text ?? [];
    put(
      this.side,
      daysCard(summary, WEEKS),
      h(
        "section",
        { class: "card stack" },
        h("h2", null, "What comes back"),
        h("p", null, (game ? summary.by_game[game] : summary)?.due_text),
        rated.length > 0 && definitions(rated),
      ),
    );
  }
}

/** @param {GameInfo[]} list */
function title(list) {
  const found = list.find(({ name }) => name === game);
  return found ? `Puzzles of ${found.title}` : "Puzzles";
}

loadPage("Puzzles", async () => new PuzzleSession(await loadGames(), await syncProgress()).nextPuzzle());
