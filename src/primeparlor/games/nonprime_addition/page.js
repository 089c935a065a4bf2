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
import { fill } from "/static/lib/messages.js";
import { numeral } from "/static/lib/numerals.js";
import { equation, figures, figuresAlone } from "./figures.js";
import { Line, SIZES } from "./line.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Seats} Seats */

const MOST_KEYS = 10;
const LONG = 10n ** 8n; // longer sums do not fit on a key

export default class NonprimeAddition extends Board {
  /** What the keyboard or the mouse points at: a hop to it is dotted on the line. */
  pointed = "";
  /** @type {Line[]} the line in all its sizes */
  lines = [];

  get rail() {
    return false; // a list of primes would play the game
  }

  /** @param {Facts} facts */
  placeholder(facts) {
    return `a number, ${facts.rules.smallest} to ${facts.rules.largest}`;
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
    const { smallest, largest } = facts.rules;
    const asked = `Add a number from ${smallest} to ${largest}`;
    if (largest - smallest >= MOST_KEYS) return numberField(look, { least: smallest, most: largest, verb: "Add", asked });
    const numbers = Array.from({ length: largest - smallest + 1 }, (_, at) => smallest + at);
    const keys = h("div", { class: "keys np-keys", role: "group", "aria-label": asked });
    keys.style.setProperty("--keys", String(numbers.length));
    keys.style.setProperty("--rows-of", String(numbers.length > 5 ? Math.ceil(numbers.length / 2) : numbers.length));
    keys.append(...numbers.map((number) => this.addKey(String(number), facts, look)));
    return keys;
  }

  /**
   * The key of a number: they all look alike, but for where a puzzle asks only about some of them.
   * @param {string} number
   * @param {Facts} facts
   * @param {Look} look
   */
  addKey(number, facts, look) {
    const sum = BigInt(facts.total) + BigInt(number);
    const off = !look.yours || (look.actions !== null && !look.actions.map(String).includes(number));
    const tried = look.tried.map(String).includes(number);
    const point = (/** @type {string} */ pointed) => {
      this.pointed = look.yours ? pointed : "";
      this.point(this.pointed || look.held);
    };
    return h(
      "button",
      {
        class: "key",
        type: "button",
        "data-key": number,
        "aria-label": `Add ${number}, total ${sum}${tried ? ", tried" : ""}`,
        "aria-pressed": look.held === number ? "true" : null,
        "aria-disabled": off ? "true" : null,
        onclick: () => off || look.play(number),
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && point(number),
        onpointerleave: () => point(""),
        onfocus: (/** @type {Event} */ event) => /** @type {Element} */ (event.target).matches(":focus-visible") && point(number),
        onblur: () => point(""),
      },
      numeral(`+${number}`),
      h("small", null, sum < LONG ? String(sum) : `…${String(sum).slice(-4)}`),
      tried && h("span", { class: "x", "aria-hidden": "true" }, "✕"),
    );
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
  return h("p", { class: facts.winner ? "eq-line end" : "eq-line" }, fill(facts.words.caption, seats));
}
