// Who plays: plates beside the board, and a strip above it on a phone.

import { h, put } from "/static/dom.js";
import { token } from "/static/numerals.js";
import { other, role, sameScreen, seatsOf } from "/static/table/names.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/table/clock.js").Clock} Clock */
/** @typedef {import("/static/table/scene.js").Scene} Scene */

const FALLEN = "out of time";

export class Players {
  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.theirs = h("div", { class: "plate" });
    this.yours = h("div", { class: "plate" });
    this.strip = h("div", { class: "strip" });
  }

  /** @param {Scene} scene @param {Board} board */
  update(scene, board) {
    const near = sameScreen(scene.view) || scene.view.you === null ? 1 : scene.view.you;
    this.clock.faces = [];
    this.#plate(this.theirs, scene, board, other(near));
    this.#plate(this.yours, scene, board, near);
    put(this.strip, this.#short(scene, near), this.#short(scene, other(near)));
    this.clock.set(scene.view);
  }

  /** @param {HTMLElement} plate @param {Scene} scene @param {Board} board @param {Player} player */
  #plate(plate, scene, board, player) {
    plate.className = `plate ${player === 1 ? "one" : "two"}${toMove(scene, player) ? " on" : ""}`;
    const standing = scene.view.waiting ? "" : board.standing(scene.facts, player);
    const name = nameOf(scene, player);
    const small = [role(scene.view, player), standing, absence(scene, player)].filter((part) => part && part !== name).join(", ");
    put(plate, token(player, "big"), h("div", {}, h("b", {}, name), h("small", {}, small)), this.#face(scene, player));
  }

  /** @param {Scene} scene @param {Player} player */
  #short(scene, player) {
    const away = absence(scene, player);
    return h(
      "div",
      { class: toMove(scene, player) ? "on" : "" },
      token(player),
      h("b", {}, nameOf(scene, player), away && h("small", { class: "soft" }, ` ${away}`)),
      this.#face(scene, player),
    );
  }

  /** @param {Scene} scene @param {Player} player */
  #face(scene, player) {
    const clocked = scene.view.settings.clock !== null && !scene.view.seats[player - 1].house;
    const fallen = absence(scene, player) === FALLEN;
    return clocked ? this.clock.face(scene.view, toMove(scene, player), fallen) : null;
  }
}

/** @param {Scene} scene @param {Player} player */
const toMove = (scene, player) => !scene.over && !scene.view.waiting && scene.turn === player;

/** @param {Scene} scene @param {Player} player */
function nameOf(scene, player) {
  const seat = scene.view.seats[player - 1];
  return seat.taken || seat.house ? seatsOf(scene.view).names[player - 1] : "A free seat";
}

/** "away", "out of time" or nothing. @param {Scene} scene @param {Player} player */
function absence(scene, player) {
  const seat = scene.view.seats[player - 1];
  const outcome = scene.over ? scene.view.outcome : null;
  if (outcome?.reason === "out of time" && outcome.winner !== player) return FALLEN;
  const elsewhere = !seat.house && !scene.view.holds.includes(player);
  return seat.taken && elsewhere && !seat.here ? "away" : "";
}
