/** The picture of Pocket Addition on the wall. */

import { s } from "/static/lib/dom.js";
import { digits, picture, width } from "/static/lib/numerals.js";

const BRICK = "#b04423";
const CLOTH = "#8c2f14";
const CREAM = "#fff6e4";

export default function art() {
  return picture(
    BRICK,
    tile(8, 26, 20, -9),
    s("g", { class: "lv-bob" }, tile(6, 84, 12, 4)),
    tile(1, 140, 22, 10),
    s("path", { d: "M22 80H178V112C178 138 140 148 100 148S22 138 22 112Z", fill: CLOTH, stroke: CREAM, "stroke-width": 2 }),
    s("path", {
      d: "M29 88V112C29 132 64 141 100 141S171 132 171 112V88",
      fill: "none",
      stroke: "#f3cdb4",
      "stroke-width": 1.6,
      "stroke-dasharray": "5 4",
    }),
    digits("15", 100 - 0.17 * width("15"), 92, 0.34, { inline: true, color: CREAM, ground: CLOTH }),
  );
}

/**
 * A tile, turned by some degrees.
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 */
function tile(number, x, y, turn) {
  return s(
    "g",
    { transform: `rotate(${turn} ${x + 20} ${y + 22})` },
    s("rect", { x, y, width: 42, height: 48, rx: 8, fill: CREAM, stroke: "#5d1d0b" }),
    digits(number, x + 21 - 0.17 * width(number), y + 7, 0.34, { inline: true, color: "#2a1e2d", ground: CREAM }),
  );
}
