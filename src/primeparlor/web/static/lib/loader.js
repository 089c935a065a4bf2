/** Shows a loading notice until a page's data has arrived, or an error with a button to try again. */

import { errorMessage } from "/static/lib/api.js";
import { $, h, put } from "/static/lib/dom.js";

/**
 * Show a loading notice while `show` runs; if it fails, show the error and a button to try again.
 * @param {string} title
 * @param {() => Promise<unknown>} show
 */
export async function loadPage(title, show) {
  const main = $("#main");
  put(main, h("h1", null, title), h("p", { class: "soft", role: "status" }, "One moment …"));
  try {
    await show();
  } catch (error) {
    const again = h("button", { class: "btn main", type: "button", onclick: () => loadPage(title, show) }, "Try again");
    put(main, h("h1", null, title), h("p", { class: "card", role: "alert" }, errorMessage(error)), h("p", null, again));
  }
}
