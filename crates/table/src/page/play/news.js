// The news: what has happened since the last move of the player at this browser, in words.

import { find, make } from "../dom.js";
import { capital, words } from "../i18n/index.js";
import { seatOf, state } from "../state.js";
import { saidAtTable, seatName } from "../texts.js";

// Shows the last piece of news, with a list of all news that unfolds over the board.
export function showNews() {
  const { table, record } = state;
  const box = find("news");
  const { from, all } = record || !table ? { all: [] } : newsOf(table);
  box.hidden = !all.length;
  const key = `${table?.language} ${from} ${all.map(({ text }) => text).join()}`;
  if (box.dataset.key === key) {
    return;
  }
  box.dataset.key = key;
  box.open &&= all.length > 1;
  const title = words(from ? "news.since" : "news.start");
  const list = all.map(({ at, text }) => make("li", { data: { at } }, text));
  find("news-last").replaceChildren(make("strong", {}, `${title}:`), ` ${all.at(-1)?.text ?? ""}`);
  const listed = find("news-list");
  listed.replaceChildren(make("h2", {}, title), make("ol", {}, ...list));
  const showLast = () => (listed.scrollTop = listed.scrollHeight);
  box.ontoggle = showLast;
  showLast();
}

// Returns the index of the last token that a player at one of these seats chose, or -1. The server and stand-ins play
// other moves for them.
export function lastChoice({ movers, notes, stood_in }, seats) {
  const served = new Set([...notes, ...stood_in].map(({ at }) => at));
  return movers.findLastIndex((seat, at) => seats.includes(seat) && !served.has(at));
}

// Returns the index of the first token after the player's last own choice, and what has happened since. One move of
// another player alone is no news, because the board shows it.
function newsOf(table) {
  const { movers, facts, you, turn } = table;
  const forced = new Set(table.notes.map(({ at }) => at));
  const from = lastChoice(table, playerOf(you, seatOf(turn))) + 1;
  const all = facts.slice(from).map((fact, index) => ({ at: from + index, text: textOf(fact, movers[from + index], forced.has(from + index)) }));
  const plain = ({ at }) => movers[at] && !forced.has(at);
  return { from, all: all.length === 1 && plain(all[0]) ? [] : all };
}

// Returns the seats of the person who looks at the page. At a screen that several people share, this is the person
// whose hand is shown or, if nothing is hidden, who is to move.
function playerOf({ seats, viewer }, mover) {
  const one = viewer || mover;
  return seats.includes(one) ? [one] : seats;
}

function textOf(fact, seat, forced) {
  const said = saidAtTable(fact.words);
  if (!seat) {
    return capital(said);
  }
  return forced ? words("forced", seatName(seat), said) : `${seatName(seat)}: ${said}`;
}
