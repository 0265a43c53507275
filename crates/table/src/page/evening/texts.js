// Texts about an evening of games: who has how many points, and who gets which seat in the next game.

import { decimal, known, words } from "../i18n/index.js";
import { state } from "../state.js";
import { seatName, seatNames } from "../texts.js";

// Returns the name of a player of the evening. People without a name, or with the same name, have a number.
export function playerName({ name, number }) {
  if (!name) {
    return words("player", number);
  }
  return number ? `${name} (${number})` : name;
}

export const pointsText = (points) => decimal(points, Number.isInteger(points) ? 0 : 1);

export const teamName = ({ players }) => players.map(playerName).join(" + ");

// Returns a text with the points of all teams, or of all players if nobody has had a partner. Returns an empty text
// before the second game, because the result of the first game says the same.
export function totalsText() {
  const { games = [], totals } = state.evening ?? {};
  if (games.length < 2) {
    return "";
  }
  const sums = totals.teams.length ? totals.teams : totals.players;
  return words("evening.totals", games.length, sums.map((sum) => `${teamName(sum)} ${pointsText(sum.points)}`).join(", "));
}

// Returns a text that says who gets which seat in the next game, and what each player has drawn if lots have decided.
// Returns an empty text if the host has arranged nothing.
export function orderText() {
  const { order = [], lots } = state.evening ?? {};
  if (!order.length) {
    return "";
  }
  const drawn = (seat) => (lots && known(`lot.${seat}`) ? words(`lot.${seat}`) : words("seat", seat));
  const places = order.map((from, index) => `${seatName(from)}: ${drawn(index + 1)}`);
  return `${words(lots ? "next.lots" : "next.order")} ${places.join("; ")}.`;
}

// Returns a text that says who is ready for the next game, or an empty text if nobody is.
export function readyText() {
  const { ready = [] } = state.evening ?? {};
  return ready.length ? words("next.ready", seatNames(ready)) : "";
}
