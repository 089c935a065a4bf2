// A field for moves that are typed: every form of the notation. The key / goes there.

import { h } from "/static/dom.js";
import { TYPED, inField } from "/static/keyboard.js";

export class Typed {
  /** @param {(text: string) => void} play */
  constructor(play) {
    this.field = h("input", { ...TYPED, id: "typed", "data-key": "typed", onkeydown: inField });
    this.button = h("button", { class: "btn", type: "submit", "data-key": "play-typed" }, "Play");
    this.yours = false;
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) play(text);
      if (this.yours) this.field.value = "";
    };
    const label = h("label", { class: "vh", for: "typed" }, "Type a move");
    this.root = h("form", { class: "typed", onsubmit: submit }, label, h("div", { class: "field" }, this.field, this.button));
  }

  /** @param {string} placeholder @param {boolean} yours */
  update(placeholder, yours) {
    this.field.placeholder = placeholder;
    this.yours = yours;
    this.button.setAttribute("aria-disabled", String(!yours)); // and not disabled: pressing it says why
  }

  /** Go to the field; where the board brings one of its own, to that. */
  focus() {
    const own = document.querySelector(".keys-place input");
    (own instanceof HTMLInputElement ? own : this.field).focus();
  }
}
