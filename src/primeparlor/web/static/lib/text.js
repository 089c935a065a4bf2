/** Formats numbers, times and sentences. */

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Write a product with powers: "24 = 2 × 2 × 2 × 3" is "24 = 2³ × 3".
 * @param {string} product
 */
export function powers(product) {
  return product.replace(/(\d+)((?: × \1(?!\d))+)/g, (_, factor, more) => factor + superscript(1 + more.split("×").length - 1));
}

/** @param {number} number */
function superscript(number) {
  return [...String(number)].map((digit) => RAISED[Number(digit)]).join("");
}

/**
 * Capitalise the first letter.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Make a line a sentence: "Add, and never make the total prime."
 * @param {string} line
 */
export function sentence(line) {
  return `${capital(line).replace(/\.$/, "")}.`;
}

/**
 * Format a count, a distance or a rule's number within a sentence: "1,234". The game's own numbers, which are typed and stand
 * in positions, are written without a comma, as the terminal does.
 * @param {number} number
 */
export function thousands(number) {
  return number.toLocaleString("en");
}

/**
 * Format a count with its noun: "1 move", "1,200 moves".
 * @param {number} number
 * @param {string} thing
 */
export function formatCount(number, thing) {
  return `${thousands(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** Format seconds as a clock shows them: "3:07". @param {number} seconds */
export function formatClock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Format seconds in words: "3 minutes 7 seconds". @param {number} seconds */
export function formatDuration(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [];
  if (minutes) parts.push(minutes === 1 ? "1 minute" : `${minutes} minutes`);
  if (rest || !minutes) parts.push(rest === 1 ? "1 second" : `${rest} seconds`);
  return parts.join(" ");
}
