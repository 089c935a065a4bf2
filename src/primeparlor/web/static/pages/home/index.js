/** The home page: the games, the form for a new table, the puzzle of the day, and your tables. */

import { errorMessage } from "/static/lib/api.js";
import { $ } from "/static/lib/dom.js";
import { loadGames } from "/static/board/load_game.js";
import { loadChoices } from "/static/lib/local_storage.js";
import { fillForm, prepareForm } from "/static/pages/home/new_table.js";
import { prepareJoin, showTables } from "/static/pages/home/tables_card.js";
import { showToday } from "/static/pages/home/today_card.js";
import { BOOK, OWN } from "/static/pages/home/variants.js";
import { showGames } from "/static/pages/home/wall.js";

/** @typedef {import("/static/lib/local_storage.js").Choice} Choice */
/** @typedef {import("/static/types").GameInfo} GameInfo */

async function show() {
  prepareForm();
  prepareJoin();
  const all = await loadGames();
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("game") || loadChoices().last;
  const first = all.find((game) => game.name === wanted) ?? all[0];
  fillForm(first, first.name === asked.get("game") ? choiceFromQuery(first, asked) : {});
  nameGuests(all);
  await showGames(all, first.name, (name) => fillForm(all.find((game) => game.name === name) ?? first));
  await Promise.all([showToday(), showTables()]);
}

/**
 * Read a choice from the query, as in the links of "What to try next": a level, a side and the rules.
 * @param {GameInfo} game
 * @param {URLSearchParams} asked
 * @returns {Partial<Choice>}
 */
function choiceFromQuery(game, asked) {
  const [level, side] = [asked.get("level"), asked.get("side")];
  if (!game.levels.some(({ name }) => name === level)) return {};
  return {
    against: "house",
    level: String(level),
    ...rulesFromQuery(game, asked),
    ...(side === "1" || side === "2" ? { side } : {}),
  };
}

/**
 * @param {GameInfo} game
 * @param {URLSearchParams} asked
 * @returns {{ variant: string, rules: Record<string, number> }}
 */
function rulesFromQuery(game, asked) {
  const given = asked.get("rules") ?? "{}";
  if (given === "{}") return { variant: BOOK, rules: {} };
  if (game.variants.some(({ rules }) => JSON.stringify(rules) === given)) return { variant: given, rules: {} };
  try {
    return { variant: OWN, rules: JSON.parse(given) };
  } catch {
    return { variant: BOOK, rules: {} };
  }
}

/**
 * Name the games from other packages.
 * @param {GameInfo[]} all
 */
function nameGuests(all) {
  const guests = all.filter((game) => !game.ours).map((game) => game.title);
  if (guests.length)
    $("#hello").append(
      ` On the wall as ${guests.length > 1 ? "guests" : "a guest"}: ${new Intl.ListFormat("en").format(guests)}.`,
    );
}

show().catch((error) => {
  const note = $("#refused");
  note.hidden = false;
  note.textContent = errorMessage(error);
});
