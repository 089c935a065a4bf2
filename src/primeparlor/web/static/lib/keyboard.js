/**
 * Routes keys of the keyboard: they go to the board wherever the focus is, unless the focused element needs them.
 * The board is what is inside `.picture` and `.keys-place`.
 */

const FIELDS = "dialog, input, textarea, select";
const CONTROLS = "button, a, summary";
const BOARD = ":is(.picture, .keys-place)";
const CHOSEN = `${BOARD} :is([role=radio], [aria-pressed=true])`; // Enter there plays what is chosen

/** True if this key belongs to the browser or to the focused field. @param {KeyboardEvent} event */
export function isForField(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return !(event.target instanceof Element) || event.target.closest(FIELDS) !== null;
}

/** True if this key belongs to the browser or to a focused element outside the board. @param {KeyboardEvent} event */
export function isNotForBoard(event) {
  const { target, key } = event;
  if (isForField(event) || !(target instanceof Element)) return true;
  if (key === "Enter" || key === " ") return target.closest(CONTROLS) !== null && !target.closest(CHOSEN);
  return key.startsWith("Arrow") && isScrollable(target);
}

/** True if an element has scroll bars of its own. @param {Element} element */
function isScrollable(element) {
  const { overflowX, overflowY } = getComputedStyle(element);
  return element !== document.body && [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
}

/** Focus the key that was chosen by typing, so that Enter plays it instead of pressing the last button. */
export function focusChosenKey() {
  const chosen = document.querySelector(`${BOARD} [role=group] [aria-pressed=true]`);
  const had = document.activeElement;
  const taken = had?.closest(CONTROLS) && !had.closest(CHOSEN); // Enter would press that
  if (chosen instanceof HTMLElement && taken) chosen.focus({ preventScroll: true });
}

/** Attributes of every text field for a move, below the board or on it. */
export const MOVE_FIELD = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 40 };

/** Handle keys in a move field: ignore /, and leave the field on Escape. @param {KeyboardEvent} event */
export function handleFieldKey(event) {
  if (event.key === "/") event.preventDefault();
  if (event.key === "Escape" && !event.isComposing && event.target instanceof HTMLElement) event.target.blur();
}

/** @typedef {[keys: string, does: string]} KeyHelp */

/** Where moves can be typed. @type {KeyHelp} */
export const TYPING = ["/", "type a move"];

/** @type {(() => KeyHelp[]) | null} */
let listKeys = null;

/** Offer a list of the page's keys: by the key ? and a button at the foot of the page. @param {() => KeyHelp[]} keys */
export function offerKeys(keys) {
  const first = listKeys === null;
  listKeys = keys;
  refreshKeys();
  if (!first) return; // a later list takes the place of an earlier one
  const show = async () => (await import("/static/lib/key_help.js")).showKeys(listKeys?.() ?? []);
  document.querySelector("#keys")?.addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.defaultPrevented || isForField(event) || !refreshKeys()) return;
    event.preventDefault();
    show();
  });
}

/** Show the button for the keys if there are any now, and return whether there are. */
export function refreshKeys() {
  const any = (listKeys?.().length ?? 0) > 0;
  /** @type {HTMLElement} */ (document.querySelector("#keys")).hidden = !any;
  return any;
}
