/**
 * Nonprime Addition in the browser: a total between its sum and its factors, above the line it hops along.
 *
 * Nothing ahead of the total tells of a prime, neither on the line nor on the keys: which ones lie there is the game.
 * Totals may be too long for a number of JavaScript and then come as text: sums are made of BigInts, and the line
 * counts its places from the total.
 */

import Board, { inside } from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { numberField, pressNumber } from "/static/board/number_keys.js";
import { numeral } from "/static/lib/numerals.js";
import { equation, figures, figuresAlone, product } from "./figures.js";
import { Line, SIZES } from "./line.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Outcome} Outcome */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").Step} Step */

const MOST_KEYS = 10;
const LONG = 10n ** 8n; // longer sums do not fit on a key
const LONGEST_PRODUCT = 26; // characters in the list of moves

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
   * @param {Player} player
   */
  standing(facts, player) {
    return facts.winner === other(player) ? `made ${facts.total}` : "";
  }

  task() {
    return "Keep the total composite.";
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

  // Words -------------------------------------------------------------------------------------------

  /**
   * @param {Step} step
   * @param {Facts} before
   * @param {Seats} seats
   * @returns {import("/static/types").Said}
   */
  said(step, before, seats) {
    const bold = `${before.total} + ${step.move} = ${BigInt(before.total) + BigInt(step.move)}`;
    const { facts, who } = step;
    if (!facts || !who) return { glyph: "→", bold, text: "" };
    if (facts.winner) return { glyph: "◆", bold, text: ended(facts, seats), kind: "prime" };
    return {
      glyph: "→",
      bold,
      text: `${seats.names[who - 1]} added ${step.move}. ${facts.total} = ${product(facts)} is not prime.`,
    };
  }

  /**
   * @param {Facts} facts
   * @param {string} text
   * @param {string} reason
   * @returns {import("/static/types").Said}
   */
  refused(facts, text, reason) {
    const { smallest, largest } = facts.rules;
    const number = text.trim().replace(/^\+\s*/, "");
    const outside = /^-?\d{1,20}$/.test(number) && (Number(number) < smallest || Number(number) > largest);
    return { glyph: "✕", bold: outside ? `${number} is out of range.` : "", text: reason, kind: "no" };
  }

  /**
   * @param {Step} step
   * @param {Facts} before
   */
  row(step, before) {
    const total = String(BigInt(before.total) + BigInt(step.move));
    const move = `+ ${step.move}`;
    if (step.facts?.winner) return { move, what: `${total} ◆ prime` };
    const told = step.facts ? `${total} = ${product(step.facts)}` : total;
    return { move, what: told.length <= LONGEST_PRODUCT ? told : total };
  }

  /**
   * @param {Facts} facts
   * @param {Outcome} outcome
   * @param {Seats} seats
   */
  result(facts, outcome, seats) {
    if (!facts.winner) return super.result(facts, outcome, seats);
    return {
      bold: `${seats.names[facts.winner - 1]} ${wins(facts.winner, seats)}.`,
      text: `${seats.names[other(facts.winner) - 1]} made a prime.`,
    };
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

// Words -----------------------------------------------------------------------------------

/**
 * @param {Player} player
 * @returns {Player}
 */
function other(player) {
  return player === 1 ? 2 : 1;
}

/**
 * @param {Facts} facts
 * @param {Seats} seats
 */
function ended(facts, seats) {
  const winner = /** @type {Player} */ (facts.winner);
  const maker = seats.names[other(winner) - 1];
  return `${facts.total} is prime! ${maker} made it, so ${inside(seats, winner)} ${wins(winner, seats)}.`;
}

/**
 * @param {Player} winner
 * @param {Seats} seats
 */
function wins(winner, seats) {
  return winner === seats.you ? "win" : "wins";
}

/**
 * What was done last, in a sentence or two.
 * @param {Facts} facts
 * @param {Seats} seats
 */
function caption(facts, seats) {
  const { been, total } = facts;
  if (facts.winner) return h("p", { class: "eq-line end" }, ended(facts, seats));
  const stands = String(total) === String(facts.rules.start) ? "starts at" : "is";
  if (been.length < 2) return h("p", { class: "eq-line" }, `The total ${stands} ${total}.`);
  const added = BigInt(total) - BigInt(been.at(-2));
  return h(
    "p",
    { class: "eq-line" },
    `${seats.names[other(facts.turn) - 1]} added ${added}. `,
    h("b", null, `${total} is not prime.`),
  );
}
