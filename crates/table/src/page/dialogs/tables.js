// The dialog with the tables of the server, which only its owner gets.

import { isSure, make } from "../dom.js";
import { titleOf, words } from "../i18n/index.js";
import { openDialog } from "./frame.js";

let send = () => {};
const list = make("ul.tables");

const addressOf = (table) => `/t/${table}/h/`;

export function openTables(sender) {
  send = sender;
  list.replaceChildren();
  send({ do: "tables" });
  openDialog(
    words("tables"),
    [make("p", {}, words("tables.why")), list],
    [
      { text: words("tables.new"), id: "table-new", act: () => (send({ do: "create" }), false) },
      { text: words("close"), primary: true },
    ],
  );
}

// Leads to the table that the server has created.
export function showCreated({ table }) {
  location.assign(addressOf(table));
}

export function showTables({ tables }) {
  list.replaceChildren(...tables.map((entry) => item(entry, tables.length > 1)));
}

// `spare` is whether the table may be deleted, because it is not the only one.
function item({ table, game, names = [] }, spare) {
  const own = location.pathname === addressOf(table);
  const title = make("a", { href: addressOf(table) }, game ? titleOf(game) : table);
  const who = make("span.soft", {}, names.filter(Boolean).join(", "));
  const onclick = ({ target }) => isSure(target, words("tables.delete.sure")) && send({ do: "delete", table });
  const remove = make("button.plain", { data: { delete: table }, onclick }, words("tables.delete"));
  return make(
    "li",
    { aria: own ? { current: "page" } : {} },
    make("div", {}, own ? make("strong", {}, title.textContent) : title, " ", who, own && make("span.soft", {}, ` \u00b7 ${words("tables.this")}`)),
    spare && remove,
  );
}
