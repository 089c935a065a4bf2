/**
 * The staircase of Prime Climb, drawn twice: for a wide page and for a phone. A long stair shows the steps in reach,
 * and the whole of it as a thin line below.
 */

import { s } from "/static/dom.js";
import { diamond, digits, piece } from "/static/numerals.js";
import { thousands } from "/static/words.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */

const WHOLE = 24; // steps that are shown at once; of a longer stair, only those in reach
const BEHIND = 2; // steps shown below the player to move on a long stair

/**
 * The measures of one drawing.
 * @typedef {{ kind: string, w: number, h: number, left: number, foot: number, rise: number, end: number, high: number,
 *   number: number, r: number, at: [number, number, number] }} Shape
 */

/** @type {Shape[]} */
export const SHAPES = [
  { kind: "wide", w: 852, h: 372, left: 52, foot: 366, rise: 292.6, end: 60.5, high: 29.4,
    number: 14, r: 15, at: [22, 34, 1.28] },
  { kind: "narrow", w: 356, h: 300, left: 16, foot: 296, rise: 231.8, end: 34, high: 34.2,
    number: 11.5, r: 9, at: [12, 24, 0.86] },
];

/** Where the steps stand in one drawing: all of them, or on a long stair those in reach. */
export class Flight {
  /** @param {Shape} shape @param {Facts} facts @param {Player} mover */
  constructor(shape, facts, mover) {
    const { top, largest } = facts.rules;
    const mine = facts.steps[mover - 1];
    this.shape = shape;
    this.top = top;
    this.long = top > WHOLE;
    this.first = this.long ? Math.max(1, mine - BEHIND) : 1;
    this.last = this.long ? Math.min(top, Math.max(mine + largest, this.first + 1)) : top;
    this.ends = this.last === top; // whether the top itself is in the picture
    const count = this.last - this.first + (this.ends ? 0 : 1);
    const room = shape.w - shape.left - (this.ends ? shape.end : 0) - 8;
    this.wide = count ? room / count : room;
    this.foot = shape.foot - (this.long ? 26 : 0); // room for the whole stair below
    this.lift = count ? (shape.rise - (this.long ? 26 + 2 * shape.r : 0)) / Math.max(count, 8) : 0;
  }

  /** @param {number} step */
  x(step) {
    return this.shape.left + (step - this.first) * this.wide;
  }

  /** @param {number} step */
  width(step) {
    return step === this.top ? this.shape.end : this.wide;
  }

  /** The height of a step's tread. @param {number} step */
  y(step) {
    return this.foot - this.shape.high - (step - this.first) * this.lift;
  }

  /** Where a piece stands on this step. @param {number} step @returns {[number, number]} */
  stand(step) {
    const { left, r } = this.shape;
    if (step < this.first) return [left / 2, this.foot - r - 2];
    const at = Math.min(step, this.last);
    return [this.x(at) + this.width(at) / 2, this.y(at) - r - 1];
  }

  /** Whether this step's number has room. @param {number} step */
  numbered(step) {
    const every = this.wide >= 14 ? 1 : this.wide >= 7 ? 5 : 10;
    return step % every === 0;
  }
}

/**
 * One drawing of the stair.
 * @param {Shape} shape @param {Facts} facts @param {Look} look @param {string} label
 */
export function stair(shape, facts, look, label) {
  const mover = look.over ? (look.seats.you ?? facts.winner ?? look.me) : facts.turn;
  const flight = new Flight(shape, facts, mover);
  const steps = Array.from({ length: flight.last - flight.first + 1 }, (_, at) => flight.first + at);
  return s(
    "svg",
    { class: `board stair ${shape.kind}`, viewBox: `0 0 ${shape.w} ${shape.h}`, role: "img", "aria-label": label },
    floor(shape, flight),
    ...steps.map((step) => tread(step, shape, flight, facts)),
    mine(shape, facts, look, mover),
    !look.over && look.yours && shape.kind === "wide" && reach(flight, facts, look),
    flight.long && wholeStair(shape, flight, facts),
    ...pieces(shape, flight, facts, mover),
  );
}

/** @param {Shape} shape @param {Flight} flight */
function floor(shape, flight) {
  if (shape.kind === "narrow") return null;
  const word = flight.first === 1 ? "start" : ""; // else a piece may stand there
  return s(
    "g",
    null,
    s("text", { class: "lab", x: shape.left / 2, y: flight.foot - 8 }, word),
    s("path", { class: "ax", d: `M2 ${flight.foot}H${shape.left}` }),
  );
}

/** @param {number} step @param {Shape} shape @param {Flight} flight @param {Facts} facts */
function tread(step, shape, flight, facts) {
  const [x, y, wide] = [flight.x(step), flight.y(step), flight.width(step)];
  const middle = x + wide / 2;
  const height = flight.foot - y;
  if (step === flight.top) return last(step, shape, x, y, height);
  const prime = facts.prime_steps.includes(step);
  const large = flight.wide >= 26;
  return s(
    "g",
    null,
    s("rect", { class: prime ? "tread p" : "tread", x, y, width: wide, height }),
    s("path", { class: prime ? "lip p" : "lip", d: `M${x} ${y}h${wide}` }),
    prime && large && diamond(middle, y + 17, 12),
    prime && !large && flight.wide >= 7 && diamond(middle, y + 27, Math.min(4.6, flight.wide / 3)),
    flight.numbered(step) &&
      s("text", { class: prime && large ? "num on" : `num ${large ? "" : "small"}`, x: middle, y: y + (large ? 22 : 16) }, step),
  );
}

/**
 * The top: dark, with its number.
 * @param {number} step
 * @param {Shape} shape
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function last(step, shape, x, y, height) {
  const scale = (shape.kind === "wide" ? 0.33 : 0.18) * (String(step).length > 2 ? 0.66 : 1);
  return s(
    "g",
    null,
    s("rect", { class: "top", x, y, width: shape.end, height }),
    s("path", { class: "lip", d: `M${x} ${y}h${shape.end}` }),
    digits(step, x + shape.end * 0.14, y + 14, scale, { class: "on-top", inline: shape.kind === "wide" }),
  );
}

/** Where the player to move stands, large. @param {Shape} shape @param {Facts} facts @param {Look} look @param {Player} mover */
function mine(shape, facts, look, mover) {
  const [x, y, scale] = shape.at;
  const { top } = facts.rules;
  const step = facts.steps[mover - 1];
  const you = mover === look.seats.you;
  const prime = facts.prime_steps.includes(step);
  const beside = x + String(step).length * 76 * scale + 6;
  const low = y + 12 + 100 * scale;
  const told = step === top ? "the top" : `${thousands(top - step)} to go`;
  return s(
    "g",
    { class: "mine" },
    s("text", { class: "lab l", x, y }, `${look.seats.names[mover - 1]} ${you ? "stand" : "stands"} on`),
    digits(step, x, y + 12, scale),
    prime && step < top && diamond(beside + 7, low - 27, shape.kind === "wide" ? 7 : 5.5),
    prime && step < top && s("text", { class: "lab l", x: beside + 18, y: low - 22 }, "a prime step"),
    (shape.kind === "wide" || step < top) && s("text", { class: "lab b l", x: beside, y: low }, told), // else steps are there
  );
}

/** The numbers above the steps in reach. @param {Flight} flight @param {Facts} facts @param {Look} look */
function reach(flight, facts, look) {
  const from = facts.steps[look.me - 1];
  const other = facts.steps[2 - look.me];
  const numbers = Array.from({ length: facts.rules.largest }, (_, at) => at + 1);
  if (flight.wide < 20) return null;
  return s(
    "g",
    { class: "in-reach" },
    ...numbers
      .filter((number) => from + number <= facts.rules.top && from + number !== other)
      .map((number) => step(flight, look, from + number, number)),
  );
}

/** A step that can be clicked. @param {Flight} flight @param {Look} look @param {number} at @param {number} number */
function step(flight, look, at, number) {
  const x = flight.x(at);
  const wide = flight.width(at);
  const y = flight.y(at);
  const middle = x + wide / 2;
  return s(
    "g",
    { class: `can ${look.held === String(number) ? "held" : ""}`, onclick: () => look.play(String(number)) },
    s("rect", { class: "hit", x, y: y - 30, width: wide, height: flight.foot - y + 30 }),
    s("path", { class: "down", d: `M${middle - 5} ${y - 9}l5 5 5-5` }),
    s("text", { class: "lab", x: middle, y: y - 13 }, `+${number}`),
  );
}

/**
 * Both pieces; one that is out of the picture stands at its edge.
 * @param {Shape} shape
 * @param {Flight} flight
 * @param {Facts} facts
 * @param {Player} mover
 */
function pieces(shape, flight, facts, mover) {
  return /** @type {Player[]} */ ([1, 2]).map((player) => {
    const step = facts.steps[player - 1];
    const [x, y] = flight.stand(step);
    const both = player !== mover && step < flight.first && facts.steps[mover - 1] < flight.first;
    if (flight.long && step < flight.first && player !== mover) return below(shape, flight, player, step);
    if (step <= flight.last) return piece(player, both ? x + shape.r : x, y, shape.r);
    const high = shape.r + 3; // out of the picture: at its upper edge, with the step in words
    return s(
      "g",
      null,
      piece(player, shape.w - shape.r - 12, high, shape.r),
      s("text", { class: "lab b r", x: shape.w - 2 * shape.r - 18, y: high + 5 }, `on ${step}`),
    );
  });
}

/**
 * A piece further down than the picture, with its step in words.
 * @param {Shape} shape
 * @param {Flight} flight
 * @param {Player} player
 * @param {number} step
 */
function below(shape, flight, player, step) {
  const [x, y] = [shape.r + 3, flight.foot - shape.r - 2];
  return s(
    "g",
    null,
    piece(player, x, y, shape.r),
    s("text", { class: "lab b l", x: 3, y: y - shape.r - 5 }, step ? `on ${step}` : "at the foot"),
  );
}

/**
 * The whole of a long stair as a thin line, with both pieces on it.
 * @param {Shape} shape
 * @param {Flight} flight
 * @param {Facts} facts
 */
function wholeStair(shape, flight, facts) {
  const [left, right, y] = [24, shape.w - 40, shape.h - 9];
  const x = (/** @type {number} */ step) => left + ((right - left) * step) / flight.top;
  return s(
    "g",
    { class: "whole" },
    s("path", { class: "ax", d: `M${left} ${y}H${right}` }),
    s("path", { class: "window", d: `M${x(flight.first - 1)} ${y}H${x(flight.last)}` }),
    s("text", { class: "lab l", x: right + 8, y: y + 4 }, flight.top),
    ...facts.steps.map((/** @type {number} */ step, /** @type {number} */ at) =>
      piece(/** @type {Player} */ (at + 1), x(step), y, 6),
    ),
  );
}
