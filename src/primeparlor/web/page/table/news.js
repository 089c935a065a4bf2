// What entries that are no moves mean for the reader: somebody sat down, an undo was allowed or declined.

import { inside } from "/static/board.js";
import { seatsOf } from "/static/table/names.js";

/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/stream.js").Entry} Entry */

/**
 * The message for an entry of the stream; null where the view tells all.
 * @param {Entry} entry
 * @param {View} view as it was before
 * @returns {Said | null}
 */
export function newsOf(entry, view) {
  if (entry.seq <= view.seq) return null; // known already
  if (entry.kind === "event" && entry.undo) return { glyph: "↶", bold: "Taken back.", text: "This game is no longer rated." };
  if (entry.kind === "answer" && entry.allowed === false) return declined(entry, view);
  return null;
}

/** @param {Entry} entry @param {View} view @returns {Said} */
function declined(entry, view) {
  const seats = seatsOf(view);
  const what = view.outcome === null ? "the move stands" : "no rematch for now";
  if (entry.who === view.you) return { glyph: "↶", bold: "", text: `Declined: ${what}.` };
  const name = inside(seats, entry.who);
  return { glyph: "↶", bold: "", text: `${name.charAt(0).toUpperCase()}${name.slice(1)} declined: ${what}.` };
}
