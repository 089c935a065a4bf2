// The layout of the table page and its parts.

import { h, icon, put } from "/static/lib/dom.js";
import { Clock } from "/static/pages/table/parts/clock.js";
import { Alerts } from "/static/pages/table/parts/alerts.js";
import { Actions } from "/static/pages/table/parts/actions.js";
import { GameOver } from "/static/pages/table/parts/game_over.js";
import { Hints } from "/static/pages/table/parts/hints.js";
import { Message } from "/static/components/message.js";
import { MoveList } from "/static/pages/table/parts/move_list.js";
import { Players, sameScreen } from "/static/pages/table/parts/players.js";
import { Offers } from "/static/pages/table/parts/offers.js";
import { watchButton } from "/static/components/share.js";
import { TurnLine } from "/static/pages/table/parts/turn_line.js";
import { MoveInput } from "/static/components/move_input.js";
import { thousands } from "/static/lib/text.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */
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

export class Layout {
  /** @param {View} view @param {Act} act */
  constructor(view, act) {
    this.turn = new TurnLine();
    this.message = new Message();
    /** @type {import("/static/pages/table/parts/tips.js").FirstGameTips | null} */
    this.tips = null;
    /** @type {import("/static/pages/table/parts/stake.js").Stake | null} */
    this.stake = null;
    /** @type {Scene | null} the one that is shown */
    this.scene = null;
    this.plays = false; // whether what only players see was loaded
    this.moveInput = new MoveInput(act.play);
    this.clock = new Clock();
    this.players = new Players(this.clock);
    this.moves = new MoveList();
    this.hints = new Hints(act);
    this.offers = new Offers(act);
    this.invited = h("div");
    this.join = act.join;
    /** @type {import("/static/components/invitation.js").Invitation | null} loaded where a friend is waited for */
    this.invitation = null;
    this.gameOver = new GameOver(act);
    const share = async () => (await import("/static/components/sheets/share_sheet.js")).openShare(act.token);
    this.alerts = new Alerts();
    this.actions = new Actions({
      rules: async () => (await import("/static/components/sheets/rules_sheet.js")).openRules(view), // few ask for it
      alerts: () => this.alerts.open(),
      undo: () => this.offers.askToUndo(),
      resign: () => this.offers.askToResign(),
      share,
    });
    this.share = h(
      "button",
      { class: "btn", type: "button", "data-key": "share", onclick: share },
      icon("share"),
      h("span", {}, "Share"),
    );
    this.watch = watchButton();
    this.goal = h("p", { class: "series-place" });
    this.chips = h("div", { class: "grow" });
    this.picture = h("div", { class: "picture" });
    this.keys = h("div", { class: "keys-place" });
    this.painted = ""; // what the picture and the keys show
    this.news = h("div", { class: "news" }, this.message.root);
    this.say = h("div", { class: "say" }, this.news, this.offers.root, this.moveInput.root);
    this.play = h("div", { class: "play" }, this.keys, this.say);
    this.root = h("div", { class: "at" }, this.#layout(view), this.actions.root, this.actions.more, this.clock.region);
  }

  /** @param {View} view */
  #layout(view) {
    const head = h("div", { class: "head" }, h("h1", {}, view.title), this.goal, this.chips, this.watch, this.share);
    const stage = h(
      "section",
      { class: "frame stage", "aria-label": "Board" },
      h("div", { class: "stage-in" }, this.turn.root, this.picture),
    );
    const board = h("div", { class: "beside" }, head, this.players.strip, this.invited, stage, this.play, this.gameOver.root);
    const plates = h("div", { class: "plates" }, this.players.theirs, this.moves.root, this.players.yours, this.actions.acts);
    const side = h("aside", { class: "side", "aria-label": "Players and moves" }, plates, this.hints.root);
    return h("div", { class: "table" }, board, side);
  }

  /** @param {Scene} scene @param {Board} board @param {Look} look */
  update(scene, board, look) {
    const { view } = scene;
    this.scene = scene;
    this.root.dataset.shown = scene.whole ? `${view.number}` : ""; // for scripts that wait for it
    document.body.classList.toggle("is-over", scene.over);
    put(this.goal, view.series?.goal);
    put(
      this.chips,
      chips(view).map((text) => h("span", { class: "chip" }, text)),
    );
    if (this.painted !== paintKey(scene, look)) this.paint(scene, board, look);
    this.root.classList.toggle("wait", !look.yours);
    this.play.classList.toggle("idle", !isPlaying(scene));
    this.moveInput.root.hidden = !isPlaying(scene);
    this.moveInput.update(board.placeholder(scene.facts), look.yours);
    this.share.hidden = view.you === null;
    this.watch.hidden = view.you !== null; // a player finds this link under Share, with what it is for
    this.turn.update(scene);
    this.alerts.update(scene);
    this.players.update(scene);
    this.moves.update(scene);
    this.hints.update(scene);
    this.actions.update(view);
    this.#updateInvitation(view);
    this.gameOver.update(view, scene.over);
    this.stake?.update(view);
    this.tips?.update(scene);
    if (isPlaying(scene) && !this.plays) this.#loadForPlayers();
    const place = scene.over ? this.gameOver.facts : this.say;
    if (this.offers.root.parentNode !== place) place.append(this.offers.root);
    this.offers.update(scene);
  }

  /** Load what neither a finished game nor a spectator needs. */
  async #loadForPlayers() {
    const found = await Promise.all([
      import("/static/pages/table/parts/tips.js"),
      import("/static/pages/table/parts/stake.js"),
    ]).catch(() => null);
    if (found === null || this.plays) return; // without a network the next update tries again
    this.plays = true;
    const [tips, stake] = [new found[0].FirstGameTips(), new found[1].Stake()];
    this.news.append(tips.root);
    this.play.after(stake.root);
    [this.tips, this.stake] = [tips, stake];
    if (!this.scene) return;
    stake.update(this.scene.view);
    tips.update(this.scene);
  }

  /** @param {View} view */
  async #updateInvitation(view) {
    if (!view.waiting && !this.invitation) return;
    const found = await import("/static/components/invitation.js").catch(() => null);
    if (found === null || !this.scene) return; // without a network the next update tries again
    this.invitation ??= new found.Invitation(this.join);
    if (!this.invitation.root.parentNode) put(this.invited, this.invitation.root);
    this.invitation.update(this.scene.view); // somebody may have joined meanwhile
  }

  /**
   * Draw the board and its keys. Called only when they change, so that a key is not replaced while it is pressed.
   * @param {Scene} scene @param {Board} board @param {Look} look
   */
  paint(scene, board, look) {
    this.painted = paintKey(scene, look);
    put(this.picture, board.paint(scene.facts, look, scene.steps));
    put(this.keys, isPlaying(scene) ? board.keys(scene.facts, look) : null);
  }

  /** Focus the result, so that screen readers read it. */
  focusResult() {
    document.getElementById("result")?.focus();
  }
}

/** True if somebody at this screen is playing. @param {Scene} scene */
const isPlaying = ({ over, view }) => !over && !view.waiting && view.you !== null;

/** Build a key of everything that the picture and the keys show. @param {Scene} scene @param {Look} look */
const paintKey = (scene, look) =>
  JSON.stringify([scene.facts, scene.steps.at(-1)?.number, look, look.unfold !== undefined, isPlaying(scene)]);

/** List the properties of this table, in a few words each. @param {View} view */
function chips(view) {
  const { player, one_screen, spectator } = view.terms;
  const terms = view.you === null ? spectator : sameScreen(view) ? one_screen : player;
  return view.watching > 0 ? [...terms, `${thousands(view.watching)} watching`] : terms;
}
