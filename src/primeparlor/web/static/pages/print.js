/** A sheet of puzzles to print: chosen by game, stars and a seed, so that it can be made again. */

import { errorMessage, post } from "/static/lib/api.js";
import { $, h, put } from "/static/lib/dom.js";
import { loadBoard, loadGame, loadGames } from "/static/board/load_game.js";
import { puzzleHeading, solverSeats } from "/static/components/puzzle_heading.js";
import { loadPage } from "/static/lib/loader.js";

/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Verdict} Verdict */
/** @typedef {{ puzzle: Puzzle, solution: Verdict }} Solved */

const MOST = 12; // puzzles on a sheet
const SEEDS = 1_000_000;
const STEP = 100; // between the seeds of two sheets
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
  /** @type {string[]} */
  const seen = [];
  for (let at = 0; at < count; at += 1) {
    status.textContent = `Making puzzle ${at + 1} of ${count} …`;
    const { puzzle, solution } = await makePuzzle(seed * STEP + at, stars, seen);
    seen.push(puzzle.position);
    sheet.append(await onPaper(puzzle, at + 1));
    solutions.append(h("li", null, solution.why));
  }
  status.textContent = "Whoever opens this address gets the same sheet.";
}

/** @param {number} seed @param {number} stars @param {string[]} seen @returns {Promise<Solved>} */
async function makePuzzle(seed, stars, seen) {
  const puzzle = await post("/api/puzzles", { game, seed, stars, seen });
  return { puzzle, solution: await post(`/api/puzzles/${puzzle.puzzle}/answer`, { show: true }) };
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
  return h(
    "section",
    { class: "posed-on-paper" },
    h("h2", null, `${number}. ${puzzle.side}. ${puzzle.question}`),
    h("p", { class: "soft small" }, puzzleHeading(puzzle.heading)),
    h("div", { class: "stage", inert: true }, h("div", { class: "small-board" }, board.paint(puzzle.facts, look, []))),
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
