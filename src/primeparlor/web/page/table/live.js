// A table, live: what arrives is shown, what the player does is asked for. The server decides everything.

import { ApiError, isOffline, LINE_DROPPED, post } from "/static/api.js";
import { $, put, still } from "/static/dom.js";
import { followChosen, isTaken, isTyped } from "/static/keyboard.js";
import { showRail } from "/static/shell.js";
import { follow } from "/static/stream.js";
import { Asking } from "/static/table/asking.js";
import { Frame } from "/static/table/frame.js";
import { Joining } from "/static/table/joining.js";
import { Showing } from "/static/table/showing.js";
import { factsBefore } from "/static/table/scene.js";
import { nameKept, sat } from "/static/kept.js";
import { NO_ANSWER, becameOf, changeOf } from "/static/table/news.js";
import { awaited, other, sameScreen, seatsOf } from "/static/table/names.js";

/** @typedef {import("/static/board.js").default} Board */
/** @typedef {import("/static/types").Look} Look */
/** @typedef {import("/static/types").Player} Player */
/** @typedef {import("/static/types").Step} Step */
/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/table/scene.js").Scene} Scene */

const MOST_SAID = 3; // messages that stand together when steps are shown at once
const BYE = "The parlor is closing for a moment. Your game is safe, and this page will come back by itself.";

export class Table {
  /** @param {View} view @param {Board} board */
  constructor(view, board) {
    this.address = `/api/tables/${view.table}`;
    this.board = board;
    this.held = "";
    this.tried = { number: -1, moves: /** @type {string[]} */ ([]) };
    this.sent = -1; // the number of the decision that was sent last
    /** @type {View | null} where a move was sent whose answer was lost */
    this.unanswered = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Animation | null} */
    this.motion = null;
    this.stop = () => {};
    this.frame = new Frame(view, {
      play: (text) => this.play(text),
      join: (name) => this.joining.press(name),
      hint: () => this.#inTurn(() => this.#hint()),
      why: () => this.#inTurn(() => this.#why()),
      undo: () => this.asking.do("undo"),
      answer: (allow) => this.asking.do("answer", { allow }),
      resign: () => this.asking.do("resign"),
      unfold: () => this.asking.do("moves"),
      rematch: () => this.asking.do("rematch"),
      again: (position, side) => this.#again(position, side),
      token: async () => (await post(`${this.address}/link`)).token,
    });
    this.showing = new Showing((scene, fresh) => this.#show(scene, fresh), still);
    this.asking = new Asking(this.address, this.showing, this.frame, {
      looked: () => {
        this.#back();
        this.joining.again();
      },
      renew: () => this.#follow(0), // all of it: what came meanwhile may have been for a spectator
    });
    this.joining = new Joining(this.asking);
    put($("#main"), this.frame.root);
    this.showing.take(view);
  }

  /** Follow what happens, and the keyboard. */
  open() {
    this.#follow();
    document.addEventListener("keydown", (event) => this.#key(event));
    this.frame.root.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("pointerdown", () => this.#hurry(), { capture: true });
  }

  /** Follow the table; what is shown need not be sent again. @param {number} [has] */
  #follow(has = this.showing.view?.seq ?? 0) {
    this.stop();
    this.asking.begins(has);
    this.stop = follow(`${this.address}/stream`, has, {
      view: (view) => {
        this.asking.streamed = view.seq;
        this.showing.take(view);
        this.#back();
      },
      presence: (presence) => this.#presence(presence),
      bye: () => this.asking.line(BYE),
      lost: () => this.asking.line(LINE_DROPPED),
      open: () => this.joining.again(),
      back: () => this.asking.line(""),
      gone: () => location.reload(), // which says so
    });
  }

  // Showing ----------------------------------------------------------------------------------------

  /** @param {Scene} scene @param {Step[]} fresh */
  #show(scene, fresh) {
    const before = this.scene;
    this.scene = scene;
    if (before?.view.number !== scene.view.number) this.held = "";
    if (scene.view.you !== null && (before?.view.you ?? null) === null) sat(scene.view.table, scene.view.title);
    showRail(this.board.rail);
    this.frame.update(scene, this.board, this.#look(scene));
    this.#tell(scene, fresh, before);
    if (scene.over && before && !before.over) this.frame.focusResult();
  }

  /**
   * Say what the new steps did, and let the last one move.
   * @param {Scene} scene
   * @param {Step[]} fresh
   * @param {Scene | null} before
   */
  #tell(scene, fresh, before) {
    const seats = seatsOf(scene.view);
    const first = scene.steps.length - fresh.length;
    const said = fresh.map((step, at) => {
      const facts = factsBefore({ steps: scene.steps, first: scene.view.first }, first + at);
      return facts && step.facts ? this.board.said(step, facts, seats) : null;
    });
    const worth = said.filter((each) => each !== null).slice(-MOST_SAID);
    const change = before && changeOf(before.view, scene.view);
    if (scene.over && !before?.over)
      this.frame.message.say(); // the end speaks for itself
    else if (worth.length) this.frame.message.say(...worth);
    else if (change) this.frame.message.say(change);
    const last = scene.steps.length - 1;
    const facts = fresh.length ? factsBefore({ steps: scene.steps, first: scene.view.first }, last) : null;
    if (facts) this.motion?.finish();
    if (facts && !still() && scene.steps[last].facts) {
      this.motion = this.board.travel(this.frame.picture, scene.steps[last], facts);
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
      tried: [...new Set([...(view.tried ?? []), ...own].map(String))],
      yours,
      over: scene.over,
      actions: view.actions ?? null,
      play: (text) => this.play(text),
      hold: (text) => this.#hold(text),
      ...(yours && view.settings.hints ? { unfold: (question) => this.frame.requests.askToUnfold(question) } : {}),
      ...(view.every ? { primes: view.every } : {}),
      mode: "table",
    };
  }

  #repaint() {
    if (this.scene) this.frame.update(this.scene, this.board, this.#look(this.scene));
  }

  /** @param {string} text */
  #hold(text) {
    this.held = text;
    if (this.scene) this.frame.paint(this.scene, this.board, this.#look(this.scene));
  }

  /** Show at once what is still on its way. */
  #hurry() {
    const moving = this.showing.running;
    this.motion?.finish();
    this.showing.finish();
    return moving;
  }

  // News -------------------------------------------------------------------------------------------

  /** Who came or went. @param {Pick<View, "seats" | "watching" | "thinking">} presence */
  #presence(presence) {
    if (this.showing.view) this.showing.take({ ...this.showing.view, ...presence });
    this.#back();
  }

  /** The line is well: by now a move that was not answered is on the board, or it was refused, or it never arrived. */
  #back() {
    const { view } = this.showing;
    const said = this.unanswered && view && becameOf(this.unanswered, view);
    if (said) this.frame.message.say(said);
    this.unanswered = null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const moving = this.#hurry();
    if (isTyped(event)) return;
    if (moving) return event.preventDefault();
    if (isTaken(event) || !this.scene) return;
    if (event.key === "/") {
      this.frame.typed.focus();
      return event.preventDefault();
    }
    const used = this.board.press(event.key, this.scene.facts, this.#look(this.scene));
    if (!used) return;
    event.preventDefault();
    followChosen();
  }

  /** A key of the board that does nothing now says why. @param {MouseEvent} event */
  #click({ target }) {
    const off = target instanceof Element && target.closest(":is(.picture, .keys-place) [aria-disabled=true]");
    if (off) this.#inTurn(() => {});
  }

  /** Do this, or say whose turn it is. @param {() => unknown} does */
  #inTurn(does) {
    if (!this.scene || this.#look(this.scene).yours) return does();
    return this.#wait(this.scene);
  }

  /** @param {Scene} scene */
  #wait(scene) {
    if (!scene.over) this.frame.message.say({ bold: "", text: awaited(scene.view) });
  }

  // Asking -----------------------------------------------------------------------------------------

  /** Submit a move: one at a time. @param {string} text */
  async play(text) {
    const scene = this.scene;
    if (!scene || this.sent === scene.view.number) return;
    if (!this.#look(scene).yours) return this.#wait(scene);
    const { number } = scene.view;
    this.sent = number; // once; what comes next may be decided before this is answered
    this.unanswered = null;
    try {
      await this.asking.send("move", { number, move: text });
    } catch (error) {
      if (this.sent === number) this.sent = -1;
      this.#refused(error, text, scene);
    }
  }

  /** @param {unknown} error @param {string} text @param {Scene} scene */
  #refused(error, text, scene) {
    if (!(error instanceof ApiError) || error.status !== 422) {
      const lost = isOffline(error);
      if (lost && this.showing.view?.number !== scene.view.number) return; // it was made; only the answer was lost
      if (lost) {
        this.unanswered = scene.view;
        this.frame.message.say(NO_ANSWER);
      }
      this.asking.failed(error);
      return;
    }
    const { number } = scene.view;
    this.tried = { number, moves: this.tried.number === number ? [...this.tried.moves, text] : [text] };
    this.held = "";
    this.#repaint();
    const said = this.board.refused(scene.facts, text, error.message, seatsOf(scene.view));
    this.frame.message.say({ ...said, kind: "no", glyph: "✕" });
  }

  async #hint() {
    const answer = await this.asking.do("hint");
    if (!answer) return;
    this.frame.ladder.give({ number: answer.view.number, hints: answer.hints, all: answer.all });
    this.#repaint();
  }

  async #why() {
    const answer = await this.asking.do("why");
    if (answer) this.frame.ladder.tell(answer.view.number, answer.lines);
  }

  /** Open a table from a position of this game, against the house. @param {string | null} position @param {Player} side */
  async #again(position, side) {
    const view = this.scene?.view;
    if (!view) return;
    const house = view.seats[other(side) - 1];
    const { game, rules } = view;
    const { clock, undo, hints, limit, strikes } = view.settings;
    const opponent = house.house ? house.label : sameScreen(view) && !position ? "same screen" : "club";
    const order = {
      game,
      rules,
      opponent,
      side,
      name: nameKept(),
      settings: { clock, undo, hints, limit, strikes },
      ...(position ? { position } : {}),
    };
    const opened = await post("/api/tables", order).catch((error) => this.asking.failed(error));
    if (opened) location.href = opened.url;
  }
}
