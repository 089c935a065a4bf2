// The board in a review: the position after each step, and a place to try what would have been better.

import { h, icon, put } from "/static/lib/dom.js";
import { token } from "/static/lib/numerals.js";
import { Message } from "/static/components/message.js";
import { MoveInput } from "/static/components/move_input.js";
import { fillMessage } from "/static/lib/messages.js";
import { countMoves } from "/static/board/steps.js";
import { thousands } from "/static/lib/text.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Review} Review */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").Turning} Turning */
/** @typedef {{ go(place: number): void, judge(text: string): void }} Act */

export class ReviewBoard {
  /** @param {Board} board @param {Act} act */
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.held = "";
    /** @type {Turning | null} the moment that is being tried */
    this.trying = null;
    /** @type {string[]} */
    this.tried = [];
    this.found = false; // whether something better was
    this.turn = h("div", { class: "turn", role: "status", "aria-live": "polite" });
    this.picture = h("div", { class: "picture" });
    this.keys = h("div", { class: "keys-place" });
    this.message = new Message();
    this.moveInput = new MoveInput((text) => this.act.judge(text));
    const say = h("div", { class: "say" }, this.message.root, this.moveInput.root);
    const inner = h("div", { class: "stage-in" }, this.turn, this.picture);
    this.frame = h("section", { class: "frame stage", "aria-label": "Board", tabindex: "-1", id: "board" }, inner);
    this.root = h("div", { class: "o3" }, this.frame, h("div", { class: "play" }, this.keys, say));
  }

  /** Focus the board, so that Enter presses no button. */
  focus() {
    this.frame.focus({ preventScroll: true });
  }

  /** @param {Review} review @param {number} at */
  update(review, at) {
    const look = this.look(review, at);
    const facts = factsAt(review, at);
    if (!facts) return;
    this.#drawLine(review, at);
    put(this.picture, this.board.paint(facts, look, review.steps.slice(0, at)));
    put(this.keys, this.trying ? this.board.keys(facts, look) : null);
    this.moveInput.root.hidden = !this.trying;
    this.moveInput.update(this.board.placeholder(facts), this.trying !== null);
  }

  /** @param {Review} review @param {number} at @returns {Look} */
  look(review, at) {
    const trying = this.trying !== null;
    return {
      seats: seatsOf(review),
      me: this.trying?.player ?? review.you ?? factsAt(review, at)?.turn ?? 1,
      held: this.held,
      tried: this.tried,
      yours: trying,
      over: !trying && at === review.steps.length && review.outcome !== null,
      actions: review.actions,
      play: (text) => this.act.judge(text),
      hold: (text) => {
        this.held = text;
        this.update(review, at);
      },
      mode: trying ? "puzzle" : "review",
    };
  }

  /** @param {Review} review @param {number} at */
  #drawLine(review, at) {
    const step = review.steps[at - 1];
    const seats = seatsOf(review);
    if (this.trying) {
      return put(
        this.turn,
        token(this.trying.player),
        h("span", {}, this.found ? "Found it." : "Your try"),
        h("span", { class: "why" }, `Move ${this.trying.move_number}${this.found ? "" : ": find something better"}.`),
        stopButton(this.found ? "Back to the game" : "Stop trying", () => this.act.go(at)),
      );
    }
    const said = step && fillMessage(step.said, seats);
    const told = said ? [h("b", {}, said.bold), " ", said.text] : "";
    return put(
      this.turn,
      step?.who && token(step.who),
      h("span", {}, describePlace(review, at)),
      h("span", { class: "why" }, told),
    );
  }
}

/**
 * Name the position: a move by its number, chance by the move before it.
 * @param {Review} review
 * @param {number} at
 */
function describePlace(review, at) {
  const made = countMoves(review.steps.slice(0, at));
  if (at === 0) return "The start";
  if (review.steps[at - 1].who !== null) return `Move ${made}`;
  return made ? `After move ${made}` : "Before move 1";
}

/** @param {string} label @param {() => void} act */
const stopButton = (label, act) => h("button", { class: "btn quiet", type: "button", "data-key": "stop", onclick: act }, label);

/** @param {Review} review @returns {Seats} */
export const seatsOf = (review) => ({ names: review.names, inside: review.names_inside, you: review.you });

/** @param {Review} review @param {number} at */
export const factsAt = (review, at) => (at === 0 ? review.first : review.steps[at - 1].facts);

/**
 * The buttons that step through the game.
 */
export class StepButtons {
  /** @param {(by: number) => void} go steps from here; infinities for both ends */
  constructor(go) {
    const button = (/** @type {number} */ by, /** @type {string} */ label, /** @type {Parameters<typeof icon>[0]} */ sign) =>
      h(
        "button",
        { class: "btn quiet icon", type: "button", "aria-label": label, "data-key": label, onclick: () => go(by) },
        icon(sign),
      );
    this.count = h("b", { class: "count", "aria-live": "polite" });
    this.root = h(
      "span",
      { class: "end row steps" },
      button(-Infinity, "The start", "first"),
      button(-1, "Back one step", "back"),
      this.count,
      button(1, "Forward one step", "next"),
      button(Infinity, "The end", "last"),
    );
  }

  /** Show the number of moves so far. @param {Review} review @param {number} at */
  update(review, at) {
    const made = countMoves(review.steps.slice(0, at));
    put(this.count, `${thousands(made)} of ${thousands(countMoves(review.steps))}`, h("span", { class: "vh" }, " moves"));
  }
}
