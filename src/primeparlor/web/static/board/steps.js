/** Questions about the steps of a game, at a table or in a review. */

/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").Facts} Facts */

/**
 * Return the facts before a step; null if a long game omits them.
 * @param {{steps: Step[], first: Facts}} told
 * @param {number} index
 * @returns {Facts | null}
 */
export const factsBefore = (told, index) => (index === 0 ? told.first : told.steps[index - 1].facts);

/** Count the moves among these steps, without chance, as sentences and the record do. @param {Step[]} steps */
export const countMoves = (steps) => steps.filter((step) => step.who !== null).length;
