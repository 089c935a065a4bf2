/**
 * Numbers that have too many digits, or are too many, for a key each: a field to type them in, and digits that are
 * held one after another.
 */

import { h } from "/static/dom.js";
import { TYPED, inField } from "/static/keyboard.js";

/** @typedef {import("/static/types").Look} Look */

/**
 * A field for a number, with a button that plays it. It stands for the field of typed moves, and so takes all they may be.
 * @param {Look} look
 * @param {{ least: number, most: number, verb: string, asked: string }} words `verb` is on the button: "Add", "Climb"
 */
export function numberField(look, { least, most, verb, asked }) {
  const field = h("input", {
    ...TYPED,
    id: "number",
    "data-key": "number",
    inputmode: "numeric",
    placeholder: `${least} to ${most}`,
    value: look.held,
    oninput: () => look.hold(field.value.trim()),
    onkeydown: inField,
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
    h("label", { for: "number" }, asked),
    h(
      "div",
      { class: "field" },
      field,
      h("button", { class: "btn main", type: "submit", "aria-disabled": String(!look.yours || look.over) }, verb),
    ),
  );
}

/**
 * Whether this key is a digit that goes to the number held; one that would make it too large begins anew.
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
