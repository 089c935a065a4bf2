// Shows steps that arrive together one by one, so that a forced pass is seen and not just past.

import { stamp } from "/static/table/clock.js";
import { sceneAt } from "/static/table/scene.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/table/scene.js").Scene} Scene */
/** @typedef {(scene: Scene, fresh: Step[]) => void} Show draws a scene; `fresh` are the steps new in it */

const EACH = 900; // milliseconds that a step stands at least

export class Showing {
  /** @param {Show} show @param {() => boolean} atOnce whether nothing is to move */
  constructor(show, atOnce) {
    this.show = show;
    this.atOnce = atOnce;
    /** @type {View | null} */
    this.view = null;
    this.count = 0;
    this.shownAt = -EACH;
    this.timer = 0;
  }

  /** Whether there are steps still to be shown. */
  get running() {
    return this.view !== null && this.count < this.view.steps.length;
  }

  /** Take what the server says now, unless something newer is known. @param {View} view */
  take(view) {
    const known = this.view;
    if (known !== null && view.seq < known.seq) return;
    stamp(view);
    const goesOn = known !== null && known.game_number === view.game_number && this.#continues(view);
    this.view = view;
    if (!goesOn) this.count = view.steps.length;
    if (!this.running) this.#draw([]);
    else if (this.atOnce()) this.finish();
    else if (this.timer === 0) this.#next();
  }

  /** Show all that is left at once. */
  finish() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.view || !this.running) return;
    const fresh = this.view.steps.slice(this.count);
    this.count = this.view.steps.length;
    this.#draw(fresh);
  }

  /** Whether what was shown is still part of the line of play. @param {View} view */
  #continues(view) {
    const shown = this.view?.steps[this.count - 1];
    return this.count <= view.steps.length && (!shown || view.steps[this.count - 1].seq === shown.seq);
  }

  /** Show the next step as soon as the last one has stood long enough. */
  #next() {
    const wait = this.shownAt + EACH - performance.now();
    if (wait > 0) this.timer = window.setTimeout(() => this.#step(), wait);
    else this.#step();
  }

  #step() {
    this.timer = 0;
    if (!this.view || !this.running) return;
    this.count += 1;
    this.shownAt = performance.now();
    this.#draw([this.view.steps[this.count - 1]]);
    if (this.running) this.#next();
  }

  /** @param {Step[]} fresh */
  #draw(fresh) {
    if (this.view) this.show(sceneAt(this.view, this.count), fresh);
  }
}
