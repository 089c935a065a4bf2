// Links to watch or join a table.

import { copyButton } from "/static/components/buttons.js";
import { h, icon } from "/static/lib/dom.js";

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
export const isLocalAddress = () => /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(location.hostname);

/** Make the note that links work on this computer only; false if they work elsewhere. */
export const localOnlyNote = () => isLocalAddress() && h("p", { class: "soft small only-here" }, LOCAL_ONLY);

/** Make the QR code of the link to this table; false where the link works on this computer only. */
export const qrCode = () =>
  !isLocalAddress() &&
  h("img", { class: "qr", src: `${location.pathname}/qr.svg`, alt: "The link as a QR code: point a phone's camera at it" });

/** Return the public link to this table. */
export const tableLink = () => `${location.origin}${location.pathname}`;

/** Make the button that copies the link for watching. */
export const watchButton = () => copyButton("Watch link", tableLink, { class: "btn quiet", key: "watch", sign: icon("watch") });
