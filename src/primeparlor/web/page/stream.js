// What happens at a table, as it happens. The browser reconnects by itself and says what it saw last;
// when it gives up (the server answered with an error), we start again, more and more slowly.

import { Later } from "/static/later.js";

/** @typedef {import("/static/types").View} View */
/**
 * @typedef {object} Listener
 * @property {(view: View) => void} view
 * @property {(presence: Pick<View, "seats" | "watching" | "thinking">) => void} presence who came or went
 * @property {() => void} bye the server closes
 * @property {() => void} lost the line dropped
 * @property {() => void} open the line is there, for the first time or again
 * @property {() => void} back the line is well, as all news shows
 * @property {() => void} gone there is no such table any more
 */

/**
 * Follow a stream until the function that is returned is called.
 * @param {string} url
 * @param {number} has the last entry in the view that the page has: it is not sent again
 * @param {Listener} on
 * @returns {() => void}
 */
export function follow(url, has, on) {
  let stopped = false;
  /** @type {EventSource} */
  let source;

  const heard = (/** @type {(told: any) => void} */ tell) => (/** @type {MessageEvent} */ event) => {
    on.back();
    tell(JSON.parse(event.data));
  };
  const open = (query = "") => {
    source = new EventSource(url + query);
    source.addEventListener("open", () => {
      later.stop();
      later.well();
      on.back();
      on.open();
    });
    source.addEventListener("view", heard(on.view));
    source.addEventListener("presence", heard(on.presence));
    source.addEventListener("bye", () => on.bye());
    source.addEventListener("error", () => {
      on.lost();
      if (source.readyState === EventSource.CLOSED) lookAgain();
    });
  };
  const lookAgain = async () => {
    const answer = await fetch(url.replace(/\/stream$/, "")).catch(() => null);
    if (stopped) return;
    if (answer?.status === 404) on.gone();
    else later.again();
  };
  const later = new Later(open);
  /** @param {PageTransitionEvent} event */
  const shown = (event) => {
    if (event.persisted) {
      source.close(); // a page that comes back from the browser's memory has missed something
      open();
    }
  };
  addEventListener("pageshow", shown);
  open(`?after=${has}`);
  return () => {
    stopped = true;
    removeEventListener("pageshow", shown);
    later.stop();
    source.close();
  };
}
