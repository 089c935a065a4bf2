/** The page with all tables this browser has a seat at: unfinished ones first, to go on; the others to look back on. */

import { errorMessage } from "/static/lib/api.js";
import { $, announce, h, put } from "/static/lib/dom.js";
import { forgetTables, keepTable, loadTables, MOST_TABLES } from "/static/lib/local_storage.js";
import { listTables, tableLink } from "/static/lib/my_tables.js";
import { formatCount, thousands } from "/static/lib/text.js";

/** @typedef {import("/static/lib/local_storage.js").SavedTable} SavedTable */
/** @typedef {import("/static/types").TableSummary} TableSummary */

const HERE = "This list is kept in this browser only. ";
const FULL = `It holds the last ${thousands(MOST_TABLES)} tables you sat at; older ones go on under their links. `;

class GamesPage {
  constructor() {
    /** @type {TableSummary[]} */
    this.rows = [];
    /** @type {{ at: number, row: TableSummary, saved: SavedTable } | null} the row that was removed last */
    this.removed = null;
    this.told = h("p", { class: "small", role: "status" });
    this.back = h("button", { class: "btn", type: "button", hidden: true, onclick: () => this.#putBack() }, "Put it back");
    this.news = h("div", { class: "row removed", hidden: true }, this.told, this.back);
    this.lists = h("div", { class: "stack" });
    this.note = h("p", { class: "soft small kept-here" });
  }

  /** Request the list and show it. */
  async show() {
    const head = h("div", { class: "head" }, h("h1", {}, "My games"));
    put($("#main"), head, h("p", { role: "status", class: "loading" }, "Looking for your games …"));
    try {
      const { tables, gone } = await listTables(loadTables());
      this.rows = tables;
      put($("#main"), head, this.news, this.lists, this.note);
      if (gone.length) this.#tell(goneNotice(gone.length));
      this.#paint();
    } catch (error) {
      const again = h("button", { class: "btn main", type: "button", onclick: () => this.show() }, "Try again");
      put($("#main"), head, h("section", { class: "card stack" }, h("p", {}, errorMessage(error)), h("p", {}, again)));
    }
  }

  /** Say what has changed above the list; `back` offers to put the removed table back. @param {string} text @param {boolean} [back] */
  #tell(text, back = false) {
    this.news.hidden = false;
    this.back.hidden = !back;
    announce(this.told, text);
  }

  #paint() {
    const [open, over] = [this.rows.filter((row) => !row.over), this.rows.filter((row) => row.over)];
    put(
      this.lists,
      !this.rows.length && emptyCard(),
      open.length > 0 && this.#section("Unfinished", open),
      over.length > 0 && this.#section("Finished", over),
    );
    const stored = h("a", { href: "/stored" }, "What is stored, and for how long");
    put(this.note, HERE, loadTables().length >= MOST_TABLES && FULL, stored);
  }

  /** @param {string} title @param {TableSummary[]} rows */
  #section(title, rows) {
    const id = title.toLowerCase();
    const count = h("span", { class: "soft" }, ` ${thousands(rows.length)}`);
    const list = h(
      "ul",
      { class: "games" },
      rows.map((row) => this.#row(row)),
    );
    return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title, count), list);
  }

  /** @param {TableSummary} row */
  #row(row) {
    const place = tableLink(row);
    const name = `${row.title}, ${row.opponent}`;
    const small = [row.opponent, row.variant_words, row.score, formatDate(row.touched)].filter(Boolean);
    const act = row.over ? "Review" : "Go on";
    return h(
      "li",
      { class: row.yours ? "yours" : "" },
      h(
        "div",
        { class: "grow" },
        h("h3", {}, h("span", { class: "title" }, row.title), h("span", { class: "how" }, ` ${row.status}`)),
        h(
          "p",
          { class: "soft small" },
          small.map((words) => h("span", {}, words)),
        ),
      ),
      h(
        "a",
        { class: row.yours ? "btn main" : "btn", href: place, "aria-label": `${act}: ${name}`, "data-key": `open-${row.table}` },
        act,
      ),
      h(
        "button",
        {
          class: "btn quiet",
          type: "button",
          "data-key": `remove-${row.table}`,
          "aria-label": `Remove from this list: ${name}`,
          onclick: () => this.#remove(row),
        },
        "Remove",
      ),
    );
  }

  /** Take a table off the list; it can be put back until another one is. @param {TableSummary} row */
  #remove(row) {
    const saved = loadTables().find(({ id }) => id === row.table);
    if (!saved) return;
    this.removed = { at: this.rows.indexOf(row), row, saved };
    this.rows = this.rows.filter((other) => other !== row);
    forgetTables([row.table]);
    this.#paint();
    this.#tell(`${row.title} is off this list. Its table goes on under its link.`, true);
    this.back.focus();
  }

  #putBack() {
    if (!this.removed) return;
    const { at, row, saved } = this.removed;
    this.removed = null;
    this.rows = this.rows.toSpliced(at, 0, row);
    keepTable(saved);
    this.#tell(`${row.title} is back.`);
    this.#paint();
    $(`[data-key="open-${CSS.escape(row.table)}"]`).focus();
  }
}

/** @param {number} count */
const goneNotice = (count) =>
  `${formatCount(count, "table")} ${count === 1 ? "is" : "are"} no longer on the server, and off this list.`;

const emptyCard = () =>
  h(
    "section",
    { class: "card stack" },
    h("h2", {}, "No games yet"),
    h("p", {}, "Every table you sit at is listed here: play on, or look back at what each move was worth."),
    h("p", {}, h("a", { class: "btn main", href: "/" }, "Play a game")),
  );

/** Format a day: "17 November", with the year if it is another one. @param {number} seconds since 1970 */
function formatDate(seconds) {
  const day = new Date(1000 * seconds);
  const year = day.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "long", year });
}

new GamesPage().show();
