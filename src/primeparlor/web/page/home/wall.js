/** The pictures on the wall: one radio button for each game. */

import { $, h, put, s } from "/static/dom.js";
import { boardClass } from "/static/games.js";
import { sentence } from "/static/words.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Hang a picture for each game; `chosen` hangs gilt. `changed` hears of another choice.
 * @param {GameInfo[]} games
 * @param {string} chosen
 * @param {(name: string) => void} changed
 */
export async function hang(games, chosen, changed) {
  const boards = await Promise.all(games.map(boardClass));
  put($("#wall"), games.map((game, at) => picture(game, boards[at], game.name === chosen, changed)));
}

/**
 * @param {GameInfo} game
 * @param {typeof import("/static/board.js").default} board
 * @param {boolean} chosen
 * @param {(name: string) => void} changed
 */
function picture(game, board, chosen, changed) {
  return h(
    "label",
    { class: "pic" },
    h("input", { type: "radio", name: "game", value: game.name, form: "setup", checked: chosen, onchange: () => changed(game.name) }),
    wire(),
    h(
      "span",
      { class: "frame" },
      board.art(game),
      h("span", { class: "cap" }, h("b", null, game.title), h("span", { class: "aim" }, board.about || sentence(game.aim))),
    ),
    h("span", { class: "sel", "aria-hidden": "true" }, "✓", h("span", null, "chosen")),
  );
}

/** What a picture hangs on. */
function wire() {
  return s(
    "svg",
    { class: "wire", viewBox: "0 0 200 36", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { d: "M100 0L22 36M100 0L178 36" }),
  );
}
