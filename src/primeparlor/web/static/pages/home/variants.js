/** The choice of a variant: one that the game offers, the usual game among them, or the player's own numbers. */

import { $, h, put } from "/static/lib/dom.js";
import { capital, thousands } from "/static/lib/text.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/lib/choices.js").Choice} Choice */

export const BOOK = "book"; // the standard rules
const OWN = "own"; // the player's own numbers

/** @type {{ value: string, words: string, told: string }[]} the variants of the game that is shown */
let offered = [];

/** The value of the variant that a newcomer gets. @param {GameInfo} game */
export const firstVariant = (game) => variantValue(game.variants[0].rules);

/** @param {Record<string, number>} rules those that differ from the book's */
const variantValue = (rules) => (Object.keys(rules).length ? JSON.stringify(rules) : BOOK);

/**
 * Fill the choice for this game.
 * @param {GameInfo} game
 * @param {Choice} last what was chosen last time
 */
export function showVariants(game, last) {
  const own = Object.keys(game.rules).length > 0 && { value: OWN, words: "Your numbers", told: "" };
  offered = game.variants.map(({ rules, words, told }) => ({ value: variantValue(rules), words, told })).concat(own || []);
  put(
    select(),
    offered.map(({ value, words }) => h("option", { value }, words)),
  );
  select().value = last.variant;
  if (select().selectedIndex < 0) select().selectedIndex = 0; // it is not offered any more
  put(
    $("#numbers"),
    Object.keys(game.rules).map((key) => numberField(game, key, last.variant === OWN ? last.rules[key] : undefined)),
  );
  select().onchange = showChosen;
  showChosen();
}

/** Say what the selected variant is like. Disabled number fields are not validated. */
function showChosen() {
  const { value } = select();
  $("#variant-line").textContent = offered.find((variant) => variant.value === value)?.told ?? "";
  const numbers = $("#numbers");
  numbers.hidden = value !== OWN;
  for (const field of numbers.querySelectorAll("input")) field.disabled = value !== OWN;
}

const select = () => /** @type {HTMLSelectElement} */ ($("#variant"));

/** @param {string} key */
function ruleName(key) {
  return key.replaceAll("_", " ");
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

/**
 * Read the selected variant, and its numbers that differ from the standard rules.
 * @param {GameInfo} game
 * @returns {{ variant: string, rules: Record<string, number> }}
 */
export function readVariant(game) {
  const variant = select().value;
  if (variant === BOOK) return { variant, rules: {} };
  if (variant !== OWN) return { variant, rules: JSON.parse(variant) };
  const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ ($("#numbers").querySelectorAll("input"))];
  const typed = fields.map((field) => /** @type {[string, number]} */ ([field.dataset.rule ?? "", Number(field.value)]));
  return { variant, rules: Object.fromEntries(typed.filter(([key, number]) => number !== game.rules[key].standard)) };
}
