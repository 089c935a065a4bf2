/** The key that opens the table of a rung of a ladder. */

import { errorMessage, post } from "/static/lib/api.js";
import { h } from "/static/lib/dom.js";
import { saveLastGame } from "/static/lib/choices.js";
import { loadName } from "/static/lib/local_storage.js";

/** @param {string} game @param {number} number @param {string} [look] classes of the button */
export function rungKey(game, number, look = "btn") {
  const button = h("button", { class: look, type: "button", "data-key": "rung", onclick: open }, `Play rung ${number}`);
  const refused = h("span", { class: "small refusal", role: "alert" });

  async function open() {
    button.disabled = true;
    refused.textContent = "";
    try {
      const opened = await post("/api/tables", { game, rung: number, name: loadName() });
      saveLastGame(game);
      location.assign(opened.url);
    } catch (error) {
      button.disabled = false;
      refused.textContent = errorMessage(error);
    }
  }
  addEventListener("pageshow", () => (button.disabled = false)); // on coming back
  return h("span", { class: "rung-key" }, button, refused);
}
