/**
 * Input of numbers that are too many or too long for a key each: a text field, and digits typed one after another.
 */

import { h } from "/static/lib/dom.js";
import { handleFieldKey, MOVE_FIELD } from "/static/lib/keyboard.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */

/**
 * Make a field for a number, with a button that plays it. It replaces the move input, so it accepts every notation.
 * The game's labels name both: `typed` is the question, `asked` stands in the empty field, `play` on the button.
 * @param {Look} look
 * @param {Facts} facts
 */
export function numberField(look, facts) {
  const { typed, asked, play: verb } = facts.words.labels;
  const field = h("input", {
    ...MOVE_FIELD,
    id: "number",
    "data-key": "number",
    inputmode: "numeric",
    placeholder: asked,
    value: look.held,
    oninput: () => look.hold(field.value.trim()),
    onkeydown: handleFieldKey,
  });
  const play = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (look.yours) field.value = "";
    if (text) look.play(text);
  };
  return h(
    "form",
    { class: "keys number", onsubmit: play },
    h("label", { for: "number" }, typed),
    h(
      "div",
      { class: "field" },
      field,
      h("button", { class: "btn main", type: "submit", "aria-disabled": String(!look.yours || look.over) }, verb),
    ),
  );
}

/**
 * Append a digit to the selected number, or start a new number if it would be too large. True if the key was used.
 * @param {string} key
 * @param {Look} look
 * @param {number} most
 */
export function pressNumber(key, look, most) {
  if (!/^\d$/.test(key) || !look.yours || look.over) return false;
  const longer = Number((/^\d+$/.test(look.held) ? look.held : "") + key);
  const number = longer > most ? Number(key) : longer;
  look.hold(number ? String(number) : "");
  return true;
}
