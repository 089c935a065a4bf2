/**
 * Pocket Addition in the browser: the pool of tiles between two pockets, and the way to the target below. Drawn from
 * the facts alone.
 *
 * Each figure stands once: the total above its pocket, what is left to go on the player's plate, the numbers taken in
 * the pocket, and the bars only show how far that is.
 */

import Board from "/static/board/board.js";
import { h, s } from "/static/lib/dom.js";
import { keyTexts, moveKey } from "/static/board/move_key.js";
import { fill } from "/static/lib/messages.js";
import { numeral, piece, token } from "/static/lib/numerals.js";
import { pressNumber } from "/static/board/number_keys.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").KeyText} KeyText */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Step} Step */

/** The tiles are the keys; what each player has lies beside them. */
export default class PocketAddition extends Board {
  /** @param {Facts} facts @param {Look} look */
  paint(facts, look) {
    const left = look.seats.you ?? 1;
    const right = /** @type {Player} */ (3 - left);
    return [
      h("div", { class: "pocket-b" }, pocket(facts, look, left), pool(facts, look), pocket(facts, look, right)),
      h("div", { class: "to15" }, bars(facts, look, [left, right], 800, "wide"), bars(facts, look, [left, right], 352, "narrow")),
    ];
  }

  /** The tiles are the keys, so there are none below the board. */
  keys() {
    return null;
  }

  /** @param {string} pressed @param {Facts} facts @param {Look} look */
  press(pressed, facts, look) {
    return pressNumber(pressed, look, facts.rules.largest) || super.press(pressed, facts, look);
  }

  /**
   * The tile goes from the pool into the pocket.
   * @param {Element} root @param {Step} step @param {Facts} before
   */
  travel(root, step, before) {
    const from = root.querySelector(`[data-key="tile-${step.move}"]`);
    const to = root.querySelector(`[data-taken="${step.move}"]`);
    if (!(to instanceof HTMLElement) || !from) return null;
    const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const zoom = b.width / to.offsetWidth; // on large screens; what is measured has it, what is set does not
    const [x, y] = [a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2];
    const off = `translate(${x / zoom}px, ${y / zoom}px)`;
    return to.animate([{ transform: off }, { transform: "none" }], { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

// The pool ------------------------------------------------------------------------------------------

/** @param {Facts} facts @param {Look} look */
function pool(facts, look) {
  const { largest } = facts.rules;
  return h(
    "div",
    { class: `pool p${largest > 12 ? 5 : largest > 9 ? 4 : 3}`, role: "group", "aria-label": facts.words.labels.pool },
    Object.entries(keyTexts(facts, look)).map(([number, text]) => tile(facts, look, number, text)),
  );
}

/**
 * A tile; one that somebody has taken keeps the focus, and who presses it hears who has it.
 * @param {Facts} facts @param {Look} look @param {string} number @param {KeyText} text
 */
function tile(facts, look, number, text) {
  const taken = !facts.pool.includes(Number(number));
  return moveKey(
    text,
    facts,
    look,
    { move: number, id: `tile-${number}`, kind: `tile ${taken ? "gone" : text.off ? "big" : ""}`, large: true },
    numeral(number, { inline: !text.off }),
    !taken && text.off && h("small", { "aria-hidden": "true" }, text.word),
  );
}

// The pockets ---------------------------------------------------------------------------------------

/** @param {Facts} facts @param {Look} look @param {Player} player */
function pocket(facts, look, player) {
  const name = look.seats.names[player - 1];
  const total = facts.totals[player - 1];
  const taken = facts.pockets[player - 1];
  const { labels } = facts.words;
  return h(
    "section",
    { class: `pk ${player === 1 ? "one" : "two"}`, "aria-label": fill(labels[`pocket${player}`], look.seats) },
    h("div", { class: "row" }, token(player), h("b", null, name)),
    h("div", { class: "sum" }, numeral(total, { inline: true, label: labels[`total${player}`] })),
    facts.winner !== null && h("p", { class: "end" }, player === facts.winner ? labels.won : ""),
    h(
      "div",
      { class: "bag", "aria-hidden": "true" },
      taken.map((/** @type {number} */ number) => h("span", { class: "t", "data-taken": number }, numeral(number))),
    ),
  );
}

/**
 * Two bars on the way to the target, made of the numbers taken, to scale.
 * @param {Facts} facts @param {Look} look @param {[Player, Player]} players @param {number} w @param {string} kind
 */
function bars(facts, look, players, w, kind) {
  const { target } = facts.rules;
  const left = kind === "wide" ? 44 : 32; // room for a player's sign
  const unit = (w - left - (kind === "wide" ? 46 : 24)) / target;
  const end = left + target * unit;
  const every = target > 60 ? 20 : target > 30 ? 10 : 5;
  const all = Array.from({ length: Math.floor(target / every) + 1 }, (_, at) => at * every);
  const marks = all.filter((at) => target - at >= every / 2);
  return s(
    "svg",
    {
      class: `board ${kind}`,
      viewBox: `0 0 ${w} 102`,
      role: "img",
      "aria-label": fill(facts.words.labels[`bars${players[0]}`], look.seats),
    },
    players.map((player, row) => bar(facts, player, 10 + 40 * row, left, unit)),
    s("path", { class: "goal", d: `M${end} 4V80` }),
    s("path", {
      class: "tick",
      d: Array.from({ length: target + 1 }, (_, at) => `M${left + at * unit} 78v${at % every ? 4 : 7}`).join(""),
    }),
    [...marks, target].map((at) => s("text", { class: at === target ? "lab b" : "lab", x: left + at * unit, y: 98 }, at)),
  );
}

/** @param {Facts} facts @param {Player} player @param {number} y @param {number} left @param {number} unit */
function bar(facts, player, y, left, unit) {
  const drawn = [s("rect", { class: "well", x: left, y, width: facts.rules.target * unit, height: 28, rx: 4 })];
  let x = left;
  for (const number of facts.pockets[player - 1]) {
    const part = { x: x + 1, y: y + 1, width: Math.max(1, number * unit - 2), height: 26, rx: 3 };
    drawn.push(s("rect", { class: `t${player}`, ...part }));
    if (player === 2) drawn.push(s("rect", { fill: "url(#h2)", opacity: 0.55, ...part }));
    x += number * unit;
  }
  return s("g", null, piece(player, left / 2, y + 14, 9), ...drawn);
}
