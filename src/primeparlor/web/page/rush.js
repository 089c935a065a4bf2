/** Rush: as many right answers as you can in three minutes; the third slip ends it. */

import { post } from "/static/api.js";
import { change, look } from "/static/diary.js";
import { $, announce, h, put } from "/static/dom.js";
import { games } from "/static/games.js";
import { numeral } from "/static/numerals.js";
import { Posed } from "/static/posed.js";
import { shown, spoken } from "/static/table/clock.js";
import { whileLooking } from "/static/waiting.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/types").Progress} Progress */
/** @typedef {import("/static/types").Puzzle} Puzzle */
/** @typedef {import("/static/types").Score} Score */

const SECONDS = 180;
const SLIPS = 3;
const TOLD = [60, 30, 10]; // seconds left at which the time is announced
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "") || null;

/** The clock of a rush: it runs only while a puzzle can be seen. */
class Stopwatch {
  constructor() {
    this.used = 0;
    /** @type {number | null} */
    this.since = null;
  }

  get left() {
    const running = this.since === null ? 0 : (performance.now() - this.since) / 1000;
    return Math.max(0, SECONDS - this.used - running);
  }

  start() {
    this.since ??= performance.now();
  }

  stop() {
    this.used = SECONDS - this.left;
    this.since = null;
  }
}

class Rush {
  /** @param {GameInfo[]} list @param {Progress} progress */
  constructor(list, progress) {
    this.list = list;
    this.progress = progress;
    this.region = h("div", { class: "vh", role: "status", "aria-live": "polite" });
    this.place = h("div");
    put($("#main"), this.place, this.region);
    document.addEventListener("visibilitychange", () => this.#watch());
    this.#welcome();
  }

  #welcome() {
    const link = (/** @type {string | null} */ name, /** @type {string} */ label) =>
      h("a", { class: "chip", href: name ? `/rush/${name}` : "/rush", "aria-current": name === game ? "page" : null }, label);
    put(
      this.place,
      h("div", { class: "head" }, h("h1", null, heading(this.list))),
      h("nav", { class: "row pick", "aria-label": "Which rush" }, link(null, "All games"), this.list.map(({ name, title }) => link(name, title))),
      h(
        "div",
        { class: "two-col" },
        h(
          "section",
          { class: "card stack" },
          h("p", null, "As many right answers as you can in three minutes. The third slip ends it. A key or a tap answers at once. The puzzles grow harder, and the clock stands while the next one is being made."),
          h("button", { class: "btn main", type: "button", id: "start", onclick: () => this.start() }, "Start the clock"),
        ),
        h("section", { class: "card stack", "aria-labelledby": "best" }, h("h2", { id: "best" }, "Your best"), best(this.progress.summary.rush[game ?? "all"] ?? [])),
      ),
    );
  }

  async start() {
    this.clock = new Stopwatch();
    this.nth = 0;
    this.right = 0;
    this.slips = 0;
    this.over = false;
    this.last = SECONDS;
    this.seen = /** @type {string[]} */ ([]);
    this.coming = this.#make();
    this.posed = new Posed({ mode: "rush", tried: (mark) => this.#tried(mark) });
    this.bar = h("progress", { class: "drain", max: SECONDS, value: SECONDS, "aria-label": "Time left" });
    this.time = h("time", { class: "clock" });
    this.count = h("div", { class: "bigstat" });
    this.marks = h("p", { class: "slips" });
    const acts = h(
      "div",
      { class: "row acts-row" },
      h("button", { class: "btn", type: "button", "data-key": "skip", onclick: () => this.#next() }, "Skip"),
      h("button", { class: "btn quiet", type: "button", "data-key": "stop", onclick: () => this.#end() }, "Stop here"),
    );
    const side = h("aside", { class: "side", "aria-label": "Score" }, h("section", { class: "card stack" }, this.count, this.marks));
    put(this.place, h("div", { class: "head" }, h("h1", null, heading(this.list)), h("div", { class: "grow" }, this.bar), this.time), h("div", { class: "two-col" }, h("div", null, this.posed.root, acts), side));
    this.timer = window.setInterval(() => this.#tick(), 200);
    this.#score();
    await this.#next();
  }

  /** @returns {Promise<Puzzle>} */
  #make() {
    const asked = { ...(game ? { game } : {}), rush: this.nth ?? 0, seen: this.seen };
    this.nth = (this.nth ?? 0) + 1;
    return post("/api/puzzles", asked);
  }

  /** Show the next puzzle, which was made while the last one was being solved. */
  async #next() {
    const { clock, posed } = this;
    if (!clock || !posed || this.over) return;
    clock.stop();
    try {
      const puzzle = await (this.coming ?? this.#make());
      this.seen = [...(this.seen ?? []), puzzle.position].slice(-100);
      this.coming = this.#make();
      this.coming.catch(() => {}); // asked again below, when it is needed
      if (this.over) return;
      await posed.set(puzzle);
      this.#watch();
    } catch (error) {
      this.coming = undefined;
      posed.message.say({ bold: "", text: error instanceof Error ? error.message : String(error), kind: "no" });
      window.setTimeout(() => this.#next(), 2000);
    }
  }

  /** The clock stands while the page cannot be seen. */
  #watch() {
    if (!this.clock || this.over || !this.posed?.puzzle || this.posed.over) return;
    if (document.hidden) this.clock.stop();
    else this.clock.start();
  }

  /** @param {"+" | "-" | "?"} mark */
  #tried(mark) {
    if (this.over) return;
    if (mark === "+") this.right = (this.right ?? 0) + 1;
    else this.slips = (this.slips ?? 0) + 1;
    this.#score();
    if ((this.slips ?? 0) >= SLIPS) this.#end();
    else this.#next();
  }

  #score() {
    const { count, marks, right = 0, slips = 0 } = this;
    if (!count || !marks) return;
    put(count, numeral(right, { inline: true, label: `${right} right` }), h("h2", null, "right"));
    put(marks, h("span", { "aria-hidden": "true" }, "✕ ".repeat(slips) + "· ".repeat(SLIPS - slips)), h("span", { class: "soft small" }, slips === 1 ? "1 slip of 3" : `${slips} slips of 3`));
  }

  #tick() {
    const { clock, bar, time } = this;
    if (!clock || !bar || !time) return;
    const { left } = clock;
    bar.value = left;
    time.textContent = shown(left);
    const due = TOLD.find((mark) => left <= mark && (this.last ?? SECONDS) > mark);
    if (due) announce(this.region, `${spoken(due)} left.`);
    this.last = left;
    if (left === 0) this.#end();
  }

  async #end() {
    if (this.over) return;
    this.over = true;
    this.clock?.stop();
    window.clearInterval(this.timer);
    const { right = 0, slips = 0 } = this;
    const before = (this.progress.summary.rush[game ?? "all"] ?? [])[0];
    const record = right > 0 && (!before || right > before.right || (right === before.right && slips < before.slips));
    this.progress = await change({ do: "rushed", game, right, slips }).catch(() => this.progress);
    this.#welcome();
    const told = `${right} solved, ${slips} ${slips === 1 ? "slip" : "slips"}${record ? ": your best" : before ? `; best ${before.right}` : ""}.`;
    const heading = h("h2", { tabindex: "-1" }, told);
    this.place.querySelector(".two-col > .card")?.prepend(heading);
    heading.focus();
  }
}

/** @param {GameInfo[]} list */
function heading(list) {
  const found = list.find(({ name }) => name === game);
  return found ? `Rush: ${found.title}` : "Rush";
}

/** The best scores; of two alike, fewer slips win. @param {Score[]} scores */
function best(scores) {
  if (!scores.length) return h("p", { class: "soft" }, "No rush yet.");
  return [
    h("ol", { class: "scores" }, scores.slice(0, 5).map(({ day, right, slips }) => h("li", null, h("b", null, right), h("span", null, `${slips} ${slips === 1 ? "slip" : "slips"}`), h("span", { class: "soft small" }, day)))),
    h("p", { class: "soft small" }, "Of equal scores, fewer slips win."),
  ];
}

whileLooking("Rush", async () => new Rush(await games(), await look()));
