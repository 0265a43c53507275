// Lots that are being drawn for the seats of the next game.

import { make } from "../dom.js";
import { words } from "../i18n/index.js";
import { isHost, state } from "../state.js";
import { seatNames } from "../texts.js";

// Returns a line that says for whom the lots wait and, for the host, a button that ends this. The list is empty if no lots
// are being drawn.
export function waitingLots(send) {
  const { asks, waits = [] } = state.evening?.lots ?? {};
  if (!asks) {
    return [];
  }
  const names = seatNames(waits);
  const act = () => send({ do: "deal" });
  const button = isHost() ? [make("button", { data: { lots: "now" }, onclick: act }, words("lots.now", names))] : [];
  return [make("p.soft", { data: { lots: "waits" } }, words("lots.waits", names)), ...button];
}
