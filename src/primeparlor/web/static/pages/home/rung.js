/** The rung to try next in the chosen game, and the key that opens its table. */

import { rungKey } from "/static/components/rung_key.js";
import { $, h, put } from "/static/lib/dom.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Summary} Summary */

/** @type {GameInfo | null} */
let game = null;
/** @type {Summary | null} */
let summary = null;

/** Show the rung of this game. @param {GameInfo} chosen */
export function showRung(chosen) {
  game = chosen;
  draw();
}

/** Show the rungs of somebody with this progress from now on. @param {Promise<Summary | null>} progress */
export async function showStanding(progress) {
  summary = await progress;
  draw();
}

function draw() {
  if (!game) return;
  const known = summary?.by_game[game.name]?.ladder;
  const { next, text } = known
    ? { next: known.next?.number ?? null, text: known.next_text }
    : { next: game.ladder.next, text: game.ladder.next_text };
  $("#rung").hidden = !text;
  put(
    $("#rung"),
    h("div", null, h("p", { class: "caps" }, "Ladder"), h("h2", { id: "rung-title" }, game.title)),
    h("p", null, text),
    next !== null && rungKey(game.name, next),
  );
}
