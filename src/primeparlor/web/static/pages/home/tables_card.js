/** The card to join by link, with some of the tables this browser has a seat at. */

import { $, h, put } from "/static/lib/dom.js";
import { loadTables } from "/static/lib/local_storage.js";
import { listTables, tableLink } from "/static/lib/my_tables.js";

const [MOST_ASKED, MOST] = [30, 5]; // tables that are looked up, and shown
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

/** List the tables that wait to go on, or else the latest; and lead to all of them. */
export async function showTables() {
  const { tables } = await listTables(loadTables().slice(0, MOST_ASKED)).catch(() => ({ tables: [] }));
  $("#tables").hidden = !tables.length;
  put(
    $("#tables .tables"),
    tables.slice(0, MOST).map((row) => h("li", null, h("a", { href: tableLink(row) }, `${row.title}: ${row.status}`))),
  );
}
