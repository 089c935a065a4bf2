/**
 * Nonprime Addition in the browser: a total between its sum and its factors, above the line it hops along.
 *
 * Nothing ahead of the total tells of a prime, neither on the line nor on the keys: which ones lie there is the game.
 * Totals may be too long for a number of JavaScript and then come as text: sums are made of BigInts, and the line
 * counts its places from the total.
 */

import Board from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { numberField, pressNumber } from "/static/board/number_keys.js";
import { keyTexts, moveKey } from "/static/board/move_key.js";
import { fill } from "/static/lib/messages.js";
import { numeral } from "/static/lib/numerals.js";
import { equation, figures, figuresAlone } from "./figures.js";
import { Line, SIZES } from "./line.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").KeyText} KeyText */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Seats} Seats */

export default class NonprimeAddition extends Board {
  /** What the keyboard or the mouse points at: a hop to it is dotted on the line. */
  pointed = "";
  /** @type {Line[]} the line in all its sizes */
  lines = [];

  get rail() {
    return false; // a list of primes would play the game
  }

  /**
   * @param {Facts} facts
   * @param {Look} look
   */
  paint(facts, look) {
    this.lines = SIZES.map((size) => new Line(facts, look, size));
    this.point(look.held || this.pointed); // what was typed last, though the mouse rests elsewhere
    const [drawn, beside] = figures(facts);
    const below = h("p", { class: beside ? "np-eq alone" : "np-eq", "aria-hidden": "true" }, equation(facts));
    const lines = this.lines.map((line) => line.drawn);
    return h("div", { class: "np-place" }, drawn, figuresAlone(facts), below, caption(facts, look.seats), lines);
  }

  /**
   * Draw the dotted hop of this number, or none.
   * @param {string} number
   */
  point(number) {
    for (const line of this.lines) line.point(number);
  }

  /**
   * @param {Facts} facts
   * @param {Look} look
   */
  keys(facts, look) {
    if (look.over || look.mode === "review") return null;
    const texts = Object.entries(keyTexts(facts, look));
    if (!texts.length) return numberField(look, facts);
    const keys = h("div", { class: "keys np-keys", role: "group", "aria-label": facts.words.labels.typed });
    keys.style.setProperty("--keys", String(texts.length));
    keys.style.setProperty("--rows-of", String(texts.length > 5 ? Math.ceil(texts.length / 2) : texts.length));
    keys.append(...texts.map(([number, text]) => this.addKey(number, text, facts, look)));
    return keys;
  }

  /**
   * The key of a number: they all look alike, but for where a puzzle asks only about some of them.
   * @param {string} number
   * @param {KeyText} text
   * @param {Facts} facts
   * @param {Look} look
   */
  addKey(number, text, facts, look) {
    const off = look.actions !== null && !look.actions.map(String).includes(number);
    const drawn = [numeral(text.name), h("small", null, text.word)];
    const key = moveKey(text, facts, look, { move: number, id: number, off, explains: false }, ...drawn);
    const point = (/** @type {string} */ pointed) => {
      this.pointed = look.yours ? pointed : "";
      this.point(this.pointed || look.held);
    };
    key.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && point(number));
    key.addEventListener("pointerleave", () => point(""));
    key.addEventListener("focus", () => key.matches(":focus-visible") && point(number));
    key.addEventListener("blur", () => point(""));
    return key;
  }

  /**
   * @param {string} key
   * @param {Facts} facts
   * @param {Look} look
   */
  press(key, facts, look) {
    return pressNumber(key, look, facts.rules.largest) || super.press(key, facts, look);
  }

  /**
   * The mark of the total follows the hop that was made, and a prime opens where it lands.
   * @param {Element} root
   */
  travel(root) {
    const seen = [...root.querySelectorAll(".np-line")].find((line) => line.getClientRects().length);
    const hop = /** @type {SVGPathElement | null | undefined} */ (seen?.querySelector(".hop.last"));
    const mark = seen?.querySelector(".here");
    if (!hop || !mark) return null;
    const length = hop.getTotalLength();
    const end = hop.getPointAtLength(length);
    const size = (/** @type {number} */ part) => (mark.classList.contains("pri") && part < 1 ? 0.5 : 1);
    const frames = Array.from({ length: 13 }, (_, at) => {
      const { x, y } = hop.getPointAtLength((length * at) / 12);
      return { transform: `translate(${x - end.x}px, ${y - end.y}px) scale(${size(at / 12)})` };
    });
    return mark.animate(frames, { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

/**
 * What was done last, in a sentence or two.
 * @param {Facts} facts
 * @param {Seats} seats
 */
function caption(facts, seats) {
  return h("p", { class: facts.winner ? "eq-line end" : "eq-line" }, fill(facts.words.labels.caption, seats));
}
