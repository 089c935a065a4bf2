/** Home: the games on the wall, a table to set up, the puzzle of the day, and the tables that wait. */

import { wentWrong } from "/static/api.js";
import { $ } from "/static/dom.js";
import { games } from "/static/games.js";
import { choicesKept } from "/static/kept.js";
import { prepare, setUpFor } from "/static/home/setup.js";
import { prepareJoin, showTables } from "/static/home/tables_card.js";
import { showToday } from "/static/home/today_card.js";
import { hang } from "/static/home/wall.js";

/** @typedef {import("/static/kept.js").Choice} Choice */
/** @typedef {import("/static/types").GameInfo} GameInfo */

async function show() {
  prepare();
  prepareJoin();
  const all = await games();
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("game") || choicesKept().last;
  const first = all.find((game) => game.name === wanted) ?? all[0];
  setUpFor(first, first.name === asked.get("game") ? wished(first, asked) : {});
  welcomeGuests(all);
  await hang(all, first.name, (name) => setUpFor(all.find((game) => game.name === name) ?? first));
  await Promise.all([showToday(), showTables()]);
}

/**
 * The table that a link to this page asks for, as under "What to try next": this level, by the book's rules.
 * @param {GameInfo} game
 * @param {URLSearchParams} asked
 * @returns {Partial<Choice>}
 */
function wished(game, asked) {
  const [level, side] = [asked.get("level"), asked.get("side")];
  if (!game.levels.some(({ name }) => name === level)) return {};
  return {
    against: "house",
    level: String(level),
    variant: "book",
    rules: {},
    ...(side === "1" || side === "2" ? { side } : {}),
  };
}

/**
 * Name the games that other packages brought.
 * @param {GameInfo[]} all
 */
function welcomeGuests(all) {
  const guests = all.filter((game) => !game.ours).map((game) => game.title);
  if (guests.length)
    $("#hello").append(
      ` On the wall as ${guests.length > 1 ? "guests" : "a guest"}: ${new Intl.ListFormat("en").format(guests)}.`,
    );
}

show().catch((error) => {
  const note = $("#refused");
  note.hidden = false;
  note.textContent = wentWrong(error);
});
