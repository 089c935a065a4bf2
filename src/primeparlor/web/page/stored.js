/** What this browser keeps for the parlor, listed, and buttons to delete it. */

import { $, h, put } from "/static/dom.js";

const NAMES = /** @type {Record<string, string>} */ ({
  theme: "Light or dark",
  "parlor.name": "Your name",
  "parlor.choices": "Your last choices",
  "parlor.tables": "The tables you sat at",
  "parlor.progress": "Your progress",
});

/** The keys under which something is kept; none where storage is switched off. */
function keys() {
  try {
    return Object.keys(localStorage).sort();
  } catch {
    return [];
  }
}

function show() {
  const found = keys();
  put($("#kept"), found.length ? found.map(row) : h("li", null, "Nothing is kept in this browser."));
}

/** @param {string} key */
function row(key) {
  const name = NAMES[key] ?? key;
  const size = (localStorage.getItem(key) ?? "").length;
  return h(
    "li",
    null,
    h("span", { class: "grow" }, h("b", null, name), h("small", { class: "soft" }, ` ${size.toLocaleString("en")} characters`)),
    h("button", { class: "btn", type: "button", "aria-label": `Delete: ${name}`, onclick: () => ask(key, name) }, "Delete"),
  );
}

/**
 * Delete what is kept under a key, after asking.
 * @param {string} key
 * @param {string} name
 */
function ask(key, name) {
  if (!confirm(`Delete from this browser: ${name}?`)) return;
  localStorage.removeItem(key);
  show();
}

show();
