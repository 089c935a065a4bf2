/** The card that sets up a table for the chosen game, remembers the choices, and opens it. */

import { ApiError, post, wentWrong } from "/static/api.js";
import { $, h, icon, put, s } from "/static/dom.js";
import { diamond } from "/static/numerals.js";
import { choicesKept, keepChoice, keepName, nameKept, sat } from "/static/kept.js";
import { chosenRules, showVariants } from "/static/home/variants.js";
import { capital, sentence } from "/static/words.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/kept.js").Choice} Choice */

const USUAL = "club";

/** @type {GameInfo | null} the game this table is for */
let game = null;

const form = /** @type {HTMLFormElement} */ ($("#setup"));

/** Listen to the card; `setUpFor` fills it. */
export function prepare() {
  form.addEventListener("change", follow);
  form.addEventListener("submit", open);
  $("#more").addEventListener("click", () => unfold($("#more").getAttribute("aria-expanded") !== "true"));
  field("name").value = nameKept();
  addEventListener("pageshow", () => busy(false)); // also on coming back
}

/**
 * Make the card that of this game, with what is wished for, and else with what was chosen for it last time.
 * @param {GameInfo} chosen
 * @param {Partial<Choice>} [wished]
 */
export function setUpFor(chosen, wished = {}) {
  game = chosen;
  const last = { ...remembered(chosen), ...wished };
  $("#setup-title").textContent = `A table for ${chosen.title}`;
  $("#aim").textContent = sentence(chosen.aim);
  put($("#play"), `Play ${chosen.title} `, icon("next"));
  showLevels(chosen, last.level);
  showVariants(chosen, last);
  tick("against", last.against);
  tick("side", last.side);
  field("clock").value = last.clock === null ? "" : String(last.clock);
  field("hints").checked = last.hints;
  field("undo").checked = last.undo;
  if (last.variant !== "book" || last.clock !== null || !last.hints || !last.undo) unfold(true);
  follow();
}

/**
 * The last choices for a game; at first, the better side against a fair opponent.
 * @param {GameInfo} of
 * @returns {Choice}
 */
function remembered(of) {
  const side = of.winning_side === 2 ? "2" : "1";
  return {
    ...{ against: "house", side, level: USUAL, variant: "book", rules: {}, clock: null, hints: true, undo: true },
    ...choicesKept().games[of.name],
  };
}

/** Show what belongs to the choices made. */
function follow() {
  const against = ticked("against");
  $("#level").hidden = against !== "house";
  $("#friend").hidden = against !== "friend";
  $("#same").hidden = against !== "same screen";
  const side = /** @type {HTMLFieldSetElement} */ ($("#side"));
  side.disabled = against === "same screen";
  $("#told").textContent = game?.levels.find((level) => level.name === ticked("level"))?.told ?? "";
}

/**
 * The levels, each with as many diamonds as it is high.
 * @param {GameInfo} of
 * @param {string} chosen
 */
function showLevels(of, chosen) {
  const known = of.levels.some((level) => level.name === chosen) ? chosen : of.levels[0]?.name;
  put(
    $("#levels"),
    of.levels.map((level, at) =>
      h(
        "label",
        null,
        h("input", {
          type: "radio",
          name: "level",
          value: level.name,
          checked: level.name === known,
          "aria-describedby": "told",
        }),
        diamonds(at + 1),
        h("span", null, capital(level.name)),
      ),
    ),
  );
}

/** @param {number} count */
function diamonds(count) {
  const all = Array.from({ length: count }, (_, at) => diamond(5 + 11 * at, 5, 5, "dia"));
  return s("svg", { viewBox: `0 0 ${11 * count - 1} 10`, "aria-hidden": "true" }, all);
}

/** @param {boolean} open */
function unfold(open) {
  $("#options").hidden = !open;
  $("#more").setAttribute("aria-expanded", String(open));
}

/**
 * Open the table and go there.
 * @param {Event} event
 */
async function open(event) {
  event.preventDefault();
  if (!game) return;
  const choice = chosen(game);
  keepChoice(game.name, choice);
  keepName(field("name").value.trim());
  refuse("");
  busy(true);
  try {
    const opened = await post("/api/tables", order(game, choice));
    sat(opened.table, game.title);
    location.assign(`/t/${encodeURIComponent(opened.table)}`);
  } catch (error) {
    busy(false);
    refuse(error instanceof ApiError ? wentWrong(error) : "The table could not be opened. Please try again.");
  }
}

/**
 * What the card says now.
 * @param {GameInfo} of
 * @returns {Choice}
 */
function chosen(of) {
  return {
    against: /** @type {Choice["against"]} */ (ticked("against")),
    side: /** @type {Choice["side"]} */ (ticked("side")),
    level: ticked("level"),
    ...chosenRules(of),
    clock: field("clock").value ? Number(field("clock").value) : null,
    hints: field("hints").checked,
    undo: field("undo").checked,
  };
}

/**
 * The choice as the server takes it.
 * @param {GameInfo} of
 * @param {Choice} choice
 */
function order(of, { against, side, level, rules, clock, hints, undo }) {
  const whichever = side === "toss" ? side : Number(side);
  return {
    game: of.name,
    rules,
    opponent: against === "house" ? level : against,
    side: against === "same screen" ? 1 : whichever,
    name: against === "same screen" ? "" : field("name").value.trim(),
    settings: { clock, hints, undo },
  };
}

/** @param {boolean} waiting */
function busy(waiting) {
  /** @type {HTMLButtonElement} */ ($("#play")).disabled = waiting;
}

/** @param {string} sentence "" takes the last refusal away */
function refuse(sentence) {
  const note = $("#refused");
  note.hidden = !sentence;
  put(note, sentence && h("span", { class: "g", "aria-hidden": "true" }, "✕"), sentence);
}

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
function field(id) {
  return /** @type {HTMLInputElement} */ ($(`#${id}`));
}

/** @param {string} name of a group of radios */
function ticked(name) {
  return String(new FormData(form).get(name) ?? remembered(/** @type {GameInfo} */ (game))[/** @type {"side"} */ (name)]);
}

/**
 * @param {string} name
 * @param {string} value
 */
function tick(name, value) {
  for (const box of form.querySelectorAll(`input[name="${name}"]`)) {
    const radio = /** @type {HTMLInputElement} */ (box);
    radio.checked = radio.value === value;
  }
}
