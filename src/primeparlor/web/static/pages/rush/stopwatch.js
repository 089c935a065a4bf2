/** The countdown of a rush, as a clock and a bar. */

import { announce, h } from "/static/lib/dom.js";
import { formatClock, formatDuration } from "/static/lib/text.js";

const ANNOUNCED = [60, 30, 10]; // seconds left at which the time is announced
const INTERVAL = 200; // milliseconds between two looks at the clock

export class Stopwatch {
  /** @param {number} seconds @param {() => void} onTimeUp called when the time is up */
  constructor(seconds, onTimeUp) {
    this.seconds = seconds;
    this.onTimeUp = onTimeUp;
    this.used = 0;
    /** @type {number | null} */
    this.since = null;
    this.last = seconds; // seconds left at the last tick
    this.bar = h("progress", { class: "drain", max: seconds, value: seconds, "aria-label": "Time left" });
    this.time = h("time", { class: "clock" }, formatClock(seconds));
    this.region = h("div", { class: "vh", role: "status", "aria-live": "polite" });
    this.timer = window.setInterval(() => this.#tick(), INTERVAL);
  }

  get left() {
    const running = this.since === null ? 0 : (performance.now() - this.since) / 1000;
    return Math.max(0, this.seconds - this.used - running);
  }

  start() {
    this.since ??= performance.now();
  }

  /** Pause until it is started again. */
  stop() {
    this.used = this.seconds - this.left;
    this.since = null;
  }

  /** Stop it for good. */
  end() {
    this.stop();
    window.clearInterval(this.timer);
  }

  #tick() {
    const { left, last } = this;
    this.bar.value = left;
    this.time.textContent = formatClock(left);
    const due = ANNOUNCED.find((mark) => left <= mark && last > mark);
    if (due) announce(this.region, `${formatDuration(due)} left.`);
    this.last = left;
    if (left === 0) this.onTimeUp();
  }
}
