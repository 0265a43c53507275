// The dialog with the points of the evening: a row for each game, and the sums of players and teams.

import { openDialog } from "../dialogs/frame.js";
import { find, isSure, make } from "../dom.js";
import { titleOf, words } from "../i18n/index.js";
import { saveFile } from "../save.js";
import { isHost, state } from "../state.js";
import { playerName, pointsText, teamName } from "./texts.js";

export function openPoints(send) {
  const buttons = [
    { text: words("evening.download"), id: "points-download", act: download },
    { text: words("close"), primary: true },
  ];
  if (isHost()) {
    const clear = () => isSure(find("points-clear"), words("resign.sure")) && send({ do: "clear" });
    buttons.unshift({ text: words("evening.clear"), id: "points-clear", act: clear });
  }
  const [head, ...rows] = pointsTable();
  const table = make(
    "table",
    { id: "points-table" },
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((value) => make("td", {}, shown(value)))))),
  );
  const teams = state.evening.totals.teams.map((team) => make("li", {}, `${teamName(team)}: ${pointsText(team.points)}`));
  const list = teams.length ? [make("h3", {}, words("evening.teams")), make("ul", { id: "points-teams" }, ...teams)] : [];
  openDialog(words("evening.points"), [make("div.scroll", { tabindex: "0" }, table), ...list], buttons);
}

const shown = (value) => (typeof value === "number" ? pointsText(value) : value);

// Returns the rows of the table: the names of the players, their points in each game, and the sums.
function pointsTable() {
  const { games, totals } = state.evening;
  const players = totals.players.map(({ players: [player] }) => player);
  const keys = players.map(playerName);
  const row = ({ game, players: seated, points }) => {
    const own = new Map(seated.map((player, index) => [playerName(player), points[index]]));
    return [titleOf(game), ...keys.map((key) => own.get(key) ?? "")];
  };
  return [
    [words("game"), ...keys],
    ...games.map(row),
    [words("sum"), ...totals.players.map(({ points }) => points)],
  ];
}

// Saves the table as a CSV file.
function download() {
  const text = pointsTable()
    .map((row) => `${row.map(csvCell).join(",")}\r\n`)
    .join("");
  saveFile("speltafel.csv", text, "text/csv");
  return false;
}

// Returns a cell of a CSV file. A spreadsheet must not take a name for a formula.
function csvCell(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
