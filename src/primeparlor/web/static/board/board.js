/**
 * The board of any game in the browser. A game's page.js brings its own: `export default class extends Board`.
 *
 * Everything drawn comes from facts: what anybody at the table may see. A board decides nothing and words nothing: what
 * is said comes from the game's words.py. It turns keys into a move in the game's own notation, and the page around it
 * submits the move (`look.play`) or selects it (`look.hold`).
 * Every focusable element has a unique `data-key`, so that the focus survives a repaint.
 */

import { h } from "/static/lib/dom.js";
import { numeral } from "/static/lib/numerals.js";
import * as drawing from "/static/board/default_board.js";
import { capital } from "/static/lib/text.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Move} Move */
/** @typedef {import("/static/types").Step} Step */

const MOST_KEYS = 10; // where there are more moves than this they are typed

export default class Board {
  /** @param {GameInfo} game the entry of /api/games */
  constructor(game) {
    this.game = game;
  }

  // Drawn from facts --------------------------------------------------------------------------------

  /** True if the rail of primes may be shown above this board; false if it would help the players. */
  get rail() {
    return true;
  }

  /**
   * The picture inside the frame.
   * @param {Facts} facts
   * @param {Look} look
   * @param {Step[]} steps the line of play so far
   * @returns {Node | Node[]}
   */
  paint(facts, look, steps) {
    return drawing.paint(facts, look);
  }

  /**
   * The keys below the board, in a group that names the question; null where every move is typed, or none is asked for.
   * @param {Facts} facts
   * @param {Look} look
   * @returns {Node | null}
   */
  keys(facts, look) {
    const moves = this.moves(facts, look);
    if (look.over || look.mode === "review") return null;
    if (moves.length > MOST_KEYS && look.yours)
      return h("p", { class: "keys ask", "data-held": look.held }, askToType(facts, look));
    if (!moves.length || moves.length > MOST_KEYS) return null;
    const asked = facts.words.task.replace(/\.$/, "");
    return h(
      "div",
      { class: "keys any", role: "group", "aria-label": asked },
      moves.map((move) => this.key(move, look, facts)),
    );
  }

  /**
   * List the moves that can be made here if the game shows them, else all there may ever be; none if they are not known.
   * @param {Facts} facts
   * @param {Look} look
   * @returns {Move[]}
   */
  moves(facts, look) {
    const { actions } = look;
    if (!this.game.shows_moves) return actions ?? [];
    const here = /** @type {Move[]} */ (facts.moves);
    return actions ? here.filter((move) => actions.includes(move)) : here; // a puzzle may offer only some
  }

  /**
   * One key of the default board.
   * @param {Move} move
   * @param {Look} look
   * @param {Facts} facts
   */
  key(move, look, facts) {
    const text = String(move);
    const shown = facts.words.shown[text] ?? text;
    const tried = look.tried.map(String).includes(text);
    return h(
      "button",
      {
        class: "key",
        type: "button",
        "data-key": `move-${text}`,
        "aria-busy": look.sent === text ? "true" : null,
        "aria-pressed": String(look.held === text),
        "aria-label": `${facts.words.typed?.play ?? ""} ${shown}${tried ? `, ${facts.words.tried}` : ""}`.trim(),
        "aria-disabled": String(!look.yours), // and not disabled: the focus stays
        onclick: () => look.yours && look.play(text),
      },
      typeof move === "number" && shown === text ? numeral(move) : h("b", { class: "word" }, capital(shown)),
      tried && h("span", { class: "x", "aria-hidden": "true" }, "✕"),
    );
  }

  /** What the keys of the keyboard do here, each with its words. @returns {import("/static/lib/keyboard.js").KeyHelp[]} */
  get keyHelp() {
    return [
      ["0–9 A–Z", "choose a move"],
      ["Enter", "play what is chosen"],
      ["Esc", "put it back"],
    ];
  }

  /**
   * Use a key of the keyboard: true if it meant something here. Digits or a letter choose a move, Enter plays what is
   * chosen, Escape puts it back.
   * @param {string} key
   * @param {Facts} facts
   * @param {Look} look
   */
  press(key, facts, look) {
    if (key === "Enter") return look.held ? (look.play(look.held), true) : false;
    if (key === "Escape") return look.held ? (look.hold(""), true) : false;
    if (key.length !== 1 || !look.yours || look.over) return false;
    const moves = this.moves(facts, look);
    const found = moves.length > MOST_KEYS ? drawing.typed(look.held, key, moves) : chosen(look.held, key, moves);
    if (found === null) return false;
    look.hold(found);
    return true;
  }

  /**
   * What may be typed, for the empty field.
   * @param {Facts} facts
   */
  placeholder(facts) {
    return facts.words.labels.asked ?? "type a move";
  }

  /**
   * Motion after a repaint; null where nothing moves. Never called when the reader asked for less motion.
   * @param {Element} root what was painted
   * @param {Step} step
   * @param {Facts} before
   * @returns {Animation | null}
   */
  travel(root, step, before) {
    return null;
  }
}

/**
 * Say what to type and to press, where the moves have no keys of their own.
 * @param {Facts} facts
 * @param {Look} look
 */
function askToType({ words: { typed, shown } }, { held }) {
  return held ? `${shown[held] ?? held}? ${typed?.held ?? ""}` : (typed?.asked ?? "");
}

/**
 * Find the move that a key chooses, among those that have keys; null if there is none.
 * @param {string} held
 * @param {string} key
 * @param {Move[]} moves
 */
function chosen(held, key, moves) {
  const texts = moves.map(String);
  const whole = texts.find((text) => text === held + key) ?? texts.find((text) => text === key);
  return whole ?? texts.find((text) => text.startsWith(key.toLowerCase())) ?? null;
}
