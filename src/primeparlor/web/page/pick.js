/** A row of games to pick from; on a phone it scrolls, and the one that was picked is in view. */

import { h } from "/static/dom.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Links to all games, and to each one.
 * @param {string} place the address for all of them
 * @param {string | null} game the one that was picked; null for all
 * @param {GameInfo[]} list
 * @param {string} label
 */
export function pickGame(place, game, list, label) {
  const link = (/** @type {string | null} */ name, /** @type {string} */ title) =>
    h("a", { class: "chip", href: name ? `${place}/${name}` : place, "aria-current": name === game ? "page" : null }, title);
  const row = h(
    "nav",
    { class: "row pick", "aria-label": label },
    link(null, "All games"),
    list.map(({ name, title }) => link(name, title)),
  );
  requestAnimationFrame(() => bringIntoView(row));
  return row;
}

/** @param {HTMLElement} row */
export function bringIntoView(row) {
  const picked = row.querySelector("[aria-current], [aria-pressed=true]");
  if (picked instanceof HTMLElement) row.scrollLeft = picked.offsetLeft - (row.clientWidth - picked.offsetWidth) / 2;
}
