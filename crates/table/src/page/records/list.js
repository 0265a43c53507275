// The list of tournaments with recorded games.

import { drawTournament } from "../board/tournament.js";
import { make, find } from "../dom.js";
import { counted, inUse, titleOf, whole, words, wordsOf } from "../i18n/index.js";
import dutch from "../i18n/nl_tournament.js";
import { state } from "../state.js";
import { endText, nameIn } from "../texts.js";

// Which parts are closed at first.
const CLOSED = ["Plan and progress", "Partners", "Ratings", "Sequential test", "Participants", "Openings and seats"];
CLOSED.push("Length and time", "Game endings", "Faults", "Remarks");
// For each tournament, what its page remembers.
const memories = new Map();

// `open(source, id)` requests a recorded game from the tournament with the index `source`.
export function drawRecords(open) {
  const panel = find("tournaments");
  const sources = state.records?.sources ?? [];
  panel.hidden = state.hello?.records === false;
  if (!sources.length) {
    panel.replaceChildren(make("p.soft", {}, words("records.empty")));
    return;
  }
  const focused =
    document.activeElement?.dataset?.filter && document.activeElement.closest("[data-source]")?.dataset.source;
  panel.replaceChildren(...sources.map((source, number) => sourceOf(source, number, open)));
  if (focused) {
    const field = panel.querySelector(`[data-source="${focused}"] [data-filter]`);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }
}

function sourceOf(source, number, open) {
  const memory = memories.get(number) ?? {};
  memories.set(number, memory);
  const badge = source.running && make("span.badge", {}, words("records.running"));
  const planned = source.summary?.counts.planned;
  const played = counted("records.played", planned, whole(source.games.length));
  const page = {
    language: inUse(),
    translated: (text) => (inUse() === "nl" ? dutch[text] : undefined) ?? text,
    title: titleOf,
    reason: (word) => wordsOf(source.summary.game, `reason.${word}`),
    outcome: endOf,
    open: (game, text) =>
      make("button.plain", { data: { record: game.id }, onclick: () => open(number, game.id) }, text),
    closed: CLOSED,
  };
  return make(
    "section.source.tournament",
    { data: { source: number } },
    make("h3", {}, source.name, badge),
    planned && make("progress", { max: String(planned), value: source.games.length, aria: { label: played } }),
    planned && make("p.soft", {}, played),
    ...drawTournament(source, page, memory),
  );
}

const endOf = ({ game, result, reason, names, teams }) =>
  endText(result, reason, { game, seats: names.length, teams, name: nameIn(names) });
