// The buttons besides moves: beside the board on a wide screen; on a phone in a dock, with the rest under More.

import { h, icon } from "/static/lib/dom.js";
import { diamondSign } from "/static/lib/numerals.js";
import { sameScreen } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {{ undo(): void, resign(): void, share(): void, alerts(): void, rules(): void }} Act */

export class Actions {
  /** @param {Act} act */
  constructor(act) {
    const undo = () => h("button", { class: "btn quiet", type: "button", onclick: act.undo }, icon("undo"), "Undo");
    const button = (
      /** @type {"resign" | "share" | "bell" | "rules"} */ sign,
      /** @type {string} */ text,
      /** @type {() => void} */ does,
    ) => h("button", { class: "btn quiet", type: "button", onclick: does }, icon(sign), text);
    const afterwards = (/** @type {() => void} */ does) => () => {
      this.more.close(); // first, as closing gives the focus back
      does();
    };
    this.undo = [undo(), undo()];
    this.resign = [button("resign", "Resign", act.resign), button("resign", "Resign", afterwards(act.resign))];
    this.share = button("share", "Share", afterwards(act.share));
    this.alerts = [button("bell", "Alerts", act.alerts), button("bell", "Alerts", afterwards(act.alerts))];
    const close = h("button", { class: "btn", type: "button", onclick: () => this.more.close() }, "Close");
    this.more = h(
      "dialog",
      { class: "sheet", "aria-label": "More" },
      button("rules", "How to play", afterwards(act.rules)),
      this.share,
      this.alerts[1],
      this.resign[1],
      close,
    );
    this.acts = h("div", { class: "acts" }, this.undo[0], button("rules", "Rules", act.rules), this.alerts[0], this.resign[0]);
    this.hints = h("a", { class: "btn quiet", href: "#hints" }, diamondSign(), "Hints");
    const open = () => this.more.showModal();
    this.root = h(
      "div",
      { class: "dock", role: "group", "aria-label": "Game" },
      this.hints,
      this.undo[1],
      h("a", { class: "btn quiet", href: "#moves" }, icon("moves"), "Moves"),
      h("button", { class: "btn quiet", type: "button", "aria-haspopup": "dialog", onclick: open }, icon("more"), "More"),
    );
  }

  /** @param {View} view */
  update(view) {
    const playing = view.you !== null && !view.waiting && view.outcome === null;
    const own = view.steps.some((step) => step.who !== null && !step.forced && (sameScreen(view) || step.who === view.you));
    for (const button of this.undo) {
      button.hidden = !view.settings.undo || view.you === null;
      button.disabled = !playing || !own || view.offer !== null;
    }
    for (const button of this.resign) button.disabled = !playing;
    for (const button of this.alerts) button.hidden = !playing || sameScreen(view); // there nobody is waited for
    this.hints.hidden = !view.settings.hints || !playing;
    this.acts.hidden = !playing;
    this.share.hidden = view.you === null; // who watches has no seat to take along
  }
}
