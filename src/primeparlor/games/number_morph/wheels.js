/**
 * The wheels of Number Morph: what is chosen on them, and how they are drawn and turned.
 */

import { h } from "/static/lib/dom.js";
import { numeral } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Facts} Facts */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {Record<string, string>} Labels */

const EDGE = 0.24; // of a wheel's height, above and below: a click there turns it
const NOTCH = 48; // pixels of a swipe for one digit
const SWIPE = 12; // pixels from which it is no tap

/** The place that is chosen, counted from the left, and the digit it would get; "" for none yet. */
export class Choice {
  /**
   * @param {string} number the current one
   * @param {Labels} labels
   * @param {number} place
   * @param {string} digit
   */
  constructor(number, labels, place, digit = "") {
    this.number = number;
    this.labels = labels;
    this.place = place;
    this.digit = digit;
  }

  /** The number that this makes. */
  get made() {
    return this.digit ? this.with(this.digit) : this.number;
  }

  /** The name of the place. */
  get name() {
    return this.labels[`place${this.place}`];
  }

  /** The digits on the wheel. */
  get on() {
    return this.labels[`wheel${this.place}`];
  }

  /** As the page keeps it. */
  get held() {
    return `${this.place}:${this.digit}`;
  }

  /**
   * The number with this digit at the place.
   * @param {string} digit
   */
  with(digit) {
    return this.number.slice(0, this.place) + digit + this.number.slice(this.place + 1);
  }

  /**
   * Another place, with nothing chosen there.
   * @param {number} place
   */
  at(place) {
    return new Choice(this.number, this.labels, place);
  }

  /**
   * The place so many to the right, around the end.
   * @param {number} steps
   */
  beside(steps) {
    return this.at((this.place + steps + this.number.length) % this.number.length);
  }

  /**
   * The wheel turned by one or minus one, to the next digit on it.
   * @param {number} by
   * @returns {Choice}
   */
  turned(by) {
    const { on } = this;
    const digit = on[(on.indexOf(this.made[this.place]) + by + on.length) % on.length];
    return digit === this.number[this.place] ? this.at(this.place) : new Choice(this.number, this.labels, this.place, digit);
  }
}

/**
 * The one place in which two numbers differ, counted from the left; -1 where they differ in more or none.
 * @param {string} number
 * @param {string} other
 */
export function differing(number, other) {
  const places = [...number].flatMap((digit, place) => (digit === other[place] ? [] : [place]));
  return number.length === other.length && places.length === 1 ? places[0] : -1;
}

/**
 * What is chosen: as held, else the place tried last, else the one in the middle.
 * @param {Facts} facts
 * @param {Look} look
 */
export function chosen(facts, look) {
  const { labels } = facts.words;
  const number = facts.number === null ? "0".repeat(facts.rules.digits) : String(facts.number);
  const held = look.held.match(/^(\d):(\d?)$/);
  if (held && Number(held[1]) < number.length) return new Choice(number, labels, Number(held[1]), held[2]);
  for (const tried of look.tried.map(String).reverse()) {
    const place = differing(number, tried);
    if (place >= 0) return new Choice(number, labels, place);
  }
  return new Choice(number, labels, Math.floor((number.length - 1) / 2));
}

/**
 * The wheels as a choice of the place; those that show something else than `shown` turn there.
 * @param {Choice} choice
 * @param {Look} look
 * @param {string} shown
 */
export function wheels(choice, look, shown) {
  const each = [...choice.made].map((digit, place) => {
    const on = look.yours && place === choice.place;
    const from = shown.length === choice.made.length ? Number(shown[place]) : Number(digit);
    const way = from === Number(digit) ? "" : (Number(digit) - from + 10) % 10 <= 5 ? " rises" : " falls";
    return h("div", null, wheel(choice, place, look, way), label(choice, place, on));
  });
  const group = h("div", { class: "wheels", role: "radiogroup", "aria-label": choice.labels.which }, each);
  group.style.setProperty("--digits", String(choice.number.length));
  return group;
}

/**
 * The name of a place below its wheel.
 * @param {Choice} choice
 * @param {number} place
 * @param {boolean} on
 */
function label({ labels, number }, place, on) {
  const [name, short] = [labels[`place${place}`], labels[`short${place}`]];
  const both = [h("span", { class: "wide" }, name), h("span", { class: "narrow" }, short)];
  const names = number.length > 3 ? both : [name];
  return h("span", { class: on ? "place on" : "place", "aria-hidden": "true" }, names);
}

/**
 * @param {Choice} choice
 * @param {number} place
 * @param {Look} look
 * @param {string} way how it turns
 */
function wheel(choice, place, look, way) {
  const own = place === choice.place ? choice : choice.at(place);
  const digit = choice.made[place];
  const fresh = digit !== choice.number[place];
  const turn = (/** @type {number} */ by) => {
    if (look.yours) look.hold((by ? turnedBy(own, by) : own).held);
  };
  const button = h(
    "button",
    {
      class: `wheel${way}`,
      type: "button",
      role: "radio",
      "data-key": `place${place}`,
      tabindex: place === choice.place ? 0 : -1,
      "aria-checked": String(look.yours && place === choice.place),
      "aria-disabled": look.yours ? null : "true",
      "aria-label": fresh ? `${own.labels[`turned${place}`]} ${digit}` : own.labels[`now${place}`],
    },
    faces(own, digit, fresh),
  );
  listen(button, turn);
  return button;
}

/**
 * @param {Choice} choice
 * @param {number} by
 */
function turnedBy(choice, by) {
  let made = choice;
  for (let left = Math.abs(by); left > 0; left--) made = made.turned(Math.sign(by));
  return made;
}

/**
 * The digit of a wheel with its neighbours peeking in.
 * @param {Choice} choice
 * @param {string} digit
 * @param {boolean} fresh
 */
function faces(choice, digit, fresh) {
  const shown = new Choice(choice.number, choice.labels, choice.place, digit);
  const near = (/** @type {number} */ by) => shown.turned(by).made[choice.place];
  return [
    numeral(near(-1), { class: "up" }),
    numeral(digit, { class: fresh ? "now fresh" : "now", inline: true }),
    numeral(near(1), { class: "dn" }),
  ];
}

/**
 * A tap chooses the wheel, or turns it at its upper and lower edge; a swipe turns it.
 * @param {HTMLElement} button
 * @param {(by: number) => void} turn
 */
function listen(button, turn) {
  let from = NaN;
  let swiped = false;
  const moved = (/** @type {PointerEvent} */ event) => (Number.isNaN(from) ? 0 : event.clientY - from);
  button.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    swiped = false;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (Math.abs(moved(event)) > SWIPE) button.style.setProperty("--pull", `${moved(event)}px`);
  });
  button.addEventListener("pointercancel", () => {
    from = NaN;
    button.style.removeProperty("--pull");
  });
  button.addEventListener("pointerup", (event) => {
    const by = moved(event);
    from = NaN;
    button.style.removeProperty("--pull");
    swiped = Math.abs(by) > SWIPE;
    if (swiped) turn(-(Math.round(by / NOTCH) || Math.sign(by)));
  });
  button.addEventListener("click", (event) => {
    if (swiped) return;
    const { top, height } = button.getBoundingClientRect();
    const at = event.detail ? (event.clientY - top) / height : 0.5; // of a keyboard's click nobody knows where
    turn(at < EDGE ? -1 : at > 1 - EDGE ? 1 : 0);
  });
}

/**
 * Wheels that nobody turns: before the first number, at the end, in review. `·` is a wheel not yet at rest.
 * @param {string} number
 * @param {Labels} labels
 */
export function standing(number, labels) {
  const choice = new Choice(number, labels, 0);
  const each = [...number].map((digit, place) =>
    h(
      "div",
      null,
      h(
        "div",
        { class: "wheel still" },
        digit === "·" ? h("span", { class: "blank" }, "· · ·") : faces(choice.at(place), digit, false),
      ),
      label(choice, place, false),
    ),
  );
  const group = h("div", { class: "wheels", role: "img", "aria-label": labels.wheels }, each);
  group.style.setProperty("--digits", String(number.length));
  return h("div", null, group, labels.caption && h("p", { class: "eq-line end" }, labels.caption));
}

/**
 * Let a wheel run from one digit to another.
 * @param {Element} wheel
 * @param {number} from
 * @param {number} to
 */
export function roll(wheel, from, to) {
  const step = from < to ? 1 : -1;
  const count = Math.abs(to - from);
  const way = Array.from({ length: count + 1 }, (_, at) => from + step * at);
  const strip = h(
    "span",
    { class: step > 0 ? "roll" : "roll back", "aria-hidden": "true" },
    way.map((digit) => numeral(digit, { inline: true })),
  );
  wheel.append(strip);
  wheel.classList.add("rolling");
  const across = `${-step * count * 1.3}em`;
  const motion = strip.animate([{ transform: "none" }, { transform: `translateY(${across})` }], {
    duration: 320,
    easing: "cubic-bezier(.2,.7,.2,1)",
  });
  const rest = () => {
    strip.remove();
    wheel.classList.remove("rolling");
  };
  motion.addEventListener("finish", rest);
  motion.addEventListener("cancel", rest);
  return motion;
}
