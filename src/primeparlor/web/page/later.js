/** Tries again later: longer each time until all is well, and not all pages at once. */

const FIRST_WAIT = 1000; // milliseconds
const LONGEST_WAIT = 8000;

export class Later {
  /** @param {() => void} attempt */
  constructor(attempt) {
    this.attempt = attempt;
    this.wait = FIRST_WAIT;
    this.timer = 0;
  }

  again() {
    this.stop();
    this.timer = window.setTimeout(this.attempt, this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** All is well: the next wait is short. */
  well() {
    this.wait = FIRST_WAIT;
  }

  stop() {
    clearTimeout(this.timer);
  }
}
