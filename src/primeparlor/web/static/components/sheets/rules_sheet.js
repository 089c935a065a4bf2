// The rules of a game in a few sentences, and the way to the whole book. Loaded when somebody asks.

import { rulesLink } from "/static/components/buttons.js";
import { h } from "/static/lib/dom.js";

/** @typedef {import("/static/types").View} View */

/** @type {HTMLDialogElement | null} */
let sheet = null;

/** Open the dialog with the rules of this table's game. @param {View} view */
export function openRules({ game, how_to_play: sentences }) {
  sheet ??= document.body.appendChild(
    h(
      "dialog",
      { class: "sheet", "aria-labelledby": "rules-title" },
      h("h2", { id: "rules-title" }, "How to play"),
      h(
        "ul",
        { class: "how" },
        sentences.map((sentence) => h("li", {}, sentence)),
      ),
      rulesLink(game, "The whole rule book"),
      h("button", { class: "btn", type: "button", onclick: () => sheet?.close() }, "Close"),
    ),
  );
  sheet.showModal();
}
