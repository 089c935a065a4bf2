// The cards beside the chart: luck and choices as bars, and both players' accuracy.

import { h, s } from "/static/lib/dom.js";
import { numeral } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Review} Review */
/** @typedef {import("/static/types").Side} Side */

const MIDDLE = 184;
const REACH = 84; // the longest bar

/** Format tenths with a sign: "+ 23.2". @param {number} tenths */
const formatPoints = (tenths) => `${tenths < 0 ? "−" : "+"} ${(Math.abs(tenths) / 10).toFixed(1)}`;

/** Make the cards beside the chart. @param {Review} review */
export function scoreCards(review) {
  return [luckCard(review), accuracyCard(review)];
}

/** @param {Review} review */
function luckCard(review) {
  if (review.sides.some((side) => side.luck === null)) return null;
  const about = review.exact ? "" : "about ";
  const longest = Math.max(1, ...review.sides.flatMap((side) => [Math.abs(side.luck ?? 0), Math.abs(side.choices)]));
  const told = review.sides.map((side) => `${review.names[side.player - 1]}: ${side.swing}.`);
  const label = `Luck and choices in points of winning chance. ${told.join(" ")}`;
  return h(
    "section",
    { class: "card o5", "aria-labelledby": "luck" },
    h("h2", { id: "luck" }, "Luck and choices"),
    h("p", { class: "soft small" }, `Points of winning chance over the whole game${about && " (about)"}.`),
    h(
      "div",
      { class: "split" },
      s(
        "svg",
        { viewBox: "0 0 356 128", role: "img", "aria-label": label },
        ...review.sides.flatMap((side, at) => bars(side, review.names[side.player - 1], 52 * at, longest)),
        s("path", { class: "zero", d: `M${MIDDLE} 10V122` }),
      ),
    ),
  );
}

/** @param {Side} side @param {string} name @param {number} y @param {number} longest */
function bars(side, name, y, longest) {
  const own = side.player === 1 ? ["t1"] : ["t2", "hatched"];
  return [
    s("text", { class: "lab l b", x: 0, y: 38 + y }, name),
    ...bar("luck", side.luck ?? 0, ["luckbar"], 20 + y, longest),
    ...bar("choices", side.choices, own, 40 + y, longest),
  ];
}

/** @param {string} word @param {number} tenths @param {string[]} kinds @param {number} y @param {number} longest */
function bar(word, tenths, kinds, y, longest) {
  const width = (REACH * Math.abs(tenths)) / longest;
  const box = { x: tenths < 0 ? MIDDLE - width : MIDDLE, y, width, height: 14, rx: 2 };
  const x = tenths > 0 ? MIDDLE + width + 8 : MIDDLE + 8;
  const drawn = kinds.map((kind) =>
    kind === "hatched" ? s("rect", { ...box, fill: "url(#h2)" }) : s("rect", { ...box, class: kind }),
  );
  return [...drawn, s("text", { class: "lab l", x, y: y + 12 }, `${word} ${formatPoints(tenths)}`)];
}

/** @param {Review} review */
function accuracyCard(review) {
  const stats = review.sides.map((side) => {
    const name = review.names[side.player - 1];
    const score =
      side.accuracy === null
        ? h("b", { class: "none" }, "–")
        : numeral(side.accuracy, { size: 58, label: `${side.accuracy} of 100` });
    return h(
      "div",
      { class: "bigstat" },
      score,
      h("span", {}, name, h("br"), h("span", { class: "soft small" }, side.explained || "of 100")),
    );
  });
  return h(
    "section",
    { class: "card o6", "aria-labelledby": "accuracy" },
    h("h2", { id: "accuracy" }, "Accuracy"),
    h("div", { class: "stats" }, stats),
    h("p", { class: "soft small" }, "Hard choices count more than easy ones."),
  );
}
