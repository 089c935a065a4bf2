// Sends a table's requests, each once at a time; shows what is new in the response, or the error.

import { ApiError, get, isRetryable, post } from "/static/lib/api.js";
import { Backoff } from "/static/lib/stream.js";
import { applyUpdate } from "/static/lib/update.js";

/** @typedef {import("/static/types").Update} Update */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/pages/table/layout.js").Layout} Layout */
/** @typedef {import("/static/pages/table/playback.js").Playback} Playback */

const LATEST = 1000; // milliseconds that the stream may be behind

export class Connection {
  /**
   * @param {string} address
   * @param {Playback} playback
   * @param {Layout} layout
   * @param {{ onRefresh(): void, renewStream(): void }} table `onRefresh`: called once the table is up to date after
   *   a lost request; `renewStream`: opens a new stream
   */
  constructor(address, playback, layout, table) {
    this.address = address;
    this.playback = playback;
    this.layout = layout;
    this.table = table;
    this.backoff = new Backoff(() => this.#refresh());
    /** @type {Set<string>} the requests under way */
    this.busy = new Set();
    this.answers = 0;
    this.stream = ""; // the status of the stream; "" when it works
    this.streamed = 0; // the last entry that the stream brought
    this.patience = 0; // the timer that runs while it should bring more
  }

  /** Set the status of the stream; "" when it works. @param {string} text */
  setStatus(text) {
    this.stream = text;
    this.layout.offers.showStatus(text);
  }

  /**
   * Post a request and show what is new in its response. Returns the response, or null if it failed.
   * @param {string} what
   * @param {object} body
   */
  async ask(what, body) {
    if (this.busy.has(what)) return null;
    this.busy.add(what);
    try {
      return await this.send(what, body);
    } catch (error) {
      this.reportError(error);
      return null;
    } finally {
      this.busy.delete(what);
    }
  }

  /** Ask with the number of the current decision: a stale request is refused. @param {string} what @param {object} [body] */
  askNow(what, body = {}) {
    return this.ask(what, { ...body, number: this.playback.view?.number });
  }

  /** Post a request and show what is new in its response. Raises ApiError. @param {string} what @param {object} body */
  async send(what, body) {
    const answer = await post(`${this.address}/${what}`, body);
    this.answers += 1;
    this.backoff.reset();
    this.#showStatus();
    await this.take(answer.update ?? answer.view ?? answer);
    return answer;
  }

  /** Show the whole table, or what is new there; load the whole if something was missed. @param {View | Update} news */
  async take(news) {
    const { view } = this.playback;
    const whole = "kept" in news ? view && applyUpdate(view, news) : news;
    if (whole) this.playback.take(whole);
    else await this.#reload();
  }

  async #reload() {
    try {
      this.playback.take(await get(this.address));
    } catch (error) {
      if (isRetryable(error)) this.backoff.schedule();
    }
  }

  /** Show an error; after a conflict, show the current view too. @param {unknown} error */
  async reportError(error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) {
      this.layout.offers.showStatus(error.message);
      return this.backoff.schedule();
    }
    this.#showStatus();
    const late = error.status === 409 && error.kind !== "full";
    if (late) this.playback.take(await get(this.address).catch(() => this.playback.view));
    if (!late || this.playback.view?.outcome === null) this.layout.message.say({ bold: "", text: error.message, kind: "no" });
  }

  /** Load the view after a lost request. If the stream is down too, its reconnect does that. */
  async #refresh() {
    if (this.stream) return;
    const { answers } = this;
    /** @type {View} */
    let view;
    try {
      view = await get(this.address);
    } catch (error) {
      if (isRetryable(error)) this.backoff.schedule();
      return;
    }
    if (answers === this.answers) this.playback.take(view); // else something newer is shown
    if (this.streamed < view.seq) this.#awaitStream(view.seq);
    this.#showStatus();
    this.table.onRefresh();
  }

  /** Open a new stream if this entry does not arrive in time: the old one is dead without an error. @param {number} seq */
  #awaitStream(seq) {
    clearTimeout(this.patience);
    this.patience = window.setTimeout(() => {
      if (!this.stream && this.streamed < seq) this.table.renewStream();
    }, LATEST);
  }

  /** Note that a new stream begins after this entry. @param {number} seq */
  resetStream(seq) {
    clearTimeout(this.patience);
    this.streamed = seq;
  }

  /** Replace the notice of a lost request by the status of the stream. */
  #showStatus() {
    this.layout.offers.showStatus(this.stream);
  }
}
