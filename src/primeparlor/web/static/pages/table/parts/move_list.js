// The list of moves: a line for each, with its number, and a token where another player's turn begins.

import { h, put } from "/static/lib/dom.js";
import { token } from "/static/lib/numerals.js";
import { powers } from "/static/lib/text.js";
import { seatsOf } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/types").Row} Row */
/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
/**
 * @typedef {object} Line
 * @property {number | null} number of the move, as sentences and the record count; null for what chance alone brought
 * @property {Player} who
 * @property {boolean} forced
 * @property {Row[]} rows the move, and what chance brought of it
 */

const LONGEST = 26; // characters of a result

export class MoveList {
  constructor() {
    this.root = h("ol", { class: "moves", id: "moves", "aria-label": "Moves", tabindex: "0" });
    this.shown = "";
  }

  /** @param {Scene} scene */
  update(scene) {
    const key = `${scene.view.game_number}/${scene.steps.at(-1)?.number}/${scene.over}/${seatsOf(scene.view).names}`;
    if (key === this.shown) return;
    this.shown = key;
    const lines = toLines(scene.steps, scene.view.first.turn);
    const names = seatsOf(scene.view).names;
    put(
      this.root,
      lines.length === 0 && h("li", { class: "none" }, "No moves yet."),
      lines.map((line, at) => moveRow(line, names[line.who - 1], line.who !== lines[at - 1]?.who, at === lines.length - 1)),
    );
    this.root.style.setProperty("--places", String(String(lines.at(-1)?.number ?? "").length)); // of the largest number
    this.root.scrollTop = this.root.scrollHeight;
  }
}

/**
 * Convert the steps to lines. An outcome of chance is added to the move it belongs to.
 * @param {Step[]} steps
 * @param {Player} begins
 * @returns {Line[]}
 */
function toLines(steps, begins) {
  /** @type {Line[]} */
  const lines = [];
  let made = 0;
  steps.forEach(({ who: mover, row, forced }, at) => {
    const who = mover ?? (at ? steps[at - 1].turn : begins);
    const chance = mover === null;
    if (!chance) made += 1;
    if (!row || row.pending || (chance && !lines.length)) return; // what chance brought is on the board
    const line = lines.at(-1);
    if (chance && line?.who === who) line.rows.push(row);
    else lines.push({ number: chance ? null : made, who, forced, rows: [row] });
  });
  return lines;
}

/**
 * @param {Line} line
 * @param {string} name
 * @param {boolean} begins whether a turn begins here
 * @param {boolean} last
 */
function moveRow(line, name, begins, last) {
  return h(
    "li",
    { "aria-current": last && "step" },
    h("span", { class: "no" }, line.number),
    begins ? token(line.who) : h("span"),
    h(
      "span",
      { class: "mv" },
      h("span", { class: "vh" }, `${name}: `),
      line.rows.map((row, at) => move(row, at === line.rows.length - 1)),
    ),
    h("span", { class: "r" }, result(line.rows[line.rows.length - 1])),
  );
}

/** @param {Row} row @param {boolean} last whether its result is shown beside it */
function move(row, last) {
  const prime =
    row.prime && h("span", { class: "dia-t" }, h("span", { "aria-hidden": "true" }, " ◆"), h("span", { class: "vh" }, " prime"));
  const text = row.struck ? h("s", {}, row.move, !last && h("span", { class: "vh" }, ` ${row.what}`)) : row.move;
  return h("span", { class: "one-move" }, text, prime, " ");
}

/** The result as a product with powers, or in short where that has no room. @param {Row} row */
function result({ what, short }) {
  const whole = powers(what);
  return whole.length <= LONGEST || !short ? whole : short;
}
