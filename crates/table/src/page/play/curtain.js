// The curtain in front of a covered hand. The player opens it when nobody else is looking.

import { find } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { seatName } from "../texts.js";
import { handIsCovered, uncover } from "./cover.js";

export function setUpCurtain(changed) {
  const dialog = find("curtain");
  find("curtain-open").addEventListener("click", () => {
    uncover();
    dialog.close();
    changed();
  });
  // Chromium lets a page prevent only one `cancel` event, so a second Escape would close the dialog. Therefore the
  // default action of the key press is prevented, too.
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
  dialog.addEventListener("close", drawCurtain);
}

export function drawCurtain() {
  const dialog = find("curtain");
  // While a recorded game is shown, no hand of the table is visible, so no curtain is needed.
  if (!handIsCovered() || state.record) {
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
