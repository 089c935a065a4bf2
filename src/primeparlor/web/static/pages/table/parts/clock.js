// The clock of the current move. It counts down between two views; the server decides when time is up.

import { announce, h } from "/static/lib/dom.js";
import { formatClock, formatDuration } from "/static/lib/text.js";

/** @typedef {import("/static/types").View} View */

const ANNOUNCED = [60, 30, 10]; // seconds left at which the time is announced
const LOW = 10; // from which the face itself warns

/** Store the deadline in the view when it arrives, because it may be drawn again much later. @param {View} view */
export function stampDeadline({ clock }) {
  if (clock) clock.ends ??= performance.now() + 1000 * clock.left;
}

export class Clock {
  constructor() {
    this.region = h("div", { class: "vh", role: "status", "aria-live": "polite" });
    /** @type {HTMLTimeElement[]} */
    this.faces = [];
    this.ends = 0; // when the time is up, by this page's own clock
    this.last = Infinity; // seconds left when it last ticked
    this.decision = ""; // what the time is for
    this.yours = false;
    this.timer = 0;
    this.running = false;
  }

  /** Set the clock from the view. @param {View} view */
  set(view) {
    clearInterval(this.timer);
    this.timer = 0;
    this.running = false;
    const decision = `${view.game_number}/${view.number}`;
    if (decision !== this.decision) this.last = Infinity;
    this.decision = decision;
    if (!view.clock || view.outcome !== null || view.waiting) return;
    const { ends, left, running } = view.clock;
    this.ends = running && ends !== undefined ? ends : performance.now() + 1000 * left;
    this.running = running;
    this.yours = view.holds.includes(view.turn);
    this.tick();
    if (running) this.timer = window.setInterval(() => this.tick(), 250);
  }

  /**
   * Make the clock face of a seat; only that of the player to move ticks.
   * @param {View} view
   * @param {boolean} toMove
   * @param {boolean} [fallen]
   */
  face(view, toMove, fallen = false) {
    const full = fallen ? 0 : (view.settings.clock ?? 0);
    const seconds = toMove && view.clock ? view.clock.left : full;
    const face = h("time", { class: "clock" });
    writeFace(face, seconds, toMove && view.clock?.running === true);
    if (toMove) this.faces.push(face);
    return face;
  }

  tick() {
    const left = (this.ends - performance.now()) / 1000;
    for (const face of this.faces) writeFace(face, left, this.running);
    const due = ANNOUNCED.find((mark) => left <= mark && this.last > mark && this.last !== Infinity);
    if (due && this.yours) announce(this.region, `${formatDuration(due)} left.`);
    this.last = left;
  }
}

/** @param {HTMLTimeElement} face @param {number} seconds @param {boolean} running */
function writeFace(face, seconds, running) {
  const low = running && seconds <= LOW;
  const text = formatClock(seconds) + (low ? " left" : "");
  face.classList.toggle("low", low);
  if (face.textContent === text) return;
  face.textContent = text;
  face.dateTime = `PT${Math.max(0, Math.ceil(seconds))}S`;
  face.setAttribute("aria-label", formatDuration(seconds));
}
