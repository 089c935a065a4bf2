/** The choice of a variant: the standard rules, a house variant, or the player's own numbers. */

import { $, h, put } from "/static/lib/dom.js";
import { capital, sentence, thousands } from "/static/lib/text.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/lib/local_storage.js").Choice} Choice */

export const BOOK = "book"; // the standard rules
export const OWN = "own"; // the player's own numbers

/**
 * Fill the list for this game.
 * @param {GameInfo} game
 * @param {Choice} last what was chosen last time
 */
export function showVariants(game, last) {
  const all = [...listVariants(game)];
  const chosen = all.some(([value]) => value === last.variant) ? last.variant : BOOK;
  put(
    $("#variant-list"),
    all.map(([value, name, told]) => variantRow(value, name, told, value === chosen)),
  );
  put(
    $("#numbers"),
    Object.keys(game.rules).map((key) => numberField(game, key, last.variant === OWN ? last.rules[key] : undefined)),
  );
  showNumbers();
}

/**
 * List every variant: its value, its name, and its description.
 * @param {GameInfo} game
 * @returns {Generator<[string, string, string]>}
 */
function* listVariants(game) {
  yield [BOOK, "The usual game", game.favoured ?? ""];
  for (const { rules, words, told, favoured } of game.variants) {
    yield [JSON.stringify(rules), capital(words), [sentence(told), favoured].filter(Boolean).join(" ")];
  }
  if (Object.keys(game.rules).length) yield [OWN, "Your own numbers", ""];
}

/** @param {string} key */
function ruleName(key) {
  return key.replaceAll("_", " ");
}

/**
 * @param {string} value
 * @param {string} name
 * @param {string} told
 * @param {boolean} checked
 */
function variantRow(value, name, told, checked) {
  return h(
    "label",
    { class: "check" },
    h("input", { type: "radio", name: "variant", value, checked, onchange: showNumbers }),
    h("span", null, h("b", null, name), told && h("small", { class: "soft" }, ` ${told}`)),
  );
}

/**
 * Make a field for one number of the rules, with its range.
 * @param {GameInfo} game
 * @param {string} key
 * @param {number | undefined} last
 */
function numberField(game, key, last) {
  const { standard, least, most } = game.rules[key];
  const range = `${thousands(least)} to ${thousands(most)}`;
  return h(
    "label",
    { class: "labelled" },
    h("span", { class: "small" }, h("b", null, capital(ruleName(key))), h("span", { class: "soft" }, ` ${range}`)),
    h(
      "span",
      { class: "field" },
      h("input", {
        type: "number",
        inputmode: "numeric",
        required: true,
        min: least,
        max: most,
        value: last ?? standard,
        "data-rule": key,
      }),
    ),
  );
}

/** Show the number fields if the player's own numbers are selected; disabled fields are not validated. */
function showNumbers() {
  const own = selectedVariant() === OWN;
  const numbers = $("#numbers");
  numbers.hidden = !own;
  for (const field of numbers.querySelectorAll("input")) field.disabled = !own;
}

/** Return the value of the selected variant. */
function selectedVariant() {
  const box = $("#variants").querySelector("input[name=variant]:checked");
  return box instanceof HTMLInputElement ? box.value : BOOK;
}

/**
 * Read the selected variant, and its numbers that differ from the standard rules.
 * @param {GameInfo} game
 * @returns {{ variant: string, rules: Record<string, number> }}
 */
export function readVariant(game) {
  const variant = selectedVariant();
  if (variant === BOOK) return { variant, rules: {} };
  if (variant !== OWN) return { variant, rules: JSON.parse(variant) };
  const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ ($("#numbers").querySelectorAll("input"))];
  const typed = fields.map((field) => /** @type {[string, number]} */ ([field.dataset.rule ?? "", Number(field.value)]));
  return { variant, rules: Object.fromEntries(typed.filter(([key, number]) => number !== game.rules[key].standard)) };
}
