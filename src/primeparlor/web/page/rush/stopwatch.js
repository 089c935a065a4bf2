/** The clock of a rush: a bar that drains while it runs. */

import { announce, h } from "/static/dom.js";
import { shown, spoken } from "/static/table/clock.js";

const SECONDS = 180;
const TOLD = [60, 30, 10]; // seconds left at which the time is announced
const OFTEN = 200; // milliseconds between two looks at the clock

export class Stopwatch {
  /** @param {() => void} up called when the time is up */
  constructor(up) {
    this.up = up;
    this.used = 0;
    /** @type {number | null} */
    this.since = null;
    this.last = SECONDS; // left when it was looked at last
    this.bar = h("progress", { class: "drain", max: SECONDS, value: SECONDS, "aria-label": "Time left" });
    this.time = h("time", { class: "clock" }, shown(SECONDS));
    this.region = h("div", { class: "vh", role: "status", "aria-live": "polite" });
    this.timer = window.setInterval(() => this.#look(), OFTEN);
  }

  get left() {
    const running = this.since === null ? 0 : (performance.now() - this.since) / 1000;
    return Math.max(0, SECONDS - this.used - running);
  }

  start() {
    this.since ??= performance.now();
  }

  /** Let it stand until it is started again. */
  stop() {
    this.used = SECONDS - this.left;
    this.since = null;
  }

  /** Stop it for good. */
  end() {
    this.stop();
    window.clearInterval(this.timer);
  }

  #look() {
    const { left, last } = this;
    this.bar.value = left;
    this.time.textContent = shown(left);
    const due = TOLD.find((mark) => left <= mark && last > mark);
    if (due) announce(this.region, `${spoken(due)} left.`);
    this.last = left;
    if (left === 0) this.up();
  }
}
