/** Lists what is stored in this browser, with buttons to delete it. */

import { $, h, put } from "/static/lib/dom.js";
import { hasProgress } from "/static/lib/progress.js";
import { clearStored, readStored } from "/static/lib/progress_db.js";
import { formatCount } from "/static/lib/text.js";

const NAMES = /** @type {Record<string, string>} */ ({
  theme: "Light or dark",
  "parlor.name": "Your name",
  "parlor.pair": "The names of two on this screen",
  "parlor.choices": "Your last choices",
  "parlor.tables": "The tables you sat at",
  "parlor.alerts": "What tells you that it is your turn",
  "parlor.joining": "The key to a seat you asked for",
  "parlor.duel": "The table of your daily duel",
  "parlor.tips": "Which explanations of a first game you have seen",
  "parlor.told": "What you tried today, and the hints you opened",
});

/** Make a row for each item in localStorage; none if storage is switched off. */
function storedRows() {
  try {
    const storage = localStorage;
    const keys = Object.keys(storage).sort();
    return keys.map((key) => row(NAMES[key] ?? key, (storage.getItem(key) ?? "").length, () => storage.removeItem(key)));
  } catch {
    return [];
  }
}

async function show() {
  const rows = storedRows();
  if (await hasProgress()) rows.unshift(row("Your progress", JSON.stringify(await readStored()).length, clearStored));
  put($("#kept"), rows.length ? rows : h("li", null, "Nothing is kept in this browser."));
}

/** @param {string} name @param {number} size @param {() => unknown} remove */
function row(name, size, remove) {
  return h(
    "li",
    null,
    h("span", { class: "grow" }, h("b", null, name), h("small", { class: "soft" }, ` ${formatCount(size, "character")}`)),
    h(
      "button",
      { class: "btn", type: "button", "aria-label": `Delete: ${name}`, onclick: () => confirmDelete(name, remove) },
      "Delete",
    ),
  );
}

/**
 * Ask for confirmation, then delete a stored item.
 * @param {string} name
 * @param {() => unknown} remove
 */
async function confirmDelete(name, remove) {
  if (!confirm(`Delete from this browser: ${name}?`)) return;
  await remove();
  show();
}

show();
