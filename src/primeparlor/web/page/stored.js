/** What this browser keeps for the parlor, listed, and buttons to delete it. */

import { $, h, put } from "/static/dom.js";
import { begun } from "/static/diary.js";
import { forget, kept } from "/static/keeping.js";
import { inFigures } from "/static/words.js";

const NAMES = /** @type {Record<string, string>} */ ({
  theme: "Light or dark",
  "parlor.name": "Your name",
  "parlor.choices": "Your last choices",
  "parlor.tables": "The tables you sat at",
  "parlor.joining": "The key to a seat you asked for",
  "parlor.duel": "The table of your daily duel",
  "parlor.told": "What you tried today, and the hints you opened",
});

/** What is kept in the storage, a row for each; none where storage is switched off. */
function stored() {
  try {
    const storage = localStorage;
    const keys = Object.keys(storage).sort();
    return keys.map((key) => row(NAMES[key] ?? key, (storage.getItem(key) ?? "").length, () => storage.removeItem(key)));
  } catch {
    return [];
  }
}

async function show() {
  const rows = stored();
  if (await begun()) rows.unshift(row("Your progress", JSON.stringify(await kept()).length, forget));
  put($("#kept"), rows.length ? rows : h("li", null, "Nothing is kept in this browser."));
}

/** @param {string} name @param {number} size @param {() => unknown} forgotten */
function row(name, size, forgotten) {
  return h(
    "li",
    null,
    h("span", { class: "grow" }, h("b", null, name), h("small", { class: "soft" }, ` ${inFigures(size, "character")}`)),
    h("button", { class: "btn", type: "button", "aria-label": `Delete: ${name}`, onclick: () => ask(name, forgotten) }, "Delete"),
  );
}

/**
 * Delete something that is kept, after asking.
 * @param {string} name
 * @param {() => unknown} forgotten
 */
async function ask(name, forgotten) {
  if (!confirm(`Delete from this browser: ${name}?`)) return;
  await forgotten();
  show();
}

show();
