// The clock of the decision at hand. It ticks here between two views; the server's word counts.

import { announce, h } from "/static/dom.js";

/** @typedef {import("/static/types").View} View */

const TOLD = [60, 30, 10]; // seconds left at which the time is announced

/** "3:07" @param {number} seconds */
export function shown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** "3 minutes 7 seconds" @param {number} seconds */
export function spoken(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [];
  if (minutes) parts.push(minutes === 1 ? "1 minute" : `${minutes} minutes`);
  if (rest || !minutes) parts.push(rest === 1 ? "1 second" : `${rest} seconds`);
  return parts.join(" ");
}

/** Note when the time is up, as soon as a view arrives: it may be drawn again much later. @param {View} view */
export function stamp({ clock }) {
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
  }

  /** Go by what the server says. @param {View} view */
  set(view) {
    clearInterval(this.timer);
    this.timer = 0;
    const decision = `${view.game_number}/${view.number}`;
    if (decision !== this.decision) this.last = Infinity;
    this.decision = decision;
    if (!view.clock || view.outcome !== null || view.waiting) return;
    const { ends, left, running } = view.clock;
    this.ends = running && ends !== undefined ? ends : performance.now() + 1000 * left;
    this.yours = view.holds.includes(view.turn);
    this.tick();
    if (running) this.timer = window.setInterval(() => this.tick(), 250);
  }

  /**
   * A face for a seat; only the one of the player to move ticks.
   * @param {View} view
   * @param {boolean} toMove
   * @param {boolean} [fallen]
   */
  face(view, toMove, fallen = false) {
    const full = fallen ? 0 : (view.settings.clock ?? 0);
    const seconds = toMove && view.clock ? view.clock.left : full;
    const face = h("time", { class: "clock" });
    write(face, seconds);
    if (toMove) this.faces.push(face);
    return face;
  }

  tick() {
    const left = (this.ends - performance.now()) / 1000;
    for (const face of this.faces) write(face, left);
    const due = TOLD.find((mark) => left <= mark && this.last > mark && this.last !== Infinity);
    if (due && this.yours) announce(this.region, `${spoken(due)} left.`);
    this.last = left;
  }
}

/** @param {HTMLTimeElement} face @param {number} seconds */
function write(face, seconds) {
  const text = shown(seconds);
  if (face.textContent === text) return;
  face.textContent = text;
  face.dateTime = `PT${Math.max(0, Math.ceil(seconds))}S`;
  face.setAttribute("aria-label", spoken(seconds));
}
