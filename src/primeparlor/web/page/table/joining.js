// Sitting down at a friend's table. Only Join seats anyone; one whose answer was lost is sent again, with the same key.

import { ApiError } from "/static/api.js";
import { joiningAnswered, joiningKey, keyUnanswered, nameKept } from "/static/kept.js";

/** @typedef {import("/static/table/asking.js").Asking} Asking */

const ANSWERS = [404, 409, 422]; // other errors do not say what became of a Join, or of one sent before

export class Joining {
  /** @param {Asking} asking */
  constructor(asking) {
    this.asking = asking;
    this.pressed = false; // whether Join was, since the page was opened
  }

  /** Join is pressed. @param {string} name */
  press(name) {
    this.pressed = true;
    this.asking.later.well();
    return this.#send(name, joiningKey(this.asking.address));
  }

  /**
   * The line is there: send a Join again whose answer was lost. Who has only opened the link is not seated by that, so
   * it is then sent for a seat that is taken, perhaps by that very Join, and not for a free one.
   */
  again() {
    const { view } = this.asking.showing;
    if (!view || view.you !== null || (view.waiting && !this.pressed)) return;
    const key = keyUnanswered(this.asking.address);
    if (key) this.#send(nameKept(), key);
  }

  /** @param {string} name @param {string} key */
  async #send(name, key) {
    const { asking } = this;
    if (asking.busy.has("join")) return;
    asking.busy.add("join");
    try {
      await asking.send("join", { name, key });
      joiningAnswered();
      asking.table.renew(); // a stream belongs to whoever opened it
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (ANSWERS.includes(status)) joiningAnswered();
      if (status >= 500) asking.later.again();
      asking.failed(error);
    } finally {
      asking.busy.delete("join");
    }
  }
}
