/** The picture of Prime Climb on the wall. */

import { s } from "/static/lib/dom.js";
import { diamond, digits, picture } from "/static/lib/numerals.js";

const PEACOCK = "#0f5b66";
const CREAM = "#fff6e4";
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const PRIMES = [2, 3, 5, 7];

export default function art() {
  return picture(
    PEACOCK,
    STEPS.map(step),
    digits("20", 22, 22, 0.44, { color: CREAM, ground: PEACOCK }),
    s("circle", { class: "lv-step", cx: 100, cy: 73, r: 9.5, fill: "#d5562c", stroke: CREAM, "stroke-width": 2 }),
    s(
      "g",
      { transform: "translate(51 89)" },
      s("rect", { width: 18, height: 18, fill: "#0a3f48", stroke: CREAM, "stroke-width": 2 }),
      s("rect", { width: 18, height: 18, fill: "url(#h2)" }),
    ),
  );
}

/** @param {number} number */
function step(number) {
  const prime = PRIMES.includes(number);
  const [x, y] = [20 * number - 10, 144 - 12 * number];
  return s(
    "g",
    null,
    s("rect", { x, y, width: 20, height: 170 - y, fill: prime ? "#e3b143" : "#f3e6cf", opacity: prime ? 1 : 0.92 }),
    s("path", { d: `M${x} ${y}h20`, stroke: "#0b3d45", "stroke-width": 2 }),
    prime && s("g", { fill: "#2a1e2d" }, diamond(x + 10, y + 12, 6, "")),
  );
}
