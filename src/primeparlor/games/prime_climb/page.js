/**
 * Prime Climb in the browser: a staircase with a key for each number. Drawn from the facts alone.
 */

import Board from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { numberField, pressNumber } from "/static/board/number_keys.js";
import { fill } from "/static/lib/messages.js";
import { keyTexts, moveKey, signed } from "/static/board/move_key.js";
import { numeral } from "/static/lib/numerals.js";
import { Flight, SHAPES } from "./flight.js";
import { stair } from "./stairs.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Step} Step */

/** The stairs, and a key for each number. */
export default class PrimeClimb extends Board {
  /** @type {Flight[]} where the steps stand in each drawing */
  flights = [];

  /** @param {Facts} facts @param {Look} look */
  paint(facts, look) {
    const mover = facts.winner ?? (look.over ? (look.seats.you ?? look.me) : facts.turn);
    this.flights = SHAPES.map((shape) => new Flight(shape, facts, mover));
    return h("div", { class: "stairs" }, ...this.flights.map((flight) => stair(flight, facts, look, this.label(facts, look))));
  }

  /**
   * The staircase in words.
   * @param {Facts} facts @param {Look} look
   */
  label(facts, look) {
    return fill(facts.words.labels.picture, look.seats);
  }

  /** @param {Facts} facts @param {Look} look */
  keys(facts, look) {
    const keys = Object.entries(keyTexts(facts, look));
    if (!keys.length) return numberField(look, facts);
    return h(
      "div",
      { class: `keys ${keys.length === 9 ? "nine" : "any"}`, role: "group", "aria-label": facts.words.task },
      ...keys.map(([move, text]) =>
        moveKey(text, facts, look, { move, id: `k${move}` }, numeral(text.name), h("small", null, ...signed(text.word))),
      ),
    );
  }

  /** @param {string} pressed @param {Facts} facts @param {Look} look */
  press(pressed, facts, look) {
    return pressNumber(pressed, look, facts.rules.largest) || super.press(pressed, facts, look);
  }

  /**
   * The piece climbs from its old step to the new one; a prime step glows when it arrives.
   * @param {Element} root @param {Step} step @param {Facts} before
   */
  travel(root, step, before) {
    const after = step.facts;
    if (step.who === null || step.move === "pass" || after === null) return null;
    const drawn = [...root.querySelectorAll("svg.stair")].find((svg) => svg.getBoundingClientRect().width > 0);
    const flight = this.flights.find(({ shape }) => drawn?.classList.contains(shape.kind));
    const moved = drawn?.querySelector(`.players .piece.${step.who === 1 ? "one" : "two"}`);
    const [from, to] = [before.steps[step.who - 1], after.steps[step.who - 1]];
    if (after.words.turn.extra) drawn?.querySelector(`[data-step="${to}"]`)?.classList.add("glow");
    if (!flight?.shows(to) || !moved) return null; // a long stair may show other steps now
    const end = flight.stand(to);
    const path = Array.from({ length: to - from + 1 }, (_, at) => flight.stand(from + at));
    const frames = path.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
    return moved.animate(frames, { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}
