// The turn line: whose turn it is and what to do. Screen readers announce its changes.

import { h, put } from "/static/lib/dom.js";
import { diamondSign, token } from "/static/lib/numerals.js";
import { countMoves } from "/static/board/steps.js";
import { sameScreen, seatsOf } from "/static/pages/table/parts/players.js";
import { fill, fillMessage } from "/static/lib/messages.js";
import { formatCount } from "/static/lib/text.js";

/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
/** @typedef {{ bold: string, why: string, end: string, signs: Element[], extra: boolean }} Said */

export class TurnLine {
  constructor() {
    this.root = h("div", { class: "turn", role: "status", "aria-live": "polite" });
    this.told = "";
  }

  /** @param {Scene} scene */
  update(scene) {
    const said = describeTurn(scene);
    const told = [said.extra, said.bold, said.why, said.end].join("|");
    if (told === this.told) return; // what is the same is not announced again
    this.told = told;
    this.root.classList.toggle("extra", said.extra);
    const bold = scene.over
      ? h("h2", { class: "result", tabindex: "-1", id: "result", "data-key": "result" }, said.bold)
      : h("span", {}, said.bold);
    put(this.root, said.signs, bold, h("span", { class: "why" }, said.why), h("span", { class: "end" }, said.end));
  }
}

/**
 * Describe whose turn it is.
 * @param {Scene} scene
 *
 * @returns {Said}
 */
function describeTurn(scene) {
  const { view, turn } = scene;
  const seats = seatsOf(view);
  const made = countMoves(scene.steps);
  const sign = token(turn);
  if (scene.over) return describeResult(scene, made);
  const { turn: words, task, labels } = scene.facts.words;
  const { waiting, watching, forced, away } = view.turn_notes;
  if (view.waiting) return { bold: waiting[0], why: waiting[1], end: "", signs: [token(1), token(2)], extra: false };
  const end = labels.aside || words.aside;
  const next = scene.whole ? null : view.steps[scene.steps.length];
  if (next?.forced) return { bold: forced, why: fill(next.said.bold, seats), end, signs: [sign], extra: false };
  const { extra } = words;
  if (view.holds.includes(turn)) {
    const bold = sameScreen(view) ? fill(words.screen, seats) : words.yours;
    return { bold, why: task, end, signs: signs(extra, sign), extra };
  }
  const seat = view.seats[turn - 1];
  const gone = seat.house || seat.here ? null : away[turn - 1];
  const bold = fill(gone ? gone[0] : words.theirs, seats);
  const notes = [words.note, view.you === null ? watching : ""].filter(Boolean).join(" ");
  return { bold, why: gone ? gone[1] : notes, end, signs: signs(extra, sign), extra };
}

/** @param {boolean} extra @param {Element} sign */
const signs = (extra, sign) => (extra ? [diamondSign(), sign] : [sign]);

/** @param {Scene} scene @param {number} made @returns {Said} */
function describeResult(scene, made) {
  const { view } = scene;
  const outcome = /** @type {NonNullable<typeof view.outcome>} */ (view.outcome);
  const result = fillMessage(outcome.said, seatsOf(view));
  return {
    bold: result.bold,
    why: result.text,
    end: formatCount(made, "move"),
    signs: outcome.winner ? [token(outcome.winner)] : [],
    extra: false,
  };
}
