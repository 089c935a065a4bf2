// The turn line: whose turn it is and what to do. Screen readers announce its changes.

import { h, put } from "/static/lib/dom.js";
import { diamondSign, token } from "/static/lib/numerals.js";
import { countMoves } from "/static/board/steps.js";
import { sameScreen, seatsOf, verb } from "/static/pages/table/players.js";
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
  if (view.waiting) {
    const why = "The game begins when both seats are taken.";
    return { bold: "Waiting for a friend.", why, end: "", signs: [token(1), token(2)], extra: false };
  }
  const { extra } = scene.facts.words;
  const end = scene.facts.words.aside || `move ${made + 1}`;
  const yours = view.holds.includes(turn);
  const name = seats.names[turn - 1];
  const next = scene.whole ? null : view.steps[scene.steps.length];
  if (next?.forced) {
    return { bold: "Forced", why: fill(next.said.bold, seats), end, signs: [sign], extra: false };
  }
  if (yours && !sameScreen(view)) {
    const bold = extra ? "Extra turn" : "Your turn";
    return { bold, why: scene.facts.words.task, end, signs: signs(extra, sign), extra };
  }
  if (yours) {
    const bold = extra ? `Extra turn for ${name}` : handOver(scene, name);
    return { bold, why: scene.facts.words.task, end, signs: signs(extra, sign), extra };
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
