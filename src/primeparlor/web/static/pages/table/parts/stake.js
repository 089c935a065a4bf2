// The line that says for which rung of the ladder this game counts. It needs the player's progress, so it comes later.

import { h } from "/static/lib/dom.js";

/** @typedef {import("/static/types").View} View */

export class Stake {
  constructor() {
    this.root = h("p", { class: "stake soft small", hidden: true });
    this.asked = 0; // the game that was asked about
  }

  /** @param {View} view */
  update(view) {
    if (this.asked !== view.game_number) this.root.textContent = "";
    if (view.climbs && this.asked !== view.game_number) this.#load(view);
    this.root.hidden = !view.climbs || !this.root.textContent;
  }

  /** @param {View} view */
  async #load({ table, game_number: game }) {
    this.asked = game;
    try {
      const { syncProgress } = await import("/static/lib/progress.js"); // loaded on demand
      const { stake } = await syncProgress({ table, game });
      if (this.asked !== game) return;
      this.root.textContent = stake;
      this.root.hidden = !stake;
    } catch {
      // The game goes on without it.
    }
  }
}
