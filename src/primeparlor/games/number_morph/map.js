/**
 * The trail of Number Morph's primes, and the map on which it is a path.
 *
 * Columns are the first digit, rows the tens, and a cell has a spot for each last digit that a prime may have: a move
 * stays in its cell, row or column. Of two digits the rows are the last one. Longer numbers have only the trail.
 */

import { h, s } from "/static/lib/dom.js";
import { token } from "/static/lib/numerals.js";
import { differing } from "./wheels.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {{ mapShown: boolean | null, folded: boolean }} Keeper remembers how the map is looked at */
/** @typedef {{ number: string, who: Player | null, place: number }} Trace `place` differs from the one before; -1: unknown */

const LEFT = 23;
const TOP = 19;
const COLUMN = 39;
const ROW = 29.5;
const CELL = { width: 37, height: 27.5 };
const WIDTH = 374;
const RECENT = 8; // numbers of the path that are not faded

/**
 * Whether there is a map for numbers of this length: only then it has words.
 * @param {Facts} facts
 */
export function mapped(facts) {
  return "map" in facts.words.labels;
}

/**
 * The digits of the columns and of the rows, and the last digits, each with a spot.
 * @param {Facts} facts
 */
function axes({ words, rules }) {
  const { wheel0, wheel1, ends } = words.labels;
  return { columns: [...wheel0], rows: [...(rules.digits === 2 ? ends : wheel1)], ends };
}

/**
 * Where a number is on the map; null where it has no spot.
 * @param {string} number
 * @param {Facts} facts
 */
function spot(number, facts) {
  const { columns, rows, ends } = axes(facts);
  const end = ends.indexOf(number.at(-1) ?? "");
  const [column, row] = [columns.indexOf(number[0]), rows.indexOf(number[1])];
  if (end < 0 || column < 0 || row < 0) return null;
  const [x, y] = [LEFT + column * COLUMN, TOP + row * ROW];
  if (number.length === 2) return { x: x + CELL.width / 2, y: y + CELL.height / 2 };
  return { x: x + (end % 2 ? 27.5 : 9.5), y: y + (end > 1 ? 20.5 : 7) };
}

/**
 * The map in its frame, with a button to unfold it where the page offers that.
 * @param {Facts} facts
 * @param {Look} look
 * @param {Keeper} keeper
 */
export function mapOf(facts, look, keeper) {
  const { labels } = facts.words;
  keeper.mapShown ??= !matchMedia("(max-width: 640px), (max-height: 480px)").matches;
  const all = look.primes && !keeper.folded ? look.primes.map(String) : null;
  const fold = () => {
    if (!look.primes) return look.unfold?.(labels.sure);
    keeper.folded = !keeper.folded;
    look.hold(look.held); // paints the board again
  };
  const figure = h(
    "details",
    { open: keeper.mapShown, ontoggle: () => (keeper.mapShown = figure.open) },
    h("summary", { "data-key": "map" }, h("b", null, all ? labels.all : labels.map), h("span", { class: "small" }, labels.axes)),
    drawn(facts, look, all),
    (look.unfold || look.primes) &&
      h(
        "button",
        { class: "btn unfold", type: "button", "data-key": "unfold", onclick: fold },
        all ? labels.fold : labels.unfold,
      ),
  );
  return h("figure", { class: "map-fig" }, figure);
}

/**
 * @param {Facts} facts
 * @param {Look} look
 * @param {string[] | null} all every prime, where the map is unfolded
 */
function drawn(facts, look, all) {
  const deep = TOP + axes(facts).rows.length * ROW;
  /** @type {string[]} */
  const used = facts.used.map(String);
  const now = String(facts.number);
  const composite = look.tried.map(String).filter((number) => notPrime(number, facts));
  const way = used.slice(used.length - facts.in_order);
  return s(
    "svg",
    {
      class: "board map",
      viewBox: `0 0 ${WIDTH} ${deep}`,
      role: "img",
      "aria-label": told(facts, used, composite, all),
    },
    grid(facts),
    s("path", { class: "path old", d: path(way.slice(0, 1 - RECENT), facts) }),
    s("path", { class: "path", d: path(way.slice(-RECENT), facts) }),
    all && cross(now, facts, deep),
    (all ?? used).map((number) => number !== now && dot(number, facts, used.includes(number), all !== null)),
    composite.map((number) => cut(number, facts)),
    dot(now, facts, false, false, "cur"),
  );
}

/**
 * Whether this try was refused as not prime: of one that is no move at all, nobody knows.
 * @param {string} tried
 * @param {Facts} facts
 */
function notPrime(tried, { number, used, words }) {
  const place = differing(String(number), tried);
  return place >= 0 && words.labels[`wheel${place}`].includes(tried[place]) && !used.map(String).includes(tried);
}

/**
 * A line through these numbers.
 * @param {string[]} numbers
 * @param {Facts} facts
 */
function path(numbers, facts) {
  const spots = numbers.map((number) => spot(number, facts)).flatMap((at) => (at ? [`${at.x} ${at.y}`] : []));
  return spots.length > 1 ? `M${spots.join("L")}` : "";
}

/** @param {Facts} facts */
function grid(facts) {
  const { columns, rows } = axes(facts);
  const last = "·".repeat(facts.rules.digits - 2);
  return s(
    "g",
    { class: "grid" },
    columns.flatMap((first, column) => [
      s("text", { class: "ax-l", x: LEFT + column * COLUMN + CELL.width / 2, y: 11 }, `${first}·${last}`),
      ...rows.map((_, row) => s("rect", { class: "cell", x: LEFT + column * COLUMN, y: TOP + row * ROW, ...CELL, rx: 3 })),
    ]),
    rows.map((digit, row) => s("text", { class: "ax-l", x: 10, y: TOP + row * ROW + 17.75 }, `·${digit}${last}`)),
  );
}

/**
 * A prime at its spot; a used one is struck out where all are shown.
 * @param {string} number
 * @param {Facts} facts
 * @param {boolean} used
 * @param {boolean} struck
 * @param {string} [kind]
 */
function dot(number, facts, used, struck, kind = used ? "dot u" : "dot") {
  const at = spot(number, facts);
  if (!at) return null;
  return s(
    "g",
    { class: kind },
    s("circle", { cx: at.x, cy: at.y, r: kind === "cur" ? 8.2 : 6.6 }),
    s("text", { x: at.x, y: at.y + 3.7 }, number.slice(-1)),
    used && struck && s("path", { class: "cut", d: `M${at.x - 6} ${at.y + 6}l12 -12` }),
  );
}

/** @param {string} number @param {Facts} facts */
function cut(number, facts) {
  const at = spot(number, facts);
  return at && s("path", { class: "try", d: `M${at.x - 4} ${at.y - 4}l8 8m0 -8l-8 8` });
}

/**
 * The row and the column of the current number.
 * @param {string} number
 * @param {Facts} facts
 * @param {number} deep
 */
function cross(number, facts, deep) {
  const at = spot(number, facts);
  return at && s("path", { class: "cross", d: `M${LEFT} ${at.y}H${WIDTH}M${at.x} ${TOP}V${deep}` });
}

/**
 * What the map shows, in words.
 * @param {Facts} facts
 * @param {string[]} used
 * @param {string[]} composite
 * @param {string[] | null} all
 */
function told(facts, used, composite, all) {
  const { labels } = facts.words;
  const drawnTries = composite.filter((number) => spot(number, facts));
  const open = all?.filter((number) => !used.includes(number));
  return [
    labels.picture,
    drawnTries.length ? `${labels.composite} ${drawnTries.join(", ")}.` : "",
    open ? `${labels.open} ${open.join(", ")}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The primes used, the current one last; of a set-up position nobody knows who made them.
 * @param {Facts} facts
 * @returns {Trace[]}
 */
function traces(facts) {
  const used = facts.used.map(String);
  const now = String(facts.number);
  if (!facts.in_order) {
    const others = used.filter((/** @type {string} */ number) => number !== now);
    return [...others, now].map((number) => ({ number, who: null, place: -1 }));
  }
  /** @type {(Player | null)[]} */
  const makers = facts.made_by;
  return used.map((/** @type {string} */ number, /** @type {number} */ at) => {
    const follows = makers[at] && (makers[at - 1] || facts.ordered); // else the number before is not known
    const place = follows ? [...number].findIndex((digit, where) => digit !== used[at - 1][where]) : -1;
    return { number, who: makers[at], place };
  });
}

/**
 * The trail below the wheels, scrolled to its end.
 * @param {Facts} facts
 * @param {Seats} seats
 */
export function trail(facts, seats) {
  const all = traces(facts);
  const list = h(
    "ol",
    { class: "trail", "aria-label": facts.words.labels.trail, tabindex: 0, "data-key": "trail" },
    all.map(({ number, who, place }, at) =>
      h(
        "li",
        { "aria-current": at === all.length - 1 ? "step" : null, class: place < 0 ? "apart" : null },
        who && [token(who), h("span", { class: "vh" }, `${seats.names[who - 1]}: `)],
        h("span", null, place < 0 ? number : [number.slice(0, place), h("u", null, number[place]), number.slice(place + 1)]),
      ),
    ),
  );
  const toEnd = () => list.scrollTo(list.scrollWidth, list.scrollHeight);
  new ResizeObserver(toEnd).observe(list); // when it is first laid out, and when the page changes its width
  return list;
}
