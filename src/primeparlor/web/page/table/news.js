// News that is not a move: a move was taken back or lost, a request declined, the next game begins.

import { sameScreen, seatsOf } from "/static/table/names.js";

/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/stream.js").Entry} Entry */

/** @type {Said} */
export const NO_ANSWER = {
  bold: "No answer.",
  text: "If your move is not on the board when the line is back, play it again.",
  kind: "no",
};

/**
 * The message for an entry of the stream; null where the view tells all.
 * @param {Entry} entry
 * @param {View} view as it was before
 * @returns {Said | null}
 */
export function newsOf(entry, view) {
  if (entry.seq <= view.seq || entry.kind !== "answer" || entry.answer !== false) return null;
  const name = seatsOf(view).names[entry.who - 1];
  const what = view.outcome === null ? "the move stands" : "no rematch for now";
  return { glyph: "↶", bold: "", text: `${name} declined: ${what}.` };
}

/**
 * What became of a move whose answer was lost; null where the board shows it.
 * @param {View} sent where it was sent
 * @param {View} now
 * @returns {Said | null}
 */
export function becameOf(sent, now) {
  if (sent.number !== now.number) return null;
  return (now.tried?.length ?? 0) > (sent.tried?.length ?? 0)
    ? { bold: "Your move was refused.", text: "Choose another one.", kind: "no" }
    : { bold: "Your move was not made.", text: "Play it again.", kind: "no" };
}

/**
 * The message for what a view changed without a new step.
 * @param {View} before
 * @param {View} now
 * @returns {Said | null}
 */
export function changeOf(before, now) {
  if (before.game_number !== now.game_number) {
    const side = now.you !== null && !sameScreen(now) ? ` You are Player ${now.you} now.` : "";
    return { glyph: "→", bold: `Game ${now.game_number}.`, text: `Seats are swapped.${side}` };
  }
  const last = before.steps.at(-1);
  const stands = !last || now.steps.some((step) => step.seq === last.seq);
  return stands ? null : { glyph: "↶", bold: "Taken back.", text: afterUndo(now) };
}

/** What an undo means for the reader: a level is beaten without help only. @param {View} view */
function afterUndo(view) {
  const level = view.seats.find((seat) => seat.house)?.label;
  return level && view.you !== null ? `If you win this game, it will not count as beating the ${level} level.` : "";
}
