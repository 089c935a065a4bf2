/** The picture of Prime Duel on the wall. */

import { s } from "/static/lib/dom.js";
import { diamond, digits, picture } from "/static/lib/numerals.js";

const MIDNIGHT = "#26325a";
const CREAM = "#fff6e4";
const BRASS = "#e0ab3d";

export default function art() {
  return picture(
    MIDNIGHT,
    s(
      "g",
      { transform: "rotate(-9 70 82)" },
      s("rect", { x: 34, y: 26, width: 76, height: 106, rx: 9, fill: "#3c4a7d", stroke: CREAM, "stroke-width": 1.5 }),
      s("g", { fill: "none", stroke: BRASS, "stroke-width": 2 }, diamond(72, 79, 31, "")),
      s("g", { fill: BRASS }, diamond(72, 79, 17, "")),
    ),
    s(
      "g",
      { class: "lv-turn" },
      s(
        "g",
        { transform: "rotate(7 130 80)" },
        s("rect", { x: 90, y: 24, width: 78, height: 110, rx: 9, fill: CREAM }),
        s("rect", { x: 95, y: 29, width: 68, height: 100, rx: 6, fill: "none", stroke: "#c9b48d" }),
        digits(7, 106, 45, 0.68, { color: MIDNIGHT, ground: CREAM }),
      ),
    ),
  );
}
