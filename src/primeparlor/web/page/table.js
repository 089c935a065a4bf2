// The page of a table: one game between two seats.

import { ApiError, get, post } from "/static/api.js";
import { $, h, put } from "/static/dom.js";
import { boardOf, gameNamed } from "/static/games.js";
import { left } from "/static/kept.js";
import { Table } from "/static/table/live.js";

/** Take the seat that a private link names, and take the token out of the address. @param {string} address */
async function takeSeat(address) {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  const sits = (await get(address)).you !== null; // and would lose that seat: the cookie is its only copy
  if (sits && !confirm("You already sit at this table. Take the seat of this link instead?")) return;
  await post(`${address}/seat`, {}, token);
}

async function main() {
  const address = `/api/tables/${location.pathname.split("/")[2]}`;
  try {
    await takeSeat(address);
    const view = await get(address);
    const board = await boardOf(await gameNamed(view.game));
    document.title = `${view.title} · Prime Parlor`;
    new Table(view, board).open();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const gone = error instanceof ApiError && error.status === 404;
    if (gone) left(location.pathname.split("/")[2]);
    const title = gone ? "Table not found" : "This table cannot be shown";
    put(
      $("#main"),
      h(
        "section",
        { class: "card stack" },
        h("h1", {}, title),
        h("p", {}, text),
        h("a", { class: "btn main", href: "/" }, "Open another table"),
      ),
    );
  }
}

main();
