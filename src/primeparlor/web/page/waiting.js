/** What stands on a page until what it shows has come, or where it does not come. */

import { wentWrong } from "/static/api.js";
import { $, h, put } from "/static/dom.js";

/**
 * Show that something is on its way, then the page; what goes wrong is said, with a way to try again.
 * @param {string} title
 * @param {() => Promise<unknown>} show
 */
export async function whileLooking(title, show) {
  const main = $("#main");
  put(main, h("h1", null, title), h("p", { class: "soft", role: "status" }, "One moment …"));
  try {
    await show();
  } catch (error) {
    const again = h("button", { class: "btn main", type: "button", onclick: () => whileLooking(title, show) }, "Try again");
    put(main, h("h1", null, title), h("p", { class: "card", role: "alert" }, wentWrong(error)), h("p", null, again));
  }
}
