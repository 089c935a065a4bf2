/** What stands above a puzzle, and what its players are called: for pages that show one without a board to play on. */

import { h } from "/static/lib/dom.js";

/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Seats} Seats */

/** Make the heading of a puzzle: its game, its variant and its stars. @param {Puzzle["heading"]} heading */
export function puzzleHeading({ game, variant, stars, difficulty }) {
  return h(
    "span",
    null,
    `${game}, ${variant} `,
    h("span", { class: "stars", "aria-hidden": "true" }, stars),
    h("span", { class: "vh" }, `, ${difficulty}`),
  );
}

/** Say what the players at a puzzle are called. @param {Puzzle} puzzle @returns {Seats} */
export const solverSeats = ({ names, names_inside, turn }) => ({ names, inside: names_inside, you: turn });
