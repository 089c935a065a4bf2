// Links: to watch or join a table, and a private one that takes a seat to another device.

import { h, icon, put, refocus } from "/static/dom.js";

const COPIED_FOR = 2000; // milliseconds
const ONLY_HERE =
  "This link works on this computer only. For other devices on your network, start parlor serve with --host 0.0.0.0 and open this page at your computer's network address.";

/** Put a text on the clipboard; true if that worked. @param {string} text @param {HTMLInputElement} [field] */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const had = document.activeElement;
    const from = field ?? document.body.appendChild(h("textarea", { class: "vh", readonly: true }, text));
    from.focus({ preventScroll: true });
    from.select(); // pages on plain http may only copy what is selected
    const copied = document.execCommand("copy");
    if (!field) from.remove();
    if (copied || !field) refocus(had); // else the reader can copy what is selected
    return copied;
  }
}

/**
 * A button that copies a text and says so for a moment.
 * @param {string} label
 * @param {() => string} text
 * @param {{ class?: string, field?: HTMLInputElement, key: string, sign?: Element }} how
 */
export function copyButton(label, text, how) {
  const words = h("span", { role: "status" }, label);
  let timer = 0;
  const button = h("button", { class: how.class ?? "btn", type: "button", "data-key": how.key }, how.sign, words);
  button.addEventListener("click", async () => {
    const copied = await copy(text(), how.field);
    words.textContent = copied ? "Copied ✓" : how.field ? "Press Ctrl C" : "Not copied";
    button.classList.add("copied");
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      words.textContent = label;
      button.classList.remove("copied");
    }, COPIED_FOR);
  });
  return button;
}

/**
 * A field with a link and a button to copy it.
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

/** Whether this address leads nobody else here. */
const isHere = () => /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(location.hostname);

/** What is said where links of this page lead nobody else here. */
export const onlyHere = () => isHere() && h("p", { class: "soft small only-here" }, ONLY_HERE);

/** The link to this table, for anybody. */
export const tableLink = () => `${location.origin}${location.pathname}`;

/** The button that copies the link for those who want to watch. */
export const watchButton = () => copyButton("Watch link", tableLink, { class: "btn quiet", key: "watch", sign: icon("watch") });

/** A sheet with the links of this table; `makeToken` asks for another token of the own seat. */
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
    this.root = h(
      "dialog",
      { class: "sheet share-sheet", "aria-labelledby": "share-title" },
      h("h2", { id: "share-title" }, "This table"),
      linkField("table-link", "Anyone with this link can watch", tableLink()),
      onlyHere(),
      this.private,
      close,
    );
  }

  open() {
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
