// Whether it is the turn of this browser, and the title and the icon of the page, which say so.

import { find } from "../dom.js";
import { titleOf, words } from "../i18n/index.js";
import { allPlayersHere, seatOf, shownGame } from "../state.js";
import { showSignals, withdrawSignals } from "./signals.js";

// A dot in the corner of the icon.
const DOT = "%3Ccircle cx='24' cy='8' r='8' fill='%23c62828'/%3E%3C/svg%3E";
const icon = find("icon");
const plain = icon.getAttribute("href");
// The last `table` message, as received.
let last = null;

// Returns whether a player at this browser has to choose a move now. The server plays a forced pass itself.
const isOwn = ({ you, turn, over, paused, legal }) =>
  !over && !paused && you.seats.includes(seatOf(turn)) && legal.some(({ nothing }) => !nothing);

// Returns whether a seat of another browser has moved between two `table` messages.
const othersMoved = (before, { at, movers, you }) =>
  movers.slice(before.at, at).some((seat) => seat !== null && !you.seats.includes(seat));

// Shows whose turn it is after a `table` message, as received. If the turn has come to this browser from somebody else,
// signals it. Against engines, which mostly answer at once, that happens only while nobody looks at the page.
export function setTurn(message) {
  const before = last;
  last = message;
  drawTitle();
  if (!isOwn(message)) {
    withdrawSignals();
  } else if (before && (!isOwn(before) || othersMoved(before, message))) {
    if (document.hidden || !allPlayersHere(message)) {
      showSignals();
    }
  }
}

export function drawTitle() {
  const name = shownGame();
  const own = last !== null && isOwn(last);
  const parts = [own ? `\u25cf ${words("turn.title")}` : "", name ? titleOf(name) : "", "speltafel"];
  document.title = parts.filter(Boolean).join(" \u00b7 ");
  icon.setAttribute("href", own ? plain.replace("%3C/svg%3E", DOT) : plain);
}
