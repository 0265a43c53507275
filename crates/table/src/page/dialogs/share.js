// The dialog with the links for other people: one for each seat and one for spectators.

import { announce, note } from "../announce.js";
import { icon, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { copy, field, openDialog } from "./frame.js";

export function openShare() {
  const { links } = state.hello;
  const seats = (links?.seats ?? []).slice(0, state.game?.seats ?? 0);
  const rows = seats.map((address, index) => row(`seat-link-${index + 1}`, words("share.seat", index + 1), address));
  rows.push(row("watch-link", words("share.watch"), links?.watch ?? ""));
  openDialog(words("share"), [make("p", {}, words("share.why")), ...rows], [{ text: words("close"), primary: true }]);
}

function row(id, label, address) {
  const done = () => {
    announce(words("copied"));
    note(words("copied"));
  };
  const button = make(
    "button",
    { data: { copy: id }, onclick: () => copy(address, done) },
    icon("copy"),
    make("span", {}, words("copy")),
  );
  return make("div.with-button", {}, field(label, make("input", { id, readonly: "readonly", value: address })), button);
}
