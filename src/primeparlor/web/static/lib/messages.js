/** Fills the names into what the server says, which is the same for all readers. */

import { powers } from "/static/lib/text.js";

/** @typedef {import("/static/types").Message} Message */
/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").Seats} Seats */

const MARK = /\{([12])(?:(,)|:([^|{}]*)\|([^{}]*))?\}/g; // a name, one within a sentence, or the form of a verb
/** @type {Record<Message["kind"], Said["kind"]>} */
const KINDS = { ink2: "", brass: "prime", good: "yes", bad: "no" };

/**
 * Fill in the names that a text leaves open.
 * @param {string} text
 * @param {Seats} seats
 */
export function fill(text, seats) {
  return text.replace(MARK, (_, player, within, you, others) => {
    if (you !== undefined) return Number(player) === seats.you ? you : others;
    return (within ? seats.inside : seats.names)[player - 1];
  });
}

/**
 * Fill in the names of a message.
 * @param {Message} message
 * @param {Seats} seats
 * @returns {Said}
 */
export function fillMessage({ bold, text, glyph, kind }, seats) {
  return { glyph, bold: powers(fill(bold, seats)), text: powers(fill(text, seats)), kind: KINDS[kind] };
}

/**
 * The message about a refused move: the game's own, else the reason.
 * @param {{ message: string, said: Message | null }} error
 * @param {Seats} seats
 * @returns {Said}
 */
export function refusal(error, seats) {
  if (error.said) return fillMessage(error.said, seats);
  return { glyph: "✕", bold: "", text: error.message, kind: "no" };
}
