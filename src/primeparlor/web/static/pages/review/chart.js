// The value chart: the reader's winning chance after each step; won or lost in games without chance.

import { s } from "/static/lib/dom.js";
import { piece } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Review} Review */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Field */

const WIDE = { width: 810, height: 270 };
const NARROW = { width: 346, height: 220 };
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const MOST_LABELS = 8;
const PIECE = 28; // room for a piece before a name
const LETTER = 7; // and for each letter
const LINE = 26; // how high an area must be to have a name in it
const LARGE_LOSS = 100; // tenths of a percent from which a mistake is drawn larger

/** Return the player whose view the review takes. @param {Review} review @returns {Player} */
const readerOf = (review) => review.you ?? 1;

/** Convert the values to the reader's side. @param {Review} review */
const ownValues = (review) => review.values.map((value) => (value === null || readerOf(review) === 1 ? value : 1 - value));

/** True if every value is won, lost or undecided. @param {(number | null)[]} values */
const isCertain = (values) => values.every((value) => value === null || value === 0 || value === 1);

/**
 * Draw the wide and the narrow chart, with the cursor after `at` steps.
 * @param {Review} review
 * @param {number} at
 */
export function chart(review, at) {
  return [draw(review, at, WIDE, "wide"), draw(review, at, NARROW, "narrow")];
}

/** @param {Review} review @param {number} at @param {typeof WIDE} size @param {string} kind */
function draw(review, at, size, kind) {
  const values = ownValues(review);
  const field = { left: 46, right: size.width - 12, top: 14, bottom: size.height - 30 };
  const spans = isCertain(values) ? values.length : Math.max(1, values.length - 1); // a certain value lasts, the final one too
  const x = (/** @type {number} */ place) => field.left + (place * (field.right - field.left)) / spans;
  const y = (/** @type {number | null} */ value) => field.bottom - (value ?? 0.5) * (field.bottom - field.top);
  const line = path(values, x, y) + (isCertain(values) ? `H${field.right}` : "");
  const me = readerOf(review);
  return s(
    "svg",
    { class: `chart ${kind}`, viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": review.chart_words },
    s("rect", {
      class: `area${me === 1 ? 2 : 1}`,
      x: field.left,
      y: field.top,
      width: field.right - field.left,
      height: field.bottom - field.top,
    }),
    s("path", { class: `area${me}`, d: `${line}L${field.right} ${field.bottom}L${field.left} ${field.bottom}Z` }),
    ...scale(field, y, isCertain(values)),
    s("path", { class: "curve", d: line }),
    ...axis(review, x, field.bottom, kind === "narrow"),
    ...owners(review, field, x),
    ...mistakes(review, x, (place) => y(values[place])),
    s("path", { class: "here", d: `M${x(at)} ${field.top}V${field.bottom}`, "stroke-dasharray": "3 3" }),
  );
}

/**
 * Build the path of the curve; certain values make steps.
 * @param {(number | null)[]} values
 * @param {(place: number) => number} x
 * @param {(value: number | null) => number} y
 */
function path(values, x, y) {
  const certain = isCertain(values);
  return values
    .map((value, at) => {
      const point = `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      if (at === 0) return `M${point}`;
      return certain ? `L${x(at).toFixed(1)} ${y(values[at - 1]).toFixed(1)}L${point}` : `L${point}`;
    })
    .join("");
}

/** @param {Field} field @param {(value: number) => number} y @param {boolean} certain */
function scale(field, y, certain) {
  const percent = [0, 0.25, 0.5, 0.75, 1].map((value) => [value, `${100 * value} %`]);
  const marks = certain
    ? [
        [0, "lost"],
        [0.5, "open"],
        [1, "won"],
      ]
    : percent;
  return marks.flatMap(([value, text]) => [
    s("path", { class: value === 0.5 ? "mid" : "grid", d: `M${field.left} ${y(Number(value))}H${field.right}` }),
    s("text", { class: "lab r", x: field.left - 6, y: y(Number(value)) + 4 }, text),
  ]);
}

/**
 * Label the moves with as many numbers as fit.
 * @param {Review} review
 * @param {(place: number) => number} x
 * @param {number} bottom
 * @param {boolean} narrow
 */
function axis(review, x, bottom, narrow) {
  const places = review.steps.flatMap((step, at) => (step.who === null ? [] : [at + 1])); // where each move is made
  const last = places.length;
  const every = TICKS.find((tick) => last / tick <= (narrow ? MOST_LABELS / 2 : MOST_LABELS)) ?? last;
  const numbers = Array.from({ length: Math.floor(last / every) }, (_, at) => (at + 1) * every);
  return numbers.map((number) => s("text", { class: "lab", x: x(places[number - 1]), y: bottom + 20 }, number));
}

/**
 * Label both areas with the player's name where it first fits, or with the token alone.
 * @param {Review} review
 * @param {Field} field
 * @param {(place: number) => number} x
 */
function owners(review, field, x) {
  const me = readerOf(review);
  const values = ownValues(review).map((value) => value ?? 0.5);
  const below = values.map((value) => value * (field.bottom - field.top)); // the reader's area, from the bottom up
  const above = values.map((value) => (1 - value) * (field.bottom - field.top));
  const lasts = isCertain(review.values);
  const name = (/** @type {Player} */ player, /** @type {number[]} */ heights, /** @type {number} */ y) => {
    const text = review.names[player - 1];
    const at = [PIECE + LETTER * text.length, PIECE].map((width) => roomFor(width, heights, x, lasts));
    const place = at.find((found) => found >= 0);
    if (place === undefined) return [];
    const label = at[0] >= 0 && s("text", { class: `lab l p${player}`, x: x(place) + 24, y }, text);
    return [piece(player, x(place) + 14, y - 4, 5), label];
  };
  return [...name(me === 1 ? 2 : 1, above, field.top + 18), ...name(me, below, field.bottom - 10)];
}

/**
 * Find the first index from which the area is high enough for a label of this width; -1 if none is.
 * @param {number} width
 * @param {number[]} heights
 * @param {(place: number) => number} x
 * @param {boolean} lasts whether each height lasts until the next place
 */
function roomFor(width, heights, x, lasts) {
  return heights.findIndex((_, from) => {
    const places = lasts ? [...heights, 0] : heights; // the last value lasts until one place more
    const end = places.findIndex((__, place) => x(place) >= x(from) + width);
    return end >= 0 && heights.slice(from, lasts ? end : end + 1).every((height) => height >= LINE);
  });
}

/** @param {Review} review @param {(place: number) => number} x @param {(place: number) => number} y */
function mistakes(review, x, y) {
  return review.rows
    .filter((row) => row.kind === "bad" && !row.folded)
    .map((row) => {
      const large = row.number === review.turning?.number || (row.points ?? 0) >= LARGE_LOSS;
      const place = row.place + 1;
      return s("g", { class: "mistake" }, piece(row.player, x(place), y(place), large ? 7.5 : 5));
    });
}
