// Plays back steps that arrive together one by one, so that a forced pass is seen.

import { stampDeadline } from "/static/pages/table/parts/clock.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Step} Step */
/**
 * A scene: what is shown of a table at one moment. Steps that arrive together make several scenes.
 * @typedef {object} Scene
 * @property {View} view
 * @property {Step[]} steps those already shown
 * @property {Facts} facts
 * @property {1|2} turn
 * @property {boolean} whole whether nothing is left to be shown
 * @property {boolean} over
 */
/** @typedef {(scene: Scene, fresh: Step[]) => void} Show draws a scene; `fresh` are the steps new in it */

const STEP_TIME = 900; // milliseconds that a step is shown at least

export class Playback {
  /** @param {Show} show @param {() => boolean} atOnce whether nothing is to move */
  constructor(show, atOnce) {
    this.show = show;
    this.atOnce = atOnce;
    /** @type {View | null} */
    this.view = null;
    this.count = 0;
    this.shownAt = -STEP_TIME;
    this.timer = 0;
  }

  /** True while steps wait to be shown. */
  get running() {
    return this.view !== null && this.count < this.view.steps.length;
  }

  /** Take a view from the server, unless a newer one is known. @param {View} view */
  take(view) {
    const known = this.view;
    if (known !== null && view.seq < known.seq) return;
    stampDeadline(view);
    const goesOn = known !== null && known.game_number === view.game_number && this.#continues(view);
    this.view = view;
    if (!goesOn) this.count = view.steps.length;
    if (!this.running) this.#draw([]);
    else if (this.atOnce()) this.finish();
    else if (this.timer === 0) this.#next();
  }

  /** Show all waiting steps at once. */
  finish() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.view || !this.running) return;
    const fresh = this.view.steps.slice(this.count);
    this.count = this.view.steps.length;
    this.#draw(fresh);
  }

  /** True if the steps shown so far are still part of the game. @param {View} view */
  #continues(view) {
    const shown = this.view?.steps[this.count - 1];
    return this.count <= view.steps.length && (!shown || view.steps[this.count - 1].number === shown.number);
  }

  /** Show the next step when the last one was shown long enough. */
  #next() {
    const wait = this.shownAt + STEP_TIME - performance.now();
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

/**
 * Build the scene after this many steps.
 * @param {View} view
 * @param {number} count
 * @returns {Scene}
 */
function sceneAt(view, count) {
  const steps = view.steps.slice(0, count);
  const last = steps.at(-1);
  const whole = count >= view.steps.length;
  return {
    view,
    steps,
    facts: whole ? view.facts : (last?.facts ?? view.first),
    turn: whole || !last ? view.turn : last.turn,
    whole,
    over: whole && view.outcome !== null,
  };
}
