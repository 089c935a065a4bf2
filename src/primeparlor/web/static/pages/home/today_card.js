/** The card with the puzzle of the day and the streak. */

import { get } from "/static/lib/api.js";
import { localDay } from "/static/lib/progress.js";
import { $, h, put } from "/static/lib/dom.js";
import { puzzleHeading, solverSeats } from "/static/components/puzzle_header.js";
import { loadBoard, loadGame } from "/static/board/load_game.js";
import { powers } from "/static/lib/text.js";

/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Summary} Summary */
/** @typedef {import("/static/types").Today} Today */

/** Fill the card; if the puzzle cannot be loaded, show a link to its page. @param {Promise<Summary | null>} progress */
export async function showToday(progress) {
  try {
    const today = await get(`/api/today?date=${localDay()}`);
    await show(today);
    showStreak(today, await progress);
  } catch {
    if (!document.querySelector("#solve"))
      put($("#today"), h("p", null, "Something new every day."), h("a", { class: "btn", href: "/today" }, "See today"));
  }
}

/** @param {Today} today */
async function show(today) {
  const game = await loadGame(today.puzzle.game);
  const board = await loadBoard(game);
  const prime = today.prime && [" ", h("span", { class: "dia-t", "aria-hidden": "true" }, "◆"), " a prime day"];
  put($("#today-title"), powers(today.name), prime);
  put(
    $("#today"),
    h(
      "div",
      { class: "frame postcard", "aria-hidden": "true", inert: true },
      h("div", null, board.paint(today.puzzle.facts, watchingLook(today.puzzle), [])),
    ),
    h("p", null, puzzleHeading(today.puzzle.heading)),
    h("p", null, today.puzzle.question),
    h(
      "div",
      { class: "row solve" },
      h("a", { class: "btn", id: "solve", href: "/today" }, "Solve it"),
      h("span", { class: "soft small", id: "streak" }),
    ),
  );
}

/**
 * Make a Look without any actions.
 * @param {Puzzle} puzzle
 * @returns {Look}
 */
function watchingLook(puzzle) {
  const quiet = () => {};
  return {
    seats: solverSeats(puzzle),
    me: puzzle.turn,
    held: "",
    tried: [],
    yours: false,
    over: false,
    actions: null,
    play: quiet,
    hold: quiet,
    mode: "puzzle",
  };
}

/**
 * Show the streak and whether today's puzzle is solved, if there is any progress.
 * @param {Today} today
 * @param {Summary | null} summary
 */
function showStreak(today, summary) {
  if (!summary) return;
  if (summary.streak.now) put($("#streak"), summary.streak.in_a_row);
  if (summary.today.tries[today.puzzle.game]?.includes("+")) put($("#solve"), "Solved ✓");
}
