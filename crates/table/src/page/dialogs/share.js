// The dialog with the links for other people: one for each seat and one for spectators.

import { make } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { copyField, openDialog } from "./frame.js";

export function openShare() {
  const { links } = state.hello;
  const seats = (links?.seats ?? []).slice(0, state.game?.seats ?? 0);
  const address = (path) => (path ? new URL(path, location.href).href : "");
  const rows = seats.map((path, index) =>
    copyField(`seat-link-${index + 1}`, words("share.seat", index + 1), address(path)),
  );
  rows.push(copyField("watch-link", words("share.watch"), address(links?.watch)));
  openDialog(words("share"), [make("p", {}, words("share.why")), ...rows], [{ text: words("close"), primary: true }]);
}
