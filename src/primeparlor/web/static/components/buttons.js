/** Buttons shared by several pages: a link to the rules, and a button that copies a text. */

import { h, icon, refocus } from "/static/lib/dom.js";

const COPIED_FOR = 2000; // milliseconds

/** Make a link that opens the game's rules in a new tab. @param {string} game @param {string} [label] */
export const rulesLink = (game, label = "Rules") =>
  h(
    "a",
    { class: "btn quiet", "data-key": "rules", href: `/learn/${game}`, target: "_blank", rel: "noopener" },
    icon("rules"),
    label,
  );

/** Copy a text to the clipboard; true on success. @param {string} text @param {HTMLInputElement} [field] */
async function copyText(text, field) {
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
 * Make a button that copies a text and confirms it for a moment.
 * @param {string} label
 * @param {() => string} text
 * @param {{ class?: string, field?: HTMLInputElement, key: string, sign?: Element }} how
 */
export function copyButton(label, text, how) {
  const words = h("span", { role: "status" }, label);
  let timer = 0;
  const button = h("button", { class: how.class ?? "btn", type: "button", "data-key": how.key }, how.sign, words);
  button.addEventListener("click", async () => {
    const copied = await copyText(text(), how.field);
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
