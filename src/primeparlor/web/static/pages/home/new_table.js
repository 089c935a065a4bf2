/** The card that sets up a table for the chosen game, remembers the choices, and opens it. */

import { ApiError, errorMessage, post } from "/static/lib/api.js";
import { showNameRefusal } from "/static/components/name_field.js";
import { $, h, icon, put, s } from "/static/lib/dom.js";
import { diamond } from "/static/lib/numerals.js";
import { loadName, rememberTable, saveName } from "/static/lib/local_storage.js";
import { loadChoices, loadPair, saveChoice, savePair } from "/static/lib/choices.js";
import { BOOK, firstVariant, readVariant, showVariants } from "/static/pages/home/variants.js";
import { capital, sentence } from "/static/lib/text.js";

/** @typedef {import("/static/types").GameInfo} GameInfo */
/** @typedef {import("/static/lib/choices.js").Choice} Choice */

const USUAL = "club";
const NAME_FIELDS = ["name", "name-1", "name-2"];

/** @type {GameInfo | null} the game this table is for */
let game = null;

const form = /** @type {HTMLFormElement} */ ($("#setup"));

/** Add the form's listeners; `fillForm` fills it. */
export function prepareForm() {
  form.addEventListener("change", updateForm);
  form.addEventListener("input", () => showRefusal("")); // it was about other choices
  form.addEventListener("submit", openTable);
  $("#more").addEventListener("click", () => expandOptions($("#more").getAttribute("aria-expanded") !== "true"));
  inputById("name").value = loadName();
  [inputById("name-1").value, inputById("name-2").value] = loadPair();
  addEventListener("pageshow", () => setBusy(false)); // also on coming back
}

/**
 * Fill the form for this game with the last choices.
 * @param {GameInfo} chosen
 */
export function fillForm(chosen) {
  game = chosen;
  const last = lastChoice(chosen);
  $("#setup-title").textContent = `A table for ${chosen.title}`;
  $("#aim").textContent = sentence(chosen.aim);
  put($("#play"), `Play ${chosen.title} `, icon("next"));
  showLevels(chosen, last.level);
  showVariants(chosen, last);
  check("against", last.against);
  check("side", last.side);
  check("games", last.games);
  inputById("clock").value = last.clock === null ? "" : String(last.clock);
  inputById("hints").checked = last.hints;
  inputById("friend-hints").checked = last.friend_hints;
  inputById("undo").checked = last.undo;
  if (last.games || last.clock !== null || !last.hints || !last.undo) expandOptions(true);
  updateForm();
}

/**
 * Return the last choice for a game; by default, the first variant, its better side and the usual level.
 * @param {GameInfo} of
 * @returns {Choice}
 */
function lastChoice(of) {
  const side = of.variants[0].winning_side === 2 ? "2" : "1";
  return {
    ...{
      against: "house",
      side,
      level: USUAL,
      variant: firstVariant(of),
      rules: {},
      games: "",
      clock: null,
      hints: true,
      friend_hints: false,
      undo: true,
    },
    ...loadChoices().games[of.name],
  };
}

/** Show the fields that belong to the current choices. */
function updateForm() {
  const against = checkedValue("against");
  $("#level").hidden = against !== "house";
  $("#friend").hidden = against !== "friend";
  $("#same").hidden = against !== "same screen";
  $("#own-hints").hidden = against === "friend";
  const side = /** @type {HTMLFieldSetElement} */ ($("#side"));
  side.disabled = against === "same screen";
  const levels = checkedValue("variant") === BOOK ? game?.levels : game?.other_levels;
  $("#told").textContent = levels?.find((level) => level.name === checkedValue("level"))?.told ?? "";
}

/**
 * Show the levels, each with its rank in diamonds.
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
function expandOptions(open) {
  $("#options").hidden = !open;
  $("#more").setAttribute("aria-expanded", String(open));
}

/**
 * Open the table and go there.
 * @param {Event} event
 */
async function openTable(event) {
  event.preventDefault();
  if (!game) return;
  const choice = readForm(game);
  saveChoice(game.name, choice);
  saveName(readName("name"));
  savePair([readName("name-1"), readName("name-2")]);
  showRefusal("");
  for (const id of NAME_FIELDS) showNameRefusal(inputById(id), $(`#no-${id}`), "");
  setBusy(true);
  try {
    const opened = await post("/api/tables", tableRequest(game, choice));
    rememberTable(opened.view);
    location.assign(`/t/${encodeURIComponent(opened.table)}`);
  } catch (error) {
    setBusy(false);
    const field = error instanceof ApiError && refusedField(error, choice.against);
    if (field) return showNameRefusal(inputById(field), $(`#no-${field}`), errorMessage(error));
    showRefusal(error instanceof ApiError ? errorMessage(error) : "The table could not be opened. Please try again.");
  }
}

/**
 * Return the id of the field whose name was refused; null if none was.
 * @param {ApiError} error
 * @param {Choice["against"]} against
 */
function refusedField({ kind }, against) {
  if (kind === "other name") return "name-2";
  if (kind !== "name" || against === "house") return null;
  return against === "friend" ? "name" : "name-1";
}

/**
 * Read the choice from the form.
 * @param {GameInfo} of
 * @returns {Choice}
 */
function readForm(of) {
  return {
    against: /** @type {Choice["against"]} */ (checkedValue("against")),
    side: /** @type {Choice["side"]} */ (checkedValue("side")),
    level: checkedValue("level"),
    ...readVariant(of),
    games: checkedValue("games"),
    clock: inputById("clock").value ? Number(inputById("clock").value) : null,
    hints: inputById("hints").checked,
    friend_hints: inputById("friend-hints").checked,
    undo: inputById("undo").checked,
  };
}

/**
 * Convert the choice to the body of POST /api/tables.
 * @param {GameInfo} of
 * @param {Choice} choice
 */
function tableRequest(of, { against, side, level, rules, games, clock, hints, friend_hints, undo }) {
  const whichever = side === "toss" ? side : Number(side);
  const here = against === "same screen";
  return {
    game: of.name,
    rules,
    opponent: against === "house" ? level : against,
    side: here ? 1 : whichever,
    name: readName(here ? "name-1" : "name"),
    ...(here ? { other_name: readName("name-2") } : {}),
    ...(games ? { first_to: Number(games) } : {}),
    settings: { clock, hints: against === "friend" ? friend_hints : hints, undo },
  };
}

/** @param {boolean} waiting */
function setBusy(waiting) {
  /** @type {HTMLButtonElement} */ ($("#play")).disabled = waiting;
}

/** @param {string} sentence "" takes the last refusal away */
function showRefusal(sentence) {
  const note = $("#refused");
  note.hidden = !sentence;
  put(note, sentence && h("span", { class: "g", "aria-hidden": "true" }, "✕"), sentence);
}

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
function inputById(id) {
  return /** @type {HTMLInputElement} */ ($(`#${id}`));
}

/** Return the name typed into this field. @param {string} id */
const readName = (id) => inputById(id).value.trim();

/** @param {string} name of a group of radios */
function checkedValue(name) {
  return String(new FormData(form).get(name) ?? lastChoice(/** @type {GameInfo} */ (game))[/** @type {"side"} */ (name)]);
}

/**
 * @param {string} name
 * @param {string} value
 */
function check(name, value) {
  for (const box of form.querySelectorAll(`input[name="${name}"]`)) {
    const radio = /** @type {HTMLInputElement} */ (box);
    radio.checked = radio.value === value;
  }
}
