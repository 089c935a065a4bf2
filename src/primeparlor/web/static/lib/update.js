// Puts together what the page has of a table and what is new there.

/** @typedef {import("/static/types").Update} Update */
/** @typedef {import("/static/types").View} View */

/**
 * Return the table with this update; null if the page has missed something that came before it.
 * @param {View} view
 * @param {Update} update
 * @returns {View | null}
 */
export function applyUpdate(view, update) {
  if (update.game_number === view.game_number && update.seq < view.seq) return view;
  const { after, kept, facts, ...news } = update;
  if (update.game_number !== view.game_number || after > view.seq || kept > view.steps.length) return null;
  const steps = [...view.steps.slice(0, kept), ...update.steps];
  return { ...view, ...news, steps, facts: facts ?? update.steps.at(-1)?.facts ?? view.facts };
}
