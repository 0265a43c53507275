// Starting over: the same game with another deal or the same one.

import { make } from "../dom.js";
import { words } from "../i18n/index.js";
import { hasEvents, tokens } from "../moves.js";
import { state } from "../state.js";
import { openDialog } from "./frame.js";

// Is there a choice between another deal and the same one?
export const isDealt = () => hasEvents(tokens());

// May the same deal be played again? Not where people at other browsers have seen cards of it.
export const mayDealTheSame = () => isDealt() && Boolean(state.table?.you.redeal);

// Would another game end one that somebody has moved in?
export const endsGame = () => Boolean(state.table && !state.table.over && state.table.movers.some((seat) => seat > 0));

// What another game does to the one on the table, where it does something.
export const warning = () => (endsGame() ? make("p.soft", { id: "ends-game" }, words("new.ends")) : null);

// Asks before a game that is not over is started over.
export function openAgain(send) {
  const start = (same) => () => send({ do: "again", same, sure: true });
  const same = { text: words("again.same"), id: "again-same", act: start(true) };
  openDialog(
    words("again.title"),
    [make("p", {}, words("again.text"))],
    [
      { text: words("cancel") },
      ...(mayDealTheSame() ? [same] : []),
      { text: words(isDealt() ? "again.new" : "again.start"), primary: true, id: "again-sure", act: start(false) },
    ],
  );
}
