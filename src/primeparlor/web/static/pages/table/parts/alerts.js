// Tells a player whose page is out of sight that it is their turn: in the tab's title, and as they like.

import { isObject, read } from "/static/lib/local_storage.js";
import { sameScreen, seatsOf } from "/static/pages/table/parts/players.js";
import { fillMessage } from "/static/lib/messages.js";

/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */

const load = () => import("/static/components/sheets/alerts_sheet.js"); // few ask for it

export class Alerts {
  constructor() {
    this.yours = /** @type {boolean | null} */ (null); // whether it was the player's turn; null before the first scene
    this.opened = false; // whether the dialog was opened here: without storage, only it knows what was chosen
  }

  async open() {
    this.opened = true;
    (await load()).openAlerts();
  }

  /** @param {Scene} scene */
  update(scene) {
    document.title = tabTitle(scene);
    const yours = isYourTurn(scene);
    const begins = this.yours === false && yours;
    this.yours = yours;
    if (begins && (this.opened || read("parlor.alerts", false, isObject)))
      this.#tell(scene.facts.words.turn.yours, scene.view.title);
  }

  /** @param {string} title @param {string} body */
  async #tell(title, body) {
    (await load()).tellTurn(title, body);
  }
}

/** True if one player at this screen is to move, and others make them wait. @param {Scene} scene */
function isYourTurn({ over, turn, view, whole }) {
  return whole && !over && !view.waiting && !sameScreen(view) && view.holds.includes(turn);
}

/** Say in the tab's title whose turn it is, or how the game ended. @param {Scene} scene */
function tabTitle(scene) {
  const { facts, over, view } = scene;
  const result = over && view.outcome ? fillMessage(view.outcome.said, seatsOf(view)).bold.replace(/\.$/, "") : "";
  const lead = result || (isYourTurn(scene) ? facts.words.turn.yours : "");
  return lead ? `${lead} – ${view.title}` : `${view.title} · Prime Parlor`;
}
