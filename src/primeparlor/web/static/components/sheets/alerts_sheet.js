// A sound or a notification when it is the player's turn, and the dialog to ask for them. Loaded when somebody does.

import { h } from "/static/lib/dom.js";
import { isObject, read, write } from "/static/lib/local_storage.js";

/** @typedef {{ sound: boolean, notification: boolean }} Wanted */

const KEY = "parlor.alerts";
const NONE = { sound: false, notification: false };
const TONES = [523, 784]; // hertz, one after the other
const TONE_TIME = 0.09; // seconds
const LOUDNESS = 0.12;
const REFUSED = "Your browser does not allow notifications from this page.";

/** What this browser wants. @returns {Wanted} */
const loadWanted = () => ({ ...NONE, ...read(KEY, NONE, isObject) });

class AlertsSheet {
  constructor() {
    this.refused = h("p", { class: "small refusal", role: "alert" });
    const close = h("button", { class: "btn", type: "button", onclick: () => this.root.close() }, "Close");
    this.root = h(
      "dialog",
      { class: "sheet", "aria-labelledby": "alerts-title" },
      h("h2", { id: "alerts-title" }, "When it is your turn"),
      this.#box("sound", "Play a sound", (box) => box.checked && playTones()),
      this.#box("notification", "Notify me when this page is out of sight", (box) => this.#permit(box)),
      this.refused,
      close,
    );
    document.body.append(this.root);
  }

  /** @param {keyof Wanted} name @param {string} label @param {(box: HTMLInputElement) => unknown} onChange */
  #box(name, label, onChange) {
    const box = h("input", { type: "checkbox", checked: loadWanted()[name], "data-key": `alert-${name}` });
    box.addEventListener("change", async () => {
      await onChange(box);
      write(KEY, { ...loadWanted(), [name]: box.checked });
    });
    return h("label", { class: "check" }, box, h("span", {}, label));
  }

  /** Ask for permission; without it the box is not checked. @param {HTMLInputElement} box */
  async #permit(box) {
    this.refused.textContent = "";
    if (!box.checked) return;
    const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
    box.checked = allowed;
    if (!allowed) this.refused.textContent = REFUSED;
  }
}

/** @type {AlertsSheet | null} */
let sheet = null;

/** Open the dialog. */
export function openAlerts() {
  sheet ??= new AlertsSheet();
  sheet.root.showModal();
}

/** Tell the player by what this browser wants. @param {string} title @param {string} body */
export function tellTurn(title, body) {
  const { sound, notification } = loadWanted();
  if (sound) playTones();
  if (notification && document.hidden) notify(title, body);
}

/** Play two short tones. A browser may refuse a page that nobody has touched. */
function playTones() {
  const context = new AudioContext();
  TONES.forEach((hertz, at) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + 2 * at * TONE_TIME;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, start + TONE_TIME);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_TIME);
    if (at === TONES.length - 1) tone.onended = () => context.close();
  });
}

/** @param {string} title @param {string} body */
function notify(title, body) {
  try {
    const shown = new Notification(title, { body, tag: location.pathname, icon: "/static/img/mark.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones show none without a service worker; the title and the sound are left.
  }
}
