// The signals that it is the turn of this browser: a short sound, vibration and a notification. The browser remembers
// which of them the person wants.

import { note } from "../announce.js";
import { find, icon } from "../dom.js";
import { titleOf, words } from "../i18n/index.js";
import { remember, remembered, shownGame, state } from "../state.js";
import { beep, unlock } from "./sound.js";

const VIBRATION_MS = 150;
// The notification that is shown now.
let shown = null;

const hasSound = () => remembered("sound") !== "off";

// Returns whether this browser can show notifications. It cannot over plain http.
const canNotify = () => window.isSecureContext && "Notification" in window;

const notifies = () => canNotify() && Notification.permission === "granted" && remembered("notify") === "on";

export function setUpSignals() {
  find("sound").addEventListener("click", switchSound);
  find("notify").addEventListener("click", switchNotifications);
  // A page may make a sound only after somebody has used it.
  for (const kind of ["pointerup", "keydown"]) {
    document.addEventListener(kind, () => hasSound() && unlock());
  }
  document.addEventListener("visibilitychange", () => document.hidden || withdrawSignals());
}

export function showSignals() {
  if (hasSound()) {
    beep();
    // Before somebody has used the page, a browser blocks this call and reports an error.
    if (navigator.userActivation?.hasBeenActive) {
      navigator.vibrate?.(VIBRATION_MS);
    }
  }
  if (document.hidden && notifies()) {
    notify();
  }
}

// Closes the notification, because somebody looks at the page or the turn is over.
export function withdrawSignals() {
  shown?.close();
  shown = null;
}

function notify() {
  try {
    shown = new Notification(words("status.yours"), { body: titleOf(shownGame()), tag: location.pathname });
    shown.onclick = () => window.focus();
  } catch {
    // Chromium on Android shows notifications of service workers only.
  }
}

function switchSound() {
  remember("sound", hasSound() ? "off" : "on");
  drawSwitches();
  if (hasSound()) {
    unlock();
    beep();
  }
}

async function switchNotifications() {
  const wanted = !notifies();
  if (wanted && (await Notification.requestPermission()) !== "granted") {
    note(words("notify.denied"), "error");
  }
  remember("notify", wanted ? "on" : "off");
  drawSwitches();
}

// Draws the buttons that switch the signals.
export function drawSwitches() {
  find("sound").replaceChildren(icon(hasSound() ? "sound" : "mute"));
  find("sound").setAttribute("aria-pressed", String(hasSound()));
  find("notify").hidden = !canNotify() || !state.table?.you.seats.length;
  find("notify").setAttribute("aria-pressed", String(notifies()));
}
