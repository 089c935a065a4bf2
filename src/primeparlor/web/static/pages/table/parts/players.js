// Who plays, and what the players are called: plates beside the board, and a strip above it on a phone.

import { h, put } from "/static/lib/dom.js";
import { fill } from "/static/lib/messages.js";
import { token } from "/static/lib/numerals.js";

/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/pages/table/parts/clock.js").Clock} Clock */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */

const HOUSE_SIGN = "⌂"; // no player's name contains it

export class Players {
  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.theirs = h("div", { class: "plate" });
    this.yours = h("div", { class: "plate" });
    this.strip = h("div", { class: "strip" });
    /** @type {View["series"]} the score as it is shown: that of a game that ends waits for its last move to be shown */
    this.series = null;
  }

  /** @param {Scene} scene */
  update(scene) {
    const near = sameScreen(scene.view) || scene.view.you === null ? 1 : scene.view.you;
    this.clock.faces = [];
    if (scene.over || !scene.view.outcome) this.series = scene.view.series;
    this.#plate(this.theirs, scene, other(near));
    this.#plate(this.yours, scene, near);
    put(this.strip, this.#short(scene, near), this.#short(scene, other(near)));
    this.clock.set(scene.view);
  }

  /** @param {HTMLElement} plate @param {Scene} scene @param {Player} player */
  #plate(plate, scene, player) {
    plate.className = `plate ${player === 1 ? "one" : "two"}${isToMove(scene, player) ? " on" : ""}`;
    const standing = scene.view.waiting ? "" : scene.facts.words.standings[player - 1];
    const name = nameOf(scene, player);
    const { note } = scene.view.seats[player - 1];
    const won = this.series?.wins[player - 1];
    const parts = [role(scene.view, player), note, won, standing, scene.view.help_words[player - 1], absence(scene, player)];
    const small = parts.filter((part) => part && part !== name).join(", ");
    put(
      plate,
      token(player, "big"),
      h("div", {}, h("b", {}, houseSign(scene, player), name), h("small", {}, small)),
      this.#face(scene, player),
    );
  }

  /** @param {Scene} scene @param {Player} player */
  #short(scene, player) {
    const away = absence(scene, player);
    return h(
      "div",
      { class: isToMove(scene, player) ? "on" : "" },
      token(player),
      h("b", {}, houseSign(scene, player), nameOf(scene, player), away && h("small", { class: "soft" }, ` ${away}`)),
      this.#won(player),
      this.#face(scene, player),
    );
  }

  /** Draw the games won, where there is no room for words. @param {Player} player */
  #won(player) {
    const { series } = this;
    if (!series) return null;
    const [score, words] = [series.score[player - 1], series.wins[player - 1]];
    return h("span", { class: "won" }, h("span", { "aria-hidden": "true" }, score), h("span", { class: "vh" }, words));
  }

  /** @param {Scene} scene @param {Player} player */
  #face(scene, player) {
    const clocked = scene.view.settings.clock !== null && !scene.view.seats[player - 1].house;
    const fallen = absence(scene, player) === scene.view.turn_notes.fallen;
    return clocked ? this.clock.face(scene.view, isToMove(scene, player), fallen) : null;
  }
}

/** @param {Scene} scene @param {Player} player */
const isToMove = (scene, player) => !scene.over && !scene.view.waiting && scene.turn === player;

/** @param {Scene} scene @param {Player} player */
function nameOf(scene, player) {
  const seat = scene.view.seats[player - 1];
  return seat.taken || seat.house ? seatsOf(scene.view).names[player - 1] : scene.view.turn_notes.free;
}

/** Mark the name of the house: whatever a person is called, only the house has this. @param {Scene} scene @param {Player} player */
const houseSign = (scene, player) =>
  scene.view.seats[player - 1].house && h("span", { class: "house-sign", "aria-hidden": "true" }, `${HOUSE_SIGN} `);

/** Say that a player is away or out of time; "" for neither. @param {Scene} scene @param {Player} player */
function absence(scene, player) {
  const seat = scene.view.seats[player - 1];
  const outcome = scene.over ? scene.view.outcome : null;
  const { absent, fallen } = scene.view.turn_notes;
  if (outcome?.reason === fallen && outcome.winner !== player) return fallen;
  const elsewhere = !seat.house && !scene.view.holds.includes(player);
  return seat.taken && elsewhere && !seat.here ? absent : "";
}

// What they are called, as the server says ------------------------------------------

/** True if this screen holds both seats. @param {View} view */
export const sameScreen = (view) => view.holds.length === 2;

/**
 * What this reader calls the players. On one screen nobody is "You", because both players read it.
 * @param {View} view
 * @returns {Seats}
 */
export const seatsOf = (view) => ({
  names: view.names,
  inside: view.names_inside,
  you: sameScreen(view) ? null : view.you,
});

/** Say why nobody at this screen can move. @param {View} view */
export function waitingReason(view) {
  const { watching, waiting, to_move } = view.turn_notes;
  if (view.you === null) return watching;
  return view.waiting ? waiting[1] : fill(to_move[view.turn - 1], seatsOf(view));
}

/** @param {Player} player @returns {Player} */
export const other = (player) => (player === 1 ? 2 : 1);

/** Describe a seat below its name: "Club level", "Player 1". @param {View} view @param {Player} player */
export function role(view, player) {
  const seat = view.seats[player - 1];
  if (seat.house) return `${seat.label.charAt(0).toUpperCase()}${seat.label.slice(1)} level`;
  return `Player ${player}`;
}
