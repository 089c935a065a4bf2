// Messages that are not about a move: an undo, a lost move, a declined offer, a new game.

import { fill } from "/static/lib/messages.js";
import { other, sameScreen, seatsOf } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").View} View */

/** @type {Said} */
export const NO_ANSWER = {
  bold: "No answer.",
  text: "If your move is not on the board when the line is back, play it again.",
  kind: "no",
};

/**
 * Say whether a move without a response was refused or lost; null if the board shows it.
 * @param {View} sent where it was sent
 * @param {View} now
 * @returns {Said | null}
 */
export function lostMoveNotice(sent, now) {
  if (sent.number !== now.number) return null;
  return (now.tried?.length ?? 0) > (sent.tried?.length ?? 0)
    ? { bold: "Your move was refused.", text: "Choose another one.", kind: "no" }
    : { bold: "Your move was not made.", text: "Play it again.", kind: "no" };
}

/**
 * Describe what a view changed without a new step.
 * @param {View} before
 * @param {View} now
 * @returns {Said | null}
 */
export function changeNotice(before, now) {
  if (before.game_number !== now.game_number) {
    const side = now.you !== null && !sameScreen(now) ? ` ${now.turn_notes.sides[now.you - 1]} now.` : "";
    return { glyph: "→", bold: `${now.series?.goal}.`, text: `Seats are swapped.${side}` };
  }
  const last = before.steps.at(-1);
  const stands = !last || now.steps.some((step) => step.number === last.number);
  return stands ? declinedNotice(before, now) : { glyph: "↶", bold: "Taken back.", text: "" };
}

/** Say that an offer was declined; null for the player who declined it. @param {View} before @param {View} now @returns {Said | null} */
function declinedNotice({ offer, number, outcome }, now) {
  const same = number === now.number && (outcome === null) === (now.outcome === null);
  if (!offer || now.offer || !same || now.holds.includes(other(offer.who))) return null;
  return { glyph: "↶", bold: "", text: fill(offer.declined, seatsOf(now)) };
}
