/** Shared by every page: the theme switch, the current link of the navigation, the rail, and chosen radios. */

import { $ } from "/static/lib/dom.js";

const root = document.documentElement;

function dark() {
  return (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function switchTheme() {
  const theme = dark() ? "light" : "dark";
  root.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage is switched off: the theme lasts as long as the page.
  }
}

/** Mark the link of the navigation that leads to this page; a table has none. */
function markPlace() {
  const first = `/${location.pathname.split("/")[1]}`;
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === first) link.setAttribute("aria-current", "page");
  }
}

/** Show the rail above a board that allows it. @param {boolean} allowed */
export function showRail(allowed) {
  $(".rail").classList.toggle("shown", allowed);
}

/** Keep a class on the labels of chosen radios and boxes, for browsers without `:has()`. */
function markChosen() {
  for (const box of document.querySelectorAll("input[type=radio], input[type=checkbox]")) {
    box.closest("label")?.classList.toggle("chosen", /** @type {HTMLInputElement} */ (box).checked);
  }
}

$("#theme").addEventListener("click", switchTheme);
markPlace();
if (!CSS.supports("selector(:has(*))")) {
  document.addEventListener("change", markChosen);
  new MutationObserver(markChosen).observe(document.body, { childList: true, subtree: true });
}
