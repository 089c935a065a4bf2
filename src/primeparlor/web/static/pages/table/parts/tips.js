// Explains a first game as it goes on: each sentence when it first matters, and never again in this browser.

import { h, put } from "/static/lib/dom.js";
import { isObject, read, write } from "/static/lib/local_storage.js";
import { sameScreen } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
/** @typedef {keyof View["tips"]} Moment */

const KEY = "parlor.tips"; // the moments that were explained, by game

/** @returns {Record<string, Moment[]>} */
const loadSeen = () => read(KEY, {}, isObject);

export class FirstGameTips {
  constructor() {
    this.root = h("div", { class: "tip", role: "status", "aria-live": "polite", hidden: true });
    this.steps = -1; // how many were shown when a tip was last looked for
    this.own = 0; // how many of them the player had chosen
  }

  /** @param {Scene} scene */
  update({ facts, over, steps, turn, view, whole }) {
    if (over || view.you === null || view.waiting) return this.#hide();
    if (steps.length === this.steps) return;
    const fresh = steps.slice(Math.max(0, this.steps));
    this.steps = steps.length;
    const own = steps.filter((step) => isOwn(step, view)).length;
    if (own !== this.own) this.#hide(); // the player has gone on
    this.own = own;
    const yours = whole && view.holds.includes(turn);
    /** @type {[Moment, boolean][]} */
    const moments = [
      ["turn", yours && facts.words.task !== ""],
      ["forced", fresh.some((step) => step.forced)],
      ["again", facts.words.turn.extra],
      ["drawn", fresh.some((step) => step.who === null)],
    ];
    for (const [moment, due] of moments) if (due && this.#tell(moment, view)) return;
  }

  /** Explain a refusal below its message, or leave the room to that. @param {View} view */
  explainRefusal(view) {
    if (!this.#tell("refused", view)) this.#hide();
  }

  /** Show what explains this moment, unless it was shown before; true if it is. @param {Moment} moment @param {View} view */
  #tell(moment, { game, tips }) {
    const seen = loadSeen();
    const known = seen[game] ?? [];
    if (!tips[moment] || known.includes(moment)) return false;
    write(KEY, { ...seen, [game]: [...known, moment] });
    const close = h("button", { class: "btn quiet", type: "button", "data-key": "tip", onclick: () => this.#hide() }, "Got it");
    put(this.root, h("p", {}, tips[moment]), close);
    this.root.dataset.moment = moment;
    this.root.hidden = false;
    return true;
  }

  #hide() {
    this.root.hidden = true;
  }
}

/** True if the player chose this step. @param {Step} step @param {View} view */
const isOwn = ({ who, forced }, view) => who !== null && !forced && (sameScreen(view) || who === view.you);
