// The list of the kept games that this browser may see, with a search, and buttons to show, download, continue and delete
// them.

import { endsGame } from "../dialogs/again.js";
import { choice } from "../dialogs/frame.js";
import { find, isSure, make } from "../dom.js";
import { counted, titleOf, words } from "../i18n/index.js";
import { saveFile } from "../save.js";
import { isHost, on, portableOf, state } from "../state.js";
import { isOpen } from "../tabs.js";
import { exportFormats, nameIn, outcomeText, teamsIn } from "../texts.js";

// The search is sent when nothing was typed for this time.
const PAUSE_MS = 200;

let tools = null;
let timer = null;
// What is searched for; the fields are those of the request `games`.
const filter = { game: "", text: "" };
const list = make("ul.games", { id: "kept-games" });

// `acts` contains the functions `send(message)` and `open(id)`, which shows a game.
export function setUpLibrary(acts) {
  tools = acts;
  on("game", () => isOpen("records") && askForGames());
}

// Spectators see no games.
export const hasLibrary = () => Boolean(state.hello) && state.hello.you.role !== "watch";

const askForGames = () => hasLibrary() && tools.send({ do: "games", ...filter });

// Draws the search for this language and asks for the games.
export function openLibrary() {
  const panel = find("library");
  panel.hidden = !hasLibrary();
  panel.replaceChildren(make("h2", {}, words("library")), make("div.row", {}, gameChoice(), searchField()), list);
  askForGames();
}

function gameChoice() {
  const games = state.hello?.games ?? [];
  const options = [["", words("library.all")], ...games.map(({ name }) => [name, titleOf(name)])];
  const made = choice("library-game", options, filter.game);
  made.setAttribute("aria-label", words("game"));
  made.addEventListener("change", () => {
    filter.game = made.value;
    askForGames();
  });
  return made;
}

function searchField() {
  const label = words("library.find");
  const attributes = { id: "library-find", type: "search", placeholder: label, aria: { label }, value: filter.text };
  const made = make("input", attributes);
  made.addEventListener("input", () => {
    filter.text = made.value;
    clearTimeout(timer);
    timer = setTimeout(askForGames, PAUSE_MS);
  });
  return made;
}

export function showGames({ games, more }) {
  const last = more ? words("library.more", games.length) : games.length ? null : words("library.empty");
  list.replaceChildren(...games.map(entry), ...(last ? [make("li.soft", {}, last)] : []));
}

function entry(game) {
  const about = `kept-${game.id}`;
  const button = (text, id, act) =>
    make("button.plain", { data: { [id]: game.id }, aria: { describedby: about }, onclick: act }, text);
  const formats = exportFormats(game.game).map(([format, text]) =>
    button(text, format, () => tools.send({ do: "export", format, id: game.id })),
  );
  return make(
    "li",
    {},
    make(
      "button.game",
      { id: about, data: { kept: game.id }, onclick: () => tools.open(game.id) },
      make("strong", {}, titleOf(game.game), game.current && make("span.badge", {}, words("library.current"))),
      make("span", {}, namesOf(game).join(" \u2013 ")),
      make("span.soft", {}, [game.date, endOf(game), counted("records.plies", game.moves)].filter(Boolean).join(" \u00b7 ")),
    ),
    make(
      "div.row.kept-acts",
      {},
      make("span.soft", {}, `${words("library.download")}:`),
      ...formats,
      ...(isHost() && !game.current ? hostActs(game, button) : []),
    ),
  );
}

const namesOf = ({ seats }) => seats.map(({ name }, index) => name || words("seat", index + 1));

const endOf = (game) =>
  outcomeText(game.result, {
    seats: game.seats.length,
    teams: teamsIn(game.seats.map(({ team }) => team)),
    name: nameIn(namesOf(game)),
  });

// The server puts a copy of a finished game on the table.
const hostActs = ({ id, result }, button) => [
  button(words(result === "none" ? "library.continue" : "library.copy"), "continue", ({ target }) => {
    if (!endsGame() || isSure(target, words("library.continue.sure"))) {
      tools.send({ do: "continue", id, sure: true });
    }
  }),
  button(words("library.delete"), "forget", ({ target }) => isSure(target, words("library.delete.sure")) && forget(id)),
];

function forget(id) {
  tools.send({ do: "forget", id });
  askForGames();
  find("library-find").focus();
}

// Saves an exported game of the library as a file.
export function saveGame({ id, game, date, format, text }) {
  const end = format === "portable" ? portableOf(game).toLowerCase() : "txt";
  const parts = ["speltafel", game, date?.replaceAll(".", "-"), id].filter(Boolean);
  saveFile(`${parts.join("-")}.${end}`, text);
}
