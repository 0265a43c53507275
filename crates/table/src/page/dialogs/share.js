// The dialog with the links for other people: one for each seat and one for spectators, each with its QR code. The owner
// of the server can also make a link for the host on another device.

import { draw, isSure, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { on, state } from "../state.js";
import { seatName } from "../texts.js";
import { choice, copyField, field, openDialog } from "./frame.js";
import { openTables } from "./tables.js";

// The white margin around a QR code, in modules.
const MARGIN = 4;
// The codes that the server has drawn, by the text that they contain.
const codes = new Map();
let send = () => {};
const box = make("div.share");
// The beginning of the links, and the key of the link that is shown.
let home = null;
let shown = null;

on("links", fill);

export function showCode({ text, size, path }) {
  codes.set(text, { size, path });
  fill();
}

export function openShare(sender) {
  send = sender;
  shown = firstGuest();
  fill();
  const tables = { text: words("tables"), id: "open-tables", act: () => (openTables(send), false) };
  openDialog(words("share"), [box], [...(state.links?.owner ? [tables] : []), { text: words("close"), primary: true }]);
}

// Returns the key of the first seat that waits for a guest, or that of the spectators.
function firstGuest() {
  const waits = (seat) => seat.who === "open" || (seat.who === "link" && !seat.online);
  return String(state.table?.seats.find(waits)?.seat ?? "watch");
}

function fill() {
  const { links } = state;
  if (!links) {
    return;
  }
  home = links.homes.includes(home) ? home : links.homes[0];
  const seats = links.seats.slice(0, state.game?.seats ?? 0);
  const rows = seats.map((path, index) =>
    row(String(index + 1), `seat-link-${index + 1}`, seatTitle(index + 1), path, { role: "seat", seat: index + 1 }),
  );
  rows.push(row("watch", "watch-link", words("share.watch"), links.watch, { role: "watch" }));
  if (links.host) {
    rows.push(row("host", "host-link", words("share.host"), links.host, { role: "host" }));
  }
  box.replaceChildren(...[make("p", {}, words("share.why")), ...where(links.homes), ...rows, more(links)].filter(Boolean));
}

const seatTitle = (seat) => `${words("share.seat", seat)} \u00b7 ${seatName(seat)}`;

// Returns the choice of the server's address, if it has several, and what has to be said about the chosen one.
function where(homes) {
  const select = choice(
    "share-home",
    homes.map((address) => [address, new URL(address).host]),
    home,
  );
  select.addEventListener("change", () => {
    home = select.value;
    fill();
  });
  const local = new URL(home).hostname === "127.0.0.1";
  const clear = home.startsWith("http:") ? words("share.clear") : null;
  const note = local ? words(homes.length > 1 ? "share.here" : "share.local") : clear;
  return [homes.length > 1 && field(words("share.home"), select), note && make("p.soft", {}, note)];
}

// Returns the part of a link. `role` is what the server has to know to renew it.
function row(key, id, title, path, role) {
  const text = path ? home + path : "";
  const part = make("details", { name: "share", open: key === shown }, make("summary", {}, title));
  part.addEventListener("toggle", () => {
    if (part.open && shown !== key) {
      shown = key;
      fill();
    }
  });
  const onclick = ({ target }) => isSure(target, words("share.renew.sure")) && send({ do: "renew", ...role });
  const renew = make("button.plain", { data: { renew: key }, onclick }, words("share.renew"));
  part.append(make("div.share-link", {}, key === shown && code(text), copyField(id, words("share.link"), text), renew));
  return part;
}

// Returns the QR code of a link, or asks the server for it.
function code(text) {
  const drawn = codes.get(text);
  if (!drawn) {
    if (text) {
      send({ do: "code", text });
    }
    return null;
  }
  const side = drawn.size + 2 * MARGIN;
  return draw(
    "svg.code",
    { viewBox: `${-MARGIN} ${-MARGIN} ${side} ${side}`, role: "img", "aria-label": words("share.code") },
    draw("path", { d: drawn.path }),
  );
}

// Returns the button with which the owner makes a link for the host.
function more({ owner, host }) {
  const device = () => {
    shown = "host";
    send({ do: "device" });
  };
  return owner && !host && make("button.plain", { id: "share-device", onclick: device }, words("share.device"));
}
