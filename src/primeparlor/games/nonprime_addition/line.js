/**
 * The number line of Nonprime Addition: where the total has been, and how far it can go.
 * Places are counted from the total, which is 0, as totals may be longer than a number of JavaScript.
 */

import { s } from "/static/lib/dom.js";
import { fill } from "/static/lib/messages.js";
import { diamond, piece } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {{ from: number, to: number, who: Player }} Hop */
/** @typedef {{ name: string, width: number, cell: number, ahead: number }} Size `ahead`: places beyond those in reach */

/**
 * The line is drawn for every width of the board, and the stylesheet shows the one that fits: its words stay readable.
 * @type {Size[]}
 */
export const SIZES = [
  { name: "large", width: 806, cell: 26, ahead: 3 },
  { name: "medium", width: 572, cell: 26, ahead: 2 },
  { name: "small", width: 360, cell: 20, ahead: 1 },
  { name: "tiny", width: 290, cell: 16, ahead: 1 },
];

const BEHIND = 7; // places behind the total, at the least,
const SHARE = 0.6; // and for each place in reach
const AXIS = 96; // how low the line runs in its picture
const LOWEST = 40; // of a hop: the height of its handle
const HIGHEST = 101;
const PIN = 7; // half as wide as the mark of the total
const DIGIT = 7.2; // how wide a digit of a label is,
const BOLD = 8.6; // and of a bold one
const APART = 5.4; // between labels
const STEPS = [1, 2, 5, 10, 20, 50, 100]; // between labels

export class Line {
  /**
   * @param {Facts} facts
   * @param {Look} look
   * @param {Size} size
   */
  constructor(facts, look, size) {
    const { start, smallest, largest } = facts.rules;
    this.facts = facts;
    this.seats = look.seats;
    this.words = facts.words.labels;
    this.width = size.width;
    this.total = BigInt(facts.total);
    this.reach = { from: smallest, to: largest };
    this.cells = Math.max(
      Math.floor(size.width / size.cell),
      largest + size.ahead + 1 + Math.max(BEHIND, Math.round(largest * SHARE)),
    );
    this.pitch = size.width / this.cells;
    const behind = this.cells - 1 - largest - size.ahead;
    const room = Math.max(PIN, (String(start).length * BOLD) / 2); // for the pin and its number, where the game begins
    const before = Math.max(1, Math.ceil(room / this.pitch - 0.5));
    this.first = Math.max(-behind, this.place(start - before, -behind));
    this.last = this.first + this.cells - 1;
    this.primes = facts.primes_passed
      .map((/** @type {number | string} */ prime) => this.place(prime))
      .filter((/** @type {number} */ at) => at >= this.first);
    this.hops = this.seen();
    this.ahead = !facts.winner && !look.over;
    this.begun = s("g", null);
    this.drawn = this.paint(size.name);
  }

  /**
   * A number's place, or `least` if it lies too far behind.
   * @param {number | string} number
   * @param {number} [least]
   */
  place(number, least = -1e6) {
    const at = BigInt(number) - this.total;
    return at < BigInt(least) ? least : Number(at);
  }

  /**
   * How far to the right a place is.
   * @param {number} place
   */
  x(place) {
    return Math.round((place - this.first + 0.5) * this.pitch * 10) / 10;
  }

  /**
   * The hops to be seen, the last one first, each with who made it.
   * @returns {Hop[]}
   */
  seen() {
    const been = this.facts.been.map((/** @type {number | string} */ total) => this.place(total));
    /** @type {Hop[]} */
    const hops = [];
    for (let at = been.length - 1, who = this.facts.turn; at > 0 && been[at] >= this.first; at--) {
      who = who === 1 ? 2 : 1;
      hops.push({ from: been[at - 1], to: been[at], who });
    }
    return hops;
  }

  /** @param {string} name */
  paint(name) {
    const { from, to } = this.reach;
    const band = {
      class: "reach",
      x: this.x(from - 0.5),
      y: 62,
      width: this.x(to + 0.5) - this.x(from - 0.5),
      height: 68,
      rx: 6,
    };
    return s(
      "svg",
      {
        class: `board np-line ${name}`,
        viewBox: `0 16 ${this.width} 132`,
        preserveAspectRatio: "xMidYMax slice", // where it has to be low, the tops of the hops are cut off
        role: "img",
        "aria-label": this.label(),
      },
      this.ahead && s("rect", band),
      s("path", { class: "ax", d: `M0 ${AXIS}H${this.width}` }),
      s("path", { class: "tick", d: this.ticks() }),
      this.hops.flatMap((hop, at) => this.hop(hop, at === 0)),
      this.primes.map((/** @type {number} */ place) => diamond(this.x(place), AXIS, Math.max(2, Math.min(6, this.pitch * 0.4)))),
      this.labels(),
      this.visited(),
      this.begun,
      this.here(),
      this.ahead && this.told(this.words.band, (this.x(from) + this.x(to)) / 2),
    );
  }

  /** Every place of the line that is a number, from 0 on. */
  places() {
    return Array.from({ length: this.cells }, (_, at) => this.first + at).filter((at) => this.total + BigInt(at) >= 0n);
  }

  ticks() {
    const every = this.pitch < 5 ? 5 : 1;
    return this.places()
      .filter((place) => (this.total + BigInt(place)) % BigInt(every) === 0n)
      .map((place) => `M${this.x(place)} ${AXIS - 5}V${AXIS + 5}`)
      .join("");
  }

  /**
   * The arc of a hop and the top of it.
   * @param {number} from
   * @param {number} to
   */
  arc(from, to) {
    const longest = Math.max(9, this.reach.to);
    const high = LOWEST + ((HIGHEST - LOWEST) * (to - from - 2)) / Math.max(1, longest - 2);
    const middle = (this.x(from) + this.x(to)) / 2;
    return {
      d: `M${this.x(from)} ${AXIS - 6}Q${middle} ${AXIS - 6 - high} ${this.x(to)} ${AXIS - 6}`,
      middle,
      top: AXIS - 6 - high / 2,
    };
  }

  /**
   * @param {Hop} hop
   * @param {boolean} last
   */
  hop({ from, to, who }, last) {
    const { d, middle, top } = this.arc(from, to);
    const wide = (to - from) * this.pitch >= 22 && middle > 10;
    return [
      s("path", { class: `hop ${who === 1 ? "a" : "b"}${last ? " last" : ""}`, d }),
      wide && s("text", { class: `lab p${who}`, x: middle, y: top - 6 }, `+${to - from}`),
    ];
  }

  /** Where the total has been, each with the sign of who made it. */
  visited() {
    const r = Math.max(3, Math.min(5.5, this.pitch * 0.4));
    const begun = this.place(this.facts.been[0]);
    const made = this.hops.filter(({ to }) => to < 0).map(({ to, who }) => piece(who, this.x(to), AXIS, r));
    return begun >= this.first && begun < 0
      ? [...made, s("circle", { class: "begun", cx: this.x(begun), cy: AXIS, r: r - 0.5 })]
      : made;
  }

  /** The total: a pin, or the prime that ended the game. */
  here() {
    const x = this.x(0);
    if (this.facts.winner)
      return s("g", null, s("g", { class: "here pri" }, diamond(x, AXIS, 11)), this.told(this.words.prime, x, "b"));
    return s("g", { class: "here" }, s("path", { d: `M${x} ${AXIS + 4}l-6.5 9h13z` }), s("circle", { cx: x, cy: AXIS, r: 6.5 }));
  }

  /**
   * Words below the line, around x but within the picture.
   * @param {string} text
   * @param {number} x
   * @param {string} [more]
   */
  told(text, x, more = "") {
    const half = text.length * 3.2;
    return s("text", { class: `lab ${more}`, x: Math.max(half, Math.min(this.width - half, x)), y: 144 }, text);
  }

  /** As many numbers below the line as have room: first the total and where it has been, which nothing cuts off. */
  labels() {
    const long = String(this.total + BigInt(this.last)).length;
    const wide = Math.max(long * DIGIT + APART, (long * (DIGIT + BOLD)) / 2 + 2);
    const every = STEPS.find((step) => step * this.pitch >= wide) ?? this.cells;
    const bold = [0, ...this.hops.map(({ from }) => from)].filter((place) => place >= this.first);
    const round = this.places().filter((place) => (this.total + BigInt(place)) % BigInt(every) === 0n);
    /** @type {{ x: number, place: number }[]} */
    const taken = [];
    for (const place of [...bold, ...round]) {
      const half = (long * (bold.includes(place) ? BOLD : DIGIT)) / 2;
      const x = Math.max(half, Math.min(this.width - half, this.x(place)));
      const whole = x === this.x(place) || bold.includes(place);
      if (whole && taken.every((other) => Math.abs(other.x - x) >= wide)) taken.push({ x, place });
    }
    return taken.map(({ x, place }) =>
      s("text", { class: bold.includes(place) ? "lab b" : "lab", x, y: 123 }, String(this.total + BigInt(place))),
    );
  }

  /** What the picture shows, in words. */
  label() {
    const told = fill(this.words.picture, this.seats);
    return this.ahead ? `${told} ${this.words.reach}` : told;
  }

  /**
   * A dotted hop to what is chosen or pointed at; "" takes it away.
   * @param {string} text
   */
  point(text) {
    const to = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    this.begun.replaceChildren();
    if (!this.ahead || to < this.reach.from || to > this.reach.to) return;
    this.begun.append(
      s("path", { class: "hop pre", d: this.arc(0, to).d }),
      s("circle", { class: "aim", cx: this.x(to), cy: AXIS, r: Math.max(4, Math.min(6, this.pitch / 2)) }),
    );
  }
}
