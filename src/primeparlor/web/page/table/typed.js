// A field for moves that are typed: every form of the notation. The key / goes there.

import { h } from "/static/dom.js";

export class Typed {
  /** @param {(text: string) => void} play */
  constructor(play) {
    this.field = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "typed", maxlength: 40 });
    this.button = h("button", { class: "btn", type: "submit", "data-key": "play-typed" }, "Play");
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) play(text);
      this.field.value = "";
    };
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "/") event.preventDefault(); // who is here already may press it again
    });
    const label = h("label", { class: "vh", for: "typed" }, "Type a move");
    this.root = h("form", { class: "typed", onsubmit: submit }, label, h("div", { class: "field" }, this.field, this.button));
  }

  /** @param {string} placeholder @param {boolean} yours */
  update(placeholder, yours) {
    this.field.placeholder = placeholder;
    this.button.disabled = !yours;
  }

  focus() {
    this.field.focus();
  }
}
