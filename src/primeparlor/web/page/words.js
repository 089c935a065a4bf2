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
 * A count, a distance or a rule's number within a sentence: "1,234". The game's own numbers, which are typed and stand
 * in positions, are written without a comma, as the terminal does.
 * @param {number} number
 */
export function thousands(number) {
  return number.toLocaleString("en");
}

/**
 * The numbers in which a game differs from its book: "top 100, largest 5"; "" where it does not.
 * @param {import("/static/types").GameInfo} game
 * @param {Record<string, number>} rules
 */
export function variant(game, rules) {
  const own = Object.entries(rules).filter(([name, number]) => number !== game.rules[name]?.standard);
  return own.map(([name, number]) => `${name} ${thousands(number)}`).join(", ");
}

/**
 * A count and its noun: "1 move", "1,200 moves".
 * @param {number} number
 * @param {string} thing
 */
export function inFigures(number, thing) {
  return `${thousands(number)} ${thing}${number === 1 ? "" : "s"}`;
}
