/** A sheet of puzzles to print: chosen by game, stars and a seed, so that it can be made again. */

import { errorMessage, get, isRetryable } from "/static/lib/api.js";
import { $, h, put } from "/static/lib/dom.js";
import { loadBoard, loadGame, loadGames } from "/static/board/load_game.js";
import { puzzleHeading, solverSeats } from "/static/components/puzzle_header.js";
import { loadPage } from "/static/lib/loader.js";

/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Sheet} Sheet */

const MOST = 12; // puzzles on a sheet
const SEEDS = 1_000_000;
const TRIES = 5;
const SOON = 2000; // milliseconds until another try
const game = decodeURIComponent(location.pathname.split("/")[2]);

/** A whole number of the address, kept in its range. @param {string} name @param {number} otherwise @param {number} most */
function wished(name, otherwise, most) {
  const given = Number(new URLSearchParams(location.search).get(name) ?? otherwise);
  return Number.isInteger(given) ? Math.min(Math.max(given, 1), most) : otherwise;
}

/** @param {string} name @param {string} label @param {number} value @param {number} most */
const field = (name, label, value, most) =>
  h("label", null, label, h("input", { type: "number", name, min: 1, max: most, value, required: true }));

async function main() {
  const [count, stars] = [wished("puzzles", 6, MOST), wished("stars", 2, 5)];
  const seed = wished("seed", 1 + Math.floor(Math.random() * SEEDS), SEEDS);
  history.replaceState(null, "", `?puzzles=${count}&stars=${stars}&seed=${seed}`);
  const title = (await loadGames()).find(({ name }) => name === game)?.title ?? "";
  document.title = `Puzzles of ${title} · Prime Parlor`;
  const status = h("p", { class: "soft sheet-status", role: "status" });
  const sheet = h("div", { class: "puzzle-sheet" });
  const solutions = h("ol");
  const form = h(
    "form",
    { class: "sheet-form", method: "get" },
    field("puzzles", "Puzzles", count, MOST),
    field("stars", "Stars, 1 to 5", stars, 5),
    field("seed", "Sheet number", seed, SEEDS),
    h("button", { class: "btn", type: "submit" }, "Make the sheet"),
    h("button", { class: "btn main", type: "button", onclick: () => window.print() }, "Print"),
  );
  put(
    $("#main"),
    h("div", { class: "head" }, h("h1", null, `Puzzles of ${title}`), h("span", { class: "soft" }, `Sheet ${seed}`)),
    form,
    status,
    sheet,
    h("section", { class: "solutions" }, h("h2", null, `Solutions, sheet ${seed}`), solutions),
  );
  status.textContent = "Making the sheet …";
  const made = await loadSheet(`/api/sheet?game=${encodeURIComponent(game)}&seed=${seed}&stars=${stars}&puzzles=${count}`);
  const drawn = await Promise.all(made.puzzles.map((puzzle, at) => onPaper(puzzle, at + 1)));
  put(sheet, drawn);
  put(
    solutions,
    made.solutions.map((solution) => h("li", null, solution)),
  );
  status.textContent = "Whoever opens this address gets the same sheet.";
}

/** Load the sheet; a whole class may ask for it at once, and be asked to wait. @param {string} path @returns {Promise<Sheet>} */
async function loadSheet(path) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await get(path);
    } catch (error) {
      if (!isRetryable(error) || tries === TRIES) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, SOON));
    }
  }
}

/** Draw a puzzle with room for an answer. @param {Puzzle} puzzle @param {number} number */
async function onPaper(puzzle, number) {
  const board = await loadBoard(await loadGame(puzzle.game));
  /** @type {Look} */
  const look = {
    seats: solverSeats(puzzle),
    me: puzzle.turn,
    held: "",
    tried: [],
    yours: false,
    over: false,
    actions: puzzle.actions ?? null,
    play() {},
    hold() {},
    mode: "review",
  };
  const picture = h("div", { class: "small-board" }, board.paint(puzzle.facts, look, []));
  for (const key of picture.querySelectorAll("button, [tabindex]")) key.setAttribute("tabindex", "-1"); // nothing is pressed here
  return h(
    "section",
    { class: "posed-on-paper" },
    h("h2", null, `${number}. ${puzzle.side}. ${puzzle.question}`),
    h("p", { class: "soft small" }, puzzleHeading(puzzle.heading)),
    h("div", { class: "stage" }, picture),
    h("p", { class: "answer-line" }, "Your answer:"),
  );
}

loadPage("Puzzles on paper", () =>
  main().catch((error) => {
    const status = document.querySelector(".sheet-status");
    if (!status) throw error;
    status.textContent = errorMessage(error);
  }),
);
