/** The dialog that lists the keys of the page. Loaded when somebody asks for it. */

import { h, put } from "/static/lib/dom.js";

/** @typedef {import("/static/lib/keyboard.js").KeyHelp} KeyHelp */

/** @type {KeyHelp} */
const HELP = ["?", "show these keys"];

const list = h("dl", { class: "dl keys-list" });
const close = h("button", { class: "btn", type: "button", onclick: () => dialog.close() }, "Close");
const dialog = h(
  "dialog",
  { class: "sheet", id: "keys-sheet", "aria-labelledby": "keys-title" },
  h("h2", { id: "keys-title" }, "Keys of this page"),
  list,
  close,
);

document.body.append(dialog);

/** @param {KeyHelp[]} keys */
export function showKeys(keys) {
  const rows = [...keys, HELP];
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
