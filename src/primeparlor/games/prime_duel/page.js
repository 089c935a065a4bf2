/**
 * Prime Duel in the browser: two tracks, the card on the table between them, and the cards left by number. Drawn from
 * the facts alone: nobody knows the order of the deck.
 */

import Board, { inside } from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { DISCARD, KEEP, choice } from "./keys.js";
import { deck, face, left, reached, tracks } from "./picture.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Outcome} Outcome */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Said} Said */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").Step} Step */

/** @type {Record<string, string>} */
const ANSWERS = { k: KEEP, y: KEEP, d: DISCARD, n: DISCARD };

/** Two keys, keep or discard; each says where it leads. */
export default class PrimeDuel extends Board {
  /** @param {Facts} facts @param {Player} player */
  standing(facts, player) {
    return `${facts.scores[player - 1]} of ${facts.rules.target}`;
  }

  /** @param {Facts} facts @param {boolean} extra */
  task(facts, extra) {
    const { card } = facts;
    if (card === null) return facts.second_draw ? "The next card counts if it fits." : "A card is drawn.";
    const score = facts.scores[facts.turn - 1];
    const { target } = facts.rules;
    if (score + card > target) return `You drew ${a(card)}: it would pass ${target}, so it goes.`;
    return `${extra ? `${score} is prime. ` : ""}You drew ${a(card)}: keep it?`;
  }

  /**
   * A prime score gives another turn: the player who scored draws again.
   * @param {Step} step @param {Facts} before
   */
  extra(step, before) {
    const after = step.facts;
    return (
      after !== null &&
      after.winner === null &&
      step.turn === before.turn &&
      after.scores[step.turn - 1] !== before.scores[step.turn - 1]
    );
  }

  /** @param {Facts} facts */
  placeholder(facts) {
    return "keep or discard";
  }

  /** @param {Facts} facts @param {Look} look */
  paint(facts, look) {
    const mine = look.seats.you ?? 1;
    const theirs = /** @type {Player} */ (3 - mine);
    return h(
      "div",
      { class: "duel" },
      tracks(facts, look, theirs),
      h("div", { class: "duel-mid" }, deck(facts), facts.winner ? reached(facts.rules.target) : face(facts), left(facts)),
      tracks(facts, look, mine),
    );
  }

  /** @param {Facts} facts @param {Look} look */
  keys(facts, look) {
    const card = facts.card;
    return h(
      "div",
      { class: "keys two", role: "group", "aria-label": card === null ? "Keep or discard" : `Keep the ${card}?` },
      choice(facts, look, KEEP, "Keep it", "K"),
      choice(facts, look, DISCARD, "Discard it", "D"),
    );
  }

  /** @param {string} pressed @param {Facts} facts @param {Look} look */
  press(pressed, facts, look) {
    const move = ANSWERS[pressed.toLowerCase()];
    if (!move || facts.card === null || !look.yours || look.over) return super.press(pressed, facts, look);
    look.play(move);
    return true;
  }

  /** @param {Step} step @param {Facts} before @param {Seats} seats @returns {Said} */
  said(step, before, seats) {
    const who = step.who ?? before.turn;
    const name = seats.names[who - 1];
    const score = before.scores[who - 1];
    const { target } = before.rules;
    if (step.who === null) return drawn(step, before, seats);
    if (step.forced) {
      return {
        glyph: "→",
        bold: `${score} + ${before.card} would pass ${target}.`,
        text: `${name} had to discard the ${before.card}. The next card counts if it fits.`,
      };
    }
    if (step.move === KEEP) return scored(step, before, before.card, `${name} kept the ${before.card}.`, seats);
    return { glyph: "→", bold: `${name} discarded the ${before.card}.`, text: "The next card counts if it fits." };
  }

  /** @param {Facts} facts @param {string} text @param {string} reason @param {Seats} seats @returns {Said} */
  refused(facts, text, reason, seats) {
    const score = facts.scores[facts.turn - 1];
    const passes = facts.card !== null && score + facts.card > facts.rules.target;
    if (text !== KEEP || !passes) return super.refused(facts, text, reason, seats);
    return {
      glyph: "✕",
      bold: `${score} + ${facts.card} = ${score + facts.card}`,
      text: `That passes ${facts.rules.target}, so the card must be discarded.`,
      kind: "no",
    };
  }

  /** @param {Step} step @param {Facts} before */
  row(step, before) {
    if (step.move === DISCARD) return { move: String(before.card), what: "discarded", struck: true };
    return { move: `kept ${before.card}`, ...score(step, before) };
  }

  /** @param {Step} step @param {Facts} before */
  decision(step, before) {
    return step.move === DISCARD ? `the discarded ${before.card}` : `the ${before.card} that was kept`;
  }

  /**
   * The second card of a turn counts without being asked about.
   * @param {Step} step @param {Facts} before
   */
  counted(step, before) {
    if (!before.second_draw) return null;
    const { what, prime } = score(step, before);
    return what ? { move: `then ${step.move}`, what, prime } : { move: String(step.move), what: "does not fit", struck: true };
  }

  /** @param {Facts} facts @param {Outcome} outcome @param {Seats} seats @returns {Said} */
  result(facts, outcome, seats) {
    if (outcome.winner === null || facts.winner === null) return super.result(facts, outcome, seats);
    const loser = /** @type {Player} */ (3 - outcome.winner);
    const [won, lost] = [facts.scores[outcome.winner - 1], facts.scores[loser - 1]];
    const short = won - lost;
    const was = loser === seats.you ? "were" : "was";
    return {
      bold: `${seats.names[outcome.winner - 1]} won, ${won} to ${lost}.`,
      text: `${seats.names[loser - 1]} ${was} ${short} point${short === 1 ? "" : "s"} short.`,
    };
  }

  /**
   * A card is turned over its edge; a piece goes along its track.
   * @param {Element} root @param {Step} step @param {Facts} before
   */
  travel(root, step, before) {
    const after = step.facts;
    const card = root.querySelector(".cardface");
    if (step.who === null && card) {
      return card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: 320,
        easing: "cubic-bezier(.2,.7,.2,1)",
      });
    }
    const who = step.who ?? before.turn;
    if (after === null || after.scores[who - 1] === before.scores[who - 1]) return null;
    const track = [...root.querySelectorAll(`.track.of${who}`)].find((svg) => svg.getBoundingClientRect().width > 0);
    const moved = track?.querySelector(".piece");
    if (!track || !moved) return null;
    const unit = Number(track.getAttribute("data-unit"));
    const off = (before.scores[who - 1] - after.scores[who - 1]) * unit;
    return moved.animate([{ transform: `translateX(${off}px)` }, { transform: "none" }], {
      duration: 320,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
  }
}

/** The new score, where this step made one. @param {Step} step @param {Facts} before */
function score(step, before) {
  const now = step.facts?.scores[before.turn - 1];
  const counts = step.facts !== null && now !== before.scores[before.turn - 1];
  return { what: counts ? String(now) : "", prime: counts && step.facts?.winner === null && before.prime_scores.includes(now) };
}

// Words ---------------------------------------------------------------------------------------------

/** A number with its article. @param {number} card */
function a(card) {
  return `${card === 8 || card === 11 ? "an" : "a"} ${card}`;
}

/**
 * What chance brought: the first card of a turn, or one that counts if it fits.
 * @param {Step} step
 * @param {Facts} before
 * @param {Seats} seats
 * @returns {Said}
 */
function drawn(step, before, seats) {
  const who = before.turn;
  const name = seats.names[who - 1];
  const card = Number(step.move);
  const { target, largest, copies } = before.rules;
  const made = before.scores[who - 1] + card;
  const empty = before.deck.every((/** @type {number} */ count) => count === 0);
  const shuffled = empty ? `The deck was empty: all ${largest * copies} cards were shuffled. ` : "";
  if (!before.second_draw) {
    const fits = made <= target ? `${before.scores[who - 1]} + ${card} would make ${made}.` : "It does not fit.";
    return { glyph: "→", bold: `${name} drew ${a(card)}.`, text: shuffled.trim() || fits };
  }
  if (made <= target) return scored(step, before, card, `${shuffled}${name} had to keep the ${card}.`, seats);
  return {
    glyph: "→",
    bold: `${before.scores[who - 1]} + ${card} would pass ${target}.`,
    text: `${shuffled}${name} drew ${a(card)}, which does not count.`,
  };
}

/**
 * A card that counted: the sum, then how it came and what it means.
 * @param {Step} step
 * @param {Facts} before
 * @param {number} card
 * @param {string} told
 * @param {Seats} seats
 * @returns {Said}
 */
function scored(step, before, card, told, seats) {
  const who = before.turn;
  const score = before.scores[who - 1] + card;
  const bold = `${before.scores[who - 1]} + ${card} = ${score}`;
  if (score === before.rules.target) {
    return { glyph: "✓", bold, text: `${told} Exactly ${score}!`, kind: who === seats.you ? "yes" : "" };
  }
  if (step.turn !== who) {
    return {
      glyph: "→",
      bold,
      text: `${told} Not prime, so ${inside(seats, step.turn)} ${step.turn === seats.you ? "are" : "is"} next.`,
    };
  }
  return {
    glyph: "◆",
    bold,
    text: `${told} A prime, so ${who === seats.you ? "the turn is yours again" : `${inside(seats, who)} draws again`}.`,
    kind: "prime",
  };
}
