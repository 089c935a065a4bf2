/** The progress page: ladders, ratings, calendar and scores, with export and import. */

import { ApiError, errorMessage } from "/static/lib/api.js";
import { daysCard } from "/static/components/calendar.js";
import { rungKey } from "/static/components/rung_key.js";
import { exportProgress, importProgress, syncProgress } from "/static/lib/progress.js";
import { $, definitions, h, put, s } from "/static/lib/dom.js";
import { loadGames } from "/static/board/load_game.js";
import { loadPage } from "/static/lib/loader.js";
import { capital } from "/static/lib/text.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {Summary["by_game"][string]["ladder"]} Ladder */
/** @typedef {import("/static/types").Summary} Summary */

const WEEKS = 8;

async function draw() {
  const [list, { summary }] = await Promise.all([loadGames(), syncProgress()]);
  put(
    $("#main"),
    h(
      "div",
      { class: "head" },
      h("h1", null, "Progress"),
      h(
        "div",
        { class: "grow" },
        summary.totals.map((text) => h("span", { class: "chip" }, text)),
      ),
    ),
    h(
      "div",
      { class: "two-col" },
      h(
        "div",
        { class: "stack" },
        nextCard(summary, list),
        laddersCard(summary, list),
        h(
          "div",
          { class: "by-game" },
          list.map((game) => gameCard(game, summary)),
        ),
      ),
      h(
        "aside",
        { class: "side", "aria-label": "Days and scores" },
        daysCard(summary, WEEKS),
        accuracyCard(summary),
        rushCard(summary),
        exportCard(),
      ),
    ),
  );
}

/** @param {Summary} summary @param {GameInfo[]} list */
function nextCard(summary, list) {
  const game = list.find(({ name }) => name === summary.next);
  const ladder = game && summary.by_game[game.name]?.ladder;
  if (!game || !ladder?.next) return h("section", { class: "card" }, h("h2", null, "Every rung is passed."));
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, "What to try next", h("span", { class: "soft small" }, ` ${game.title}`)),
    h("p", null, ladder.next_text),
    rungKey(game.name, ladder.next.number, "btn main"),
  );
}

/** Make the table of ladders. @param {Summary} summary @param {GameInfo[]} list */
function laddersCard(summary, list) {
  return h(
    "section",
    { class: "card stack", "aria-labelledby": "ladders" },
    h(
      "h2",
      { id: "ladders" },
      "Ladders",
      h("span", { class: "soft small" }, ` ${summary.rungs.passed} of ${summary.rungs.of} rungs`),
    ),
    h("p", { class: "soft small" }, "A rung is passed without hints or undo."),
    list.map((game) => ladderRow(game, summary.by_game[game.name]?.ladder)),
  );
}

/** @param {GameInfo} game @param {Ladder | undefined} ladder */
function ladderRow({ name, title }, ladder) {
  return (
    ladder &&
    h(
      "div",
      { class: "standing" },
      h(
        "div",
        null,
        h("h3", null, title, h("span", { class: "soft small" }, ` ${ladder.count_text}`)),
        h("p", { class: "dia-t", "aria-hidden": "true" }, "◆".repeat(ladder.passed) + "◇".repeat(ladder.of - ladder.passed)),
        h("p", { class: "soft small" }, ladder.next_text),
      ),
      ladder.next && rungKey(name, ladder.next.number),
    )
  );
}

/** @param {GameInfo} game @param {Summary} summary */
function gameCard({ name, title }, summary) {
  const of = summary.by_game[name];
  if (!of || !(of.games || of.rating.asked)) return null;
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, title, h("span", { class: "soft small" }, ` ${of.counts}`)),
    definitions(of.values),
    of.mistakes.length > 0 &&
      h(
        "div",
        null,
        h("h3", null, "Mistakes you make most"),
        h(
          "ul",
          { class: "mistakes" },
          of.mistakes.map(({ text }) => h("li", null, text)),
        ),
      ),
  );
}

/** @param {Summary} summary */
function accuracyCard({ accuracy: told, accuracy_games: words, accuracy_average: average, accuracy_explained: explained }) {
  if (!told.length) return null;
  const wide = 300 / Math.max(told.length, 10); // a few games begin a row, and do not seem lost in it
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, "Accuracy"),
    s(
      "svg",
      { class: "columns", viewBox: "0 0 300 84", role: "img", "aria-label": words },
      s("path", { class: "ax", d: "M0 80H300" }),
      told.map((each, at) =>
        s("rect", {
          class: "column",
          x: at * wide + 1,
          y: 80 - 0.76 * each.accuracy,
          width: Math.min(28, wide - 2),
          height: 0.76 * each.accuracy,
        }),
      ),
    ),
    h("p", { class: "soft small" }, `${average} ${explained}`),
  );
}

/** @param {Summary} summary */
function rushCard({ rush_bests: bests }) {
  if (!bests.length) return null;
  const rows = bests.map(({ label, text }) => ({ label: capital(label), text }));
  return h("section", { class: "card stack" }, h("h2", null, "Rush"), definitions(rows));
}

/** Make the card that exports and imports progress. */
function exportCard() {
  const told = h("p", { role: "status", class: "small" });
  const file = h("input", { type: "file", id: "import", class: "vh", accept: ".json,application/json" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const sentence = await importProgress(await chosen.text());
      await draw();
      $("#told").textContent = sentence;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      told.textContent = error.status === 413 ? "This is too large to be taken in here." : errorMessage(error);
      file.value = ""; // so that the same file can be chosen again
    }
  });
  told.id = "told";
  return h(
    "section",
    { class: "card stack", "aria-labelledby": "elsewhere" },
    h("h2", { id: "elsewhere" }, "Take it with you"),
    h(
      "p",
      { class: "small" },
      "All of this is stored in this browser. Take it to another browser as a file, or to the terminal: ",
      h("code", { class: "command" }, "parlor progress --import FILE"),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "btn", type: "button", onclick: download }, "Export"),
      h("label", { class: "btn", for: "import" }, "Import …"),
      file,
    ),
    told,
  );
}

async function download() {
  const address = URL.createObjectURL(new Blob([await exportProgress()], { type: "application/json" }));
  const link = h("a", { href: address, download: "progress.json" });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(address);
}

loadPage("Progress", draw);
