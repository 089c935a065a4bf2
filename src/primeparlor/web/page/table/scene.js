// A scene: what is shown of a table at one moment. Steps that arrive together make several scenes.

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").Facts} Facts */
/**
 * @typedef {object} Scene
 * @property {View} view
 * @property {Step[]} steps those already shown
 * @property {Facts} facts
 * @property {1|2} turn
 * @property {boolean} whole whether nothing is left to be shown
 * @property {boolean} over
 */

/**
 * The scene after this many steps.
 * @param {View} view
 * @param {number} count
 * @returns {Scene}
 */
export function sceneAt(view, count) {
  const steps = view.steps.slice(0, count);
  const last = steps.at(-1);
  const whole = count >= view.steps.length;
  return {
    view,
    steps,
    facts: whole ? view.facts : (last?.facts ?? view.first),
    turn: whole || !last ? view.turn : last.turn,
    whole,
    over: whole && view.outcome !== null,
  };
}

/**
 * The facts before a step; null where a long game left them out.
 * @param {{steps: Step[], first: Facts}} told
 * @param {number} index
 * @returns {Facts | null}
 */
export const factsBefore = (told, index) => (index === 0 ? told.first : told.steps[index - 1].facts);

/** How many of these steps are moves, as sentences and the record count them. @param {Step[]} steps */
export const movesIn = (steps) => steps.filter((step) => step.who !== null).length;

/** The place of the last step that a player made, or -1. @param {Step[]} steps */
export const lastMove = (steps) => steps.findLastIndex((step) => step.who !== null);
