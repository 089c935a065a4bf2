/** The games at one table, each with its review and its record, and all records in one file. */

import { get } from "/static/lib/api.js";
import { h } from "/static/lib/dom.js";
import { sentence, thousands } from "/static/lib/text.js";

/** @typedef {import("/static/types").TableGame} TableGame */

/**
 * Load the games at this table and list them; null if there is only one, or they cannot be loaded.
 * @param {string} table
 * @param {{ open?: boolean, current?: number }} [shown] whether the list is unfolded, and which game is shown above it
 */
export async function loadTableGames(table, { open = false, current = 0 } = {}) {
  const found = await get(`/api/tables/${table}/games`).catch(() => null);
  /** @type {TableGame[]} */
  const games = found?.games ?? [];
  if (games.length < 2) return null;
  const all = h("a", { class: "btn quiet", href: `/api/tables/${table}/records`, download: true }, "Export all records");
  return h(
    "details",
    { class: "table-games", open },
    h("summary", {}, `All ${thousands(games.length)} games at this table`),
    h(
      "ol",
      {},
      games.map((game) => gameRow(table, game, current)),
    ),
    all,
  );
}

/** @param {string} table @param {TableGame} row @param {number} current */
function gameRow(table, { game, place, status, result, over }, current) {
  const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {object} */ more = {}) =>
    h("a", { href, "aria-label": `${text}: ${place}`, ...more }, text);
  const links = over
    ? [
        link(`/t/${table}/review?game=${game}`, "Review", { "aria-current": game === current && "page" }),
        link(`/api/tables/${table}/record?game=${game}`, "Record", { download: true }),
      ]
    : [link(`/t/${table}`, "Go on")];
  return h("li", {}, h("span", { class: "grow" }, h("b", {}, `${place}:`), ` ${sentence(status)} ${result}`), links);
}
