// The turn line: whose turn it is and what to do. Screen readers announce its changes.

import { h, put } from "/static/lib/dom.js";
import { diamondSign, token } from "/static/lib/numerals.js";
import { countMoves, factsBefore, lastMoveIndex } from "/static/board/steps.js";
import { sameScreen, seatsOf, verb } from "/static/pages/table/players.js";
import { formatCount } from "/static/lib/text.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
/** @typedef {import("/static/types").Outcome} Outcome */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {{ bold: string, why: string, end: string, signs: Element[], extra: boolean }} Said */

const EARLY = ["resigned", "out of time", "too many invalid inputs", "failed"]; // the referee's reasons

export class TurnLine {
  constructor() {
    this.root = h("div", { class: "turn", role: "status", "aria-live": "polite" });
    this.told = "";
  }

  /** @param {Scene} scene @param {Board} board */
  update(scene, board) {
    const said = describeTurn(scene, board);
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
 * @param {Board} board
 * @returns {Said}
 */
function describeTurn(scene, board) {
  const { view, turn } = scene;
  const seats = seatsOf(view);
  const made = countMoves(scene.steps);
  const sign = token(turn);
  if (scene.over) return describeResult(scene, board, made);
  if (view.waiting) {
    const why = "The game begins when both seats are taken.";
    return { bold: "Waiting for a friend.", why, end: "", signs: [token(1), token(2)], extra: false };
  }
  const extra = isExtra(scene, board);
  const end = board.aside(scene.facts) || `move ${made + 1}`;
  const yours = view.holds.includes(turn);
  const name = seats.names[turn - 1];
  const next = scene.whole ? null : view.steps[scene.steps.length];
  if (next?.forced && scene.facts) {
    const said = board.said(next, scene.facts, seats);
    return { bold: "Forced", why: said ? said.bold : "", end, signs: [sign], extra: false };
  }
  if (yours && !sameScreen(view)) {
    const bold = extra ? "Extra turn" : "Your turn";
    return { bold, why: board.task(scene.facts, extra), end, signs: signs(extra, sign), extra };
  }
  if (yours) {
    const bold = extra ? `Extra turn for ${name}` : handOver(scene, name);
    return { bold, why: board.task(scene.facts, extra), end, signs: signs(extra, sign), extra };
  }
  const seat = view.seats[turn - 1];
  const away = !seat.house && !seat.here;
  const bold = away ? `${name} is away.` : `${name} ${verb(name, "are", "is")} thinking.`;
  const watching = view.you === null ? "You are watching." : "";
  const why = away ? "The table waits; nothing is lost." : extra ? `An extra turn. ${watching}` : watching;
  return { bold, why, end, signs: signs(extra, sign), extra };
}

/** Say who moves now on a shared screen; after a forced move the same player may move again. @param {Scene} scene @param {string} name */
function handOver(scene, name) {
  const chose = scene.steps.findLast((step) => step.who !== null && !step.forced);
  if (!chose) return `${name} begins.`;
  return chose.who === scene.turn ? `${name} moves again.` : `Pass it to ${name}.`;
}

/** @param {boolean} extra @param {Element} sign */
const signs = (extra, sign) => (extra ? [diamondSign(), sign] : [sign]);

/** @param {Scene} scene @param {Board} board */
function isExtra(scene, board) {
  const place = lastMoveIndex(scene.steps);
  if (place < 0) return false;
  const step = scene.steps[place];
  const before = factsBefore({ steps: scene.steps, first: scene.view.first }, place);
  return step.who === scene.turn && before !== null && step.facts !== null && board.extra(step, before);
}

/** @param {Scene} scene @param {Board} board @param {number} made @returns {Said} */
function describeResult(scene, board, made) {
  const { view } = scene;
  const outcome = /** @type {NonNullable<typeof view.outcome>} */ (view.outcome);
  const result = earlyResult(outcome, seatsOf(view)) ?? board.result(scene.facts, outcome, seatsOf(view));
  return {
    bold: result.bold,
    why: result.text,
    end: formatCount(made, "move"),
    signs: outcome.winner ? [token(outcome.winner)] : [],
    extra: false,
  };
}

/** Describe an end by the referee, such as a resignation; null if the rules ended the game. @param {Outcome} outcome @param {Seats} seats */
function earlyResult(outcome, seats) {
  if (!EARLY.includes(outcome.reason) || !outcome.winner || !outcome.by) return null;
  return { bold: `${seats.names[outcome.winner - 1]} won.`, text: `${seats.names[outcome.by - 1]} ${outcome.how}.` };
}
