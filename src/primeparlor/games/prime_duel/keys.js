// The two keys of Prime Duel: keep or discard, and where each leads.

import { h } from "/static/lib/dom.js";
import { numeral } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */

export const KEEP = "keep";
export const DISCARD = "discard";

/**
 * One of the keys.
 * @param {Facts} facts
 * @param {Look} look
 * @param {string} move
 * @param {string} label
 * @param {string} letter of the keyboard
 */
export function choice(facts, look, move, label, letter) {
  const { card } = facts;
  const score = facts.scores[look.me - 1];
  const { target } = facts.rules;
  const fits = card !== null && score + card <= target;
  const off = !look.yours || card === null || (move === KEEP && !fits);
  return h(
    "button",
    {
      class: "key choice",
      type: "button",
      "data-key": move,
      "aria-disabled": off ? "true" : null,
      "aria-pressed": look.held === move ? "true" : null,
      onclick: () => !off && look.play(move),
    },
    h(
      "span",
      { class: "sumq", "aria-hidden": "true" },
      numeral(move === KEEP && fits ? score + card : score),
      (move === DISCARD || !fits) && h("span", null, "+ ?"),
    ),
    h("span", null, label, h("small", null, leads(facts, look, move))),
    h("kbd", { "aria-hidden": "true" }, letter),
  );
}

/**
 * Where a choice leads, in a few words.
 * @param {Facts} facts
 * @param {Look} look
 * @param {string} move
 * @returns {(Node | string)[]}
 */
function leads(facts, look, move) {
  const { card } = facts;
  const { target } = facts.rules;
  if (card === null) return [facts.second_draw ? "The next card counts" : "No card yet"];
  const score = facts.scores[look.me - 1];
  if (move === DISCARD) return [score + card > target ? "It must go" : "The next card must be kept"];
  if (score + card > target) return [`${score} + ${card} passes ${target}`];
  const sum = `${score} + ${card} = ${score + card}`;
  if (score + card === target) return [`${sum} wins`];
  if (!facts.prime_scores.includes(score + card)) return [sum];
  return [`${sum} `, h("span", { class: "dia-t" }, "◆"), " prime: another turn"];
}
