// A text field for moves in every form of the notation. The key / focuses it.

import { h } from "/static/lib/dom.js";
import { handleFieldKey, MOVE_FIELD } from "/static/lib/keyboard.js";

export class MoveInput {
  /** @param {(text: string) => void} play */
  constructor(play) {
    this.field = h("input", { ...MOVE_FIELD, id: "typed", "data-key": "typed", onkeydown: handleFieldKey });
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

  /** Focus the field, or the board's own field if it has one. */
  focus() {
    const own = document.querySelector(".keys-place input");
    (own instanceof HTMLInputElement ? own : this.field).focus();
  }
}
