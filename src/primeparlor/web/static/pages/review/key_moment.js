// The deciding moment: the reader tries it first, then sees the better move.

import { $, h, put } from "/static/lib/dom.js";

/** @typedef {import("/static/types").Review} Review */
/** @typedef {{ start(): void, show(): void, reveal(): void }} Act */

export class KeyMoment {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.root = h("section", { class: "card stack o2", "aria-labelledby": "moment" });
    this.tried = false;
  }

  /** @param {Review} review */
  update(review) {
    const had = this.root.contains(document.activeElement);
    this.#draw(review);
    if (had && !this.root.contains(document.activeElement)) $("#moment", this.root).focus({ preventScroll: true });
  }

  /** @param {Review} review */
  #draw(review) {
    const turning = review.turning;
    this.root.hidden = false;
    if (!turning) {
      return put(this.root, h("p", { class: "caps" }, review.label), h("h2", { id: "moment" }, review.what_decided));
    }
    const answered = turning.sentences.length > 0;
    return put(
      this.root,
      h("div", {}, h("p", { class: "caps" }, review.label), h("h2", { id: "moment", tabindex: "-1" }, review.what_decided)),
      answered ? turning.sentences.map((sentence) => h("p", {}, sentence)) : h("p", {}, turning.why),
      answered && turning.better_words && h("p", { class: "better" }, h("b", {}, "Better: "), turning.better_words),
      h(
        "div",
        { class: "row" },
        h("button", { class: "btn main", type: "button", "data-key": "try", onclick: () => this.act.start() }, "Try it yourself"),
        h(
          "button",
          { class: "btn", type: "button", "data-key": "show-moment", onclick: () => this.act.show() },
          `Show move ${turning.move_number}`,
        ),
        this.tried &&
          !answered &&
          h(
            "button",
            { class: "btn quiet", type: "button", "data-key": "reveal", onclick: () => this.act.reveal() },
            "Show the better move",
          ),
      ),
    );
  }
}
