// The controller of a table: shows every view that arrives, and sends what the player does. The server decides everything.

import { ApiError, isOffline, LINE_DROPPED, post } from "/static/lib/api.js";
import { $, prefersReducedMotion, put } from "/static/lib/dom.js";
import { focusChosenKey, isForField, isNotForBoard, offerKeys, refreshKeys, TYPING } from "/static/lib/keyboard.js";
import { showRail } from "/static/shell.js";
import { fillMessage, refusal } from "/static/lib/messages.js";
import { followTable } from "/static/lib/stream.js";
import { Connection } from "/static/pages/table/connection.js";
import { Layout } from "/static/pages/table/layout.js";
import { JoinRequest } from "/static/pages/table/join.js";
import { Playback } from "/static/pages/table/playback.js";
import { factsBefore } from "/static/board/steps.js";
import { forgetTables, loadName, rememberTable } from "/static/lib/local_storage.js";
import { changeNotice, lostMoveNotice, NO_ANSWER } from "/static/pages/table/notices.js";
import { other, sameScreen, seatsOf, waitingReason } from "/static/pages/table/parts/players.js";

/** @typedef {import("/static/board/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/pages/table/playback.js").Scene} Scene */

const MOST_SAID = 3; // messages that stand together when steps are shown at once
const BYE = "The parlor is closing for a moment. Your game is safe, and this page will come back by itself.";

export class TableController {
  /** @param {View} view @param {Board} board */
  constructor(view, board) {
    this.address = `/api/tables/${view.table}`;
    this.board = board;
    this.held = "";
    this.tried = { number: -1, moves: /** @type {string[]} */ ([]) };
    this.sent = -1; // the number of the decision that was sent last
    this.sentMove = "";
    /** @type {View | null} where a move was sent whose response was lost */
    this.unanswered = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Animation | null} */
    this.motion = null;
    this.stop = () => {};
    this.layout = new Layout(view, {
      play: (text) => this.play(text),
      join: (name) => this.joinRequest.start(name),
      hint: () => this.#ifYourTurn(() => this.#hint()),
      why: () => this.#ifYourTurn(() => this.#why()),
      undo: () => this.connection.askNow("undo"),
      answer: (allow) => this.connection.askNow("answer", { allow }),
      resign: () => this.connection.askNow("resign"),
      unfold: () => this.connection.askNow("moves"),
      rematch: () => this.connection.askNow("rematch"),
      again: (position, side) => this.#openFrom(position, side),
      token: async () => (await post(`${this.address}/link`)).token,
    });
    this.playback = new Playback((scene, fresh) => this.#show(scene, fresh), prefersReducedMotion);
    this.connection = new Connection(this.address, this.playback, this.layout, {
      onRefresh: () => {
        this.#checkLostMove();
        this.joinRequest.retry();
      },
      renewStream: () => this.#follow(0), // all of it: what came meanwhile may have been for a spectator
    });
    this.joinRequest = new JoinRequest(this.connection);
    put($("#main"), this.layout.root);
    this.playback.take(view);
  }

  /** Follow the stream and add the listeners. */
  open() {
    this.#follow();
    offerKeys(() => (this.layout.moveInput.root.hidden ? [] : [...this.board.keyHelp, TYPING])); // none for spectators
    document.addEventListener("keydown", (event) => this.#handleKey(event));
    this.layout.root.addEventListener("click", (event) => this.#handleClick(event));
    document.addEventListener("pointerdown", () => this.#finishMotion(), { capture: true });
  }

  /** Open the stream after the last entry the page has. @param {number} [has] */
  #follow(has = this.playback.view?.seq ?? 0) {
    this.stop();
    this.connection.resetStream(has);
    this.stop = followTable(`${this.address}/stream`, has, {
      news: async (news) => {
        this.connection.streamed = news.seq;
        await this.connection.take(news);
        this.#checkLostMove();
      },
      presence: (presence) => this.#updatePresence(presence),
      bye: () => this.connection.setStatus(BYE),
      lost: () => this.connection.setStatus(LINE_DROPPED),
      open: () => this.joinRequest.retry(),
      back: () => this.connection.setStatus(""),
      gone: () => location.reload(), // which says so
    });
  }

  // Showing ----------------------------------------------------------------------------------------

  /** @param {Scene} scene @param {Step[]} fresh */
  #show(scene, fresh) {
    const before = this.scene;
    this.scene = scene;
    if (before?.view.number !== scene.view.number) this.held = "";
    const seated = scene.view.you !== null;
    if (!before && !seated) forgetTables([scene.view.table]); // the seat that was here has gone elsewhere
    if (seated && (before?.view.you ?? null) === null) rememberTable(scene.view);
    showRail(this.board.rail);
    this.layout.update(scene, this.board, this.#look(scene));
    refreshKeys();
    this.#announce(scene, fresh, before);
    if (scene.over && before && !before.over) this.layout.focusResult();
  }

  /**
   * Show messages about the new steps and animate the last one.
   * @param {Scene} scene
   * @param {Step[]} fresh
   * @param {Scene | null} before
   */
  #announce(scene, fresh, before) {
    const seats = seatsOf(scene.view);
    const worth = fresh.slice(-MOST_SAID).map((step) => fillMessage(step.said, seats));
    const change = before && changeNotice(before.view, scene.view);
    if (scene.over && !before?.over)
      this.layout.message.say(); // the end speaks for itself
    else if (worth.length) this.layout.message.say(...worth);
    else if (change) this.layout.message.say(change);
    const last = scene.steps.length - 1;
    const facts = fresh.length ? factsBefore({ steps: scene.steps, first: scene.view.first }, last) : null;
    if (facts) this.motion?.finish();
    if (facts && !prefersReducedMotion() && scene.steps[last].facts) {
      this.motion = this.board.travel(this.layout.picture, scene.steps[last], facts);
    }
  }

  /** @param {Scene} scene @returns {Look} */
  #look(scene) {
    const { view } = scene;
    const own = this.tried.number === view.number ? this.tried.moves : [];
    const yours = scene.whole && !view.waiting && view.outcome === null && view.holds.includes(view.turn);
    return {
      seats: seatsOf(view),
      me: sameScreen(view) || view.you === null ? scene.turn : view.you,
      held: this.held,
      ...(this.sent === view.number ? { sent: this.sentMove } : {}),
      tried: [...new Set([...(view.tried ?? []), ...own].map(String))],
      yours,
      over: scene.over,
      actions: view.actions ?? null,
      play: (text) => this.play(text),
      hold: (text) => this.#hold(text),
      ...(yours && view.settings.hints ? { unfold: (question) => this.layout.offers.askToUnfold(question) } : {}),
      ...(view.every ? { primes: view.every } : {}),
      mode: "table",
    };
  }

  #repaint() {
    if (this.scene) this.layout.update(this.scene, this.board, this.#look(this.scene));
  }

  /** @param {string} text */
  #hold(text) {
    this.held = text;
    if (this.scene) this.layout.paint(this.scene, this.board, this.#look(this.scene));
  }

  /** Finish the animation and show all waiting steps at once. */
  #finishMotion() {
    const moving = this.playback.running;
    this.motion?.finish();
    this.playback.finish();
    return moving;
  }

  // News -------------------------------------------------------------------------------------------

  /** Update who is at the table. @param {Pick<View, "seats" | "watching" | "thinking">} presence */
  #updatePresence(presence) {
    if (this.playback.view) this.playback.take({ ...this.playback.view, ...presence });
    this.#checkLostMove();
  }

  /** After a reconnect, say whether a move without a response was made, refused or lost. */
  #checkLostMove() {
    const { view } = this.playback;
    const said = this.unanswered && view && lostMoveNotice(this.unanswered, view);
    if (said) this.layout.message.say(said);
    this.unanswered = null;
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const moving = this.#finishMotion();
    if (isForField(event)) return;
    if (moving) return event.preventDefault();
    if (isNotForBoard(event) || !this.scene) return;
    if (event.key === "/") {
      this.layout.moveInput.focus();
      return event.preventDefault();
    }
    const used = this.board.press(event.key, this.scene.facts, this.#look(this.scene));
    if (!used) return;
    event.preventDefault();
    focusChosenKey();
  }

  /** Explain why a disabled key of the board does nothing. @param {MouseEvent} event */
  #handleClick({ target }) {
    const off = target instanceof Element && target.closest(":is(.picture, .keys-place) [aria-disabled=true]");
    if (off) this.#ifYourTurn(() => {});
  }

  /** Run this in the player's turn; otherwise say whose turn it is. @param {() => unknown} does */
  #ifYourTurn(does) {
    if (!this.scene || this.#look(this.scene).yours) return does();
    return this.#sayWhoseTurn(this.scene);
  }

  /** @param {Scene} scene */
  #sayWhoseTurn(scene) {
    if (!scene.over) this.layout.message.say({ bold: "", text: waitingReason(scene.view) });
  }

  // Asking -----------------------------------------------------------------------------------------

  /** Submit a move, one at a time. @param {string} text */
  async play(text) {
    const scene = this.scene;
    if (!scene || this.sent === scene.view.number) return;
    if (!this.#look(scene).yours) return this.#sayWhoseTurn(scene);
    const { number } = scene.view;
    [this.sent, this.sentMove] = [number, text]; // once; what comes next may be decided before this is answered
    this.unanswered = null;
    this.#repaint(); // at once, on the slowest line too: the choice was heard, and is not made yet
    try {
      await this.connection.send("move", { number, move: text });
    } catch (error) {
      if (this.sent === number) this.sent = -1;
      this.#repaint();
      this.#handleError(error, text, scene);
    }
  }

  /** @param {unknown} error @param {string} text @param {Scene} scene */
  #handleError(error, text, scene) {
    if (!(error instanceof ApiError) || error.status !== 422) {
      const lost = isOffline(error);
      if (lost && this.playback.view?.number !== scene.view.number) return; // it was made; only the answer was lost
      if (lost) {
        this.unanswered = scene.view;
        this.layout.message.say(NO_ANSWER);
      }
      this.connection.reportError(error);
      return;
    }
    const { number } = scene.view;
    this.tried = { number, moves: this.tried.number === number ? [...this.tried.moves, text] : [text] };
    this.held = "";
    this.#repaint();
    this.layout.message.say(refusal(error, seatsOf(scene.view)));
    this.layout.tips?.explainRefusal(scene.view);
  }

  async #hint() {
    const answer = await this.connection.askNow("hint");
    if (!answer) return;
    this.layout.hints.setHints({ number: answer.update.number, hints: answer.hints, all: answer.all });
    this.#repaint();
  }

  async #why() {
    const answer = await this.connection.askNow("why");
    if (answer) this.layout.hints.showWorth(answer.update.number, answer.lines);
  }

  /** Open a table from a position of this game, against the house. @param {string | null} position @param {Player} side */
  async #openFrom(position, side) {
    const view = this.scene?.view;
    if (!view) return;
    const house = view.seats[other(side) - 1];
    const { game, rules } = view;
    const { clock, undo, hints, limit, strikes } = view.settings;
    const [one, two] = view.seats;
    const opponent = house.house ? house.label : sameScreen(view) && !position ? "same screen" : "club";
    const order = {
      game,
      rules,
      opponent,
      side,
      ...(opponent === "same screen" ? { name: one.name, other_name: two.name } : { name: loadName() }),
      settings: { clock, undo, hints, limit, strikes },
      ...(position ? { position } : {}),
    };
    const opened = await post("/api/tables", order).catch((error) => this.connection.reportError(error));
    if (opened) location.href = opened.url;
  }
}
