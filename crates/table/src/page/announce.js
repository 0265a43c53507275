// Announcements for screen readers, in an ARIA live region, and notes on the page that disappear after a few seconds.

import { find, make } from "./dom.js";

const NOTE_MS = 6000;

export function announce(text) {
  const region = find("live");
  region.append(make("p", {}, text));
  while (region.childElementCount > 8) {
    region.firstElementChild.remove();
  }
}

// Removes announcements and error notes that were meant for the previous player at a shared screen.
export function clearAnnouncements() {
  find("live").replaceChildren();
  document.querySelectorAll("#notes .error").forEach((made) => made.remove());
}

export function note(text, kind = "info") {
  const made = make(`div.note.${kind}`, {}, make("span", {}, text));
  const drop = () => made.remove();
  made.append(make("button.plain", { aria: { label: "\u00d7" }, onclick: drop }, "\u00d7"));
  find("notes").append(made);
  setTimeout(drop, kind === "error" ? 2 * NOTE_MS : NOTE_MS);
}
