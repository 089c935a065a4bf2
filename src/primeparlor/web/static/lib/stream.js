// The event stream of a table. The browser reconnects by itself and sends the id of the last event;
// when it gives up because the server answered with an error, we reconnect with a growing delay.

/** @typedef {import("/static/types").Update} Update */
/** @typedef {import("/static/types").View} View */

const FIRST_WAIT = 1000; // milliseconds
const LONGEST_WAIT = 8000;

/** Retries with exponential backoff and jitter, so that pages do not all retry at once. */
export class Backoff {
  /** @param {() => void} attempt */
  constructor(attempt) {
    this.attempt = attempt;
    this.wait = FIRST_WAIT;
    this.timer = 0;
  }

  /** Schedule the next attempt, after twice the last delay. */
  schedule() {
    this.cancel();
    this.timer = window.setTimeout(this.attempt, this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Make the next delay short again, after a success. */
  reset() {
    this.wait = FIRST_WAIT;
  }

  cancel() {
    clearTimeout(this.timer);
  }
}

/**
 * @typedef {object} Listener
 * @property {(news: View | Update) => void} news the whole table, or what is new there
 * @property {(presence: Pick<View, "seats" | "watching" | "thinking">) => void} presence who came or went
 * @property {() => void} bye the server shuts down
 * @property {() => void} lost the connection dropped
 * @property {() => void} open the connection is open, for the first time or again
 * @property {() => void} back the connection works, as every event shows
 * @property {() => void} gone the table no longer exists
 */

/**
 * Follow a table's event stream. Returns a function that stops it.
 * @param {string} url
 * @param {number} has the last entry the page has: the server sends only newer ones
 * @param {Listener} on
 * @returns {() => void}
 */
export function followTable(url, has, on) {
  let stopped = false;
  /** @type {EventSource} */
  let source;

  const parseEvent = (/** @type {(told: any) => void} */ tell) => (/** @type {MessageEvent} */ event) => {
    on.back();
    tell(JSON.parse(event.data));
  };
  const open = (query = "") => {
    source = new EventSource(url + query);
    source.addEventListener("open", () => {
      backoff.cancel();
      backoff.reset();
      on.back();
      on.open();
    });
    source.addEventListener("view", parseEvent(on.news));
    source.addEventListener("update", parseEvent(on.news));
    source.addEventListener("presence", parseEvent(on.presence));
    source.addEventListener("bye", () => on.bye());
    source.addEventListener("error", () => {
      on.lost();
      if (source.readyState === EventSource.CLOSED) reconnect();
    });
  };
  const reconnect = async () => {
    const answer = await fetch(url.replace(/\/stream$/, "")).catch(() => null);
    if (stopped) return;
    if (answer?.status === 404) on.gone();
    else backoff.schedule();
  };
  const backoff = new Backoff(open);
  /** @param {PageTransitionEvent} event */
  const onPageShow = (event) => {
    if (event.persisted) {
      source.close(); // a page that comes back from the browser's memory has missed something
      open();
    }
  };
  addEventListener("pageshow", onPageShow);
  open(`?after=${has}`);
  return () => {
    stopped = true;
    removeEventListener("pageshow", onPageShow);
    backoff.cancel();
    source.close();
  };
}
