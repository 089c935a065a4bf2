/** The buttons below a puzzle, and where the focus goes when others take their place. */

import { h, icon, put } from "/static/dom.js";

/** To the rules, beside what is being played. @param {string} game */
export const rules = (game) =>
  h(
    "a",
    { class: "btn quiet", "data-key": "rules", href: `/learn/${game}`, target: "_blank", rel: "noopener" },
    icon("rules"),
    "Rules",
  );

/**
 * Offer these now. Where the button that had the focus is gone, the board gets it: the player goes on by keys, and Enter
 * presses nothing that was not asked for.
 * @param {HTMLElement} acts
 * @param {HTMLElement} board
 * @param {...import("/static/dom.js").Child} children
 */
export function offer(acts, board, ...children) {
  const had = acts.contains(document.activeElement);
  put(acts, ...children);
  if (had && !acts.contains(document.activeElement)) board.focus({ preventScroll: true });
}

/** After the end, Enter leads to what comes next. @param {HTMLElement} acts */
export function goOn(acts) {
  /** @type {HTMLElement | null} */ (acts.querySelector(".main"))?.focus({ preventScroll: true });
}
