// The list of moves with their grades.

import { h, put } from "/static/lib/dom.js";
import { token } from "/static/lib/numerals.js";
import { formatCount } from "/static/lib/text.js";

/** @typedef {import("/static/types").GradedRow} GradedRow */
/** @typedef {import("/static/types").Review} Review */
/** @typedef {{ go(place: number): void, better(show: boolean): void, again(row: GradedRow): void }} Act */

const SHOWN = 20; // of a long game, the last moves; the others on request
const GRADES = { good: "best", bad: "loss", ink2: "meh" };

export class GradedMoves {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    this.count = h("span", { class: "end" });
    this.better = h(
      "button",
      { class: "btn quiet", type: "button", "aria-pressed": "false", "data-key": "better", onclick: () => this.#switch() },
      "Show better moves",
    );
    this.exactness = h("p", { class: "soft small exactness", role: "status" });
    this.earlier = h("div", { class: "earlier" });
    this.list = h("ol", { class: "graded" });
    this.all = false;
    const head = h("div", { class: "turn" }, h("h2", { id: "graded" }, "Every choice, graded"), this.count, this.better);
    this.root = h(
      "section",
      { class: "card flush o4", "aria-labelledby": "graded" },
      head,
      this.exactness,
      this.earlier,
      this.list,
    );
  }

  #switch() {
    const show = this.better.getAttribute("aria-pressed") !== "true";
    this.act.better(show); // which marks it when better moves are named
  }

  /** Say how many choices are graded exactly; an empty sentence hides the line. @param {string} sentence */
  say(sentence) {
    this.exactness.textContent = sentence;
    this.exactness.hidden = sentence === "";
  }

  /** @param {Review} review @param {number} at how many steps are shown */
  update(review, at) {
    this.count.textContent = review.mistakes;
    const first = this.all ? 0 : Math.max(0, review.rows.length - SHOWN);
    const open = () => {
      this.all = true;
      this.update(review, at);
    };
    const button = h(
      "button",
      { class: "btn quiet", type: "button", "aria-expanded": "false", onclick: open },
      `▸ ${formatCount(first, "earlier move")}`,
    );
    put(this.earlier, first > 0 && button);
    this.list.style.setProperty("--places", String(String(review.rows.at(-1)?.move_number ?? "").length)); // of the largest number
    const current = review.rows.findLast((row) => row.place < at);
    put(
      this.list,
      review.rows.slice(first).map((row) => this.#row(row, row === current, review.outcome !== null)),
    );
  }

  /** @param {GradedRow} row @param {boolean} current @param {boolean} over */
  #row(row, current, over) {
    const go = () => this.act.go(row.place + 1);
    const told = row.reason || (row.kind === "bad" ? row.why : "");
    const again = current && over && row.kind === "bad";
    return h(
      "li",
      { "aria-current": current && "step", class: row.kind === "bad" ? "bad" : "" },
      h("span", { class: "no" }, row.move_number),
      token(row.player),
      h("button", { class: "did", type: "button", "data-key": `row-${row.number}`, onclick: go }, row.brief),
      h(
        "div",
        {},
        h("span", { class: `gr ${GRADES[row.kind]}` }, h("span", { "aria-hidden": "true" }, row.glyph), row.word),
        row.hints > 0 && h("span", { class: "soft small" }, ` · ${row.hints} ${row.hints === 1 ? "hint" : "hints"}`),
        row.saving && !row.only && h("span", { class: "soft small" }, ` · ${row.saving}`),
        told && !(row.folded && !current) && h("p", {}, told),
        row.better_words && h("p", { class: "better" }, h("b", {}, "Better: "), row.better_words),
        again &&
          h(
            "p",
            {},
            h(
              "button",
              { class: "btn", type: "button", "data-key": "again", onclick: () => this.act.again(row) },
              "Try again from here",
            ),
          ),
      ),
    );
  }
}
