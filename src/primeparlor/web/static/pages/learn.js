/** The rules pages: pictures in the list of games; beside a game's rules, their contents and links to play. */

import { $, h, icon } from "/static/lib/dom.js";
import { loadGames, loadPicture } from "/static/board/load_game.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

/**
 * Add the games' pictures to the list of links.
 * @param {Element} shelf
 * @param {GameInfo[]} all
 */
async function addPictures(shelf, all) {
  shelf.classList.add("dressed");
  for (const link of shelf.querySelectorAll("a")) {
    const game = all.find((one) => link.pathname === `/learn/${one.name}`);
    if (game) link.prepend(h("span", { class: "frame" }, await loadPicture(game)));
  }
}

/**
 * Add a margin beside the rules: the picture, links to play, the contents, and the other games.
 * @param {Element} book
 * @param {GameInfo[]} all
 */
async function addMargin(book, all) {
  const name = location.pathname.split("/")[2];
  const game = all.find((one) => one.name === name);
  if (!game) return;
  const others = all.filter((one) => one !== game);
  const margin = h(
    "aside",
    { class: "margin", "aria-label": "This book" },
    h("div", { class: "frame" }, await loadPicture(game)),
    h("a", { class: "btn main", href: `/?game=${encodeURIComponent(name)}` }, `Play ${game.title}`, icon("next")),
    h("a", { class: "btn", href: `/puzzle/${encodeURIComponent(name)}` }, "Solve puzzles"),
    h("a", { class: "btn", href: `/print/${encodeURIComponent(name)}` }, "Puzzles on paper"),
    h("button", { class: "btn quiet", type: "button", onclick: () => window.print() }, "Print the rules"),
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
 * List the headings as links.
 * @param {Element} book
 */
function contents(book) {
  const headings = [...book.querySelectorAll("h2")];
  headings.forEach((heading, at) => {
    heading.id ||= `part-${at + 1}`;
  });
  const unfold = (/** @type {Element} */ heading) => heading.closest("details")?.setAttribute("open", "");
  const named = headings.find(({ id }) => `#${id}` === location.hash);
  if (named) {
    unfold(named);
    named.scrollIntoView();
  }
  const link = (/** @type {Element} */ heading) => h("a", { href: `#${heading.id}`, onclick: () => unfold(heading) });
  const links = headings.map((heading) => {
    const to = link(heading);
    to.textContent = heading.textContent;
    return h("li", null, to);
  });
  return h("nav", { "aria-label": "Contents" }, h("p", { class: "caps" }, "Contents"), h("ul", null, links));
}

/**
 * Make whatever is wider than the page focusable, so that the keyboard can scroll it.
 * @param {Element} book
 */
function makeFocusable(book) {
  const watch = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const wide of book.querySelectorAll("pre, table")) watch.observe(wide);
}

async function main() {
  const shelf = document.querySelector(".books");
  const book = document.querySelector(".book");
  if (book) makeFocusable(book);
  const all = await loadGames();
  if (shelf) await addPictures(shelf, all);
  if (book) await addMargin(book, all);
}

main().catch(console.error); // the words are there without it
