"""The layout of a page, measured with wide letters and with narrow ones, at the widths that screens have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from font_sets import NARROW
from playwright.sync_api import Page

Widths: TypeAlias = Mapping[str | None, tuple[int, ...]]  # by the family of the letters

# The usual letters of the tests are wide. From the last width a visit goes on.
WIDTHS: Widths = {NARROW: (320, 390, 1280), None: (320, 390, 640, 768, 1000, 2560, 1280)}
FEW_WIDTHS: Widths = {NARROW: (390,), None: (320, 390, 768, 1280)}

# All letters of a page but code belong to one of two families, and the page can be told which.
WRITE_IN = """(family) => {
  const { style } = document.documentElement;
  for (const name of ["--sans", "--serif"]) style.setProperty(name, family && JSON.stringify(family));
}"""

# What is wrong with the layout, in words. Behind a dialog nothing is read or pressed.
FAULTS = """() => {
  const root = document.querySelector("dialog[open]") ?? document.body;
  const found = new Set();
  const once = (find) => {
    const known = new Map();
    return (one) => known.get(one) ?? known.set(one, find(one)).get(one);
  };
  const named = (one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 80);
  const styleOf = once(getComputedStyle);
  const boxOf = once((one) => one.getBoundingClientRect());
  const around = once((one) => (one && one !== root ? [one, ...around(one.parentElement)] : []));
  const floats = once((one) => around(one).some((a) => /fixed|sticky/.test(styleOf(a).position)));
  const scrolls = once((one) => /auto|scroll/.test(styleOf(one).overflowX));
  const unread = once((one) => one.matches(".skip, [inert]") || /inset/.test(styleOf(one).clipPath));
  const seen = once((one) => one.checkVisibility({ visibilityProperty: true }) && !around(one).some(unread));
  const all = [...root.querySelectorAll("*")];

  // Nothing scrolls sideways, but rows and tables that are made for it.
  const wide = document.documentElement.scrollWidth;
  const beyond = all.filter((one) => boxOf(one).right > innerWidth).slice(0, 3);
  if (wide > innerWidth) found.add(`${wide} pixels wide: ${beyond.map(named)}`);
  const rows = ".pick, .trail, .head .grow, .book :is(pre, table, .picture)";
  const hides = (one) => one.scrollWidth > one.clientWidth + 1 && scrolls(one) && !one.matches(rows);
  for (const one of all) if (hides(one) && seen(one)) found.add(`scrolls sideways: ${named(one)}`);

  // Every line of text is within each box around it, up to one that scrolls.
  const framed = once((one) => {
    const { overflowX, borderLeftWidth, borderTopWidth, backgroundColor, display } = styleOf(one);
    if (one instanceof SVGElement) return one.matches("svg") && overflowX !== "visible";
    const frame = [borderLeftWidth, borderTopWidth, backgroundColor].join();
    return overflowX !== "visible" || (frame !== "0px,0px,rgba(0, 0, 0, 0)" && display !== "inline");
  });
  const within = ({ l, r, t, b }, { left, right, top, bottom }) =>
    l >= left - 1 && r <= right + 1 && t >= top - 1 && b <= bottom + 1;
  const scrolled = (line, { left, right, top, bottom }) => {
    const [l, r] = [Math.max(line.l, left), Math.min(line.r, right)];
    return { ...line, l, r, t: Math.max(line.t, top), b: Math.min(line.b, bottom) };
  };
  const lines = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [one, words] = [node.parentElement, `"${node.data.trim()}"`];
    if (words === '""' || one.matches("option") || !seen(one)) continue;
    const scroller = around(one).find(scrolls);
    const boxes = around(one).slice(0, scroller && around(one).indexOf(scroller)).filter(framed);
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const air = height / 4; // letters are lower than their line
      const line = { node, one, words, l: left + 0.5, r: right - 0.5, t: top + air, b: bottom - air };
      for (const a of boxes) if (!within(line, boxOf(a))) found.add(`${words} sticks out of ${named(a)}`);
      lines.push(scroller ? scrolled(line, boxOf(scroller)) : line);
    }
  }

  // No line of text is over another one or under something to press, and nothing to press is over another.
  const inText = (one) => one.matches("p a, li a, dd a, td a") && styleOf(one).display === "inline";
  const ticked = "[type=radio], [type=checkbox], [type=file]"; // there the label is pressed
  const pressed = [...root.querySelectorAll(`button, a[href], input:not(${ticked}), select, summary, label`)]
    .filter((one) => seen(one) && !inText(one))
    .map((one) => {
      const { left, right, top, bottom } = boxOf(one);
      return { one, words: named(one), l: left + 0.5, r: right - 0.5, t: top + 0.5, b: bottom - 0.5 };
    });
  const meet = (a, b) =>
    Math.max(a.l, b.l) < Math.min(a.r, b.r) &&
    Math.max(a.t, b.t) < Math.min(a.b, b.b) &&
    floats(a.one) === floats(b.one) &&
    (a.node ? a.node !== b.node : true) &&
    ((a.node && b.node) || (!a.one.contains(b.one) && !b.one.contains(a.one)));
  const things = [...lines, ...pressed].sort((a, b) => a.t - b.t);
  things.forEach((a, at) => {
    for (let k = at + 1; k < things.length && things[k].t < a.b; k += 1)
      if (meet(a, things[k])) found.add(`${a.words} over ${things[k].words}`);
  });

  // A sign stands beside its words.
  for (const sign of root.querySelectorAll(":is(.row, .turn, .strip > div) > .tok")) {
    const words = sign.nextElementSibling;
    const alone = words && boxOf(words).top >= boxOf(sign).bottom;
    if (alone && seen(sign)) found.add(`a sign without words: ${named(sign.parentElement)}`);
  }

  // A finger hits what it aims at.
  for (const { one, words } of pressed) {
    const { width, height } = boxOf(one);
    const small = Math.min(width, height) < 43.5 && !one.matches("label");
    if (small) found.add(`${width} x ${height} pixels to press: ${words}`);
  }
  return [...found];
}"""


def layout_faults(page: Page) -> list[str]:
    """What is cut, lies over something else, scrolls sideways or is too small, as the page is now."""
    found: list[str] = page.evaluate(FAULTS)
    return found


def check_layout(page: Page, state: str, widths: Widths = WIDTHS) -> None:
    """Find no fault at any width, in wide and in narrow letters; `state` tells what was looked at."""
    for family, pixels in widths.items():
        page.evaluate(WRITE_IN, family)
        for width in pixels:
            page.set_viewport_size({"width": width, "height": 900})
            assert layout_faults(page) == [], f"{state}, at {width} pixels, in {family or 'wide letters'}"
