/** The puzzle of the day on its card, with the streak. */

import { get } from "/static/api.js";
import { $, h, put } from "/static/dom.js";
import { boardOf, gameNamed } from "/static/games.js";
import { powers } from "/static/words.js";

/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Today} Today */

/** Fill the card; where the day's puzzle does not come, it still leads to its page. */
export async function showToday() {
  try {
    await show(await get(`/api/today?date=${localDay()}`));
  } catch {
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
    h("div", { class: "frame postcard", "aria-hidden": "true", inert: true }, h("div", null, board.paint(today.puzzle.facts, seenFrom(today.puzzle.turn), []))),
    h("p", null, h("span", { class: "soft" }, `${game.title}. `), today.puzzle.question),
    h("div", { class: "row solve" }, h("a", { class: "btn", href: "/today" }, "Solve it"), h("span", { class: "soft small", id: "streak" })),
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
  return { seats: { names, you: player }, me: player, held: "", tried: [], yours: false, over: false, actions: null, play: quiet, hold: quiet, mode: "puzzle" };
}

/** Today's date where the reader is, as in 2026-11-17. */
function localDay() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
