/**
 * The staircase of Prime Climb, drawn twice: for a wide page and for a phone. A long stair shows the steps in reach,
 * and the whole of it as a thin line below.
 */

import { s } from "/static/lib/dom.js";
import { diamond, digits, piece, width } from "/static/lib/numerals.js";
import { fill } from "/static/lib/messages.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("./flight.js").Flight} Flight */
/** @typedef {import("./flight.js").Stand} Stand */

const TOLD = 20; // how wide a step in reach is that has its number above it
const TARGET = 24; // how many pixels a finger needs

/**
 * One drawing of the stair.
 * @param {Flight} flight @param {Facts} facts @param {Look} look @param {string} label
 */
export function stair(flight, facts, look, label) {
  const { kind, w, h } = flight.shape;
  const stands = flight.stands(facts);
  return s(
    "svg",
    { class: `board stair ${kind}`, viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label },
    floor(flight, facts),
    flight.steps.map((step) => tread(step, flight, facts)),
    flight.steps.filter((step) => flight.numbered(step)).map((step) => number(step, flight, facts)), // over all treads
    mine(flight, facts, look),
    flight.long && wholeStair(flight, facts),
    s("g", { class: "players" }, player(1, flight, stands[0], facts), player(2, flight, stands[1], facts)),
    !look.over && look.yours && reach(flight, facts, look),
  );
}

/** @param {Flight} flight @param {Facts} facts */
function floor(flight, facts) {
  const free = flight.first === 1 && !facts.steps.includes(0) && flight.shape.kind === "wide";
  return s(
    "g",
    null,
    free && s("text", { class: "lab", x: flight.left / 2, y: flight.foot - 8 }, facts.words.labels.start),
    s("path", { class: "ax", d: `M2 ${flight.foot}H${flight.left}` }),
  );
}

/** @param {number} step @param {Flight} flight @param {Facts} facts */
function tread(step, flight, facts) {
  const [x, y, wide] = [flight.x(step), flight.y(step), flight.width(step)];
  const height = flight.foot - y;
  if (step === flight.top) return last(step, flight, height);
  const prime = facts.prime_steps.includes(step);
  const below = flight.large ? { low: 34, r: 6 } : { low: 27, r: Math.min(4.6, flight.wide / 3) };
  const { low, r } = flight.holds(step) ? { low: 17, r: 12 } : below;
  return s(
    "g",
    null,
    s("rect", { class: prime ? "tread p" : "tread", "data-step": step, x, y, width: wide, height }),
    s("path", { class: prime ? "lip p" : "lip", d: `M${x} ${y}h${wide}` }),
    prime && flight.wide >= 7 && diamond(flight.middle(step), y + low, r),
  );
}

/** @param {number} step @param {Flight} flight @param {Facts} facts */
function number(step, flight, facts) {
  const on = flight.holds(step) && facts.prime_steps.includes(step) ? "on" : "";
  const small = flight.large ? "" : "small";
  return s("text", { class: `num ${on} ${small}`, x: flight.middle(step), y: flight.y(step) + (small ? 16 : 22) }, step);
}

/** The top: dark, with its number. @param {number} step @param {Flight} flight @param {number} height */
function last(step, flight, height) {
  const { kind, end } = flight.shape;
  const [x, y] = [flight.x(step), flight.y(step)];
  const scale = Math.min(kind === "wide" ? 0.33 : 0.18, (end * 0.84) / width(step));
  const from = x + (end - width(step) * scale) / 2;
  return s(
    "g",
    null,
    s("rect", { class: "top", x, y, width: end, height }),
    s("path", { class: "lip", d: `M${x} ${y}h${end}` }),
    digits(step, from, y + 14, scale, { class: "on-top", inline: kind === "wide" }),
  );
}

/**
 * Where the player to move stands, or who reached the top, large.
 * @param {Flight} flight
 * @param {Facts} facts
 * @param {Look} look
 */
function mine(flight, facts, look) {
  const { kind, at } = flight.shape;
  const { x, y } = at;
  const { labels } = facts.words;
  const step = facts.steps[flight.mover - 1];
  const note = labels[`note${flight.mover}`];
  const scale = at.scales[String(step).length - 1];
  const beside = x + String(step).length * 76 * scale + 6;
  const low = y + 12 + 100 * scale;
  const won = facts.winner !== null;
  const prime = !won && note;
  return s(
    "g",
    { class: "mine" },
    s("text", { class: "lab l", x, y }, fill(labels[`stands${flight.mover}`], look.seats)),
    digits(step, x, y + 12, scale),
    prime && diamond(beside + 7, low - 27, kind === "wide" ? 7 : 5.5),
    prime && s("text", { class: "lab l", x: beside + 18, y: low - 22 }, note.replace("◆ ", "")),
    !won && s("text", { class: "lab b l", x: beside, y: low }, labels[`left${flight.mover}`]),
    won && s("text", { class: "end", x, y: low + (kind === "wide" ? 38 : 28) }, note),
  );
}

/** The steps in reach, with their numbers above. @param {Flight} flight @param {Facts} facts @param {Look} look */
function reach(flight, facts, look) {
  const from = facts.steps[look.me - 1];
  /** @type {number[]} */
  const steps = facts.reach[look.me - 1];
  return s(
    "g",
    { class: "in-reach" },
    steps.map((to) => step(flight, look, to, to - from)),
  );
}

/**
 * A step that can be pressed, if it is wide enough on this screen.
 * @param {Flight} flight
 * @param {Look} look
 * @param {number} at
 * @param {number} number
 */
function step(flight, look, at, number) {
  const [x, y, middle] = [flight.x(at), flight.y(at), flight.middle(at)];
  const wide = () => hit.getBoundingClientRect().width >= TARGET;
  const hit = s("rect", {
    class: "hit",
    x,
    y: y - 30,
    width: flight.width(at),
    height: flight.foot - y + 30,
    onpointerenter: () => hit.classList.toggle("open", wide()),
    onclick: () => wide() && look.play(String(number)),
  });
  const told = flight.wide >= TOLD && [
    s("path", { class: "down", d: `M${middle - 5} ${y - 9}l5 5 5-5` }),
    s("text", { class: "lab", x: middle, y: y - 13 }, `+${number}`),
  ];
  return s("g", { class: `can ${look.held === String(number) ? "held" : ""}` }, ...(told || []), hit);
}

/**
 * A piece, with its step in words if that is out of the picture.
 * @param {Player} who
 * @param {Flight} flight
 * @param {Stand} stand
 * @param {Facts} facts
 */
function player(who, flight, { x, y, outside, leg }, facts) {
  const { r } = flight.shape;
  const above = y < flight.foot / 2; // at the upper edge, the words stand to the left
  const place = above ? { class: "lab b r", x: x - r - 6, y: y + 5 } : { class: "lab b l", x: 3, y: y - r - 5 };
  return s(
    "g",
    null,
    leg !== undefined && s("path", { class: "leg", d: `M${x} ${y}V${leg}` }),
    piece(who, x, y, r),
    outside && s("text", place, facts.words.labels[`at${who}`]),
  );
}

/** The whole of a long stair as a thin line, with a piece on either side of it. @param {Flight} flight @param {Facts} facts */
function wholeStair(flight, facts) {
  const [left, right, y] = [24, flight.shape.w - 40, flight.shape.h - 14];
  const x = (/** @type {number} */ step) => left + ((right - left) * step) / flight.top;
  return s(
    "g",
    { class: "whole" },
    s("path", { class: "ax", d: `M${left} ${y}H${right}` }),
    s("path", { class: "window", d: `M${x(flight.first - 1)} ${y}H${x(flight.last)}` }),
    s("text", { class: "lab l", x: right + 8, y: y + 4 }, flight.top),
    piece(1, x(facts.steps[0]), y - 6, 5),
    piece(2, x(facts.steps[1]), y + 6, 5),
  );
}
