// The field for a player's name: a refusal stands beside it until the name is changed.

/**
 * Show what is wrong with the name beside its field, and put the cursor there; "" takes it away.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} note
 * @param {string} sentence
 */
export function showNameRefusal(field, note, sentence) {
  note.textContent = sentence;
  field.setAttribute("aria-invalid", String(sentence !== ""));
  if (!sentence) return;
  field.focus();
  field.addEventListener("input", () => showNameRefusal(field, note, ""), { once: true });
}
