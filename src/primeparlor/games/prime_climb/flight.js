/**
 * Where everything of Prime Climb's staircase stands, in each of its two drawings: for a wide page and for a phone.
 */

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Player} Player */
/**
 * Where a piece stands, whether that is beside the picture, and the tread below it if it is not on it.
 * @typedef {{ x: number, y: number, outside?: boolean, leg?: number }} Stand
 */

const WHOLE = 24; // steps that are shown at once; of a longer stair, only those in reach
const BEHIND = 2; // steps shown below the player to move on a long stair,
const FEWEST = 12; // and in all, at its end
const LINE = 30; // the height of the thin line below a long stair
const BESIDE = 52; // room beside a long stair for a piece further down, with its step in words
const LARGE = { digit: 9.4, least: 26 }; // widths from which on a tread has a large number
const SMALL = 7.6; // how wide a digit of a small number is
const EVERY = [1, 2, 5, 10, 20, 50];

/**
 * The measures of one drawing. `at` is where the large numeral stands and how large it is with one digit, two, three and four.
 * @typedef {{ kind: string, w: number, h: number, left: number, foot: number, rise: number, end: number, high: number,
 *   r: number, at: { x: number, y: number, scales: number[] } }} Shape
 */

/** @type {Shape[]} */
export const SHAPES = [
  {
    kind: "wide",
    w: 852,
    h: 372,
    left: 52,
    foot: 366,
    rise: 292.6,
    end: 60.5,
    high: 29.4,
    r: 15,
    at: { x: 22, y: 34, scales: [1.28, 1.28, 1.28, 1] },
  },
  {
    kind: "narrow",
    w: 356,
    h: 300,
    left: 18,
    foot: 296,
    rise: 231.8,
    end: 34,
    high: 34.2,
    r: 7.8,
    at: { x: 12, y: 24, scales: [0.86, 0.72, 0.57, 0.45] },
  },
];

/** Where the steps stand in one drawing: all of them, or on a long stair those in reach. */
export class Flight {
  /** @param {Shape} shape @param {Facts} facts @param {Player} mover */
  constructor(shape, facts, mover) {
    const { top, largest } = facts.rules;
    const mine = facts.steps[mover - 1];
    this.shape = shape;
    this.mover = mover;
    this.top = top;
    this.long = top > WHOLE;
    this.first = this.long ? Math.max(1, Math.min(mine - BEHIND, top + 1 - FEWEST)) : 1;
    this.last = this.long ? Math.min(top, Math.max(mine + largest, this.first + 1)) : top;
    this.ends = this.last === top; // whether the top itself is in the picture
    this.left = this.long ? BESIDE : shape.left;
    const count = this.last - this.first + (this.ends ? 0 : 1);
    const room = shape.w - this.left - (this.ends ? shape.end : 0) - 8;
    this.wide = count ? room / count : room;
    this.foot = shape.foot - (this.long ? LINE : 0);
    this.lift = count ? (shape.rise - (this.long ? LINE + 2 * shape.r : 0)) / Math.max(count, 8) : 0;
    const figures = String(this.last).length;
    this.large = this.wide >= Math.max(LARGE.least, figures * LARGE.digit + 3);
    const every = EVERY.find((each) => each * this.wide >= figures * SMALL + (each > 1 ? 4 : 0));
    this.every = this.large ? 1 : (every ?? EVERY[EVERY.length - 1]);
  }

  /** Every step in the picture. */
  get steps() {
    return Array.from({ length: this.last - this.first + 1 }, (_, at) => this.first + at);
  }

  /** @param {number} step */
  x(step) {
    return this.left + (step - this.first) * this.wide;
  }

  /** @param {number} step */
  width(step) {
    return step === this.top ? this.shape.end : this.wide;
  }

  /** @param {number} step */
  middle(step) {
    return this.x(step) + this.width(step) / 2;
  }

  /** The height of a step's tread. @param {number} step */
  y(step) {
    return this.foot - this.shape.high - (step - this.first) * this.lift;
  }

  /** Whether this step's number has room. @param {number} step */
  numbered(step) {
    const half = (String(step).length * SMALL) / 2;
    const whole = this.middle(step) - half >= this.left - 2 && this.middle(step) + half <= this.shape.w;
    return step % this.every === 0 && step !== this.top && (this.large || whole);
  }

  /** Whether the sign of a prime has room for this step's number. @param {number} step */
  holds(step) {
    return this.large && step < 100;
  }

  /** Whether this step is in the picture; the floor is if the first step is. @param {number} step */
  shows(step) {
    return step >= this.first - (this.first === 1 ? 1 : 0) && step <= this.last;
  }

  /** Where a piece on this step stands: on it, or else at the edge of the picture. @param {number} step @returns {Stand} */
  stand(step) {
    const { w, r } = this.shape;
    if (step > this.last) return { x: w - r - 12, y: r + 3, outside: true };
    if (step >= this.first) return { x: this.middle(step), y: this.y(step) - r - 1 };
    const floor = { x: this.left / 2, y: this.foot - r - 2 };
    return this.first === 1 ? floor : { ...floor, outside: true };
  }

  /**
   * Where both pieces stand: where one would cover the other, the upper one is lifted.
   * @param {Facts} facts
   * @returns {Stand[]}
   */
  stands(facts) {
    const both = facts.steps.map((/** @type {number} */ step) => this.stand(step));
    const apart = 1.95 * this.shape.r + 0.3; // a circle and a square
    if (Math.abs(both[0].x - both[1].x) >= apart || Math.abs(both[0].y - both[1].y) >= apart) return both;
    const upper = facts.steps[0] === facts.steps[1] ? 2 - this.mover : facts.steps[0] > facts.steps[1] ? 0 : 1;
    const step = facts.steps[upper];
    const lifted = { ...both[upper], y: both[1 - upper].y - apart, ...(step ? { leg: this.y(step) } : {}) };
    return upper ? [both[0], lifted] : [lifted, both[1]];
  }
}
