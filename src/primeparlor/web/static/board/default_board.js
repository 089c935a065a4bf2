/**
 * The board of a game without a page.js: its numbers large, scores as bars, the rest in rows.
 * The server says which is which, and what each is called.
 */

import { h, s } from "/static/lib/dom.js";
import { fill } from "/static/lib/messages.js";
import { numeral, token } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Move} Move */
/** @typedef {import("/static/types").Player} Player */
const MOST_NUMERALS = 4;
const PLAYERS = /** @type {Player[]} */ ([1, 2]);

/**
 * Draw the default board: numerals above, then bars or numerals of the players, then rows.
 * @param {Facts} facts
 * @param {Look} look
 * @returns {Node[]}
 */
export function paint(facts, look) {
  const { pair, target, numbers, rows } = facts.words.board;
  const large = numbers.slice(0, MOST_NUMERALS);
  const small = numbers.slice(MOST_NUMERALS).map(([name, number]) => [name, String(number)]);
  const painted = [];
  if (large.length)
    painted.push(
      h(
        "div",
        { class: "figures" },
        large.map(([name, number]) => figure(name, number)),
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
  if (small.length || rows.length) painted.push(table([...small, ...rows], look));
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
    numeral(number, { inline: true, label: `${name} ${number}` }),
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

/** @param {string[][]} rows @param {Look} look */
function table(rows, { seats }) {
  return h(
    "dl",
    { class: "dl facts" },
    rows.map(([name, value]) => [h("dt", null, fill(name, seats)), h("dd", null, value)]).flat(),
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
