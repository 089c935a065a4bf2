/** Loads the list of games, and the picture and the board of each. */

import { get } from "/static/lib/api.js";
import Board from "/static/board/board.js";
import { h, s } from "/static/lib/dom.js";
import { diamond, digits, picture, width } from "/static/lib/numerals.js";

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
 * Load the picture of the game's art.js; a default if there is none, or it fails.
 * @param {GameInfo} game
 * @returns {Promise<SVGElement>}
 */
export async function loadPicture(game) {
  if (game.art) {
    try {
      return (await import(game.art)).default();
    } catch (error) {
      console.error(`The art.js of ${game.name} is left out.`, error);
    }
  }
  return defaultArt(game);
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
 * Create the board of this game, with its stylesheet; the default if there is none, or it is broken.
 * Raises ApiError if the server cannot be reached.
 * @param {GameInfo} game
 * @returns {Promise<Board>}
 */
export async function loadBoard(game) {
  if (!game.page) return new Board(game);
  for (const last of [false, true]) {
    try {
      const own = await importBoard(game.page, game.style);
      return game.ours ? new own(game) : guardBoard(new own(game), game);
    } catch (error) {
      await get("/api/games"); // fails like the board where the line dropped
      if (last) reportBoard(game, error);
    }
  }
  return new FallbackBoard(game);
}

/**
 * Import the board class from this address, with its stylesheet.
 * @param {string} address
 * @param {string | null} style
 * @returns {Promise<typeof Board>}
 */
async function importBoard(address, style) {
  const styled = style && linkStylesheet(style);
  const times = failures.get(address) ?? 0;
  try {
    const { default: own } = await import(times ? `${address}?again=${times}` : address);
    await styled;
    if (!(own?.prototype instanceof Board)) throw new TypeError("its default export is no class that extends Board");
    return own;
  } catch (error) {
    failures.set(address, times + 1);
    throw error;
  }
}

/** @param {GameInfo} game @param {unknown} error */
function reportBoard(game, error) {
  console.error(`The page.js of ${game.name} is left out: ${error}. Run 'parlor check-game ${game.name}' for more.`);
}

/**
 * Let the default board take the place of a guest's as soon as that fails, with one line in the console.
 * @param {Board} own
 * @param {GameInfo} game
 */
function guardBoard(own, game) {
  let board = own;
  /** @template T @param {() => T} ask @returns {T} */
  const attempt = (ask) => {
    try {
      return ask();
    } catch (error) {
      if (board !== own) throw error;
      reportBoard(game, error);
      board = new FallbackBoard(game);
      return ask();
    }
  };
  return new Proxy(own, {
    get(_, name) {
      const value = attempt(() => Reflect.get(board, name));
      if (typeof value !== "function") return value;
      return (/** @type {unknown[]} */ ...given) =>
        attempt(() => {
          const answer = Reflect.get(board, name).apply(board, given);
          if (name === "paint" && !answer) throw new TypeError(`paint() gives ${answer}`);
          return answer;
        });
    },
  });
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
