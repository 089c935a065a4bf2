/** The games as pictures: one radio button for each. */

import { $, h, put, s } from "/static/lib/dom.js";
import { loadPicture } from "/static/board/load_game.js";
import { sentence } from "/static/lib/text.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Show a picture for each game, with `chosen` selected. Calls `onChange` when another one is selected.
 * @param {GameInfo[]} games
 * @param {string} chosen
 * @param {(name: string) => void} onChange
 */
export async function showGames(games, chosen, onChange) {
  const drawn = await Promise.all(games.map(loadPicture));
  put(
    $("#wall"),
    games.map((game, at) => gamePicture(game, drawn[at], game.name === chosen, onChange)),
  );
}

/**
 * @param {GameInfo} game
 * @param {SVGElement} art
 * @param {boolean} chosen
 * @param {(name: string) => void} onChange
 */
function gamePicture(game, art, chosen, onChange) {
  return h(
    "label",
    { class: "pic" },
    h("input", {
      type: "radio",
      name: "game",
      value: game.name,
      form: "setup",
      checked: chosen,
      onchange: () => onChange(game.name),
    }),
    wire(),
    h(
      "span",
      { class: "frame" },
      art,
      h("span", { class: "cap" }, h("b", null, game.title), h("span", { class: "aim" }, sentence(game.aim))),
    ),
    h("span", { class: "sel", "aria-hidden": "true" }, "✓", h("span", null, "chosen")),
  );
}

/** Draw the wire that a picture hangs on. */
function wire() {
  return s(
    "svg",
    { class: "wire", viewBox: "0 0 200 36", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { d: "M100 0L22 36M100 0L178 36" }),
  );
}
