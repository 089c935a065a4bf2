/**
 * The picture of Prime Duel: both tracks, the deck's back, the card on the table, and the cards left by number.
 */

import { h, s } from "/static/lib/dom.js";
import { diamond, numeral, piece } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */

const LETTER = 8.4; // how wide a letter of a name is
const FEWEST_COLUMNS = 10; // fewer numbers than these do not make wider cards

/** A player's track, drawn twice: wide and narrow. @param {Facts} facts @param {Look} look @param {Player} player */
export function tracks(facts, look, player) {
  return h("div", null, track(facts, look, player, 800, "wide"), track(facts, look, player, 352, "narrow"));
}

/** @param {Facts} facts @param {Look} look @param {Player} player @param {number} w @param {string} kind */
function track(facts, look, player, w, kind) {
  const { target } = facts.rules;
  const unit = (w - 60) / target;
  const x = (/** @type {number} */ score) => 16 + score * unit;
  const score = facts.scores[player - 1];
  const name = look.seats.names[player - 1];
  const wide = kind === "wide" && target <= 60;
  const size = wide ? 6.2 : Math.max(2.6, Math.min(4.6, unit * 0.74));
  const most = Math.floor((x(target) - 28) / LETTER);
  const short = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  const at = Math.max(x(score), 28 + LETTER * short.length); // the score stays clear of the name
  const pole = x(target) + 18; // beyond the target, where no piece covers it
  return s(
    "svg",
    {
      class: `board track of${player} ${kind}`,
      viewBox: `0 0 ${w} 62`,
      role: "img",
      "aria-label": `${name}: ${facts.words.standings[player - 1]}`,
      "data-unit": unit,
    },
    s("path", { class: "ax", d: `M16 34H${pole}` }),
    s("path", {
      class: "tick",
      d: Array.from({ length: target + 1 }, (_, n) => `M${x(n)} ${n % 10 ? "31V37" : "28V40"}`).join(""),
    }),
    s("rect", { class: `t${player}`, x: 16, y: 31, width: score * unit, height: 6 }),
    facts.prime_scores.map((/** @type {number} */ prime) => diamond(x(prime), 34, size)),
    numbers(facts, wide).map((/** @type {number} */ n) => s("text", { x: x(n), y: 55 }, n)),
    s("path", { class: "flag", d: `M${pole} 19V43M${pole} 19h12l-3.5 4 3.5 4h-12` }),
    s("text", { class: "end", x: x(target), y: 55 }, target),
    piece(player, x(score), 34, 10),
    s("text", { class: "num", x: at, y: 19 }, score),
    s("text", { class: "who", x: 15, y: 19 }, short),
  );
}

/** The numbers below a track: its primes where there is room, else the tens. @param {Facts} facts @param {boolean} wide */
function numbers(facts, wide) {
  const { target } = facts.rules;
  if (wide) return facts.prime_scores.filter((/** @type {number} */ prime) => prime < target);
  const every = target > 60 ? 20 : 10;
  return Array.from({ length: Math.ceil(target / every) }, (_, at) => at * every).filter((n) => target - n >= every / 2);
}

/** The deck's back and how many cards it holds. @param {Facts} facts */
export function deck(facts) {
  const count = facts.deck.reduce((/** @type {number} */ sum, /** @type {number} */ of) => sum + of, 0);
  const rows = [0, 1, 2, 3, 4, 5, 6, 7];
  return h(
    "div",
    { class: "deck" },
    h(
      "div",
      { class: count ? "pile" : "pile none" },
      s(
        "svg",
        { viewBox: "0 0 102 148", "aria-hidden": "true" },
        count > 0 &&
          rows
            .map((row) =>
              [0, 1, 2, 3, 4, 5].map((column) => [
                diamond(8.5 + 17 * column, 14.5 + 17 * row, 7, "back-edge"),
                diamond(8.5 + 17 * column, 14.5 + 17 * row, 3, "back-dot"),
              ]),
            )
            .flat(2),
      ),
    ),
    h("div", { class: "pile-l" }, facts.words.labels.pile),
  );
}

/** The score that won, in the place of the card. @param {Facts} facts */
export function reached(facts) {
  const score = facts.rules.target;
  const large = numeral(score, { inline: true, label: String(score) });
  return h("div", { class: score > 99 ? "reached three-d" : "reached" }, large, h("p", null, facts.words.labels.reached));
}

/** The card on the table; after it was used, the place where it lay. @param {Facts} facts */
export function face(facts) {
  const card = facts.card ?? facts.last_card;
  const told = facts.words.labels.card;
  if (card === null) return h("div", { class: "cardface none", role: "img", "aria-label": told });
  return h(
    "div",
    { class: `cardface ${facts.card === null ? "used" : ""}`, role: "img", "aria-label": told },
    h("span", { class: "c a" }, numeral(card)),
    h("span", { class: card > 9 ? "f two-d" : "f" }, numeral(card, { inline: true })),
    h("span", { class: "c z" }, numeral(card)),
  );
}

/** The cards left, a column for each number. @param {Facts} facts */
export function left(facts) {
  const { copies, largest } = facts.rules;
  const { labels } = facts.words;
  const columns = h(
    "ul",
    { class: "left" },
    facts.deck.map((/** @type {number} */ of, /** @type {number} */ at) =>
      h(
        "li",
        null,
        h("span", { class: "vh" }, labels[`left${at + 1}`]),
        Array.from({ length: copies }, (_, n) => h("i", { class: n < copies - of ? "o" : "", "aria-hidden": "true" })),
        h("b", { "aria-hidden": "true" }, at + 1),
      ),
    ),
  );
  columns.style.setProperty("--columns", String(Math.max(FEWEST_COLUMNS, largest)));
  const told = h("p", { class: "soft small" }, labels.told);
  return h("div", { class: "cards-left" }, h("h2", { class: "h3" }, labels.left), told, columns);
}
