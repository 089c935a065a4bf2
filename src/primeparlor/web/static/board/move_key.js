/** The key of a move: what stands on it comes from the game's words.py, and what its reader did with it is added. */

import { h } from "/static/lib/dom.js";
import { fill } from "/static/lib/messages.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").KeyText} KeyText */
/** @typedef {import("/static/types").Look} Look */

/**
 * Return what stands on the keys of the player at this side of the table.
 * @param {Facts} facts
 * @param {Look} look
 * @returns {Record<string, KeyText>}
 */
export function keyTexts(facts, look) {
  const { keys } = facts.words;
  return keys[look.me - 1] ?? keys[0] ?? {};
}

/**
 * Make a key. One that is off can still be pressed if it `explains`: the referee then says why not. One that was tried
 * gets a cross, with its word where the key is `large`.
 * @param {KeyText} text
 * @param {Facts} facts
 * @param {Look} look
 * @param {{ move: string, id: string, kind?: string, explains?: boolean, large?: boolean, off?: boolean }} of
 * @param {...any} drawn
 */
export function moveKey(text, facts, look, { move, id, kind = "key", explains = true, large = false, off = text.off }, ...drawn) {
  const { tried: word } = facts.words;
  const tried = !text.off && look.tried.map(String).includes(move);
  return h(
    "button",
    {
      class: kind,
      type: "button",
      "data-key": id,
      "aria-label": text.said ? fill(text.said, look.seats) + (tried ? `, ${word}` : "") : null, // else its content is read
      "aria-disabled": off || !look.yours ? "true" : null,
      "aria-busy": look.sent === move ? "true" : null,
      "aria-pressed": look.held === move ? "true" : null,
      onclick: () => look.yours && (explains || !off) && look.play(move),
    },
    ...drawn,
    tried && h("span", { class: "x", "aria-hidden": "true" }, "✕", large && h("span", { class: "word" }, ` ${word}`)),
  );
}

/**
 * Draw the sign of a prime in a text.
 * @param {string} [text]
 */
export function signed(text = "") {
  return text.split(/(◆)/).map((part) => (part === "◆" ? h("span", { class: "dia-t" }, "◆") : part));
}
