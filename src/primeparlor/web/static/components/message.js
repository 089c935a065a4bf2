// The message below the keys: a glyph, the arithmetic in bold, and what it means.

import { h, put } from "/static/lib/dom.js";

/** @typedef {import("/static/types").Said} Said */

const GLYPHS = { "": "→", prime: "◆", yes: "✓", no: "✕" };

/** Make the note with these messages. @param {Said[]} said */
function note(said) {
  const last = said[said.length - 1];
  const kind = last.kind ?? "";
  return h(
    "div",
    { class: `note ${kind}` },
    h("span", { class: "g", "aria-hidden": "true" }, last.glyph || GLYPHS[kind]),
    h(
      "div",
      {},
      said.map(({ bold, text }) => h("p", {}, bold && h("b", { class: "eq" }, bold), bold && " ", text)),
    ),
  );
}

/** A live region that holds one message at a time. */
export class Message {
  constructor() {
    this.root = h("div", { class: "message", role: "status", "aria-live": "polite" });
  }

  /** Show these messages in the style of the last; without any, clear the message. @param {...Said} said */
  say(...said) {
    put(this.root, said.length > 0 && note(said));
  }
}
