/**
 * Prime Duel in the browser: two tracks, the card on the table between them, and the cards left by number. Drawn from
 * the facts alone: nobody knows the order of the deck.
 */

import Board from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { keyTexts } from "/static/board/move_key.js";
import { choice } from "./keys.js";
import { deck, face, left, reached, tracks } from "./picture.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Step} Step */

/** @type {Record<string, string>} */
const ANSWERS = { k: "keep", y: "keep", d: "discard", n: "discard" };

/** Two keys, keep or discard; each says where it leads. */
export default class PrimeDuel extends Board {
  /** @param {Facts} facts @param {Look} look */
  paint(facts, look) {
    const mine = look.seats.you ?? 1;
    const theirs = /** @type {Player} */ (3 - mine);
    return h(
      "div",
      { class: "duel" },
      tracks(facts, look, theirs),
      h("div", { class: "duel-mid" }, deck(facts), facts.winner ? reached(facts) : face(facts), left(facts)),
      tracks(facts, look, mine),
    );
  }

  /** @param {Facts} facts @param {Look} look */
  keys(facts, look) {
    const asked = facts.words.labels.question;
    const keys = Object.entries(keyTexts(facts, look)).map(([move, text]) => choice(text, facts, look, move));
    return h("div", { class: "keys two", role: "group", "aria-label": asked }, ...keys);
  }

  get keyHelp() {
    return /** @type {[string, string][]} */ ([
      ["K Y", "keep the card"],
      ["D N", "discard it"],
    ]);
  }

  /** @param {string} pressed @param {Facts} facts @param {Look} look */
  press(pressed, facts, look) {
    const move = ANSWERS[pressed.toLowerCase()];
    if (!move || facts.card === null || !look.yours || look.over) return super.press(pressed, facts, look);
    look.play(move);
    return true;
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
