// Joining a friend's table: the Join request. The invitation that is shown before it is loaded where somebody is waited for.

import { ApiError } from "/static/lib/api.js";
import { clearJoinKey, loadName, pendingJoinKey, startJoin } from "/static/lib/local_storage.js";

/** @typedef {import("/static/pages/table/connection.js").Connection} Connection */

const ANSWERS = [404, 409, 422]; // statuses that decide a Join; after others it may have succeeded

/** Sends a Join, and sends it again with the same key if its response was lost. Only pressing Join starts one. */
export class JoinRequest {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.started = false; // whether Join was pressed since the page was opened
  }

  /** Send a Join after the button was pressed. @param {string} name */
  start(name) {
    this.started = true;
    this.connection.backoff.reset();
    return this.#send(name, startJoin(this.connection.address));
  }

  /**
   * Send a Join without a response again, after a reconnect. If the page was only opened or reloaded, send it only for a
   * taken seat, which may be taken by that Join: opening a link must never take a free seat.
   */
  retry() {
    const { view } = this.connection.playback;
    if (!view || view.you !== null || (view.waiting && !this.started)) return;
    const key = pendingJoinKey(this.connection.address);
    if (key) this.#send(loadName(), key);
  }

  /** @param {string} name @param {string} key */
  async #send(name, key) {
    const { connection } = this;
    if (connection.busy.has("join")) return;
    connection.busy.add("join");
    try {
      await connection.send("join", { name, key });
      clearJoinKey();
      connection.table.renewStream(); // a stream belongs to whoever opened it
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (ANSWERS.includes(status)) clearJoinKey();
      if (status >= 500) connection.backoff.schedule();
      if (error instanceof ApiError && error.kind === "name") connection.layout.invitation?.refuseName(error.message);
      else connection.reportError(error);
    } finally {
      connection.busy.delete("join");
    }
  }
}
