/**
 * The board of a game without a page.js: its numbers large, scores as bars, the rest in rows.
 * What a fact means can only be told from its name and its form: a pair of numbers called "scores", or numbers
 * called "one" and "two", belong to the players, and the rule "target" says how far they go.
 */

import { h, s } from "/static/lib/dom.js";
import { numeral, token } from "/static/lib/numerals.js";
import { capital } from "/static/lib/text.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Move} Move */
/** @typedef {import("/static/types").Player} Player */
/**
 * @typedef {object} SortedFacts
 * @property {[number, number] | null} pair
 * @property {number | null} target
 * @property {[string, number][]} numbers
 * @property {[string, any][]} rest
 */

const OF_THE_MATCH = ["game", "rules", "turn", "winner", "moves", "words"];
const OF_PLAYERS = ["scores", "points", "totals", "steps"]; // names of pairs with a number for each player
const MOST_NUMERALS = 4;
const PLAYERS = /** @type {Player[]} */ ([1, 2]);

/**
 * Sort the facts by how they are shown.
 * @param {Facts} facts
 * @returns {SortedFacts}
 */
function sortFacts(facts) {
  const own = new Map(Object.entries(facts).filter(([name]) => !OF_THE_MATCH.includes(name)));
  const pair = takePair(own);
  const all = [...own];
  return {
    pair,
    target: pair && isNumber(facts.rules.target) ? facts.rules.target : null,
    numbers: all.filter(([, value]) => isNumber(value)),
    rest: all.filter(([, value]) => !isNumber(value)),
  };
}

/**
 * Take the numbers of both players out of the facts.
 * @param {Map<string, any>} own
 * @returns {[number, number] | null}
 */
function takePair(own) {
  if (isNumber(own.get("one")) && isNumber(own.get("two"))) {
    /** @type {[number, number]} */
    const pair = [own.get("one"), own.get("two")];
    own.delete("one");
    own.delete("two");
    return pair;
  }
  for (const name of OF_PLAYERS) {
    const value = own.get(name);
    if (Array.isArray(value) && value.length === 2 && value.every(isNumber)) {
      own.delete(name);
      return [value[0], value[1]];
    }
  }
  return null;
}

/**
 * True if a fact can be drawn as a numeral.
 * @param {unknown} value
 * @returns {value is number}
 */
function isNumber(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 1e6;
}

/**
 * Describe a fact in words.
 * @param {any} value
 * @returns {string}
 */
function describeFact(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length ? value.map(describeFact).join(", ") : "none";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, of]) => `${factName(name)} ${describeFact(of)}`)
      .join(", ");
  return String(value);
}

/** @param {string} name */
function factName(name) {
  return name.replaceAll("_", " ");
}

/**
 * Draw the default board: numerals above, then bars or numerals of the players, then rows.
 * @param {Facts} facts
 * @param {Look} look
 * @returns {Node[]}
 */
export function paint(facts, look) {
  const { pair, target, numbers, rest } = sortFacts(facts);
  const large = numbers.slice(0, MOST_NUMERALS);
  const rows = [...numbers.slice(MOST_NUMERALS), ...rest];
  const painted = [];
  if (large.length)
    painted.push(
      h(
        "div",
        { class: "figures" },
        large.map(([name, number]) => figure(factName(name), number)),
      ),
    );
  if (pair && target)
    painted.push(
      h(
        "div",
        { class: "bars" },
        PLAYERS.map((player) => bar(player, pair, target, look)),
      ),
    );
  else if (pair)
    painted.push(
      h(
        "div",
        { class: "figures" },
        PLAYERS.map((player) => playerFigure(player, pair, look)),
      ),
    );
  if (rows.length) painted.push(table(rows));
  return painted;
}

/**
 * Draw a number in large numerals with its name above.
 * @param {string} name
 * @param {number} number
 */
function figure(name, number) {
  return h(
    "div",
    { class: "figure" },
    h("span", { class: "caps" }, name),
    numeral(number, { inline: true, label: `${capital(name)} ${number}` }),
  );
}

/**
 * @param {Player} player
 * @param {[number, number]} pair
 * @param {Look} look
 */
function playerFigure(player, pair, look) {
  const name = look.seats.names[player - 1];
  return h(
    "div",
    { class: "figure" },
    h("span", { class: "row small" }, token(player), name),
    numeral(pair[player - 1], { inline: true, label: `${name}: ${pair[player - 1]}` }),
  );
}

/**
 * Draw a player's share of the target as a bar.
 * @param {Player} player
 * @param {[number, number]} pair
 * @param {number} target
 * @param {Look} look
 */
function bar(player, pair, target, look) {
  const name = look.seats.names[player - 1];
  const has = pair[player - 1];
  const filled = (100 * Math.min(has, target)) / target;
  return h(
    "div",
    { class: "bar" },
    h("span", { class: "row" }, token(player), h("b", null, name), h("span", { class: "soft" }, `${has} of ${target}`)),
    s(
      "svg",
      { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "well", width: 100, height: 6 }),
      s("rect", { class: `t${player}`, width: filled, height: 6 }),
    ),
  );
}

/** @param {[string, any][]} rows */
function table(rows) {
  return h(
    "dl",
    { class: "dl facts" },
    rows.map(([name, value]) => [h("dt", null, capital(factName(name))), h("dd", null, describeFact(value))]).flat(),
  );
}

/**
 * Return what is held after this key, where moves are typed: a digit is added to the number that is held, or begins a
 * new one if no move begins like that; a letter chooses a word. Null if the key means nothing.
 * @param {string} held
 * @param {string} key
 * @param {Move[]} moves
 */
export function typed(held, key, moves) {
  const texts = moves.map(String);
  if (!/^\d$/.test(key)) return texts.find((text) => text.startsWith(key.toLowerCase())) ?? null;
  const longer = (/^\d+$/.test(held) ? held : "") + key;
  return texts.some((text) => text.startsWith(longer)) ? longer : key;
}
