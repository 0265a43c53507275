// The dialog in which the host decides who gets which seat in the next game, or draws lots for the seats.

import { make } from "../dom.js";
import { waitingLots } from "../evening/lots.js";
import { words } from "../i18n/index.js";
import { on, state } from "../state.js";
import { seatName } from "../texts.js";
import { warning } from "./again.js";
import { choice, field, openDialog } from "./frame.js";

// The lists of the open dialog, one for each seat, and the players chosen in them.
let lists = [];
let chosen = [];
// The element that says for whom lots wait, and the function that sends a message.
let waits = null;
let tell = null;

export function openArrange(send) {
  const players = state.table.seats.map(({ seat }) => [String(seat), seatName(seat)]);
  lists = players.map(([seat]) => choice(`arrange-${seat}`, players, seat));
  lists.forEach((list, index) => list.addEventListener("change", () => swap(index, Number(list.value))));
  [waits, tell] = [make("div", {}), send];
  adopt();
  const draw = () => {
    send({ do: "lots" });
    return false;
  };
  const fields = lists.map((list, index) => field(words("seat", index + 1), list));
  const content = [make("p", {}, words("arrange.why")), warning(), ...fields, waits].filter(Boolean);
  const save = { text: words(state.table.over ? "ok" : "arrange.start"), primary: true, id: "arrange-save" };
  openDialog(words("arrange"), content, [
    { text: words("arrange.lots"), id: "arrange-lots", act: draw },
    { ...save, act: () => decide(send) },
  ]);
}

// Gives a seat to a player, who changes places with the player that had it.
function swap(index, player) {
  chosen[chosen.indexOf(player)] = chosen[index];
  chosen[index] = player;
  lists.forEach((list, seat) => (list.value = String(chosen[seat])));
}

// Returns the order that the next game has now. By the rule of the table, two players change sides after a game.
function current() {
  const seats = lists.map((_, index) => index + 1);
  const usual = seats.length === 2 && state.table?.over ? [2, 1] : seats;
  return state.evening?.order.length === seats.length ? state.evening.order : usual;
}

function adopt() {
  waits?.replaceChildren(...waitingLots(tell));
  chosen = [...current()];
  lists.forEach((list, seat) => (list.value = String(chosen[seat])));
}

// Sends the order and, if no game has been finished, begins one. An unchanged order is not sent, because it may have been
// drawn by lot.
function decide(send) {
  if (String(chosen) !== String(current())) {
    send({ do: "arrange", seats: chosen });
  }
  if (!state.table.over) {
    send({ do: "again", sure: true });
  }
}

on("evening", adopt);
