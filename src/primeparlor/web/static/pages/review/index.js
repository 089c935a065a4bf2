// The review page, for a table on this server or an uploaded record.

import { ApiError, errorMessage, get, isRetryable, post, postRecord } from "/static/lib/api.js";
import { $, h, put } from "/static/lib/dom.js";
import { loadBoard, loadGame } from "/static/board/load_game.js";
import { focusChosenKey, isNotForBoard, offerKeys } from "/static/lib/keyboard.js";
import { loadTableGames } from "/static/components/table_games.js";
import { scoreCards } from "/static/pages/review/scores.js";
import { chart } from "/static/pages/review/chart.js";
import { GradedMoves } from "/static/pages/review/move_list.js";
import { KeyMoment } from "/static/pages/review/key_moment.js";
import { factsAt, ReviewBoard, seatsOf, StepButtons } from "/static/pages/review/board.js";
import { refusal } from "/static/lib/messages.js";
import { loadName } from "/static/lib/local_storage.js";
import { showRail } from "/static/shell.js";
import { countMoves } from "/static/board/steps.js";
import { formatCount } from "/static/lib/text.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/types").GradedRow} GradedRow */
/** @typedef {import("/static/types").Review} Review */
/** @typedef {{ table: string | null, game?: string | null, load(answers: boolean, step?: number): Promise<Review> }} Source */

const HUMAN = "human";
const NO_RECORD = ["refused", "malformed"]; // kinds of errors
const CLOCKS = { least: 1, most: 86_400 }; // seconds for each move at a table here; a terminal's clock may have others
/** @type {import("/static/lib/keyboard.js").KeyHelp[]} */
const STEPPING = [
  ["← →", "one move back or on"],
  ["Home End", "to the beginning or the end"],
];
const UNREAD = "This file could not be read. Choose it again.";
const SAVED = "with “Export record” here, or by parlor in the terminal. Its name ends in .jsonl.";

class ReviewPage {
  /** @param {Source} source @param {Review} review @param {Board} board */
  constructor(source, review, board) {
    this.source = source;
    this.review = review;
    this.board = board;
    this.at = review.turning ? review.turning.place + 1 : review.steps.length;
    this.better = false; // whether better moves are shown
    /** @type {Review | null} */
    this.refined = null; // with more exact values and all better moves, once there are any
    this.chart = h("div", { class: "chart-place" });
    this.scores = h("div", { class: "stack o5" }, scoreCards(review));
    this.games = h("div", { class: "o5" });
    this.steps = new StepButtons((by) => this.go(this.at + by));
    this.boardView = new ReviewBoard(board, { go: (place) => this.go(place), judge: (text) => this.#judge(text) });
    this.graded = new GradedMoves({
      go: (place) => this.go(place),
      better: (show) => this.#toggleBetter(show),
      again: (row) => this.#playFrom(row),
    });
    this.moment = new KeyMoment({
      start: () => this.#startTrying(),
      show: () => this.#showMoment(),
      reveal: () => this.#toggleBetter(true),
    });
    showRail(board.rail);
    put($("#main"), this.#layout());
    offerKeys(() => (this.boardView.trying ? board.keyHelp : STEPPING));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#paint();
    this.#refine();
    this.#showGames();
  }

  /** List the games at the table, if it was not the only one. */
  async #showGames() {
    const { table, game } = this.source;
    if (table) put(this.games, await loadTableGames(table, { open: true, current: Number(game) }));
  }

  /** Ask for more and more exact values in place of estimates; the reader's place stays. */
  async #refine() {
    while (this.review.more) {
      this.graded.say(`${this.review.exactness} The server is working out more …`);
      const refined = await this.source.load(true, this.review.step + 1).catch(() => null);
      if (!refined) break; // the server is busy: what is known stays
      this.refined = refined;
      this.#replace();
    }
    this.graded.say(this.review.exactness);
  }

  /** Show the refined review, with or without better moves. */
  #replace() {
    if (!this.refined) return;
    this.review = this.better ? this.refined : withoutAnswers(this.refined);
    put(this.scores, scoreCards(this.review));
    this.#paint();
  }

  #layout() {
    const frame = h(
      "section",
      { class: "frame o1", "aria-labelledby": "chart" },
      h("div", { class: "turn" }, h("h2", { id: "chart" }, this.review.chart_title), this.steps.root),
      this.chart,
    );
    const main = h("div", { class: "stack" }, frame, this.boardView.root, this.graded.root);
    const side = h("aside", { class: "stack", "aria-label": "Summary" }, this.moment.root, this.scores, this.games);
    return [this.#head(), h("div", { class: "two-col rv" }, main, side)];
  }

  #head() {
    const { review, source } = this;
    const house = review.seats.find((label) => label !== HUMAN);
    const chips = [
      review.title,
      house && review.seats.includes(HUMAN) && `against ${house}`,
      formatCount(countMoves(review.steps), "move"),
    ];
    return h(
      "div",
      { class: "head long" },
      h("h1", {}, review.headline.replace(/\.$/, "")),
      h(
        "div",
        { class: "grow" },
        chips.filter(Boolean).map((chip) => h("span", { class: "chip" }, chip)),
      ),
      source.table &&
        h(
          "a",
          {
            class: "btn quiet",
            href: `/api/tables/${source.table}/record${source.game ? `?game=${source.game}` : ""}`,
            download: `${review.game}.jsonl`,
            "data-key": "export",
          },
          "Export record",
        ),
      source.table && h("a", { class: "btn", href: `/t/${source.table}`, "data-key": "table" }, "Back to the table"),
    );
  }

  /** Show the position after this many steps. @param {number} place */
  go(place) {
    this.at = Math.min(Math.max(place, 0), this.review.steps.length);
    const had = this.boardView.root.contains(document.activeElement);
    this.boardView.trying = null;
    this.boardView.message.say();
    this.#paint();
    if (had && document.activeElement === document.body) this.boardView.focus();
  }

  #paint() {
    const { review, at } = this;
    put(this.chart, chart(review, at));
    this.steps.update(review, at);
    this.boardView.update(review, at);
    this.graded.update(review, at);
    this.moment.update(review);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isNotForBoard(event)) return;
    const used = this.boardView.trying ? this.#press(event.key) : this.#step(event.key);
    if (!used) return;
    event.preventDefault();
    focusChosenKey();
  }

  /** @param {string} key */
  #press(key) {
    const facts = factsAt(this.review, this.at);
    return facts !== null && this.board.press(key, facts, this.boardView.look(this.review, this.at));
  }

  /** @param {string} key */
  #step(key) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
    if (by === undefined) return false;
    this.go(this.at + by);
    return true;
  }

  // The deciding moment ------------------------------------------------------------------------------

  #showMoment() {
    if (this.review.turning) this.go(this.review.turning.place + 1);
    this.boardView.root.scrollIntoView({ block: "nearest" });
  }

  #startTrying() {
    const { turning } = this.review;
    if (!turning) return;
    this.go(turning.place);
    this.boardView.trying = turning;
    this.boardView.tried = [];
    this.boardView.found = false;
    this.boardView.held = "";
    this.#paint();
    this.boardView.root.scrollIntoView({ block: "nearest" });
    this.boardView.focus();
  }

  /** @param {string} text */
  async #judge(text) {
    const { trying } = this.boardView;
    if (!trying) return;
    try {
      const judged = await post("/api/judge", { position: trying.position, move: text });
      if (this.boardView.trying !== trying) return;
      this.moment.tried = true;
      this.boardView.found ||= judged.right;
      if (!judged.right) this.boardView.tried = [...this.boardView.tried, text];
      this.boardView.message.say({
        glyph: judged.right ? "✓" : judged.glyph,
        bold: `${text}: ${judged.grade}.`,
        text: judged.why,
        kind: judged.right ? "yes" : "no",
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.boardView.trying !== trying) return;
      if (error.status !== 422) return this.#showError(error);
      this.boardView.message.say(refusal(error, seatsOf(this.review)));
      this.boardView.tried = [...this.boardView.tried, text];
    }
    this.boardView.held = "";
    this.#paint();
  }

  /** Show or hide the better moves. @param {boolean} show */
  async #toggleBetter(show) {
    const review = this.refined ?? (await this.source.load(show).catch((error) => this.#showError(error)));
    if (!review) return;
    this.better = show;
    if (this.refined) this.#replace();
    else this.review = review;
    this.graded.better.setAttribute("aria-pressed", String(show));
    this.#paint();
  }

  /** Open a table from before this move, against the house. @param {GradedRow} row */
  async #playFrom(row) {
    const { game, rules, seats, settings } = this.review;
    const known = this.board.game.levels.map(({ name }) => name); // a terminal's seats may have other labels
    const opponent = seats.find((label) => known.includes(label)) ?? "club";
    const order = {
      game,
      rules,
      opponent,
      side: row.player,
      name: loadName(),
      position: row.position,
      settings: tableSettings(settings),
    };
    const opened = await post("/api/tables", order).catch((error) => this.#showError(error));
    if (opened) location.href = opened.url;
  }

  /** Show an error and scroll to it. @param {unknown} error */
  #showError(error) {
    this.boardView.message.say({ bold: "", text: errorMessage(error), kind: "no" });
    this.boardView.message.root.scrollIntoView({ block: "nearest" });
  }
}

/** Leave out the better moves, which the reader may look for. @param {Review} review @returns {Review} */
function withoutAnswers(review) {
  const hidden = { better: [], better_words: "", sentences: [] };
  const rows = review.rows.map((row) => ({ ...row, reason: "", better: [], better_words: "" }));
  return { ...review, rows, turning: review.turning && { ...review.turning, ...hidden } };
}

/** Convert a record's settings to those a new table accepts. @param {Review["settings"]} settings */
function tableSettings({ clock, ...others }) {
  const { least, most } = CLOCKS;
  return { ...others, clock: typeof clock === "number" ? Math.min(Math.max(clock, least), most) : null };
}

/** @param {Source} source */
async function openReview(source) {
  const review = await source.load(false);
  document.title = `Review of ${review.title} · Prime Parlor`;
  new ReviewPage(source, review, await loadBoard(await loadGame(review.game)));
}

/**
 * Describe what is wrong with a file and what to do, then why it cannot be read.
 * @param {unknown} error
 */
function describeFileError(error) {
  const unread = error instanceof ApiError && (error.status === 413 || NO_RECORD.includes(error.kind));
  if (!unread) return h("p", {}, errorMessage(error));
  return [
    h("p", {}, `This file is not the record of a game, or it is damaged. Choose a file that was saved ${SAVED}`),
    h("p", { class: "soft small" }, `Why it cannot be read: ${error.message}`),
  ];
}

/** Show the form to upload a record. */
function askForRecord() {
  const wrong = h("div", { class: "wrong", role: "status", "aria-live": "polite" });
  const take = async (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    if (!file) return;
    wrong.textContent = "Reading the record …";
    try {
      const lines = await file.text().catch(() => Promise.reject(new Error(UNREAD)));
      const load = (/** @type {boolean} */ answers, step = 0) => postRecord(`/api/review?${reviewQuery(answers, step)}`, lines);
      await openReview({ table: null, load });
    } catch (error) {
      put(wrong, describeFileError(error));
      field.value = ""; // so that the same file can be chosen again
    }
  };
  put(
    $("#main"),
    h("div", { class: "head" }, h("h1", {}, "Review a game")),
    h(
      "section",
      { class: "card stack import" },
      h("p", {}, `Choose the record of a game: a file that was saved ${SAVED}`),
      h("label", { class: "btn main", for: "record" }, "Open a record"),
      h("input", {
        class: "vh",
        type: "file",
        id: "record",
        accept: ".jsonl,application/jsonl,application/json,text/plain",
        onchange: take,
      }),
      wrong,
      h("p", { class: "soft small" }, "It is sent to this server, reviewed, and not kept."),
    ),
  );
}

/** @param {boolean} answers @param {number} step @param {string | null} [game] */
const reviewQuery = (answers, step, game) =>
  new URLSearchParams({
    ...(game ? { game } : {}),
    ...(answers ? { answers: "1" } : {}),
    ...(step ? { exact: String(step) } : {}),
  });

async function main() {
  const [first, table] = location.pathname.split("/").slice(1);
  if (first === "review") return askForRecord();
  const game = new URLSearchParams(location.search).get("game");
  const load = (/** @type {boolean} */ answers, step = 0) =>
    get(`/api/tables/${table}/review?${reviewQuery(answers, step, game)}`);
  put($("#main"), h("p", { role: "status", class: "loading" }, "The house is looking at every move …"));
  return openReview({ table, game, load }).catch((error) => {
    const later = isRetryable(error);
    const title = error.kind === "not over" || later ? "No review yet" : "This game cannot be reviewed";
    const again = later && h("button", { class: "btn main", type: "button", "data-key": "retry", onclick: main }, "Try again");
    const back = h("a", { class: again ? "btn" : "btn main", href: `/t/${table}` }, "Back to the table");
    const acts = h("div", { class: "row" }, again, back);
    put($("#main"), h("section", { class: "card stack" }, h("h1", {}, title), h("p", {}, errorMessage(error)), acts));
  });
}

main();
