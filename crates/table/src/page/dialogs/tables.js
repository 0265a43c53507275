// The dialog with the tables of the server, which only its owner gets.

import { make } from "../dom.js";
import { titleOf, words } from "../i18n/index.js";
import { openDialog } from "./frame.js";

let send = () => {};
const list = make("ul.tables");
// The table whose button to delete it was pressed once.
let armed = null;

const addressOf = (table) => `/t/${table}/h/`;

export function openTables(sender) {
  send = sender;
  armed = null;
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
  list.replaceChildren(...tables.map((entry) => item(entry, tables)));
}

function item(entry, tables) {
  const { table, game, names = [] } = entry;
  const own = location.pathname === addressOf(table);
  const title = make("a", { href: addressOf(table) }, game ? titleOf(game) : table);
  const who = make("span.soft", {}, names.filter(Boolean).join(", "));
  const remove = make(
    "button.plain",
    {
      data: { delete: table },
      onclick: () => {
        const sure = armed === table;
        armed = sure ? null : table;
        if (sure) {
          send({ do: "delete", table });
        } else {
          showTables({ tables });
        }
      },
    },
    words(armed === table ? "tables.delete.sure" : "tables.delete"),
  );
  return make(
    "li",
    { aria: own ? { current: "page" } : {} },
    make("div", {}, own ? make("strong", {}, title.textContent) : title, " ", who, own && make("span.soft", {}, ` \u00b7 ${words("tables.this")}`)),
    tables.length > 1 && remove,
  );
}
