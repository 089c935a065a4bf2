// Offers and questions that wait for an answer: undo, rematch, resigning. And the status of the connection.

import { h, put, refocus } from "/static/lib/dom.js";
import { other, seatsOf } from "/static/pages/table/parts/players.js";
import { fill } from "/static/lib/messages.js";

/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
/** @typedef {{ answer(allow: boolean): void, resign(): void, unfold(): void, undo(): void }} Act */
/** @typedef {{ yes?: string, no?: string, answer?: (yes: boolean) => void }} Choice */
/** @typedef {{ glyph: string, bold: string, text: string } & Choice} Request */

export class Offers {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.line = h("div", { role: "status", "aria-live": "polite" });
    this.place = h("div", { role: "status", "aria-live": "polite" });
    this.root = h("div", { class: "requests" }, this.line, this.place);
    /** @type {Request | null} a question about something that the player is going to do */
    this.question = null;
    /** @type {Element | null} what had the focus when that was asked */
    this.opener = null;
    this.drawn = "";
    this.told = ""; // the status that is shown
    /** @type {Scene | null} */
    this.scene = null;
  }

  /** @param {Scene} scene */
  update(scene) {
    this.scene = scene;
    if (scene.over || scene.view.you === null) this.question = null;
    const request = this.#currentRequest(scene);
    const key = request ? request.bold + request.text + request.yes : "";
    if (key === this.drawn) return;
    this.drawn = key;
    put(this.place, request && offerNote(request));
    if (request) this.place.scrollIntoView({ block: "nearest" }); // on a phone the dock would hide it
    const own = this.question && this.place.querySelector("button"); // Enter may be meant for a move when others ask
    if (own) own.focus({ preventScroll: true });
  }

  /**
   * Ask for confirmation before something that cannot be undone.
   * @param {string} glyph
   * @param {string} text
   * @param {string} yes
   * @param {string} no
   * @param {() => void} does
   */
  ask(glyph, text, yes, no, does) {
    const answer = (/** @type {boolean} */ agreed) => {
      this.question = null;
      if (agreed) does();
      this.#redraw();
      refocus(this.opener);
    };
    if (!this.place.contains(document.activeElement)) this.opener = document.activeElement;
    this.question = { glyph, bold: "", text, yes, no, answer };
    this.#redraw();
  }

  /** Ask for confirmation before resigning. */
  askToResign() {
    const view = this.scene?.view;
    if (!view || view.you === null) return;
    this.ask("⚑", `Give this game to ${seatsOf(view).inside[other(view.you) - 1]}?`, "Resign", "Play on", () =>
      this.act.resign(),
    );
  }

  /** Take back a move; ask for confirmation before the first help, where it costs something. */
  askToUndo() {
    const price = this.scene?.view.help_price;
    if (price) this.ask("↶", price, "Take it back", "Play on", () => this.act.undo());
    else this.act.undo();
  }

  /** Ask for confirmation before showing all moves of the game. @param {string} question */
  askToUnfold(question) {
    this.ask("?", `${question} This counts as a hint and is noted in the record.`, "Show it", "No", () => this.act.unfold());
  }

  /** Show the status of the connection; "" when it works. @param {string} text */
  showStatus(text) {
    if (text === this.told) return; // what is the same is not announced again
    this.told = text;
    put(this.line, text !== "" && offerNote({ glyph: "⟳", bold: "", text }));
  }

  #redraw() {
    if (this.scene) this.update(this.scene);
  }

  /** @param {Scene} scene @returns {Request | null} */
  #currentRequest(scene) {
    const { view } = scene;
    const seats = seatsOf(view);
    if (this.question) return this.question;
    if (!view.offer || view.holds.length !== 1) return null;
    const { who, kind, asks, asked, waits } = view.offer;
    if (who === view.you) return { glyph: "↶", bold: asked, text: fill(waits, seats) };
    const [yes, no] = kind === "undo" ? ["Allow", "Decline"] : ["Play again", "No, thanks"];
    return { glyph: "↶", bold: "", text: fill(asks, seats), yes, no, answer: (allow) => this.act.answer(allow) };
  }
}

/** @param {Request} request */
function offerNote({ glyph, bold, text, yes, no, answer }) {
  return h(
    "div",
    { class: "note" },
    h("span", { class: "g", "aria-hidden": "true" }, glyph),
    h("div", { class: "grow" }, bold && h("b", {}, bold), " ", text),
    answer && h("button", { class: "btn", type: "button", "data-key": "yes", onclick: () => answer(true) }, yes),
    answer && h("button", { class: "btn quiet", type: "button", "data-key": "no", onclick: () => answer(false) }, no),
  );
}
