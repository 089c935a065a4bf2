/**
 * The total of Nonprime Addition as large as it may be, between the sum that made it and its factors.
 */

import { s } from "/static/lib/dom.js";
import { diamond, digits, width } from "/static/lib/numerals.js";
import { powers } from "/static/lib/text.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {{ text: string, power?: string }} Sign a number with its power, or one of + × = */

const WIDTH = 820;
const HEIGHTS = [200, 170, 140, 112]; // of the total, with room on both sides
const SIDES = [56, 44, 34]; // heights of what stands there
const MARGIN = 26; // between the total and what stands beside it
const GAP = 10;
const SIGN = 20; // how wide + × = are
const PHONE = { width: 340, height: 132 };
const LONG = 9; // more digits than these nobody can read without gaps
const GROUP = 26; // a gap after every third digit of such a number, in units of its numerals
const MOST_GROUPS = 4; // in one row on a phone

/**
 * The prime factors, those that occur several times as powers.
 * @param {Facts} facts
 * @returns {Sign[]}
 */
function parts(facts) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const factor of facts.factors.map(String)) found.set(factor, (found.get(factor) ?? 0) + 1);
  return [...found].map(([text, times]) => (times > 1 ? { text, power: String(times) } : { text }));
}

/**
 * The total as a product.
 * @param {Facts} facts
 */
export function product(facts) {
  return powers(facts.factors.join(" × "));
}

/**
 * The sum that made the total; nothing where the game begins.
 * @param {Facts} facts
 * @returns {string[]}
 */
function summands(facts) {
  const { been, total } = facts;
  return been.length > 1 ? [String(been.at(-2)), String(BigInt(total) - BigInt(been.at(-2)))] : [];
}

/**
 * How the total was made and what it is made of, in a line.
 * @param {Facts} facts
 */
export function equation(facts) {
  const made = summands(facts).join(" + ");
  const of = facts.factors.length > 1 ? product(facts) : "";
  if (!made && !of) return "";
  return [made, String(facts.total), of].filter(Boolean).join(" = ");
}

/**
 * The same for those who cannot see the picture.
 * @param {Facts} facts
 */
function label(facts) {
  const told = equation(facts);
  const { total, prime } = facts.words.labels;
  return told ? `${total} ${told}${facts.winner ? `, ${prime}` : "."}` : total;
}

/**
 * Numerals in rows, each in the middle at x, with a gap after every third digit where there are many.
 * @param {string[][]} rows groups of digits
 * @param {number} x
 * @param {number} y
 * @param {number} high
 */
function numerals(rows, x, y, high) {
  const scale = high / 100;
  return rows.flatMap((groups, row) => {
    let left = x - (span(groups) * scale) / 2;
    return groups.map((group) => {
      const drawn = digits(group, left, y + row * high * 1.2, scale);
      left += (width(group) + GROUP) * scale;
      return drawn;
    });
  });
}

/** @param {string[]} groups */
function span(groups) {
  return groups.reduce((sum, group) => sum + width(group) + GROUP, -GROUP);
}

/**
 * The digits in groups of three where the number is long.
 * @param {string} number
 */
function grouped(number) {
  return number.length > LONG ? number.split(/(?=(?:\d{3})+$)/) : [number];
}

/**
 * The wide picture, and whether the sum and the factors found room in it.
 * @param {Facts} facts
 * @returns {[SVGSVGElement, boolean]}
 */
export function figures(facts) {
  const groups = grouped(String(facts.total));
  const left = summands(facts).flatMap((text, at) => [{ text }, { text: at ? "=" : "+" }]);
  const right = facts.factors.length > 1 ? parts(facts).flatMap((part, at) => [{ text: at ? "×" : "=" }, part]) : [];
  const fits = (/** @type {number} */ high, /** @type {number} */ small) =>
    Math.max(reach(left, small), facts.winner ? 170 : reach(right, small)) <= (WIDTH - (span(groups) * high) / 100) / 2 - MARGIN;
  const sizes = HEIGHTS.flatMap((high) => SIDES.map((small) => ({ high, small })));
  const fit = sizes.find(({ high, small }) => fits(high, small));
  const high = fit?.high ?? Math.min(HEIGHTS[0], (WIDTH * 100) / span(groups));
  const half = (span(groups) * high) / 200 + MARGIN;
  const middle = 6 + high / 2;
  return [
    picture("beside", high, WIDTH, facts, [
      ...numerals([groups], WIDTH / 2, 6, high),
      ...(fit ? beside(left, WIDTH / 2 - half - reach(left, fit.small), middle, fit.small) : []),
      ...(fit ? beside(right, WIDTH / 2 + half, middle, fit.small) : []),
      ...(fit && facts.winner ? prime(facts.words.labels.prime, WIDTH / 2 + half, middle) : []),
    ]),
    fit !== undefined,
  ];
}

/**
 * The total alone, for a narrow page; a very long one in two rows.
 * @param {Facts} facts
 */
export function figuresAlone(facts) {
  const groups = grouped(String(facts.total));
  const half = Math.ceil(groups.length / 2);
  const rows = groups.length > MOST_GROUPS ? [groups.slice(0, half), groups.slice(half)] : [groups];
  const high = Math.min(PHONE.height, (PHONE.width * 100) / Math.max(...rows.map(span)));
  return picture("alone", high * (rows.length * 1.2 - 0.2), PHONE.width, facts, numerals(rows, PHONE.width / 2, 6, high));
}

/**
 * @param {string} name
 * @param {number} high
 * @param {number} wide
 * @param {Facts} facts
 * @param {Node[]} drawn
 */
function picture(name, high, wide, facts, drawn) {
  return s(
    "svg",
    { class: `board np-total ${name}`, viewBox: `0 0 ${wide} ${high + 12}`, role: "img", "aria-label": label(facts) },
    drawn,
  );
}

/**
 * How wide these signs are at this height.
 * @param {Sign[]} signs
 * @param {number} high
 */
function reach(signs, high) {
  return signs.reduce((sum, sign) => sum + wide(sign, high) + GAP, signs.length ? -GAP : 0);
}

/**
 * @param {Sign} sign
 * @param {number} high
 */
function wide({ text, power }, high) {
  return /\d/.test(text) ? ((width(text) + (power ? width(power) * 0.5 + 6 : 0)) * high) / 100 : SIGN;
}

/**
 * Signs in a row from x on, in the middle at y.
 * @param {Sign[]} signs
 * @param {number} x
 * @param {number} y
 * @param {number} high
 */
function beside(signs, x, y, high) {
  const scale = high / 100;
  let left = x;
  const drawn = signs.flatMap((sign) => {
    const from = left;
    left += wide(sign, high) + GAP;
    if (!/\d/.test(sign.text)) return [s("text", { x: from + SIGN / 2, y: y + 10 }, sign.text)];
    const number = digits(sign.text, from, y - high / 2, scale, { inline: false });
    if (!sign.power) return [number];
    return [number, digits(sign.power, from + (width(sign.text) + 6) * scale, y - high * 0.72, scale / 2, { inline: false })];
  });
  return [s("g", { class: "flank" }, drawn)];
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function prime(text, x, y) {
  return [diamond(x + 22, y, 22), s("text", { class: "prime", x: x + 56, y: y + 10 }, text)];
}
