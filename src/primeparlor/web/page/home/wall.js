/** The pictures on the wall: one radio button for each game. */

import { $, h, put, s } from "/static/dom.js";
import { pictureOf } from "/static/games.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Hang a picture for each game; `chosen` hangs gilt. `changed` hears of another choice.
 * @param {GameInfo[]} games
 * @param {string} chosen
 * @param {(name: string) => void} changed
 */
export async function hang(games, chosen, changed) {
  const drawn = await Promise.all(games.map(pictureOf));
  put(
    $("#wall"),
    games.map((game, at) => framed(game, drawn[at], game.name === chosen, changed)),
  );
}

/**
 * @param {GameInfo} game
 * @param {{ art: SVGElement, about: string }} drawn
 * @param {boolean} chosen
 * @param {(name: string) => void} changed
 */
function framed(game, { art, about }, chosen, changed) {
  return h(
    "label",
    { class: "pic" },
    h("input", {
      type: "radio",
      name: "game",
      value: game.name,
      form: "setup",
      checked: chosen,
      onchange: () => changed(game.name),
    }),
    wire(),
    h("span", { class: "frame" }, art, h("span", { class: "cap" }, h("b", null, game.title), h("span", { class: "aim" }, about))),
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
