// A curtain between the turns of people who share one screen in a game of hidden hands. Knows whose hand may be seen.

import { find } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { seatName } from "../texts.js";

let seen = null;
let changed = () => {};

export function setUpCurtain(onChange) {
  changed = onChange;
  find("curtain-open").addEventListener("click", () => {
    seen = state.table.you.viewer;
    find("curtain").close();
    changed();
  });
  // Escape does not open it.
  find("curtain").addEventListener("cancel", (event) => event.preventDefault());
}

const shared = () =>
  state.game?.hidden &&
  !state.table?.over &&
  !state.record &&
  (state.table?.you.seats.length ?? 0) > 1 &&
  Boolean(state.table.you.viewer);

export const handIsCovered = () => shared() && seen !== state.table.you.viewer;

export function drawCurtain() {
  const dialog = find("curtain");
  if (!handIsCovered()) {
    if (dialog.open) {
      dialog.close();
    }
    return;
  }
  const name = seatName(state.table.you.viewer);
  find("curtain-title").textContent = words("curtain.title", name);
  find("curtain-text").textContent = words("curtain.text", name);
  find("curtain-open").textContent = words("curtain.open", name);
  if (!dialog.open) {
    dialog.showModal();
  }
}
