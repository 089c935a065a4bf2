// The list of moves: a line for each turn, with all that was played in it.

import { h, put } from "/static/dom.js";
import { token } from "/static/numerals.js";
import { factsBefore } from "/static/table/scene.js";
import { seatsOf } from "/static/table/names.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").Row} Row */
/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/table/scene.js").Scene} Scene */
/** @typedef {{ who: Player, rows: Row[] }} Line */

export class MoveList {
  constructor() {
    this.root = h("ol", { class: "moves", id: "moves", "aria-label": "Moves", tabindex: "0" });
    this.shown = "";
  }

  /** @param {Scene} scene @param {Board} board */
  update(scene, board) {
    const key = `${scene.view.game_number}/${scene.steps.at(-1)?.seq}/${scene.over}/${seatsOf(scene.view).names}`;
    if (key === this.shown) return;
    this.shown = key;
    const lines = linesOf(scene.steps, scene.view.first, board);
    const names = seatsOf(scene.view).names;
    put(
      this.root,
      lines.length === 0 && h("li", { class: "none" }, "No moves yet."),
      lines.map((line, at) => drawn(line, at + 1, names, at === lines.length - 1)),
    );
    this.root.scrollTop = this.root.scrollHeight;
  }
}

/**
 * The turns of the game; steps whose facts were left out, or that say nothing, have no part in them.
 * @param {Step[]} steps
 * @param {import("/static/types").Facts} first
 * @param {Board} board
 * @returns {Line[]}
 */
export function linesOf(steps, first, board) {
  /** @type {Line[]} */
  const lines = [];
  steps.forEach((step, at) => {
    const before = factsBefore({ steps, first }, at);
    const who = step.who ?? before?.turn;
    const row = rowOf(board, step, before);
    if (!row || !who) return;
    const line = lines.at(-1);
    if (line && line.who === who) line.rows.push(row);
    else lines.push({ who, rows: [row] });
  });
  return lines;
}

/** What a step says in the list; of what chance brought, only what counts. @param {Board} board @param {Step} step @param {import("/static/types").Facts | null} before */
function rowOf(board, step, before) {
  if (!before || !step.facts) return step.who === null ? null : { move: String(step.move), what: "" };
  return step.who === null ? board.counted(step, before) : board.row(step, before);
}

/** @param {Line} line @param {number} number @param {[string, string]} names @param {boolean} last */
function drawn(line, number, names, last) {
  return h(
    "li",
    { "aria-current": last && "step" },
    h("span", { class: "no" }, number),
    token(line.who),
    h("span", { class: "mv" }, h("span", { class: "vh" }, `${names[line.who - 1]}: `), line.rows.map(move)),
    h("span", { class: "r" }, line.rows[line.rows.length - 1].what),
  );
}

/** @param {Row} row */
function move(row) {
  const prime = row.prime && h("span", { class: "dia-t" }, h("span", { "aria-hidden": "true" }, " ◆"), h("span", { class: "vh" }, " prime"));
  const text = row.struck ? h("s", {}, h("span", { class: "vh" }, "discarded "), row.move) : row.move;
  return h("span", { class: "one-move" }, text, prime, " ");
}
