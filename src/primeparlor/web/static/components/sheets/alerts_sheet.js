// A sound or a notification when it is the player's turn, and the dialog to ask for them. Loaded when somebody does.

import { h } from "/static/lib/dom.js";
import { isObject, read, write } from "/static/lib/local_storage.js";

/** @typedef {{ sound: boolean, notification: boolean }} Wanted */

const KEY = "parlor.alerts";
const NONE = { sound: false, notification: false };
const TONES = [523, 784]; // hertz, one after the other
const TONE_TIME = 0.09; // seconds
const LOUDNESS = 0.12;
const LATE = 2000; // milliseconds after which a sound is no news any more
const REFUSED = "Your browser does not allow notifications from this page.";
const SILENT = "Your browser plays no sound on this page.";

/** @type {Wanted} in memory too, because storage may be switched off */
let chosen = NONE;
/** @type {AudioContext | null} one for all tones: browsers limit how many there may be */
let context = null;

/** What this browser wants. @returns {Wanted} */
const loadWanted = () => ({ ...NONE, ...read(KEY, chosen, isObject) });

/** True if this page may show notifications. */
const isPermitted = () => "Notification" in window && Notification.permission === "granted";

class AlertsSheet {
  constructor() {
    this.refused = h("p", { class: "small refusal", role: "alert" });
    const close = h("button", { class: "btn", type: "button", onclick: () => this.root.close() }, "Close");
    this.root = h(
      "dialog",
      { class: "sheet", "aria-labelledby": "alerts-title" },
      h("h2", { id: "alerts-title" }, "When it is your turn"),
      this.#box("sound", "Play a sound", (box) => this.#try(box)),
      this.#box("notification", "Notify me when this page is out of sight", (box) => this.#permit(box)),
      this.refused,
      close,
    );
    document.body.append(this.root);
  }

  /** @param {keyof Wanted} name @param {string} label @param {(box: HTMLInputElement) => unknown} onChange */
  #box(name, label, onChange) {
    const box = h("input", { type: "checkbox", checked: loadWanted()[name], "data-key": `alert-${name}` });
    if (name === "notification" && box.checked && !isPermitted()) this.#refuse(box, REFUSED);
    box.addEventListener("change", async () => {
      this.refused.textContent = "";
      if (box.checked) await onChange(box);
      chosen = { ...loadWanted(), [name]: box.checked };
      write(KEY, chosen);
    });
    return h("label", { class: "check" }, box, h("span", {}, label));
  }

  /** Play the sound once; if it cannot be played, the box is not checked. @param {HTMLInputElement} box */
  async #try(box) {
    await playTones().catch(() => this.#refuse(box, SILENT));
  }

  /** Ask for permission; without it the box is not checked. @param {HTMLInputElement} box */
  async #permit(box) {
    if ("Notification" in window) await Notification.requestPermission();
    if (!isPermitted()) this.#refuse(box, REFUSED);
  }

  /** @param {HTMLInputElement} box @param {string} why */
  #refuse(box, why) {
    box.checked = false;
    this.refused.textContent = why;
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
  if (notification && document.hidden) notify(title, body);
  if (sound) playTones().catch(() => {}); // then the title is left
}

/** Play two short tones. A browser lets a page wait that nobody has touched, and some have no sound at all. */
async function playTones() {
  const asked = performance.now();
  const sound = (context ??= new AudioContext());
  await sound.resume();
  if (performance.now() - asked > LATE) return;
  TONES.forEach((hertz, at) => {
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    const start = sound.currentTime + 2 * at * TONE_TIME;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, start + TONE_TIME);
    tone.connect(volume).connect(sound.destination);
    tone.start(start);
    tone.stop(start + TONE_TIME);
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
