/** Learn: pictures on the shelf of rule books, and beside an open book its contents and the way to a table. */

import { $, h, icon } from "/static/dom.js";
import { games, pictureOf } from "/static/games.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Put the games' pictures on the shelf; without them it is a list of links.
 * @param {Element} shelf
 * @param {GameInfo[]} all
 */
async function dressShelf(shelf, all) {
  shelf.classList.add("dressed");
  for (const link of shelf.querySelectorAll("a")) {
    const game = all.find((one) => link.pathname === `/learn/${one.name}`);
    if (game) link.prepend(h("span", { class: "frame" }, (await pictureOf(game)).art));
  }
}

/**
 * A margin for the book: its picture, what to do with it, its contents, and the other books.
 * @param {Element} book
 * @param {GameInfo[]} all
 */
async function dressBook(book, all) {
  const name = location.pathname.split("/")[2];
  const game = all.find((one) => one.name === name);
  if (!game) return;
  const others = all.filter((one) => one !== game);
  const margin = h(
    "aside",
    { class: "margin", "aria-label": "This book" },
    h("div", { class: "frame" }, (await pictureOf(game)).art),
    h("a", { class: "btn main", href: `/?game=${encodeURIComponent(name)}` }, `Play ${game.title}`, icon("next")),
    h("a", { class: "btn", href: `/puzzle/${encodeURIComponent(name)}` }, "Solve puzzles"),
    contents(book),
    h("nav", { "aria-label": "Other games" }, h("p", { class: "caps" }, "Other games"), h("ul", null, others.map(shelfLink))),
  );
  book.after(margin);
  $("#main").classList.add("with-margin");
}

/** @param {GameInfo} game */
function shelfLink(game) {
  return h("li", null, h("a", { href: `/learn/${encodeURIComponent(game.name)}` }, game.title));
}

/**
 * The headings of a book as links.
 * @param {Element} book
 */
function contents(book) {
  const headings = [...book.querySelectorAll("h2")];
  headings.forEach((heading, at) => {
    heading.id ||= `part-${at + 1}`;
  });
  const links = headings.map((heading) => h("li", null, h("a", { href: `#${heading.id}` }, heading.textContent)));
  return h("nav", { "aria-label": "Contents" }, h("p", { class: "caps" }, "Contents"), h("ul", null, links));
}

/**
 * Let the keyboard reach what is wider than the page and has to be scrolled.
 * @param {Element} book
 */
function reach(book) {
  const watch = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const wide of book.querySelectorAll("pre, table")) watch.observe(wide);
}

async function dress() {
  const shelf = document.querySelector(".books");
  const book = document.querySelector(".book");
  if (book) reach(book);
  const all = await games();
  if (shelf) await dressShelf(shelf, all);
  if (book) await dressBook(book, all);
}

dress().catch(console.error); // the words are there without it
