// The page of a table: one game between two seats.

import { ApiError, errorMessage, get, isRetryable, post } from "/static/lib/api.js";
import { $, h, put } from "/static/lib/dom.js";
import { loadBoard, loadGame } from "/static/board/load_game.js";
import { forgetTables } from "/static/lib/local_storage.js";
import { TableController } from "/static/pages/table/controller.js";

/**
 * Take the seat of a private link, and remove the token from the address after the response.
 * @param {string} address
 */
async function takeSeat(address) {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  const forget = () => history.replaceState(null, "", location.pathname);
  try {
    const sits = (await get(address)).you !== null; // that seat would be lost: the cookie is its only copy
    const takes = !sits || confirm("You already sit at this table. Take the seat of this link instead?");
    if (takes) await post(`${address}/seat`, {}, token);
    forget();
  } catch (error) {
    if (!isRetryable(error)) forget();
    throw error;
  }
}

async function main() {
  const address = `/api/tables/${location.pathname.split("/")[2]}`;
  try {
    await takeSeat(address);
    const view = await get(address);
    const board = await loadBoard(await loadGame(view.game));
    new TableController(view, board).open();
  } catch (error) {
    const gone = error instanceof ApiError && error.status === 404;
    if (gone) forgetTables([location.pathname.split("/")[2]]);
    const title = gone ? "Table not found" : "This table cannot be shown";
    put(
      $("#main"),
      h(
        "section",
        { class: "card stack" },
        h("h1", {}, title),
        h("p", {}, errorMessage(error)),
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
