/** The picture of Number Morph on the wall. */

import { s } from "/static/lib/dom.js";
import { digits, picture } from "/static/lib/numerals.js";

const PLUM = "#4b2348";
const IVORY = "#f7ead6";

export default function art() {
  return picture(PLUM, wheel(26, 2), wheel(77, 7, true), wheel(128, 1));
}

/**
 * A wheel that shows this digit; the chosen one has a ring and turns a little.
 * @param {number} x
 * @param {number} digit
 * @param {boolean} [chosen]
 */
function wheel(x, digit, chosen = false) {
  const ink = { color: PLUM, ground: IVORY };
  return s(
    "svg",
    { x, y: 18, width: 46, height: 122 },
    s("rect", { width: 46, height: 122, rx: 7, fill: IVORY }),
    s(
      "g",
      { class: chosen && "lv-spin" },
      s(
        "g",
        { opacity: 0.3 },
        digits((digit + 9) % 10, 9, -28, 0.46, { ...ink, inline: false }),
        digits(digit + 1, 9, 104, 0.46, { ...ink, inline: false }),
      ),
      digits(digit, digit === 1 ? 9 : 5.5, 32, 0.56, ink),
    ),
    chosen && s("rect", { x: 1.5, y: 1.5, width: 43, height: 119, rx: 6, fill: "none", stroke: "#e0ab3d", "stroke-width": 3 }),
  );
}
