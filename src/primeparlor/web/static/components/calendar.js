/** The streak and the calendar, shared by the pages today, puzzles and progress. */

import { h, s } from "/static/lib/dom.js";
import { numeral } from "/static/lib/numerals.js";
import { capital } from "/static/lib/text.js";

/** @typedef {import("/static/types").Square} Square */
/** @typedef {import("/static/types").Streak} Streak */
/** @typedef {import("/static/types").Summary} Summary */

const WEEKDAYS = ["M", "T", "W", "T", "F", "S", "S"];
/** Each kind of day with the words for it. */
const WORDS = {
  solved: "solved",
  missed: "missed",
  open: "open",
  played: "other puzzles or games",
  rest: "nothing",
  ahead: "still to come",
};

/**
 * Draw the card of the last weeks: the streak, the calendar and its legend.
 * @param {Summary} summary
 * @param {number} weeks
 * @param {...import("/static/lib/dom.js").Child} more what stands below
 */
export function daysCard(summary, weeks, ...more) {
  return h(
    "section",
    { class: "card stack" },
    streakHeading(summary.streak),
    calendar(summary.calendar.slice(-weeks), summary.day),
    legend(),
    ...more,
  );
}

/** Draw the length of the streak in large numerals. @param {Streak} streak */
function streakHeading({ now, words, in_a_row, best_text }) {
  return h(
    "div",
    { class: "bigstat" },
    numeral(now, { inline: true, label: in_a_row }),
    h("div", null, h("h2", null, words), h("p", { class: "soft small" }, capital(best_text))),
  );
}

/**
 * Draw these weeks, from Monday to Sunday.
 * @param {Square[][]} weeks
 * @param {string} today
 */
function calendar(weeks, today) {
  const head = WEEKDAYS.map((day) => h("small", { "aria-hidden": "true" }, day));
  return h(
    "div",
    { class: "streak", role: "img", "aria-label": describeDays(weeks.flat()) },
    head,
    weeks
      .flat()
      .map((square) =>
        h(
          "span",
          { class: "day", title: `${square.day}: ${WORDS[square.sign]}` },
          drawDay(square, today),
          h("small", null, dayOfYear(square.day)),
        ),
      ),
  );
}

/** Draw the legend of the calendar. */
function legend() {
  return h(
    "p",
    { class: "soft small legend" },
    ...["solved", "missed", "open", "played"].map((sign) =>
      h(
        "span",
        null,
        drawDay({ day: "", sign: /** @type {Square["sign"]} */ (sign) }, "-"),
        ` ${WORDS[/** @type {Square["sign"]} */ (sign)]}`,
      ),
    ),
  );
}

/** @param {Square} square @param {string} today */
function drawDay({ day, sign }, today) {
  return s(
    "svg",
    { class: `square ${sign} ${day === today ? "today" : ""}`, viewBox: "0 0 28 28", "aria-hidden": "true" },
    s("path", { class: "dia", d: "M14 2L26 14 14 26 2 14Z" }),
    sign === "solved" && s("path", { class: "in", d: "M9 14l3.5 3.5 6.5-7" }),
    sign === "missed" && s("path", { class: "in", d: "M10.5 10.5l7 7M17.5 10.5l-7 7" }),
    sign === "open" && s("circle", { class: "in", cx: 14, cy: 14, r: 4 }),
    sign === "played" && s("circle", { class: "in", cx: 14, cy: 14, r: 2.6 }),
  );
}

/** @param {string} day */
function dayOfYear(day) {
  const [year, month, date] = day.split("-").map(Number);
  return Math.round((Date.UTC(year, month - 1, date) - Date.UTC(year, 0, 0)) / 86_400_000);
}

/** @param {Square[]} squares */
function describeDays(squares) {
  const count = (/** @type {Square["sign"]} */ sign) => squares.filter((square) => square.sign === sign).length;
  const days = `${count("solved")} days solved, ${count("missed")} missed`;
  return `The last ${squares.length / 7} weeks: ${days}, ${count("played")} with other puzzles or games.`;
}
