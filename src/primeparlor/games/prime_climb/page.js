/**
 * Prime Climb in the browser: a staircase with a key for each number. Drawn from the facts alone.
 */

import Board from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { numberField, pressNumber } from "/static/board/number_keys.js";
import { numeral } from "/static/lib/numerals.js";
import { formatCount } from "/static/lib/text.js";
import { Flight, SHAPES } from "./flight.js";
import { stair } from "./stairs.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Step} Step */

const MOST_KEYS = 9; // with larger numbers the digits are typed

/** The stairs, and a key for each number. */
export default class PrimeClimb extends Board {
  /** @type {Flight[]} where the steps stand in each drawing */
  flights = [];

  /** @param {Facts} facts */
  placeholder(facts) {
    return facts.rules.largest > 1 ? `steps, 1 to ${facts.rules.largest}` : "steps: 1";
  }

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
    const stands = (/** @type {Player} */ player) => {
      const verb = player === look.seats.you ? "stand" : "stands";
      return `${look.seats.names[player - 1]} ${verb} on ${facts.steps[player - 1] || "the floor"}`;
    };
    const primes = facts.prime_steps.filter((/** @type {number} */ step) => step <= facts.rules.top);
    return `Staircase of ${formatCount(facts.rules.top, "step")}. ${stands(1)}, ${stands(2)}. Prime steps: ${primes.join(", ")}.`;
  }

  /** @param {Facts} facts @param {Look} look */
  keys(facts, look) {
    const { largest } = facts.rules;
    if (largest > MOST_KEYS) return numberField(look, { least: 1, most: largest, verb: "Climb", asked: "How many steps?" });
    const numbers = Array.from({ length: largest }, (_, at) => at + 1);
    const question = largest > 1 ? `Climb 1 to ${largest} steps` : "Climb one step";
    return h(
      "div",
      { class: `keys ${largest === MOST_KEYS ? "nine" : "any"}`, role: "group", "aria-label": question },
      ...numbers.map((number) => key(facts, look, number)),
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
    if (after.words.extra) drawn?.querySelector(`[data-step="${to}"]`)?.classList.add("glow");
    if (!flight?.shows(to) || !moved) return null; // a long stair may show other steps now
    const end = flight.stand(to);
    const path = Array.from({ length: to - from + 1 }, (_, at) => flight.stand(from + at));
    const frames = path.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
    return moved.animate(frames, { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

// The keys ------------------------------------------------------------------------------------------

/**
 * The key of a number: where it leads, or why it cannot be had.
 * @param {Facts} facts
 * @param {Look} look
 * @param {number} number
 */
function key(facts, look, number) {
  const to = facts.steps[look.me - 1] + number;
  const { top } = facts.rules;
  const prime = facts.prime_steps.includes(to) && to !== top;
  const steps = `${number} step${number === 1 ? "" : "s"}`;
  const why = to > top ? "too far" : to === facts.steps[2 - look.me] ? "taken" : "";
  const told = why === "taken" ? `${steps}: Step ${to} is taken` : why && `${steps}: too far, past the top`;
  const tried = !why && look.tried.map(String).includes(String(number));
  const reached = to === top ? "the top" : `${to}${prime ? ", a prime step" : ""}`;
  return h(
    "button",
    {
      class: "key",
      type: "button",
      "data-key": `k${number}`,
      "aria-label": told || `${steps}, to ${reached}${tried ? ", tried" : ""}`,
      "aria-disabled": why || !look.yours ? "true" : null,
      "aria-pressed": look.held === String(number) ? "true" : null,
      onclick: () => look.yours && look.play(String(number)),
    },
    numeral(number),
    h(
      "small",
      null,
      why || (prime ? h("span", { class: "dia-t" }, "◆") : ""),
      why ? "" : prime ? ` ${to}` : to === top ? "the top" : `to ${to}`,
    ),
    tried && h("span", { class: "x", "aria-hidden": "true" }, "✕"),
  );
}
