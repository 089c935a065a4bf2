// Replaces the keys after the end: one fact about the game, then what to do next.

import { h, put } from "/static/lib/dom.js";
import { get } from "/static/lib/api.js";
import { sameScreen } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {{ rematch(): void, again(position: string | null, side: Player): void }} Act */

export class GameOver {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.fact = h("div", { "aria-live": "polite" });
    this.rung = h("div", { "aria-live": "polite" }); // what the game meant for the ladder
    this.score = h("p", { class: "series-score", "aria-live": "polite" });
    this.facts = h("div", { class: "facts-row" }, this.fact, this.rung);
    this.row = h("div", { class: "row" });
    this.games = h("div");
    this.root = h("div", { class: "play ending", hidden: true }, this.score, this.facts, this.row, this.games);
    /** @type {Element | null} the key to the next rung, once the ladder is known */
    this.next = null;
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
      this.again = this.next = null;
      put(this.fact);
      put(this.rung);
      put(this.games);
      if (view.game_number > 1) this.#loadGames(view);
      this.#loadReview(view);
      if (view.you !== null && !sameScreen(view)) this.#recordGame(view, view.you);
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
    this.next?.classList.toggle("main", !goesOn);
    const review = h(
      "a",
      { class: look(!goesOn && !this.next), href: `/t/${view.table}/review?game=${view.game_number}`, "data-key": "review" },
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
      this.next,
      review,
      view.daily && h("a", { class: "btn", href: "/today", "data-key": "today" }, "Back to Today"),
      view.you !== null && !goesOn && rematch,
      this.again,
    );
    put(this.score, view.series?.result);
  }

  /** Load the games that were played at this table before. @param {View} view */
  async #loadGames(view) {
    const { loadTableGames } = await import("/static/components/table_games.js"); // loaded on demand
    const games = await loadTableGames(view.table);
    if (this.game === view.game_number) put(this.games, games);
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

  /**
   * Record the game in the player's progress, and show what it meant for the ladder. Offline, the change waits there.
   * @param {View} view
   * @param {Player} seat
   */
  async #recordGame(view, seat) {
    try {
      const { recordChanges } = await import("/static/lib/progress.js"); // loaded on demand
      const answer = await recordChanges({ do: "played", table: view.table, game: view.game_number, seat });
      const [told, ahead] = [answer.told.at(-1), answer.summary.by_game[view.game]?.ladder.next];
      if (!told || this.game !== view.game_number) return;
      put(this.rung, factNote(told));
      if (!ahead) return;
      const { rungKey } = await import("/static/components/rung_key.js");
      this.next = rungKey(view.game, ahead.number);
      this.#buttons(view);
    } catch {
      // The end of the game is shown all the same.
    }
  }
}

/** @param {string} text */
const factNote = (text) =>
  h("div", { class: "note" }, h("span", { class: "g", "aria-hidden": "true" }, "→"), h("div", { class: "grow" }, text));
