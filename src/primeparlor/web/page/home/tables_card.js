/** Joining by link, and the tables this browser still sits at. */

import { ApiError, get } from "/static/api.js";
import { $, h, put } from "/static/dom.js";
import { left, satAt } from "/static/kept.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/kept.js").Sat} Sat */

const MOST = 5; // tables that are looked up and shown
const ID = /^[a-z0-9]{4}(-?[a-z0-9]{4}){3}$/;

/** Listen to the field for links. */
export function prepareJoin() {
  $("#join").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ ($("#link"));
    const place = placeOf(field.value.trim());
    $("#no-link").textContent = place ? "" : "That is not a link to a table here.";
    if (place) location.assign(place);
    else field.focus();
  });
}

/**
 * Where a link or the name of a table leads, always within this house; null if it is neither.
 * @param {string} text
 */
function placeOf(text) {
  if (ID.test(text.toLowerCase())) return `/t/${text.toLowerCase()}`;
  const found = /^(?:https?:\/\/[^/]+)?\/?t\/([a-z0-9-]+)\/?(#seat=[\w-]+)?$/i.exec(text);
  return found && ID.test(found[1].toLowerCase()) ? `/t/${found[1].toLowerCase()}${found[2] ?? ""}` : null;
}

/** Look up the tables this browser sat at, and list those that are still there. */
export async function showTables() {
  const found = (await Promise.all(satAt().slice(0, MOST).map(lookUp))).filter((row) => row !== null);
  $("#tables").hidden = !found.length;
  put($("#tables .tables"), found);
}

/**
 * A line for a table; null where it is gone, or belongs to somebody else now.
 * @param {Sat} table
 */
async function lookUp(table) {
  try {
    const view = /** @type {View} */ (await get(`/api/tables/${encodeURIComponent(table.id)}`));
    if (view.you !== null) return line(view);
    left(table.id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) left(table.id);
  }
  return null;
}

/** @param {View} view */
function line(view) {
  const place = `/t/${encodeURIComponent(view.table)}${view.outcome ? "/review" : ""}`;
  return h("li", null, h("a", { href: place }, `${view.title}, ${standing(view)}`));
}

/**
 * How a table stands, in a few words.
 * @param {View} view
 */
function standing(view) {
  if (view.waiting) return "waiting for a friend";
  if (view.outcome?.winner === null) return "nobody won";
  if (view.outcome) return view.holds.length > 1 ? "over" : view.outcome.winner === view.you ? "you won" : "you lost";
  if (view.holds.length > 1) return "on one screen";
  if (view.turn === view.you) return "your turn";
  const other = view.seats.find((seat) => seat.player !== view.you);
  return other?.house ? "with the house" : `with ${other?.name || "a friend"}`;
}
