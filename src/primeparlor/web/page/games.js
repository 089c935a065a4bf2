/** The games of this house, and the board of each. */

import { get } from "/static/api.js";
import Board from "/static/board.js";
import { h } from "/static/dom.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/** @type {Promise<GameInfo[]> | null} */
let known = null;

/**
 * Every game here, in the order of the wall; asked for once a page.
 * @returns {Promise<GameInfo[]>}
 */
export function games() {
  known ??= get("/api/games");
  return known;
}

/**
 * The game of this name, which the server knows.
 * @param {string} name
 * @returns {Promise<GameInfo>}
 */
export async function gameNamed(name) {
  const found = (await games()).find((game) => game.name === name);
  if (!found) throw new Error(`The game ${name} is not installed here.`);
  return found;
}

/**
 * The board's class of this game, with its stylesheet on its way; the default where the game brings none, or a broken one.
 * @param {GameInfo} game
 * @returns {Promise<typeof Board>}
 */
export async function boardClass(game) {
  if (!game.page) return Board;
  dress(game.page.replace(/\.js$/, ".css"));
  try {
    return (await import(game.page)).default;
  } catch (error) {
    console.error(`The page.js of ${game.name} is left out.`, error);
    return Board;
  }
}

/**
 * The board of this game, ready to be drawn.
 * @param {GameInfo} game
 */
export async function boardOf(game) {
  return new (await boardClass(game))(game);
}

/**
 * Link a stylesheet, once.
 * @param {string} address
 */
function dress(address) {
  if (document.head.querySelector(`link[href="${CSS.escape(address)}"]`)) return;
  document.head.append(h("link", { rel: "stylesheet", href: address }));
}
