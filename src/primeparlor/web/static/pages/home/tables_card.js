/** The card to join by link, with the tables this browser has a seat at. */

import { ApiError, get } from "/static/lib/api.js";
import { $, h, put } from "/static/lib/dom.js";
import { forgetTable, loadTables } from "/static/lib/local_storage.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/lib/local_storage.js").SavedTable} SavedTable */

const MOST = 5; // tables that are looked up and shown
const ID = /^[a-z0-9]{4}(-?[a-z0-9]{4}){3}$/;

/** Add the listener of the link form. */
export function prepareJoin() {
  $("#join").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ ($("#link"));
    const place = tablePath(field.value.trim());
    $("#no-link").textContent = place ? "" : "That is not a link to a table here.";
    if (place) location.assign(place);
    else field.focus();
  });
}

/**
 * Return the path for a link or a table's name, always on this server; null if it is neither.
 * @param {string} text
 */
function tablePath(text) {
  if (ID.test(text.toLowerCase())) return `/t/${text.toLowerCase()}`;
  const found = /^(?:https?:\/\/[^/]+)?\/?t\/([a-z0-9-]+)\/?(#seat=[\w-]+)?$/i.exec(text);
  return found && ID.test(found[1].toLowerCase()) ? `/t/${found[1].toLowerCase()}${found[2] ?? ""}` : null;
}

/** Request the saved tables and list those that still exist. */
export async function showTables() {
  const found = (await Promise.all(loadTables().slice(0, MOST).map(lookUp))).filter((row) => row !== null);
  $("#tables").hidden = !found.length;
  put($("#tables .tables"), found);
}

/**
 * Make the row of a table; null if the table is gone, or this browser has no seat there any more.
 * @param {SavedTable} table
 */
async function lookUp(table) {
  try {
    const view = /** @type {View} */ (await get(`/api/tables/${encodeURIComponent(table.id)}`));
    if (view.you !== null) return tableRow(view);
    forgetTable(table.id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetTable(table.id);
  }
  return null;
}

/** @param {View} view */
function tableRow(view) {
  const place = `/t/${encodeURIComponent(view.table)}${view.outcome ? "/review" : ""}`;
  return h("li", null, h("a", { href: place }, `${view.title}: ${view.status}`));
}
