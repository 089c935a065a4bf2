/** The variants of a game to choose from: the book's rules, the house's variants, or one's own numbers. */

import { $, h, put } from "/static/dom.js";
import { capital, sentence, thousands } from "/static/words.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/kept.js").Choice} Choice */

const BOOK = "book";
const OWN = "own";

/**
 * Fill the list for this game.
 * @param {GameInfo} game
 * @param {Choice} last what was chosen last time
 */
export function showVariants(game, last) {
  const all = [...kinds(game)];
  const chosen = all.some(([value]) => value === last.variant) ? last.variant : BOOK;
  put(
    $("#variant-list"),
    all.map(([value, name, told]) => row(value, name, told, value === chosen)),
  );
  put(
    $("#numbers"),
    Object.keys(game.rules).map((key) => number(game, key, last.variant === OWN ? last.rules[key] : undefined)),
  );
  showNumbers();
}

/**
 * Every choice: its value, its name, and what is said of it.
 * @param {GameInfo} game
 * @returns {Generator<[string, string, string]>}
 */
function* kinds(game) {
  yield [BOOK, "By the book", game.favoured ?? ""];
  for (const { rules, told, favoured } of game.variants) {
    yield [JSON.stringify(rules), inWords(rules), [sentence(told), favoured].filter(Boolean).join(" ")];
  }
  if (Object.keys(game.rules).length) yield [OWN, "Your own numbers", ""];
}

/**
 * The numbers of a variant: "top 35, largest 4".
 * @param {Record<string, number>} rules
 */
function inWords(rules) {
  const words = Object.entries(rules).map(([key, number]) => `${called(key)} ${number}`);
  return capital(words.join(", "));
}

/** @param {string} key */
function called(key) {
  return key.replaceAll("_", " ");
}

/**
 * @param {string} value
 * @param {string} name
 * @param {string} told
 * @param {boolean} checked
 */
function row(value, name, told, checked) {
  return h(
    "label",
    { class: "check" },
    h("input", { type: "radio", name: "variant", value, checked, onchange: showNumbers }),
    h("span", null, h("b", null, name), told && h("small", { class: "soft" }, ` ${told}`)),
  );
}

/**
 * A field for one number of the rules, with its range beside it.
 * @param {GameInfo} game
 * @param {string} key
 * @param {number | undefined} last
 */
function number(game, key, last) {
  const { standard, least, most } = game.rules[key];
  const range = `${thousands(least)} to ${thousands(most)}`;
  return h(
    "label",
    { class: "labelled" },
    h("span", { class: "small" }, h("b", null, capital(called(key))), h("span", { class: "soft" }, ` ${range}`)),
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

/** Show the fields where one's own numbers are chosen; hidden ones are neither checked nor sent. */
function showNumbers() {
  const own = value() === OWN;
  const numbers = $("#numbers");
  numbers.hidden = !own;
  for (const field of numbers.querySelectorAll("input")) field.disabled = !own;
}

/** The value of the variant chosen. */
function value() {
  const box = $("#variants").querySelector("input[name=variant]:checked");
  return box instanceof HTMLInputElement ? box.value : BOOK;
}

/**
 * The variant chosen, and its numbers that differ from the book's.
 * @param {GameInfo} game
 * @returns {{ variant: string, rules: Record<string, number> }}
 */
export function chosenRules(game) {
  const variant = value();
  if (variant === BOOK) return { variant, rules: {} };
  if (variant !== OWN) return { variant, rules: JSON.parse(variant) };
  const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ ($("#numbers").querySelectorAll("input"))];
  const typed = fields.map((field) => /** @type {[string, number]} */ ([field.dataset.rule ?? "", Number(field.value)]));
  return { variant, rules: Object.fromEntries(typed.filter(([key, number]) => number !== game.rules[key].standard)) };
}
