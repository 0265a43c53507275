// The list of all games, split into pages, with a filter.

import { find, make } from "./board/dom.js";

// Formats a number with thousands separators.
export const grouped = (number) => number.toLocaleString("en");

// Shows the list. `list` contains one array per column: ids, results and so on. `linked(id)` returns whether the viewer
// contains the game. A click on a link to the current address calls `follow()`, because the browser would ignore it.
// `reasonText(word)` returns what to call a reason.
export function listGames(list, reasonText, linked, follow) {
  const PAGE = 50;
  const { ids, results, plies, faults } = list;
  const reasons = list.reasons.map(reasonText);
  let page = 0;

  function matching() {
    const words = find("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (number) => {
      const text = `${ids[number]} ${results[number]} ${reasons[number]}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return [...ids.keys()].filter(fits);
  }

  function row(number) {
    const id = make("td.id", {}, ids[number]);
    if (linked(ids[number])) {
      const href = `#game=${encodeURIComponent(ids[number])}`;
      id.replaceChildren(make("a", { href, onclick: () => href === location.hash && follow() }, ids[number]));
    }
    const reason = make(faults[number] ? "td.bad" : "td", {}, reasons[number]);
    return make("tr", {}, id, make("td", {}, results[number]), reason, make("td.number", {}, String(plies[number])));
  }

  function show() {
    const found = matching();
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.max(0, Math.min(pages - 1, page));
    const shown = found.slice(page * PAGE, (page + 1) * PAGE);
    find("games-rows").replaceChildren(...shown.map(row));
    const first = shown.length ? page * PAGE + 1 : 0;
    const last = page * PAGE + shown.length;
    find("games-count").textContent = `${grouped(first)}\u2013${grouped(last)} of ${grouped(found.length)}`;
    find("games-previous").disabled = page === 0;
    find("games-next").disabled = page + 1 >= pages;
  }

  function turnTo(target) {
    page = target;
    show();
  }

  find("filter").addEventListener("input", () => turnTo(0));
  find("games-previous").addEventListener("click", () => turnTo(page - 1));
  find("games-next").addEventListener("click", () => turnTo(page + 1));
  show();
}
