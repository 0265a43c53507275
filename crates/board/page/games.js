// The list of a tournament's games, latest first, split into pages, with a filter.

import { make } from "./dom.js";

const PAGE = 50;

// Returns the list. `games` are the finished games in order. `memory` keeps the filter and the page number. `say`
// returns the text in the language of the reader, and `grouped` formats a number. `outcome(game)` describes who won and
// why. `open(game)` returns the element that opens a game, with these parts, or `null` if the game cannot be opened.
export function listGames(games, memory, { say, grouped, outcome, open }) {
  const rows = games.map((game) => ({ game, names: game.names.join(" \u2013 "), outcome: outcome(game) })).reverse();
  const body = make("tbody");
  const count = make("span.soft");
  const turn = (by, text, label) => {
    const onclick = () => show(memory.page + by);
    return make("button", { onclick, "aria-label": label }, text);
  };
  const [previous, next] = [turn(-1, "\u2190", say("previous page")), turn(1, "\u2192", say("next page"))];
  const field = make("input", {
    type: "search",
    placeholder: say("Find a game"),
    aria: { label: say("Find a game") },
    value: memory.filter ?? "",
    data: { filter: "games" },
    oninput: () => {
      memory.filter = field.value;
      show(0);
    },
  });

  function show(page) {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter(({ game, names, outcome: end }) => {
      const text = `${game.id} ${names} ${game.game} ${game.result} ${game.ending} ${end}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    memory.page = Math.max(0, Math.min(pages - 1, page));
    const first = memory.page * PAGE;
    const shown = found.slice(first, first + PAGE);
    body.replaceChildren(...shown.map(row));
    const range = `${grouped(shown.length && first + 1)}\u2013${grouped(first + shown.length)}`;
    count.textContent = say("{0} of {1}", range, grouped(found.length));
    previous.disabled = memory.page === 0;
    next.disabled = memory.page + 1 >= pages;
  }

  function row({ game, names, outcome: end }) {
    return make(
      "tr",
      {},
      make("td.names", {}, open(game, names) ?? names),
      make(game.faults ? "td.bad" : "td", {}, end),
      make("td.number", {}, grouped(game.plies)),
      make("td.id", {}, game.id),
    );
  }

  show(memory.page ?? 0);
  const heads = ["participants", "result", "moves", "game"].map((head) => make("th", { scope: "col" }, say(head)));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body);
  const region = { tabindex: 0, role: "region", aria: { label: say("Games") } };
  return [make("div.finder", {}, field, previous, count, next), make("div.scroll", region, table)];
}
