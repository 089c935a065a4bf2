/** The home page: the games, the form for a new table, the puzzle of the day, and your tables. */

import { errorMessage } from "/static/lib/api.js";
import { $ } from "/static/lib/dom.js";
import { loadGames } from "/static/board/load_game.js";
import { loadChoices } from "/static/lib/choices.js";
import { hasProgress, syncProgress } from "/static/lib/progress.js";
import { fillForm, prepareForm } from "/static/pages/home/new_table.js";
import { prepareJoin, showTables } from "/static/pages/home/tables_card.js";
import { showRung, showStanding } from "/static/pages/home/rung.js";
import { showToday } from "/static/pages/home/today_card.js";
import { showGames } from "/static/pages/home/wall.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */

async function show() {
  prepareForm();
  prepareJoin();
  const all = await loadGames();
  const wanted = new URLSearchParams(location.search).get("game") || loadChoices().last;
  const first = all.find((game) => game.name === wanted) ?? all[0];
  const choose = (/** @type {GameInfo} */ game) => {
    fillForm(game);
    showRung(game);
  };
  choose(first);
  nameGuests(all);
  await showGames(all, first.name, (name) => choose(all.find((game) => game.name === name) ?? first));
  const summary = loadSummary();
  await Promise.all([showToday(summary), showStanding(summary), showTables()]);
}

/** Load what the player's progress amounts to; null if there is none, or the line is down. */
async function loadSummary() {
  try {
    return (await hasProgress()) ? (await syncProgress()).summary : null;
  } catch {
    return null;
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
