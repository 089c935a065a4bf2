/** The buttons below a puzzle, and where the focus goes when others take their place. */

import { put } from "/static/lib/dom.js";

/**
 * Show these actions. If the focused button is gone, focus the board, so that Enter presses no new button by accident.
 * @param {HTMLElement} acts
 * @param {HTMLElement} board
 * @param {...import("/static/lib/dom.js").Child} children
 */
export function showActions(acts, board, ...children) {
  const had = acts.contains(document.activeElement);
  put(acts, ...children);
  if (had && !acts.contains(document.activeElement)) board.focus({ preventScroll: true });
}

/** Focus the main button, so that Enter goes on after the end. @param {HTMLElement} acts */
export function focusNext(acts) {
  /** @type {HTMLElement | null} */ (acts.querySelector(".main"))?.focus({ preventScroll: true });
}
