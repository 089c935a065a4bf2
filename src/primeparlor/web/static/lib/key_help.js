/** A dialog that lists the keys of the page. The key ? opens it, and so does a button at the foot of the page. */

import { $, h, put } from "/static/lib/dom.js";
import { isForField } from "/static/lib/keyboard.js";

/** @typedef {[keys: string, does: string]} KeyHelp */

/** Where moves can be typed. @type {KeyHelp} */
export const TYPING = ["/", "type a move"];
/** @type {KeyHelp} */
const HELP = ["?", "show these keys"];

/** @type {() => KeyHelp[]} */
let listKeys = () => [];
const list = h("dl", { class: "dl keys-list" });
const close = h("button", { class: "btn", type: "button", onclick: () => dialog.close() }, "Close");
const dialog = h(
  "dialog",
  { class: "sheet", id: "keys-sheet", "aria-labelledby": "keys-title" },
  h("h2", { id: "keys-title" }, "Keys of this page"),
  list,
  close,
);

/** Offer a list of the page's keys; a later offer takes the place of an earlier one. @param {() => KeyHelp[]} keys */
export function offerKeys(keys) {
  listKeys = keys;
  if (dialog.isConnected) return;
  document.body.append(dialog);
  const button = $("#keys");
  button.hidden = false;
  button.addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.defaultPrevented || isForField(event)) return;
    event.preventDefault();
    show();
  });
}

function show() {
  const rows = [...listKeys(), HELP];
  put(
    list,
    rows
      .map(([keys, does]) => [
        h(
          "dt",
          null,
          keys.split(" ").map((key) => h("kbd", null, key)),
        ),
        h("dd", null, does),
      ])
      .flat(),
  );
  dialog.showModal();
}
