// The dialog with the links of a table, and a private link that moves a seat to another device. Loaded when somebody asks.

import { linkField, localOnlyNote, qrCode, tableLink } from "/static/components/share.js";
import { h, put } from "/static/lib/dom.js";

/** The dialog with the links of this table; `makeToken` requests another token for the player's seat. */
class ShareSheet {
  /** @param {() => Promise<string>} makeToken */
  constructor(makeToken) {
    this.makeToken = makeToken;
    this.private = h("div", { class: "stack", "aria-live": "polite" });
    const close = h("button", { class: "btn quiet", type: "button", onclick: () => this.root.close() }, "Close");
    const make = h(
      "button",
      { class: "btn", type: "button", "data-key": "private", onclick: () => this.#make() },
      "Make a private link",
    );
    this.wrong = h("p", { class: "wrong small" });
    put(
      this.private,
      h("p", { class: "small" }, "To play on from another device, open a private link there: it takes your seat along."),
      make,
      this.wrong,
    );
    this.root = h(
      "dialog",
      { class: "sheet share-sheet", "aria-labelledby": "share-title" },
      h("h2", { id: "share-title" }, "This table"),
      linkField("table-link", "Anyone with this link can watch", tableLink()),
      localOnlyNote(),
      qrCode(),
      this.private,
      close,
    );
    document.body.append(this.root);
  }

  async #make() {
    const token = await this.makeToken().catch((error) => put(this.wrong, error.message));
    if (!token) return;
    const link = `${tableLink()}#seat=${token}`;
    const warning = h("p", { class: "small" }, "Whoever opens it plays in your seat. Keep it to yourself.");
    put(this.private, linkField("private-link", "Your seat, on another device", link), warning);
  }
}

/** @type {ShareSheet | null} */
let sheet = null;

/** Open the dialog. @param {() => Promise<string>} makeToken */
export function openShare(makeToken) {
  sheet ??= new ShareSheet(makeToken);
  sheet.root.showModal();
}
