/** The rush page: the start, one rush, and how it went. */

import { recordChanges, syncProgress } from "/static/lib/progress.js";
import { $, h, put } from "/static/lib/dom.js";
import { loadGames } from "/static/board/load_game.js";
import { gamePicker } from "/static/components/game_picker.js";
import { RushGame } from "/static/pages/rush/game.js";
import { loadPage } from "/static/lib/loader.js";
import { formatCount } from "/static/lib/text.js";

/** @typedef {import("/static/pages/rush/game.js").Slip} Slip */
/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {import("/static/types").RushRules} RushRules */
/** @typedef {import("/static/types").Score} Score */

const HOW = [
  "A tap answers. With the keyboard, choose a move, then press Enter.",
  "The clock stops while the next puzzle is being made, and after a slip until you go on.",
];
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "") || null;

class RushPage {
  /** @param {GameInfo[]} list @param {Progress} progress */
  constructor(list, progress) {
    this.list = list;
    this.progress = progress;
    this.#welcome();
  }

  get title() {
    const found = this.list.find(({ name }) => name === game);
    return found ? `Rush: ${found.title}` : "Rush";
  }

  get scores() {
    return this.progress.summary.rush[game ?? "all"] ?? [];
  }

  get rules() {
    return this.progress.summary.rush_rules;
  }

  /** Show what a rush is, or how the last one went, and the button to start. @param {...HTMLElement} ended */
  #welcome(...ended) {
    const start = h(
      "button",
      { class: "btn main", type: "button", id: "start", onclick: () => this.start() },
      ended.length ? "Once more" : "Start the clock",
    );
    put(
      $("#main"),
      h("div", { class: "head" }, h("h1", null, this.title), gamePicker("/rush", game, this.list, "Which rush")),
      h(
        "div",
        { class: "two-col" },
        h(
          "section",
          { class: "card stack" },
          ended.length ? ended : [...this.rules.about, ...HOW].map((text) => h("p", null, text)),
          h("div", { class: "row" }, start),
        ),
        h(
          "section",
          { class: "card stack", "aria-labelledby": "best" },
          h("h2", { id: "best" }, "Your best"),
          bestScores(this.scores, this.rules),
        ),
      ),
    );
  }

  start() {
    const waiting = Object.keys(this.progress.progress.cards ?? {});
    const rush = new RushGame(game, this.title, this.rules, waiting, () => this.#end(rush));
    put($("#main"), rush.root);
    rush.board.stage.focus({ preventScroll: true });
  }

  /** @param {RushGame} course */
  async #end({ right, slips, recorded }) {
    await recorded; // one after the other: the answer to the last change tells the result
    const after = await recordChanges({ do: "rushed", game, right, slips: slips.length }).catch(() => null);
    this.progress = after ?? this.progress;
    const told = after?.told.at(-1) || `✓ ${right} ✕ ${slips.length}`; // offline it waits here
    const heading = h("h2", { tabindex: "-1" }, told);
    this.#welcome(heading, h("div", { class: "slipped stack" }, slips.length > 0 && explainSlips(slips, this.list)));
    heading.focus();
  }
}

/** List the slips with the right answers. @param {Slip[]} slips @param {GameInfo[]} list */
function explainSlips(slips, list) {
  const title = (/** @type {string} */ game) => list.find(({ name }) => name === game)?.title;
  return [
    h("h3", null, "Your mistakes"),
    h(
      "ul",
      null,
      slips.map(({ puzzle, heading, text }) =>
        h("li", null, h("b", null, title(puzzle.game)), `: ${puzzle.question} ${heading} ${text}`),
      ),
    ),
  ];
}

/** List the best scores. @param {Score[]} scores @param {RushRules} rules */
function bestScores(scores, rules) {
  if (!scores.length) return h("p", { class: "soft" }, rules.no_score);
  const line = (/** @type {Score} */ { day, right, slips }) =>
    h("li", null, h("b", null, right), h("span", null, formatCount(slips, "slip")), h("span", { class: "soft small" }, day));
  return [h("ol", { class: "scores" }, scores.slice(0, 5).map(line)), h("p", { class: "soft small" }, rules.ties)];
}

loadPage("Rush", async () => new RushPage(await loadGames(), await syncProgress()));
