// What the page shows after a game besides its result: the points of the evening, who is ready for the next game, and
// who gets which seat in it.

import { openArrange } from "../dialogs/arrange.js";
import { icon, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { allPlayersHere, isHost, state } from "../state.js";
import { lotsChoice, waitingLots } from "./lots.js";
import { openPoints } from "./points.js";
import { orderText, readyText, totalsText } from "./texts.js";

const line = (id, text) => (text ? [make("p.soft", { id }, text)] : []);

// Returns the lines of text.
export const eveningLines = (send) => [...line("evening-totals", totalsText()), ...nextGame(send)];

// Returns an element that says who gets which seat in the next game and who is ready for it, or an empty list.
export function nextGame(send) {
  const next = [...line("next-order", orderText()), ...waitingLots(send), ...lotsChoice(send), ...line("next-ready", readyText())];
  return next.length ? [make("div.row", { id: "next-game", tabindex: "0" }, ...next)] : [];
}

// Returns the buttons.
export function eveningButtons(table, send) {
  const made = [];
  // Somebody who plays at the host's browser without other people simply begins the next game.
  if (table.you.seats.length && !(isHost() && allPlayersHere(table))) {
    const ready = table.you.seats.every((seat) => state.evening?.ready.includes(seat));
    const attributes = { id: "ready", aria: { pressed: String(ready) } };
    const act = () => send({ do: "ready", ready: !ready });
    made.push(button(isHost() ? "button" : "button.primary", attributes, act, "yes", "ready"));
  }
  if (isHost() && table.seats.length > 1) {
    made.push(button("button.side", { id: "arrange" }, () => openArrange(send), "flip", "arrange"));
  }
  if (state.evening?.games.length) {
    made.push(button("button.side", { id: "points" }, () => openPoints(send), "list", "evening.points"));
  }
  return made;
}

// Small windows show only the icons of the buttons with the class `side`.
const button = (what, attributes, onclick, picture, text) =>
  make(what, { ...attributes, title: words(text), onclick }, icon(picture), make("span", {}, words(text)));
