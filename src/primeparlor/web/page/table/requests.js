// What waits for an answer: an undo or a rematch that was asked for, and whether to resign. And the state of the line.

import { h, put, refocus } from "/static/dom.js";
import { other, seatsOf } from "/static/table/names.js";
import { inside } from "/static/board.js";
import { factsBefore } from "/static/table/scene.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/table/scene.js").Scene} Scene */
/** @typedef {{ answer(allow: boolean): void, resign(): void, unfold(): void }} Act */
/** @typedef {{ yes?: string, no?: string, answer?: (yes: boolean) => void }} Choice */
/** @typedef {{ glyph: string, bold: string, text: string } & Choice} Request */

export class Requests {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.line = h("div", { role: "status", "aria-live": "polite" });
    this.asked = h("div", { role: "status", "aria-live": "polite" });
    this.root = h("div", { class: "requests" }, this.line, this.asked);
    /** @type {Request | null} a question about something that the player is going to do */
    this.question = null;
    /** @type {Element | null} what had the focus when that was asked */
    this.opener = null;
    this.drawn = "";
    this.told = ""; // of the line
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Board | null} */
    this.board = null;
  }

  /** @param {Scene} scene @param {Board} board */
  update(scene, board) {
    this.scene = scene;
    this.board = board;
    if (scene.over || scene.view.you === null) this.question = null;
    const request = this.#request(scene, board);
    const key = request ? request.bold + request.text + request.yes : "";
    if (key === this.drawn) return;
    this.drawn = key;
    put(this.asked, request && drawn(request));
    if (request) this.asked.scrollIntoView({ block: "nearest" }); // on a phone the dock would hide it
    const own = this.question && this.asked.querySelector("button"); // Enter may be meant for a move when others ask
    if (own) own.focus({ preventScroll: true });
  }

  /**
   * Ask before something is done that cannot be undone.
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
      this.#again();
      refocus(this.opener);
    };
    if (!this.asked.contains(document.activeElement)) this.opener = document.activeElement;
    this.question = { glyph, bold: "", text, yes, no, answer };
    this.#again();
  }

  /** Ask whether the game is to be given up. */
  askToResign() {
    const view = this.scene?.view;
    if (!view || view.you === null) return;
    this.ask("⚑", `Give this game to ${inside(seatsOf(view), other(view.you))}?`, "Resign", "Play on", () => this.act.resign());
  }

  /** Ask whether all moves of the game are to be shown. @param {string} question */
  askToUnfold(question) {
    this.ask("?", `${question} This counts as a hint and is noted in the record.`, "Show it", "No", () => this.act.unfold());
  }

  /** Say how the line to the server is; nothing when all is well. @param {string} text */
  connection(text) {
    if (text === this.told) return; // what is the same is not announced again
    this.told = text;
    put(this.line, text !== "" && drawn({ glyph: "⟳", bold: "", text }));
  }

  #again() {
    if (this.scene && this.board) this.update(this.scene, this.board);
  }

  /** @param {Scene} scene @param {Board} board @returns {Request | null} */
  #request(scene, board) {
    const { view } = scene;
    const seats = seatsOf(view);
    if (this.question) return this.question;
    if (!view.offer || view.holds.length !== 1) return null;
    const { who, kind } = view.offer;
    const name = seats.names[who - 1];
    const mine = who === view.you;
    const undo = kind === "undo";
    if (mine) {
      const text = `Waiting for ${inside(seats, other(who))}.`;
      return { glyph: "↶", bold: undo ? "You asked to take back your move." : "You asked for a rematch.", text };
    }
    const text = undo ? ` asks to take back ${lastOf(who, scene, board)}.` : " asks for a rematch, seats swapped.";
    const [yes, no] = undo ? ["Allow", "Decline"] : ["Play again", "No, thanks"];
    return { glyph: "↶", bold: name, text, yes, no, answer: (allow) => this.act.answer(allow) };
  }
}

/**
 * The last move that this player chose, in words.
 * @param {Player} who
 * @param {Scene} scene
 * @param {Board} board
 */
function lastOf(who, scene, board) {
  const place = scene.steps.findLastIndex((step) => step.who === who && !step.forced);
  const before = place < 0 ? null : factsBefore({ steps: scene.steps, first: scene.view.first }, place);
  return before ? board.decision(scene.steps[place], before) : "the last move";
}

/** @param {Request} request */
function drawn({ glyph, bold, text, yes, no, answer }) {
  return h(
    "div",
    { class: "note" },
    h("span", { class: "g", "aria-hidden": "true" }, glyph),
    h("div", { class: "grow" }, bold && h("b", {}, bold), " ", text),
    answer && h("button", { class: "btn", type: "button", "data-key": "yes", onclick: () => answer(true) }, yes),
    answer && h("button", { class: "btn quiet", type: "button", "data-key": "no", onclick: () => answer(false) }, no),
  );
}
