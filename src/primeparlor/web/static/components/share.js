// Links to watch or join a table, and a private link that moves a seat to another device.

import { copyButton } from "/static/components/buttons.js";
import { h, icon, put } from "/static/lib/dom.js";

const LOCAL_ONLY =
  "This link works on this computer only. For other devices on your network, start parlor serve with --host 0.0.0.0 and open this page at your computer's network address.";

/**
 * Make a field with a link and a button to copy it.
 * @param {string} id
 * @param {string} label
 * @param {string} link
 */
export function linkField(id, label, link) {
  const field = h("input", { id, readonly: true, value: link, onfocus: () => field.select() });
  const button = copyButton("Copy", () => link, { field, key: `copy-${id}` });
  return h(
    "div",
    { class: "share" },
    h("label", { class: "soft small", for: id }, label),
    h("div", { class: "field" }, field, button),
  );
}

/** True if this address works on this computer only. */
const isLocalAddress = () => /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(location.hostname);

/** Make the note that links work on this computer only; false if they work elsewhere. */
export const localOnlyNote = () => isLocalAddress() && h("p", { class: "soft small only-here" }, LOCAL_ONLY);

/** Make the QR code of the link to this table, which is then loaded; false where the link works on this computer only. */
export const qrCode = () =>
  !isLocalAddress() &&
  h("img", { class: "qr", src: `${location.pathname}/qr.svg`, alt: "The link as a QR code: point a phone's camera at it" });

/** Return the public link to this table. */
export const tableLink = () => `${location.origin}${location.pathname}`;

/** Make the button that copies the link for watching. */
export const watchButton = () => copyButton("Watch link", tableLink, { class: "btn quiet", key: "watch", sign: icon("watch") });

/** The dialog with the links of this table; `makeToken` requests another token for the player's seat. */
export class ShareSheet {
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
    this.code = h("div");
    this.root = h(
      "dialog",
      { class: "sheet share-sheet", "aria-labelledby": "share-title" },
      h("h2", { id: "share-title" }, "This table"),
      linkField("table-link", "Anyone with this link can watch", tableLink()),
      localOnlyNote(),
      this.code,
      this.private,
      close,
    );
  }

  open() {
    if (!this.code.hasChildNodes()) put(this.code, qrCode()); // few look at it
    this.root.showModal();
  }

  async #make() {
    const token = await this.makeToken().catch((error) => put(this.wrong, error.message));
    if (!token) return;
    const link = `${tableLink()}#seat=${token}`;
    const warning = h("p", { class: "small" }, "Whoever opens it plays in your seat. Keep it to yourself.");
    put(this.private, linkField("private-link", "Your seat, on another device", link), warning);
  }
}
