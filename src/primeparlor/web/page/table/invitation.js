// A table that waits for a friend: its owner gets a link to send, a visitor is asked to sit down. Nothing is taken until Join.

import { h, put } from "/static/dom.js";
import { keepName, nameKept } from "/static/kept.js";
import { linkField, onlyHere, tableLink } from "/static/table/share.js";

/** @typedef {import("/static/types").View} View */

const LONGEST_NAME = 40;

export class Invitation {
  /** @param {(name: string) => void} join */
  constructor(join) {
    this.join = join;
    this.root = h("section", { class: "invitation", "aria-label": "Invitation" });
    this.declined = false; // whether this visitor just watches
    this.drawn = "";
  }

  /** @param {View} view */
  update(view) {
    const kind = !view.waiting ? "" : view.you !== null ? "owner" : this.declined ? "watching" : "visitor";
    this.root.hidden = kind === "";
    if (kind === this.drawn) return;
    this.drawn = kind;
    if (kind === "owner") put(this.root, ...this.#forOwner());
    if (kind === "visitor") put(this.root, ...this.#forVisitor(view));
    if (kind === "watching") put(this.root, ...this.#forWatcher(view));
    if (kind === "") put(this.root);
  }

  #forOwner() {
    return [
      h("h2", {}, "Send this link to a friend"),
      linkField("invite", "They see the table first and sit down when they like. No account.", tableLink()),
      onlyHere(),
    ];
  }

  /** @param {View} view */
  #forVisitor(view) {
    const host = view.seats.find((seat) => seat.taken)?.name || "A friend";
    const field = h("input", {
      id: "name",
      autocomplete: "nickname",
      maxlength: LONGEST_NAME,
      value: nameKept(),
      placeholder: "Your name, if you like",
    });
    const watch = () => {
      this.declined = true;
      this.update(view);
    };
    const join = h("button", { class: "btn main", type: "submit", "data-key": "join" }, "Join");
    const buttons = h(
      "div",
      { class: "row" },
      join,
      h("button", { class: "btn", type: "button", "data-key": "just-watch", onclick: watch }, "Just watch"),
    );
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      keepName(field.value.trim());
      this.join(field.value.trim());
    };
    return [
      h("h2", {}, `${host} invites you to ${view.title}. Sit down?`),
      h(
        "form",
        { onsubmit: submit },
        h("label", { class: "vh", for: "name" }, "Your name"),
        h("div", { class: "field" }, field),
        buttons,
      ),
      h("p", { class: "soft small" }, "You see the table first and sit down when you like. No account."),
    ];
  }

  /** @param {View} view */
  #forWatcher(view) {
    const back = () => {
      this.declined = false;
      this.update(view);
    };
    return [
      h(
        "p",
        {},
        "You are watching. ",
        h("button", { class: "btn", type: "button", "data-key": "sit", onclick: back }, "Sit down after all"),
      ),
    ];
  }
}
