/** The picture of Nonprime Addition on the wall. */

import { s } from "/static/lib/dom.js";
import { diamond, digits, picture } from "/static/lib/numerals.js";

const OCHRE = "#d39b2a";
const INK = "#2a1e2d";

export default function art() {
  const ticks = Array.from({ length: 17 }, (_, at) => `M${6 + 12 * at} 116V124`).join("");
  const hop = { fill: "none", "stroke-width": 3 };
  return picture(
    OCHRE,
    digits("35", 56, 18, 0.66, { color: INK, ground: OCHRE }),
    s("path", { d: `M0 120H200${ticks}`, stroke: INK, "stroke-width": 1.2 }),
    s("path", { d: "M6 118Q42 70 78 118", stroke: "#8e2c10", ...hop }),
    s("path", { d: "M78 118Q96 88 114 118", stroke: "#0d4c57", "stroke-dasharray": "7 3", ...hop }),
    s("path", {
      class: "lv-hop",
      d: "M114 118Q150 70 186 118",
      stroke: INK,
      ...hop,
      "stroke-width": 2,
      "stroke-dasharray": "2 5",
      "stroke-linecap": "round",
    }),
    s(
      "g",
      { fill: "#fff1cf", stroke: INK },
      [30, 54, 102].map((x) => diamond(x, 120, 7, "")),
    ),
  );
}
