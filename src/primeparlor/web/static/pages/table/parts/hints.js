// The hints, in up to five steps with a button for the next one. Below them, what the last moves were worth.

import { h, put } from "/static/lib/dom.js";
import { sameScreen } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
/** @typedef {{ hint(): unknown, why(): unknown }} Ask */
/** @typedef {{ number: number, hints: string[], all: boolean }} Given */

export class Hints {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    this.list = h("ol", {});
    this.said = h("p", { class: "vh", role: "status", "aria-live": "polite" }); // the newest hint alone
    this.taken = h("span", { class: "soft small" });
    this.next = h("button", {
      class: "btn",
      type: "button",
      "data-key": "hint",
      onclick: () => this.#ask(this.next, this.ask.hint),
    });
    this.why = h(
      "button",
      { class: "btn quiet", type: "button", "data-key": "why", onclick: () => this.#ask(this.why, this.ask.why) },
      "What were the last moves worth?",
    );
    this.lines = h("div", { class: "worth small", "aria-live": "polite" });
    this.heading = h("h2", { id: "hints", tabindex: "-1" }, "Hints");
    const head = h("header", {}, this.heading, this.taken);
    this.root = h(
      "section",
      { class: "ladder", "aria-labelledby": "hints" },
      head,
      this.list,
      this.said,
      this.next,
      this.why,
      this.lines,
    );
    /** @type {Given} what was given for the decision with this number */
    this.given = { number: -1, hints: [], all: false };
    this.worth = -1; // the number that the lines below are about
    this.drawn = "";
    this.label = ""; // of the button for the next hint
    this.working = false;
    this.yours = false; // whether it is the player's turn
  }

  /** Keep a hint that was given. @param {Given} given */
  setHints(given) {
    this.given = given;
  }

  /** Show what the last moves were worth. @param {number} number @param {string[]} lines */
  showWorth(number, lines) {
    this.worth = number;
    put(
      this.lines,
      lines.map((line) => h("p", {}, line.trim())),
    );
    this.lines.scrollIntoView({ block: "nearest" });
  }

  /** Enable the buttons in the player's turn while no request is under way; the focus stays. */
  #allow() {
    for (const button of [this.next, this.why]) button.setAttribute("aria-disabled", String(!this.yours || this.working));
  }

  /** Send a request and show that it is under way. @param {HTMLElement} button @param {() => unknown} does */
  async #ask(button, does) {
    if (this.working) return;
    this.working = true;
    button.setAttribute("aria-busy", "true");
    this.#allow();
    const before = button.textContent;
    button.textContent = "The house is thinking …";
    try {
      await does();
    } finally {
      this.working = false;
      button.removeAttribute("aria-busy");
      this.#allow();
      button.textContent = button === this.next ? this.label : before;
    }
  }

  /** @param {Scene} scene */
  update(scene) {
    const { view } = scene;
    this.root.hidden = !view.settings.hints || view.you === null || view.waiting || view.outcome !== null;
    if (this.root.hidden) return;
    if (this.worth !== view.number) put(this.lines);
    const own = this.given.number === view.number && this.given.hints.length >= view.hints.length;
    const open = own ? this.given.hints : view.hints;
    const { questions, taken } = view.hint_notes;
    const rungs = (own && this.given.all ? open.length : Math.max(view.ladder ?? 0, open.length)) || questions.length;
    const yours = scene.whole && view.holds.includes(view.turn);
    this.#draw(open, questions.slice(0, rungs), open.length ? taken[open.length] : view.help_price || taken[0]);
    const done = open.length >= rungs;
    const had = document.activeElement === this.next;
    this.next.hidden = done;
    if (done && had) this.heading.focus({ preventScroll: true });
    this.label = `${open.length ? "Next step" : "First step"}: ${asClause(questions[open.length] ?? questions.at(-1))}`;
    if (!this.working) this.next.textContent = this.label;
    this.yours = yours;
    this.#allow();
    this.why.disabled = !view.steps.some((step) => step.who !== null);
    this.why.hidden = sameScreen(view) && !view.steps.length;
  }

  /** @param {string[]} open @param {string[]} questions @param {string} note */
  #draw(open, questions, note) {
    const key = JSON.stringify([open, questions, note]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.taken.textContent = note;
    this.said.textContent = open.at(-1) ?? "";
    put(
      this.list,
      questions.map((question, at) => hintRow(at, open[at], question)),
    );
  }
}

/** Write a question within a sentence. @param {string} question */
const asClause = (question) => question.replace(/^./, (first) => first.toLowerCase());

/** @param {number} at @param {string | undefined} text @param {string} question */
function hintRow(at, text, question) {
  const step = h("span", { class: "st", "aria-hidden": "true" }, h("span", {}, at + 1));
  return h("li", { class: text ? "open" : "shut" }, step, h("span", {}, text ?? question));
}
