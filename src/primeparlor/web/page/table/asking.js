// Asking the server at a table, each thing once: what it answers is shown, and what goes wrong is said.

import { ApiError, get, mayPass, post } from "/static/api.js";
import { Later } from "/static/later.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/table/frame.js").Frame} Frame */
/** @typedef {import("/static/table/showing.js").Showing} Showing */

const LATEST = 1000; // milliseconds that the stream may be behind

export class Asking {
  /**
   * @param {string} address
   * @param {Showing} showing
   * @param {Frame} frame
   * @param {{ looked(): void, renew(): void }} table `looked`: called once the table is up to date after
   *   a lost request; `renew`: open a new stream
   */
  constructor(address, showing, frame, table) {
    this.address = address;
    this.showing = showing;
    this.frame = frame;
    this.table = table;
    this.later = new Later(() => this.#look());
    /** @type {Set<string>} what is under way */
    this.busy = new Set();
    this.answers = 0;
    this.stream = ""; // what the stream says of the line; nothing when all is well
    this.streamed = 0; // the last entry that the stream brought
    this.patience = 0; // the timer that runs while it should bring more
  }

  /** Say how the line is, by the stream. @param {string} text */
  line(text) {
    this.stream = text;
    this.frame.requests.connection(text);
  }

  /**
   * Post something that is answered by a view, or by something with a view in it; null where that failed.
   * @param {string} what
   * @param {object} body
   */
  async ask(what, body) {
    if (this.busy.has(what)) return null;
    this.busy.add(what);
    try {
      return await this.send(what, body);
    } catch (error) {
      this.failed(error);
      return null;
    } finally {
      this.busy.delete(what);
    }
  }

  /** The same against the number of the last event. @param {string} what @param {object} [body] */
  do(what, body = {}) {
    return this.ask(what, { ...body, number: this.showing.view?.number });
  }

  /** Post something and show what it is answered by. @param {string} what @param {object} body */
  async send(what, body) {
    const answer = await post(`${this.address}/${what}`, body);
    this.answers += 1;
    this.later.well();
    this.#heard();
    this.showing.take(answer.view ?? answer);
    return answer;
  }

  /** Say what went wrong; whoever was too late sees the table as it is now. @param {unknown} error */
  async failed(error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) {
      this.frame.requests.connection(error.message);
      return this.later.again();
    }
    this.#heard();
    const late = error.status === 409 && error.kind !== "full";
    if (late) this.showing.take(await get(this.address).catch(() => this.showing.view));
    if (!late || this.showing.view?.outcome === null) this.frame.message.say({ bold: "", text: error.message, kind: "no" });
  }

  /** See what became of a request that was lost. If the stream is lost too, it tells us when it comes back. */
  async #look() {
    if (this.stream) return;
    const { answers } = this;
    /** @type {View} */
    let view;
    try {
      view = await get(this.address);
    } catch (error) {
      if (mayPass(error)) this.later.again();
      return;
    }
    if (answers === this.answers) this.showing.take(view); // else something newer is shown
    if (this.streamed < view.seq) this.#expect(view.seq);
    this.#heard();
    this.table.looked();
  }

  /** The stream should bring this in a moment. If it does not, it is dead and has not noticed. @param {number} seq */
  #expect(seq) {
    clearTimeout(this.patience);
    this.patience = window.setTimeout(() => {
      if (!this.stream && this.streamed < seq) this.table.renew();
    }, LATEST);
  }

  /** The stream begins, for who has this already. @param {number} seq */
  begins(seq) {
    clearTimeout(this.patience);
    this.streamed = seq;
  }

  /** Of a request that was lost before, nothing more is said. */
  #heard() {
    this.frame.requests.connection(this.stream);
  }
}
