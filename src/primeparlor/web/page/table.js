// The page of a table: one game between two seats.

import { ApiError, get, mayPass, post, wentWrong } from "/static/api.js";
import { $, h, put } from "/static/dom.js";
import { boardOf, gameNamed } from "/static/games.js";
import { left } from "/static/kept.js";
import { Table } from "/static/table/live.js";

/**
 * Take the seat that a private link names, and take the token out of the address once the server has answered.
 * @param {string} address
 */
async function takeSeat(address) {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  const forget = () => history.replaceState(null, "", location.pathname);
  try {
    const sits = (await get(address)).you !== null; // and would lose that seat: the cookie is its only copy
    const takes = !sits || confirm("You already sit at this table. Take the seat of this link instead?");
    if (takes) await post(`${address}/seat`, {}, token);
    forget();
  } catch (error) {
    if (!mayPass(error)) forget();
    throw error;
  }
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
    const gone = error instanceof ApiError && error.status === 404;
    if (gone) left(location.pathname.split("/")[2]);
    const title = gone ? "Table not found" : "This table cannot be shown";
    put(
      $("#main"),
      h(
        "section",
        { class: "card stack" },
        h("h1", {}, title),
        h("p", {}, wentWrong(error)),
        h(
          "div",
          { class: "row" },
          !gone && h("button", { class: "btn main", type: "button", onclick: () => location.reload() }, "Try again"),
          h("a", { class: gone ? "btn main" : "btn", href: "/" }, "Open another table"),
        ),
      ),
    );
  }
}

main();
