/** A row of links to pick a game; on a phone it scrolls to the current one. */

import { h } from "/static/lib/dom.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Make links to all games, and to each one.
 * @param {string} place the address for all of them
 * @param {string | null} game the one that was picked; null for all
 * @param {GameInfo[]} list
 * @param {string} label
 */
export function gamePicker(place, game, list, label) {
  const link = (/** @type {string | null} */ name, /** @type {string} */ title) =>
    h("a", { class: "chip", href: name ? `${place}/${name}` : place, "aria-current": name === game ? "page" : null }, title);
  const row = h(
    "nav",
    { class: "row pick", "aria-label": label },
    link(null, "All games"),
    list.map(({ name, title }) => link(name, title)),
  );
  requestAnimationFrame(() => scrollToPicked(row));
  return row;
}

/** Scroll the row to the picked game. @param {HTMLElement} row */
export function scrollToPicked(row) {
  const picked = row.querySelector("[aria-current], [aria-pressed=true]");
  if (picked instanceof HTMLElement) row.scrollLeft = picked.offsetLeft - (row.clientWidth - picked.offsetWidth) / 2;
}
