// The page of a table, put together from its parts.

import { h, icon, put } from "/static/dom.js";
import { Clock, spoken } from "/static/table/clock.js";
import { Dock } from "/static/table/dock.js";
import { Ending } from "/static/table/ending.js";
import { Invitation } from "/static/table/invitation.js";
import { Ladder } from "/static/table/ladder.js";
import { Message } from "/static/table/message.js";
import { MoveList } from "/static/table/moves.js";
import { sameScreen } from "/static/table/names.js";
import { Players } from "/static/table/players.js";
import { Requests } from "/static/table/requests.js";
import { ShareSheet, watchButton } from "/static/table/share.js";
import { TurnLine } from "/static/table/turn.js";
import { Typed } from "/static/table/typed.js";
import { thousands } from "/static/words.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/table/scene.js").Scene} Scene */
/**
 * @typedef {object} Act what the player can do
 * @property {(text: string) => void} play
 * @property {(name: string) => void} join
 * @property {() => unknown} hint
 * @property {() => unknown} why
 * @property {() => void} undo
 * @property {(allow: boolean) => void} answer
 * @property {() => void} resign
 * @property {() => void} unfold
 * @property {() => void} rematch
 * @property {(position: string | null, side: Player) => void} again
 * @property {() => Promise<string>} token
 */

export class Frame {
  /** @param {View} view @param {Act} act */
  constructor(view, act) {
    this.turn = new TurnLine();
    this.message = new Message();
    this.typed = new Typed(act.play);
    this.clock = new Clock();
    this.players = new Players(this.clock);
    this.moves = new MoveList();
    this.ladder = new Ladder(act);
    this.requests = new Requests(act);
    this.invitation = new Invitation(act.join);
    this.ending = new Ending(act);
    this.sheet = new ShareSheet(act.token);
    this.dock = new Dock(view.game, {
      undo: act.undo,
      resign: () => this.requests.askToResign(),
      share: () => this.sheet.open(),
    });
    this.share = h(
      "button",
      { class: "btn", type: "button", "data-key": "share", onclick: () => this.sheet.open() },
      icon("share"),
      h("span", {}, "Share"),
    );
    this.chips = h("div", { class: "grow" });
    this.picture = h("div", { class: "picture" });
    this.keys = h("div", { class: "keys-place" });
    this.seen = ""; // what the picture and the keys show
    this.say = h("div", { class: "say" }, this.message.root, this.requests.root, this.typed.root);
    this.play = h("div", { class: "play" }, this.keys, this.say);
    this.root = h("div", { class: "at" }, this.#layout(view), this.dock.root, this.dock.more, this.sheet.root, this.clock.region);
  }

  /** @param {View} view */
  #layout(view) {
    const head = h("div", { class: "head" }, h("h1", {}, view.title), this.chips, watchButton(), this.share);
    const stage = h(
      "section",
      { class: "frame stage", "aria-label": "Board" },
      h("div", { class: "stage-in" }, this.turn.root, this.picture),
    );
    const board = h("div", {}, head, this.players.strip, this.invitation.root, stage, this.play, this.ending.root);
    const plates = h("div", { class: "plates" }, this.players.theirs, this.moves.root, this.players.yours, this.dock.acts);
    const side = h("aside", { class: "side", "aria-label": "Players and moves" }, plates, this.ladder.root);
    return h("div", { class: "table" }, board, side);
  }

  /** @param {Scene} scene @param {Board} board @param {Look} look */
  update(scene, board, look) {
    const { view } = scene;
    this.root.dataset.shown = scene.whole ? `${view.number}` : ""; // for scripts that wait for it
    document.body.classList.toggle("is-over", scene.over);
    put(
      this.chips,
      chips(view).map((text) => h("span", { class: "chip" }, text)),
    );
    if (this.seen !== shownOf(scene, look)) this.paint(scene, board, look);
    this.root.classList.toggle("wait", !look.yours);
    this.play.classList.toggle("idle", !isPlaying(scene));
    this.typed.root.hidden = !isPlaying(scene);
    this.typed.update(board.placeholder(scene.facts), look.yours);
    this.share.hidden = view.you === null;
    this.turn.update(scene, board);
    this.players.update(scene, board);
    this.moves.update(scene, board);
    this.ladder.update(scene);
    this.dock.update(view);
    this.invitation.update(view);
    this.ending.update(view, scene.over);
    const place = scene.over ? this.ending.facts : this.say;
    if (this.requests.root.parentNode !== place) place.append(this.requests.root);
    this.requests.update(scene, board);
  }

  /**
   * Draw the board and its keys. Who came or went changes neither: a finger that is on a key stays on that key.
   * @param {Scene} scene @param {Board} board @param {Look} look
   */
  paint(scene, board, look) {
    this.seen = shownOf(scene, look);
    put(this.picture, board.paint(scene.facts, look, scene.steps));
    put(this.keys, isPlaying(scene) ? board.keys(scene.facts, look) : null);
  }

  /** Move the focus to the result, so that the end is read out. */
  focusResult() {
    document.getElementById("result")?.focus();
  }
}

/** Whether somebody at this screen plays here. @param {Scene} scene */
const isPlaying = ({ over, view }) => !over && !view.waiting && view.you !== null;

/** All that the picture and the keys show, as text. @param {Scene} scene @param {Look} look */
const shownOf = (scene, look) =>
  JSON.stringify([scene.facts, scene.steps.at(-1)?.seq, look, look.unfold !== undefined, isPlaying(scene)]);

/** What kind of table this is, in a few words each. @param {View} view */
function chips(view) {
  const house = view.seats.some((seat) => seat.house);
  const told = [house ? "Against the house" : sameScreen(view) ? "On one screen" : "With a friend"];
  if (view.daily) told.unshift("Daily duel");
  for (const [rule, value] of Object.entries(view.variant)) told.push(`${rule} ${thousands(value)}`);
  if (view.settings.clock !== null) told.push(`${spoken(view.settings.clock)} per move`);
  if (view.you === null) told.push("You are watching");
  else if (!house && !sameScreen(view) && view.settings.undo) told.push("Undo if both agree");
  if (!view.settings.hints) told.push("No hints");
  if (!view.settings.undo) told.push("No undo");
  if (view.game_number > 1) told.push(`Game ${view.game_number}`);
  if (view.watching > 0) told.push(`${thousands(view.watching)} watching`);
  return told;
}
