// The two keys of Prime Duel: keep or discard, and where each leads.

import { h } from "/static/lib/dom.js";
import { moveKey, signed } from "/static/board/move_key.js";
import { numeral } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").KeyText} KeyText */
/** @typedef {import("/static/types").Look} Look */

/**
 * One of the keys, with the score that it makes; a question mark where nobody knows it.
 * @param {KeyText} text
 * @param {Facts} facts
 * @param {Look} look
 * @param {string} move
 */
export function choice(text, facts, look, move) {
  const score = text.makes ?? facts.scores[facts.turn - 1];
  return moveKey(
    text,
    facts,
    look,
    { move, id: move, kind: "key choice", explains: false },
    h("span", { class: "sumq", "aria-hidden": "true" }, numeral(score), text.makes === undefined && h("span", null, "+ ?")),
    h("span", null, text.name, h("small", null, ...signed(text.word))),
    h("kbd", { "aria-hidden": "true" }, move[0].toUpperCase()),
  );
}
