/** The games of this house, with the picture and the board of each. */

import { get } from "/static/api.js";
import Board from "/static/board.js";
import { h, s } from "/static/dom.js";
import { diamond, digits, picture, width } from "/static/numerals.js";
import { sentence } from "/static/words.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/** @type {Promise<GameInfo[]> | null} */
let known = null;

/**
 * Every game here, in the order of the wall; asked for once a page.
 * @returns {Promise<GameInfo[]>}
 */
export function games() {
  known ??= get("/api/games").catch((error) => {
    known = null; // so that it can be asked for again
    throw error;
  });
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
 * The game's picture for the wall, and what the game is about; the house's own where it brings none, or a broken one.
 * @param {GameInfo} game
 * @returns {Promise<{ art: SVGElement, about: string }>}
 */
export async function pictureOf(game) {
  if (game.art) {
    try {
      const { default: art, about } = await import(game.art);
      return { art: art(), about };
    } catch (error) {
      console.error(`The art.js of ${game.name} is left out.`, error);
    }
  }
  return { art: anyArt(game), about: sentence(game.aim) };
}

/**
 * A picture for any game: the first number of its rules, or the house's diamond.
 * @param {GameInfo} game
 */
function anyArt(game) {
  const number = Object.values(game.rules)[0]?.standard ?? 1000;
  const [slate, brass, scale] = ["#3f4650", "#e0ab3d", 0.62];
  const sign =
    number < 1000 &&
    digits(number, 100 - (width(number) * scale) / 2, 79 - 50 * scale, scale, {
      class: "lv-bob",
      color: "#fff6e4",
      ground: slate,
    });
  return picture(
    slate,
    s("g", { fill: "none", stroke: brass, "stroke-width": 2 }, diamond(100, 79, 69, "")),
    sign || s("g", { fill: brass }, diamond(100, 79, 44, "")),
  );
}

/** In the place of a board that is broken: whether that one allows the rail is not known. */
class Spare extends Board {
  get rail() {
    return false;
  }
}

/** @type {Map<string, number>} how often a board did not load, by address: some browsers keep that an import failed */
const missed = new Map();

/**
 * The board's class of this game, with its stylesheet on its way; the default where the game brings none, or a broken one.
 * Raises ApiError where the line dropped.
 * @param {GameInfo} game
 * @returns {Promise<typeof Board>}
 */
export async function boardClass(game) {
  if (!game.page) return Board;
  for (const last of [false, true]) {
    try {
      return await loaded(game.page);
    } catch (error) {
      await get("/api/games"); // fails like the board where the line dropped
      if (last) console.error(`The page.js of ${game.name} is left out.`, error);
    }
  }
  return Spare;
}

/** The board's class from this address, with its stylesheet. @param {string} address @returns {Promise<typeof Board>} */
async function loaded(address) {
  const dressed = dress(address.replace(/\.js$/, ".css"));
  const times = missed.get(address) ?? 0;
  try {
    const { default: own } = await import(times ? `${address}?again=${times}` : address);
    await dressed;
    return own;
  } catch (error) {
    missed.set(address, times + 1);
    throw error;
  }
}

/**
 * The board of this game, ready to be drawn.
 * @param {GameInfo} game
 */
export async function boardOf(game) {
  return new (await boardClass(game))(game);
}

/** @type {Map<string, Promise<unknown>>} stylesheets on their way or here, by address */
const sheets = new Map();

/**
 * Link a stylesheet, once; done when it is here, or does not come: then it is linked again when it is next needed.
 * @param {string} address
 */
function dress(address) {
  const known = sheets.get(address);
  if (known) return known;
  const coming = new Promise((done) => {
    const forget = () => {
      link.remove();
      sheets.delete(address);
      done(null);
    };
    const link = h("link", { rel: "stylesheet", href: address, onload: done, onerror: forget });
    document.head.append(link);
  });
  sheets.set(address, coming);
  return coming;
}
