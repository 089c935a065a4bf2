// The list of moves: a line for each, with its number, and a token where another player's turn begins.

import { h, put } from "/static/lib/dom.js";
import { token } from "/static/lib/numerals.js";
import { factsBefore } from "/static/board/steps.js";
import { seatsOf } from "/static/pages/table/players.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/types").Facts} Facts */
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

export class MoveList {
  constructor() {
    this.root = h("ol", { class: "moves", id: "moves", "aria-label": "Moves", tabindex: "0" });
    this.shown = "";
  }

  /** @param {Scene} scene @param {Board} board */
  update(scene, board) {
    const key = `${scene.view.game_number}/${scene.steps.at(-1)?.number}/${scene.over}/${seatsOf(scene.view).names}`;
    if (key === this.shown) return;
    this.shown = key;
    const lines = toLines(scene.steps, scene.view.first, board);
    const names = seatsOf(scene.view).names;
    put(
      this.root,
      lines.length === 0 && h("li", { class: "none" }, "No moves yet."),
      lines.map((line, at) => moveRow(line, names[line.who - 1], line.who !== lines[at - 1]?.who, at === lines.length - 1)),
    );
    this.root.scrollTop = this.root.scrollHeight;
  }
}

/**
 * Convert the steps to lines. An outcome of chance is added to the move it belongs to, or left out.
 * @param {Step[]} steps
 * @param {Facts} first
 * @param {Board} board
 * @returns {Line[]}
 */
export function toLines(steps, first, board) {
  /** @type {Line[]} */
  const lines = [];
  let made = 0;
  steps.forEach((step, at) => {
    const before = factsBefore({ steps, first }, at);
    const who = step.who ?? before?.turn;
    const row = rowOf(board, step, before);
    const chance = step.who === null;
    if (!chance) made += 1;
    if (!row || !who) return;
    const line = lines.at(-1);
    if (chance && line?.who === who) line.rows.push(row);
    else lines.push({ number: chance ? null : made, who, forced: step.forced, rows: [row] });
  });
  return lines;
}

/**
 * Return the row of a step; null for an outcome of chance that does not count.
 * @param {Board} board
 * @param {Step} step
 * @param {Facts | null} before
 */
function rowOf(board, step, before) {
  if (!before || !step.facts) return step.who === null ? null : { move: String(step.move), what: "" };
  return step.who === null ? board.counted(step, before) : board.row(step, before);
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
    h("span", { class: "mv" }, h("span", { class: "vh" }, `${name}: `), line.rows.map(move)),
    h("span", { class: "r" }, line.rows[line.rows.length - 1].what),
  );
}

/** @param {Row} row */
function move(row) {
  const prime =
    row.prime && h("span", { class: "dia-t" }, h("span", { "aria-hidden": "true" }, " ◆"), h("span", { class: "vh" }, " prime"));
  const text = row.struck ? h("s", {}, h("span", { class: "vh" }, "discarded "), row.move) : row.move;
  return h("span", { class: "one-move" }, text, prime, " ");
}
