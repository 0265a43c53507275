// The list of tournaments with recorded games: standings, score chart, and games to view.

import { find, make } from "../dom.js";
import { counted, decimal, titleOf, whole, words } from "../i18n/index.js";
import { state } from "../state.js";
import { endText, nameIn, teamsIn } from "../texts.js";
import { drawCurves } from "./curves.js";

const MAX_GAMES = 300;
const filters = new Map();

// `open(source, id)` requests a recorded game from the tournament with the index `source`.
export function drawRecords(open) {
  const panel = find("tournaments");
  const sources = state.records?.sources ?? [];
  panel.hidden = state.hello?.records === false;
  if (!sources.length) {
    panel.replaceChildren(make("p.soft", {}, words("records.empty")));
    return;
  }
  const focused = document.activeElement?.dataset?.filter;
  panel.replaceChildren(...sources.map((source, number) => sourceOf(source, number, open)));
  if (focused !== undefined) {
    const field = panel.querySelector(`[data-filter="${focused}"]`);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }
}

function sourceOf(source, number, open) {
  const part = make("section.source", { data: { source: number } });
  part.append(make("h3", {}, source.name, source.running ? make("span.badge", {}, words("records.running")) : null));
  if (source.planned) {
    const played = counted("records.played", source.planned, whole(source.played));
    part.append(
      make("progress", {
        max: String(source.planned),
        value: source.played,
        aria: { label: played },
      }),
      make("p.soft", {}, played),
    );
  }
  const chart = drawCurves(source);
  if (chart) {
    part.append(chart);
  }
  const standings = source.standings?.standings;
  if (standings?.length) {
    part.append(table(standings));
  }
  part.append(games(source, number, open));
  return part;
}

function table(standings) {
  const heads = [
    "#",
    words("records.name"),
    words("records.games"),
    words("records.wdl"),
    words("records.score"),
    "Elo",
  ];
  const rows = standings.map((one) =>
    make(
      "tr",
      {},
      ...[
        String(one.place),
        one.participant,
        String(one.games),
        `${one.wins}\u2013${one.draws}\u2013${one.losses}`,
        one.score === null ? "" : `${decimal(100 * one.score, 1)} %`,
        one.rating === null ? "" : `${decimal(one.rating, 0)}${one.error ? ` \u00b1 ${decimal(one.error, 0)}` : ""}`,
      ].map((text) => make("td", {}, text)),
    ),
  );
  return make(
    "div.wide",
    {},
    make(
      "table.standings",
      {},
      make("caption", {}, words("records.standings")),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
  );
}

function games(source, number, open) {
  const list = make("ul.games");
  const fill = () => {
    const wanted = (filters.get(number) ?? "").toLowerCase();
    const found = source.games.filter((game) =>
      [game.id, ...game.names, game.game, game.result, game.reason].join(" ").toLowerCase().includes(wanted),
    );
    list.replaceChildren(
      ...found
        .slice(-MAX_GAMES)
        .reverse()
        .map((game) => gameOf(game, number, open)),
    );
  };
  const field = make("input", {
    type: "search",
    placeholder: words("records.find"),
    aria: { label: words("records.find") },
    data: { filter: number },
    value: filters.get(number) ?? "",
  });
  field.addEventListener("input", () => {
    filters.set(number, field.value);
    fill();
  });
  fill();
  return make("div", {}, field, list);
}

function gameOf(game, number, open) {
  const text = `${game.names.join(" \u2013 ")}`;
  const more = [
    titleOf(game.game),
    endText(game.result, game.reason, {
      game: game.game,
      seats: game.names.length,
      teams: teamsIn(game.teams),
      name: nameIn(game.names),
    }),
    counted("records.plies", game.plies),
  ].join(" \u00b7 ");
  return make(
    "li",
    {},
    make(
      "button.game",
      { data: { record: game.id }, onclick: () => open(number, game.id) },
      make("strong", {}, text),
      make("span.soft", {}, more),
    ),
  );
}
