// Lots that are being drawn for the seats of the next game.

import { make } from "../dom.js";
import { agree, triesToAgree } from "../fair/exchange.js";
import { gameWord, words } from "../i18n/index.js";
import { isHost, shownGame, state } from "../state.js";
import { seatName, seatNames } from "../texts.js";

// Returns a line that says for whom the lots wait and, for the host, a button that ends this. The list is empty if no lots
// are being drawn.
export function waitingLots(send) {
  const { asks, waits = [] } = state.evening?.lots ?? {};
  if (!asks) {
    return [];
  }
  const names = seatNames(waits);
  const tries = triesToAgree("lots", state.evening.lots);
  if (tries) {
    const onclick = () => agree("lots", state.evening.lots);
    const button = make("button", { data: { lots: "agree" }, onclick }, words("deal.agree"));
    return [make("p.soft", { data: { lots: "tries" } }, words("status.agree", tries)), button];
  }
  const act = () => send({ do: "deal" });
  const button = isHost() ? [make("button", { data: { lots: "now" }, onclick: act }, words("lots.now", names))] : [];
  return [make("p.soft", { data: { lots: "waits" } }, words("lots.waits", names)), ...button];
}

const choiceWord = (seat) => gameWord(shownGame(), `choice.${seat}`);

// Returns the seats among which those players may choose who have drawn them.
export const choiceSeats = () => (state.table?.seats ?? []).map(({ seat }) => seat).filter(choiceWord);

// Returns the buttons with which a player of this page or, in the place of any player, the host chooses among the seats
// that lots leave open, or a line that says what somebody has chosen.
export function lotsChoice(send) {
  const { order = [], lots, chosen } = state.evening ?? {};
  const seats = choiceSeats();
  if (!lots || !order.length || !seats.length) {
    return [];
  }
  if (chosen) {
    const text = words("lots.chosen", seatName(chosen), choiceWord(order.indexOf(chosen) + 1));
    return [make("p.soft", { data: { lots: "chosen" } }, text)];
  }
  const players = seats.map((seat) => order[seat - 1]);
  const player = players.find((other) => state.table.you.seats.includes(other)) ?? (isHost() ? players[0] : null);
  if (!player) {
    return [make("p.soft", { data: { lots: "open" } }, words("lots.open", seatNames(players)))];
  }
  const button = (seat) => {
    const onclick = () => send({ do: "choose", player, seat });
    return make("button", { data: { choose: seat }, onclick }, words("lots.choose", seatName(player), choiceWord(seat)));
  };
  return seats.map(button);
}
