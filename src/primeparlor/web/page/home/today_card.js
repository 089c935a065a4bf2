/** The puzzle of the day on its card, with the streak. */

import { get } from "/static/api.js";
import { begun, look, thisDay } from "/static/diary.js";
import { $, h, put } from "/static/dom.js";
import { boardOf, gameNamed } from "/static/games.js";
import { powers } from "/static/words.js";

/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Today} Today */

/** Fill the card; where the day's puzzle does not come, it still leads to its page. */
export async function showToday() {
  try {
    const today = await get(`/api/today?date=${thisDay()}`);
    await show(today);
    await showStreak(today);
  } catch {
    if (!$("#today").children.length)
      put($("#today"), h("p", null, "Something new every day."), h("a", { class: "btn", href: "/today" }, "See today"));
  }
}

/** @param {Today} today */
async function show(today) {
  const game = await gameNamed(today.puzzle.game);
  const board = await boardOf(game);
  const prime = today.prime && [" ", h("span", { class: "dia-t", "aria-hidden": "true" }, "◆"), " a prime day"];
  put($("#today-title"), powers(today.name), prime);
  put(
    $("#today"),
    h(
      "div",
      { class: "frame postcard", "aria-hidden": "true", inert: true },
      h("div", null, board.paint(today.puzzle.facts, seenFrom(today.puzzle.turn), [])),
    ),
    h("p", null, h("span", { class: "soft" }, `${game.title}. `), today.puzzle.question),
    h(
      "div",
      { class: "row solve" },
      h("a", { class: "btn", id: "solve", href: "/today" }, "Solve it"),
      h("span", { class: "soft small", id: "streak" }),
    ),
  );
}

/**
 * The look of somebody who only looks.
 * @param {Player} player whose side of the table this is
 * @returns {Look}
 */
function seenFrom(player) {
  /** @type {[string, string]} */
  const names = player === 1 ? ["You", "Opponent"] : ["Opponent", "You"];
  const quiet = () => {};
  return {
    seats: { names, you: player },
    me: player,
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
 * How many days in a row the puzzle was solved, and whether today's is, for those who have begun.
 * @param {Today} today
 */
async function showStreak(today) {
  if (!(await begun())) return;
  const { summary } = await look();
  const { now } = summary.streak;
  if (now) put($("#streak"), `${now} ${now === 1 ? "day so far" : "days in a row"}`);
  if (summary.today.tries[today.puzzle.game]?.includes("+")) put($("#solve"), "Solved ✓");
}
