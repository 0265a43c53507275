// The dialog that starts the same game over, with a new deal or with the same deal.

import { make } from "../dom.js";
import { words } from "../i18n/index.js";
import { facts, state } from "../state.js";
import { openDialog } from "./frame.js";

// Returns whether the game has had chance events. If so, another game can have a new deal or the same deal.
export const isDealt = () => facts().some(({ event }) => event);

// Returns whether the same deal may be played again from this browser. The server forbids this if hands were hidden and
// people at different browsers played, because each of them has seen other cards.
export const mayDealTheSame = () => isDealt() && Boolean(state.table?.you.redeal);

// Returns whether a new game would end a game in which somebody has moved.
export const endsGame = () => Boolean(state.table && !state.table.over && state.table.movers.some((seat) => seat > 0));

// Returns a warning that a new game ends the current game, or `null` if it does not.
export const warning = () => (endsGame() ? make("p.soft", { id: "ends-game" }, words("new.ends")) : null);

// Asks for confirmation before an unfinished game is started over.
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
