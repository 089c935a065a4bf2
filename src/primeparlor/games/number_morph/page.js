/**
 * Number Morph in the browser: wheels to turn, ten digits to choose from, and a button that tries the number.
 *
 * Nothing here knows a prime but those that were used: which digits make one is for the player to find. What is
 * chosen but not tried is `place:digit`, as in "1:6", counted from the left; the digit is left out at first.
 */

import Board from "/static/board/board.js";
import { h } from "/static/lib/dom.js";
import { keyTexts } from "/static/board/move_key.js";
import { numeral } from "/static/lib/numerals.js";
import { mapped, mapOf, trail } from "./map.js";
import { Choice, chosen, roll, standing, wheels } from "./wheels.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").KeyText} KeyText */
/** @typedef {import("./map.js").Look} Look */
/** @typedef {import("/static/types").Step} Step */

const DIGITS = "0123456789";

export default class NumberMorph extends Board {
  /** @type {boolean | null} whether the map is to be seen; null before anybody asked */
  mapShown = null;
  /** Whether a map that was unfolded is folded up again. */
  folded = false;
  /** What the wheels showed last: one that shows something else now turns. */
  turned = "";

  get rail() {
    return false; // a list of primes would play the game
  }

  /**
   * @param {Facts} facts
   * @param {Look} look
   */
  paint(facts, look) {
    if (facts.number === null) return [standing("·".repeat(facts.rules.digits), facts.words.labels)];
    const choice = chosen(facts, look);
    const playing = !look.over && look.mode !== "review";
    const turns = playing ? wheels(choice, look, this.turned) : standing(choice.number, facts.words.labels);
    this.turned = choice.made;
    const map = mapped(facts) ? mapOf(facts, look, this) : null;
    const both = h("div", { class: map ? "morph" : "morph alone" }, turns, map);
    return [h("div", { class: "morph-place" }, both), trail(facts, look.seats)];
  }

  /**
   * @param {Facts} facts
   * @param {Look} look
   */
  keys(facts, look) {
    if (look.actions) return super.keys(facts, look); // a puzzle names what may be chosen
    if (look.over || look.mode === "review") return null;
    const choice = chosen(facts, look);
    const asked = choice.labels[`new${choice.place}`];
    const texts = keyTexts(facts, look);
    const keys = [...DIGITS].map((digit) => digitKey(digit, texts[`${choice.place}:${digit}`], choice, facts, look));
    const ten = h("div", { class: "keys ten", role: "group", "aria-label": asked }, keys);
    return h("div", { class: "morph-place" }, h("div", { class: "morph-keys" }, ten, tryKey(choice, facts, look)));
  }

  get keyHelp() {
    return /** @type {[string, string][]} */ ([
      ["← →", "choose a place"],
      ["↑ ↓", "turn its wheel"],
      ["0–9", "choose a digit"],
      ["Enter", "try the number"],
      ["Esc", "turn the wheel back"],
    ]);
  }

  /**
   * @param {string} key
   * @param {Facts} facts
   * @param {Look} look
   */
  press(key, facts, look) {
    if (!look.yours || look.over || facts.number === null) return false;
    const choice = chosen(facts, look);
    const turns = key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0;
    const steps = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (turns) look.hold(choice.turned(turns).held);
    else if (steps) choose(choice.beside(steps), look);
    else if (key.length === 1 && DIGITS.includes(key)) turn(key, choice, look);
    else if (key === "Enter" && choice.made !== choice.number) look.play(choice.made);
    else if (key === "Escape" && look.held) look.hold(choice.digit ? choice.at(choice.place).held : "");
    else return false;
    return true;
  }

  /**
   * The wheel runs through its digits to the new one.
   * @param {Element} root
   * @param {Step} step
   * @param {Facts} before
   */
  travel(root, step, before) {
    if (step.who === null) return null;
    const made = String(step.move);
    const place = [...String(before.number)].findIndex((digit, at) => digit !== made[at]);
    const wheel = root.querySelectorAll(".wheel")[place];
    return wheel ? roll(wheel, Number(String(before.number)[place]), Number(made[place])) : null;
  }
}

/**
 * Choose a place; the focus goes along where it is on a wheel.
 * @param {Choice} choice
 * @param {Look} look
 */
function choose(choice, look) {
  if (document.activeElement?.matches(".wheel")) {
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="place${choice.place}"]`))?.focus();
  }
  look.hold(choice.held);
}

/**
 * Turn the chosen wheel to a digit. Of one that is not on it the referee says why not; the digit that is there turns it back.
 * @param {string} digit
 * @param {Choice} choice
 * @param {Look} look
 */
function turn(digit, choice, look) {
  if (!choice.on.includes(digit)) look.play(`${choice.name} ${digit}`);
  else look.hold(digit === choice.number[choice.place] ? choice.at(choice.place).held : `${choice.place}:${digit}`);
}

/**
 * The key of a digit. Nothing tells whether it makes a prime, but for what this player has tried.
 * @param {string} digit
 * @param {KeyText | undefined} text
 * @param {Choice} choice
 * @param {Facts} facts
 * @param {Look} look
 */
function digitKey(digit, text, choice, facts, look) {
  const made = choice.with(digit);
  const tried = !text?.off && look.tried.map(String).includes(made);
  return h(
    "button",
    {
      class: "key",
      type: "button",
      "data-key": `digit${digit}`,
      "aria-label": tried ? `${digit}, ${facts.words.tried}: ${made}` : (text?.said ?? digit),
      "aria-pressed": digit === choice.digit ? "true" : null,
      "aria-disabled": text?.off || !look.yours ? "true" : null,
      onclick: () => look.yours && turn(digit, choice, look),
    },
    numeral(digit),
    tried && h("span", { class: "x", "aria-hidden": "true" }, "✕"),
  );
}

/**
 * What is tried now.
 * @param {Choice} choice
 * @param {Facts} facts
 * @param {Look} look
 */
function tryKey(choice, facts, look) {
  const { pick, play } = facts.words.labels;
  const ready = look.yours && choice.made !== choice.number;
  return h(
    "button",
    {
      class: "btn main try",
      type: "button",
      "data-key": "try",
      "aria-busy": ready && look.sent === choice.made ? "true" : null,
      "aria-disabled": ready ? null : "true",
      onclick: () => ready && look.play(choice.made),
    },
    choice.made === choice.number ? pick : `${play} ${choice.made}`,
  );
}
