// The signals that it is the turn of this browser: a short sound, vibration and a notification. The browser remembers
// which of them the person wants.

import { note } from "../announce.js";
import { find, icon } from "../dom.js";
import { titleOf, words } from "../i18n/index.js";
import { remember, remembered, shownGame, state } from "../state.js";
import { beep, unlock } from "./sound.js";

const VIBRATION_MS = 150;
// Settled when the service worker, which shows notifications, has done everything that it was asked for.
let done = Promise.resolve();

const hasSound = () => remembered("sound") !== "off";

// Returns whether this browser can show notifications. It cannot over plain http.
const canNotify = () => window.isSecureContext && "Notification" in window && "serviceWorker" in navigator;

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
    ask(notify);
  }
}

// Closes the notification, because somebody looks at the page or the turn is over.
export function withdrawSignals() {
  if (canNotify()) {
    ask(close);
  }
}

// Calls `act` when the worker has done everything before, so that a notification is not closed before it is shown.
function ask(act) {
  // A browser can refuse to show notifications at any time. The page has other signals.
  done = done.then(act).catch((error) => console.warn(error));
}

// Returns the registration of the worker, which may have been registered before.
async function startWorker() {
  await navigator.serviceWorker.register("worker.js");
  return navigator.serviceWorker.ready;
}

async function notify() {
  const worker = await startWorker();
  await worker.showNotification(words("status.yours"), { body: titleOf(shownGame()), tag: location.pathname });
}

async function close() {
  const worker = await navigator.serviceWorker.getRegistration();
  const shown = (await worker?.getNotifications()) ?? [];
  shown.forEach((notification) => notification.close());
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
  const granted = wanted && (await isGranted());
  if (wanted && !granted) {
    note(words("notify.denied"), "error");
  }
  remember("notify", granted ? "on" : "off");
  drawSwitches();
}

// Asks for notifications and returns whether the page can show them. A browser that refuses the worker does it now,
// while the person looks at the page.
async function isGranted() {
  if ((await Notification.requestPermission()) !== "granted") {
    return false;
  }
  try {
    await startWorker();
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}

// Draws the buttons that switch the signals.
export function drawSwitches() {
  find("sound").replaceChildren(icon(hasSound() ? "sound" : "mute"));
  find("sound").setAttribute("aria-pressed", String(hasSound()));
  find("notify").hidden = !canNotify() || !state.table?.you.seats.length;
  find("notify").setAttribute("aria-pressed", String(notifies()));
}
