// The invitation of a table with a free seat.

import { showNameRefusal } from "/static/components/name_field.js";
import { linkField, localOnlyNote, qrCode, tableLink } from "/static/components/share.js";
import { h, put } from "/static/lib/dom.js";
import { loadName, saveName } from "/static/lib/local_storage.js";

/** @typedef {import("/static/types").View} View */

const LONGEST_NAME = 40;

/**
 * The invitation of a table with a free seat: the owner gets a link to send, a visitor a form to join.
 */
export class Invitation {
  /** @param {(name: string) => void} join */
  constructor(join) {
    this.join = join;
    this.root = h("section", { class: "invitation", "aria-label": "Invitation" });
    this.declined = false; // whether this visitor just watches
    this.drawn = "";
    /** Shows beside the field what is wrong with the name. @type {(sentence: string) => void} */
    this.refuseName = () => {};
  }

  /** @param {View} view */
  update(view) {
    const kind = !view.waiting ? "" : view.you !== null ? "owner" : this.declined ? "watching" : "visitor";
    this.root.hidden = kind === "";
    if (kind === this.drawn) return;
    this.drawn = kind;
    if (kind === "owner") put(this.root, ...this.#forOwner(view));
    if (kind === "visitor") put(this.root, ...this.#forVisitor(view));
    if (kind === "watching") put(this.root, ...this.#forWatcher(view));
    if (kind === "") put(this.root);
  }

  /** @param {View} view */
  #forOwner(view) {
    return [
      h("h2", {}, "Send this link to a friend"),
      h("p", {}, view.hint_notes.agreement),
      linkField("invite", "They see the table first and sit down when they like. No account.", tableLink()),
      localOnlyNote(),
      qrCode(),
    ];
  }

  /** @param {View} view */
  #forVisitor(view) {
    const host = view.seats.find((seat) => seat.taken)?.name || "A friend";
    const field = h("input", {
      id: "name",
      autocomplete: "nickname",
      maxlength: LONGEST_NAME,
      value: loadName(),
      placeholder: "Your name, if you like",
      "aria-describedby": "no-name",
    });
    const note = h("p", { class: "small refusal", id: "no-name", role: "alert" });
    this.refuseName = (sentence) => showNameRefusal(field, note, sentence);
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
      this.refuseName("");
      saveName(field.value.trim());
      this.join(field.value.trim());
    };
    return [
      h("h2", {}, `${host} invites you to ${view.title}. Sit down?`),
      h("p", {}, view.hint_notes.agreement),
      h(
        "form",
        { onsubmit: submit },
        h("label", { class: "vh", for: "name" }, "Your name"),
        h("div", { class: "field" }, field),
        note,
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
        `${view.turn_notes.watching} `,
        h("button", { class: "btn", type: "button", "data-key": "sit", onclick: back }, "Sit down after all"),
      ),
    ];
  }
}
