/**
 * Whose key it is: keys of the keyboard go to the board wherever the focus is, unless what has the focus needs them.
 * The board is what is inside `.picture` and `.keys-place`.
 */

const FIELDS = "dialog, input, textarea, select";
const CONTROLS = "button, a, summary";
const BOARD = ":is(.picture, .keys-place)";
const CHOSEN = `${BOARD} :is([role=radio], [aria-pressed=true])`; // Enter there plays what is chosen

/** Whether this key is for the browser, or for the field that has the focus. @param {KeyboardEvent} event */
export function isTyped(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return !(event.target instanceof Element) || event.target.closest(FIELDS) !== null;
}

/** Whether this key is not for the board, but for anything else that has the focus. @param {KeyboardEvent} event */
export function isTaken(event) {
  const { target, key } = event;
  if (isTyped(event) || !(target instanceof Element)) return true;
  if (key === "Enter" || key === " ") return target.closest(CONTROLS) !== null && !target.closest(CHOSEN);
  return key.startsWith("Arrow") && scrolls(target);
}

/** Whether an element is made to scroll. @param {Element} element */
function scrolls(element) {
  const { overflowX, overflowY } = getComputedStyle(element);
  return element !== document.body && [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
}

/** Let the focus go along to the key that was chosen by typing: Enter is for what was done last. */
export function followChosen() {
  const chosen = document.querySelector(`${BOARD} [role=group] [aria-pressed=true]`);
  const had = document.activeElement;
  const taken = had?.closest(CONTROLS) && !had.closest(CHOSEN); // Enter would press that
  if (chosen instanceof HTMLElement && taken) chosen.focus({ preventScroll: true });
}

/** What every field for a move has, below the board or on it. */
export const TYPED = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 40 };

/** In the field / types nothing, and Escape leaves it. @param {KeyboardEvent} event */
export function inField(event) {
  if (event.key === "/") event.preventDefault();
  if (event.key === "Escape" && !event.isComposing && event.target instanceof HTMLElement) event.target.blur();
}
