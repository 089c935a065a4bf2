// The review of a game: of this house's table, or of a record that the reader brings.

import { ApiError, get, mayPass, post, postRecord, wentWrong } from "/static/api.js";
import { $, h, put } from "/static/dom.js";
import { boardOf, gameNamed } from "/static/games.js";
import { followChosen, isTaken } from "/static/keyboard.js";
import { balance } from "/static/review/balance.js";
import { chart, isCertain, ownValues, readerOf } from "/static/review/chart.js";
import { Graded } from "/static/review/graded.js";
import { Moment } from "/static/review/moment.js";
import { Stage, Steps, factsAt, seatsOf } from "/static/review/stage.js";
import { nameKept } from "/static/kept.js";
import { showRail } from "/static/shell.js";
import { movesIn } from "/static/table/scene.js";
import { inFigures } from "/static/words.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").GradedRow} GradedRow */
/** @typedef {import("/static/types").Review} Review */
/** @typedef {{ table: string | null, game?: string | null, load(answers: boolean): Promise<Review> }} Source */

const HUMAN = "human";
const NO_RECORD = ["refused", "malformed"]; // kinds of errors
const CLOCKS = { least: 1, most: 86_400 }; // seconds for each move at a table here; a terminal's clock may have others
const UNREAD = "This file could not be read. Choose it again.";
const SAVED = "with “Export record” here, or by parlor in the terminal. Its name ends in .jsonl.";

class Reviewing {
  /** @param {Source} source @param {Review} review @param {Board} board */
  constructor(source, review, board) {
    this.source = source;
    this.review = review;
    this.board = board;
    this.at = review.turning ? review.turning.place + 1 : review.steps.length;
    this.chart = h("div", { class: "chart-place" });
    this.steps = new Steps((by) => this.go(this.at + by));
    this.stage = new Stage(board, { go: (place) => this.go(place), judge: (text) => this.#judge(text) });
    this.graded = new Graded({
      go: (place) => this.go(place),
      better: (show) => this.#better(show),
      again: (row) => this.#again(row),
    });
    this.moment = new Moment({ start: () => this.#try(), show: () => this.#show(), reveal: () => this.#better(true) });
    showRail(board.rail);
    put($("#main"), this.#layout());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#paint();
  }

  #layout() {
    const certain = isCertain(ownValues(this.review));
    const reader = this.review.names[readerOf(this.review) - 1];
    const title = certain ? "Won or lost" : reader === "You" ? "Your winning chance" : `${reader}'s winning chance`;
    const frame = h(
      "section",
      { class: "frame o1", "aria-labelledby": "chart" },
      h("div", { class: "turn" }, h("h2", { id: "chart" }, title), this.steps.root),
      this.chart,
    );
    const main = h("div", { class: "stack" }, frame, this.stage.root, this.graded.root);
    const side = h("aside", { class: "stack", "aria-label": "Summary" }, this.moment.root, balance(this.review));
    return [this.#head(), h("div", { class: "two-col rv" }, main, side)];
  }

  #head() {
    const { review, source } = this;
    const house = review.seats.find((label) => label !== HUMAN);
    const chips = [
      review.title,
      house && review.seats.includes(HUMAN) && `against ${house}`,
      inFigures(movesIn(review.steps), "move"),
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
    const had = this.stage.root.contains(document.activeElement);
    this.stage.trying = null;
    this.stage.message.say();
    this.#paint();
    if (had && document.activeElement === document.body) this.stage.focus();
  }

  #paint() {
    const { review, at } = this;
    put(this.chart, chart(review, at));
    this.steps.update(review, at);
    this.stage.update(review, at);
    this.graded.update(review, at);
    this.moment.update(review);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTaken(event)) return;
    const used = this.stage.trying ? this.#press(event.key) : this.#step(event.key);
    if (!used) return;
    event.preventDefault();
    followChosen();
  }

  /** @param {string} key */
  #press(key) {
    const facts = factsAt(this.review, this.at);
    return facts !== null && this.board.press(key, facts, this.stage.look(this.review, this.at));
  }

  /** @param {string} key */
  #step(key) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
    if (by === undefined) return false;
    this.go(this.at + by);
    return true;
  }

  // The deciding moment ------------------------------------------------------------------------------

  #show() {
    if (this.review.turning) this.go(this.review.turning.place + 1);
    this.stage.root.scrollIntoView({ block: "nearest" });
  }

  #try() {
    const { turning } = this.review;
    if (!turning) return;
    this.go(turning.place);
    this.stage.trying = turning;
    this.stage.tried = [];
    this.stage.found = false;
    this.stage.held = "";
    this.#paint();
    this.stage.root.scrollIntoView({ block: "nearest" });
    this.stage.focus();
  }

  /** @param {string} text */
  async #judge(text) {
    const { trying } = this.stage;
    if (!trying) return;
    try {
      const judged = await post("/api/judge", { position: trying.position, move: text });
      if (this.stage.trying !== trying) return;
      this.moment.tried = true;
      this.stage.found ||= judged.right;
      if (!judged.right) this.stage.tried = [...this.stage.tried, text];
      this.stage.message.say({
        glyph: judged.right ? "✓" : judged.glyph,
        bold: `${text}: ${judged.grade}.`,
        text: judged.why,
        kind: judged.right ? "yes" : "no",
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.stage.trying !== trying) return;
      const facts = factsAt(this.review, this.at);
      if (error.status !== 422 || !facts) return this.#wrong(error);
      const said = this.board.refused(facts, text, error.message, seatsOf(this.review));
      this.stage.message.say({ ...said, kind: "no", glyph: "✕" });
      this.stage.tried = [...this.stage.tried, text];
    }
    this.stage.held = "";
    this.#paint();
  }

  /** Name better moves, or hide them again. @param {boolean} show */
  async #better(show) {
    const review = await this.source.load(show).catch((error) => this.#wrong(error));
    if (!review) return;
    this.review = review;
    this.graded.better.setAttribute("aria-pressed", String(show));
    this.#paint();
  }

  /** Open a table from before this move, against the house. @param {GradedRow} row */
  async #again(row) {
    const { game, rules, seats, settings } = this.review;
    const known = this.board.game.levels.map(({ name }) => name); // a terminal's seats may have other labels
    const opponent = seats.find((label) => known.includes(label)) ?? "club";
    const order = { game, rules, opponent, side: row.player, name: nameKept(), position: row.position, settings: here(settings) };
    const opened = await post("/api/tables", order).catch((error) => this.#wrong(error));
    if (opened) location.href = opened.url;
  }

  /** Say what went wrong, in sight. @param {unknown} error */
  #wrong(error) {
    this.stage.message.say({ bold: "", text: wentWrong(error), kind: "no" });
    this.stage.message.root.scrollIntoView({ block: "nearest" });
  }
}

/** The settings of a record as a table here takes them. @param {Review["settings"]} settings */
function here({ clock, ...others }) {
  const { least, most } = CLOCKS;
  return { ...others, clock: typeof clock === "number" ? Math.min(Math.max(clock, least), most) : null };
}

/** @param {Source} source */
async function open(source) {
  const review = await source.load(false);
  document.title = `Review of ${review.title} · Prime Parlor`;
  new Reviewing(source, review, await boardOf(await gameNamed(review.game)));
}

/**
 * What is wrong with a file, and what to do about it; why it cannot be read comes second.
 * @param {unknown} error
 */
function wrongFile(error) {
  const unread = error instanceof ApiError && (error.status === 413 || NO_RECORD.includes(error.kind));
  if (!unread) return h("p", {}, wentWrong(error));
  return [
    h("p", {}, `This file is not the record of a game, or it is damaged. Choose a file that was saved ${SAVED}`),
    h("p", { class: "soft small" }, `Why it cannot be read: ${error.message}`),
  ];
}

/** Ask for a record. */
function ask() {
  const wrong = h("div", { class: "wrong", role: "status", "aria-live": "polite" });
  const take = async (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    if (!file) return;
    wrong.textContent = "Reading the record …";
    try {
      const lines = await file.text().catch(() => Promise.reject(new Error(UNREAD)));
      const load = (/** @type {boolean} */ answers) => postRecord(`/api/review${answers ? "?answers=1" : ""}`, lines);
      await open({ table: null, load });
    } catch (error) {
      put(wrong, wrongFile(error));
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

async function main() {
  const [first, table] = location.pathname.split("/").slice(1);
  if (first === "review") return ask();
  const game = new URLSearchParams(location.search).get("game");
  const asked = (/** @type {boolean} */ answers) =>
    new URLSearchParams({ ...(game ? { game } : {}), ...(answers ? { answers: "1" } : {}) });
  const load = (/** @type {boolean} */ answers) => get(`/api/tables/${table}/review?${asked(answers)}`);
  put($("#main"), h("p", { role: "status", class: "loading" }, "The house is looking at every move …"));
  return open({ table, game, load }).catch((error) => {
    const later = mayPass(error);
    const title = error.kind === "not over" || later ? "No review yet" : "This game cannot be reviewed";
    const again = later && h("button", { class: "btn main", type: "button", "data-key": "retry", onclick: main }, "Try again");
    const back = h("a", { class: again ? "btn" : "btn main", href: `/t/${table}` }, "Back to the table");
    const acts = h("div", { class: "row" }, again, back);
    put($("#main"), h("section", { class: "card stack" }, h("h1", {}, title), h("p", {}, wentWrong(error)), acts));
  });
}

main();
