/** Small ways of saying things. */

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A product with its powers: "24 = 2 × 2 × 2 × 3" is "24 = 2³ × 3".
 * @param {string} product
 */
export function powers(product) {
  return product.replace(/(\d+)((?: × \1(?!\d))+)/g, (_, factor, more) => factor + raised(1 + more.split("×").length - 1));
}

/** @param {number} number */
function raised(number) {
  return [...String(number)].map((digit) => RAISED[Number(digit)]).join("");
}

/**
 * The text with a capital at its beginning.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A line as a sentence: "Add, and never make the total prime."
 * @param {string} line
 */
export function sentence(line) {
  return `${capital(line).replace(/\.$/, "")}.`;
}

/**
 * So many of something: "1 slip", "3 slips".
 * @param {number} count
 * @param {string} thing
 */
export function counted(count, thing) {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
