/**
 * Numerals drawn as SVG instead of set in type: strokes from the sprite in the page's shell, in a box of 64 by 100.
 * From 40 px up they carry an inline in the colour of the ground (`--inline`).
 */

import { h, s } from "/static/lib/dom.js";

/** @typedef {import("/static/types").Player} Player */

const ADVANCE = 72;
const GAP = 8; // between two digits, and so not part of the last
const ONE = 58; // a 1 is narrow: it takes less, and stands further left in its box
const ONE_LEFT = 7;
const LARGE = 40;

/**
 * True if every character of this text can be drawn.
 * @param {string | number} text
 */
function drawable(text) {
  return /^[+\d]+$/.test(String(text));
}

/**
 * Measure the width of these numerals, in units of which they are 100 high.
 * @param {string | number} text
 */
export function width(text) {
  return [...String(text)].reduce((sum, sign) => sum + advance(sign), 0) - GAP;
}

/** @param {string} sign */
function advance(sign) {
  return sign === "1" ? ONE : ADVANCE;
}

/**
 * Draw the strokes of this text, side by side from x = 0.
 * @param {string} text
 * @param {boolean} inline
 */
function strokes(text, inline) {
  const drawn = [];
  let x = 0;
  for (const sign of text) {
    const place = { href: `#d${sign === "+" ? "p" : sign}`, x: x - (sign === "1" ? ONE_LEFT : 0) };
    drawn.push(s("use", { class: "k", ...place }));
    if (inline) drawn.push(s("use", { class: "i", ...place }));
    x += advance(sign);
  }
  return drawn;
}

/**
 * Draw a number as an image of its own, as high as the text around it or `size` pixels. Without a label it is hidden
 * from screen readers, and the number must stand in words beside it. What cannot be drawn is set in type.
 * @param {string | number} text
 * @param {{ size?: number, inline?: boolean, label?: string, class?: string }} [options]
 * @returns {SVGSVGElement | HTMLElement}
 */
export function numeral(text, { size, inline = (size ?? 0) >= LARGE, label, class: more = "" } = {}) {
  const said = label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  const made = drawable(text)
    ? s("svg", { class: `n ${more}`, viewBox: `0 0 ${width(text)} 100`, ...said }, ...strokes(String(text), inline))
    : h("span", { class: `n set ${more}`, ...said }, text);
  if (size !== undefined) made.style.setProperty("font-size", `${size}px`);
  return made;
}

/**
 * Draw a number within an SVG board, its upper left corner at x, y; 100 × scale high. Without a colour and a ground (for
 * the inline) of its own it takes those around it.
 * @param {string | number} text
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {{ inline?: boolean, class?: string, color?: string, ground?: string }} [options]
 * @returns {SVGGElement}
 */
export function digits(text, x, y, scale, { inline = 100 * scale >= LARGE, class: more, color, ground } = {}) {
  const place = s("g", { color, transform: `translate(${x} ${y}) scale(${scale})` }, ...strokes(String(text), inline));
  if (ground) place.style.setProperty("--inline", ground);
  return more ? s("g", { class: more }, place) : place; // a class may move it, and so must not stand on the placing
}

/**
 * Draw a player's token as an image: a circle for Player 1, a hatched square for Player 2.
 * @param {Player} player
 * @param {string} [more] more classes, such as "big"
 */
export function token(player, more = "") {
  return s("svg", { class: `tok ${more}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, piece(player, 10, 10, 9));
}

/**
 * Draw a player's token within an SVG board, its middle at x, y and its edge `r` away.
 * @param {Player} player
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @returns {SVGGElement}
 */
export function piece(player, x, y, r) {
  if (player === 1) return s("g", { class: "piece one" }, s("circle", { class: "t1", cx: x, cy: y, r }));
  const half = r * 0.95;
  const square = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  return s("g", { class: "piece two" }, s("rect", { class: "t2", ...square }), s("rect", { fill: "url(#h2)", ...square }));
}

/**
 * Draw the diamond of a prime within an SVG board.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} [kind] its class
 */
export function diamond(x, y, r, kind = "pri") {
  return s("path", { class: kind, d: `M${x} ${y - r}L${x + r} ${y} ${x} ${y + r} ${x - r} ${y}Z` });
}

/** Draw the diamond as an image beside words: the sign of a prime on a board, of the house elsewhere. */
export function diamondSign() {
  return s("svg", { class: "tok", viewBox: "0 0 20 20", "aria-hidden": "true" }, diamond(10, 10, 9));
}

/**
 * Make a game's picture for the home page, on a ground of this colour; its view box is 200 by 158.
 * @param {string} ground
 * @param {...import("/static/lib/dom.js").Child} drawn
 */
export function picture(ground, ...drawn) {
  return s(
    "svg",
    { class: "art", viewBox: "0 0 200 158", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    s("rect", { x: -10, y: -10, width: 220, height: 178, fill: ground }),
    ...drawn,
  );
}
