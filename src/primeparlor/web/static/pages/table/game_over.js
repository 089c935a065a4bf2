// Replaces the keys after the end: one fact about the game, then what to do next.

import { h, put } from "/static/lib/dom.js";
import { get } from "/static/lib/api.js";
import { sameScreen } from "/static/pages/table/players.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {{ rematch(): void, again(position: string | null, side: Player): void }} Act */

export class GameOver {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.fact = h("div", { "aria-live": "polite" });
    this.score = h("p", { class: "score", "aria-live": "polite" });
    this.facts = h("div", { class: "facts-row" }, this.fact);
    this.row = h("div", { class: "row" });
    this.root = h("div", { class: "play ending", hidden: true }, this.score, this.facts, this.row);
    /** @type {Element | null} the button that tries again, once the review has said from where */
    this.again = null;
    this.game = 0; // whose ending this is
    this.drawn = "";
  }

  /** @param {View} view @param {boolean} over */
  update(view, over) {
    this.root.hidden = !over;
    if (!over) {
      this.game = 0;
      this.drawn = "";
      return;
    }
    if (this.game !== view.game_number) {
      this.game = view.game_number;
      this.again = null;
      put(this.fact);
      this.#loadReview(view);
      if (view.you !== null && !sameScreen(view)) recordGame(view, view.you);
    }
    const key = `${view.game_number}/${view.you}/${view.offer?.kind}`;
    if (key !== this.drawn) this.#buttons(view);
    this.drawn = key;
  }

  /** @param {View} view */
  #buttons(view) {
    const asked = view.offer?.kind === "rematch";
    const goesOn = view.you !== null && Boolean(view.series?.undecided); // the next game is what everybody waits for
    const look = (/** @type {boolean} */ main) => (main ? "btn main" : "btn");
    const review = h(
      "a",
      { class: look(!goesOn), href: `/t/${view.table}/review?game=${view.game_number}`, "data-key": "review" },
      "Review this game",
    );
    const rematch = h(
      "button",
      { class: look(goesOn), type: "button", "data-key": "rematch", disabled: asked, onclick: () => this.act.rematch() },
      view.again,
    );
    put(
      this.row,
      goesOn && rematch,
      review,
      view.daily && h("a", { class: "btn", href: "/today", "data-key": "today" }, "Back to Today"),
      view.you !== null && !goesOn && rematch,
      this.again,
    );
    put(this.score, view.series?.result);
  }

  /** Load the review: its main fact, and the position to try again from. @param {View} view */
  async #loadReview(view) {
    const review = await get(`/api/tables/${view.table}/review?game=${view.game_number}`).catch(() => null);
    if (!review || this.game !== view.game_number) return;
    const told = review.closing || review.turning?.title;
    if (told) put(this.fact, factNote(told));
    if (view.you === null) return;
    const turning = review.turning;
    const own = turning && (sameScreen(view) || turning.player === view.you) ? turning : null;
    const label = own ? `Try again from move ${own.move_number}` : "Try again from the start";
    const side = own ? own.player : view.you;
    const again = () => this.act.again(own?.position ?? null, side);
    this.again = h("button", { class: "btn quiet", type: "button", "data-key": "again", onclick: again }, label);
    this.row.append(this.again);
  }
}

/**
 * Record the game in the player's progress. Offline, the change waits there if the module is loaded.
 * @param {View} view
 * @param {Player} seat
 */
async function recordGame(view, seat) {
  try {
    const { recordChanges } = await import("/static/lib/progress.js"); // loaded on demand
    await recordChanges({ do: "played", table: view.table, game: view.game_number, seat });
  } catch {
    // The end of the game is shown all the same.
  }
}

/** @param {string} text */
const factNote = (text) =>
  h("div", { class: "note" }, h("span", { class: "g", "aria-hidden": "true" }, "→"), h("div", { class: "grow" }, text));
