/** Loads the list of games, and the picture and the board of each. */

import { get } from "/static/lib/api.js";
import Board from "/static/board/board.js";
import { h, s } from "/static/lib/dom.js";
import { diamond, digits, picture, width } from "/static/lib/numerals.js";
import { sentence } from "/static/lib/text.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/** @type {Promise<GameInfo[]> | null} */
let known = null;

/**
 * Load the games in the order of the home page; requested once per page.
 * @returns {Promise<GameInfo[]>}
 */
export function loadGames() {
  known ??= get("/api/games").catch((error) => {
    known = null; // so that it can be asked for again
    throw error;
  });
  return known;
}

/**
 * Load the game of this name. Raises an error if it is not installed.
 * @param {string} name
 * @returns {Promise<GameInfo>}
 */
export async function loadGame(name) {
  const found = (await loadGames()).find((game) => game.name === name);
  if (!found) throw new Error(`The game ${name} is not installed here.`);
  return found;
}

/**
 * Load the game's art.js: its picture and what it is about; a default if there is none, or it fails.
 * @param {GameInfo} game
 * @returns {Promise<{ art: SVGElement, about: string }>}
 */
export async function loadPicture(game) {
  if (game.art) {
    try {
      const { default: art, about } = await import(game.art);
      return { art: art(), about };
    } catch (error) {
      console.error(`The art.js of ${game.name} is left out.`, error);
    }
  }
  return { art: defaultArt(game), about: sentence(game.aim) };
}

/**
 * Draw the default picture: the first number of the game's rules, or a diamond.
 * @param {GameInfo} game
 */
function defaultArt(game) {
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

/** Replaces a board that failed to load; the rail stays hidden because that board might forbid it. */
class FallbackBoard extends Board {
  get rail() {
    return false;
  }
}

/** @type {Map<string, number>} failed imports by address: some browsers cache a failed import */
const failures = new Map();

/**
 * Load the board class of this game and its stylesheet; the default if there is none, or it is broken.
 * Raises ApiError if the server cannot be reached.
 * @param {GameInfo} game
 * @returns {Promise<typeof Board>}
 */
export async function loadBoardClass(game) {
  if (!game.page) return Board;
  for (const last of [false, true]) {
    try {
      return await importBoard(game.page);
    } catch (error) {
      await get("/api/games"); // fails like the board where the line dropped
      if (last) console.error(`The page.js of ${game.name} is left out.`, error);
    }
  }
  return FallbackBoard;
}

/** Import the board class from this address, with its stylesheet. @param {string} address @returns {Promise<typeof Board>} */
async function importBoard(address) {
  const styled = linkStylesheet(address.replace(/\.js$/, ".css"));
  const times = failures.get(address) ?? 0;
  try {
    const { default: own } = await import(times ? `${address}?again=${times}` : address);
    await styled;
    return own;
  } catch (error) {
    failures.set(address, times + 1);
    throw error;
  }
}

/**
 * Create the board of this game.
 * @param {GameInfo} game
 */
export async function loadBoard(game) {
  return new (await loadBoardClass(game))(game);
}

/** @type {Map<string, Promise<unknown>>} stylesheets loading or loaded, by address */
const sheets = new Map();

/**
 * Link a stylesheet once. Resolves when it has loaded or failed; a failed one is linked again when next needed.
 * @param {string} address
 */
function linkStylesheet(address) {
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
