// Texts about seats, results, scores and clocks.

import { namePlayers } from "./board/steps.js";
import { decimal, known, words, wordsOf } from "./i18n/index.js";
import { infoOf, portableOf, seatOf, shownGame, state, teams, teamsKnown } from "./state.js";

// Returns the name of a seat's occupant, or a default name.
export const nameOn = (seat) => ownName(seat) || words("seat", seat);

function ownName(seat) {
  const found = state.table?.seats?.[seat - 1];
  return found?.name || (found?.who === "engine" && found.engine);
}

// Returns the name of a seat, with its number if another seat has the same name.
export function seatName(seat) {
  const name = nameOn(seat);
  const twice = (state.table?.seats ?? []).some((other) => other.seat !== seat && nameOn(other.seat) === name);
  return twice ? `${name} (${seat})` : name;
}

export const seatNames = (seats) => seats.map(seatName).join(", ");

// Returns words of the engine with the names of the players at the table. A nameless player is called as in the game.
export const saidAtTable = (text = "") =>
  namePlayers(text, (seat) => (ownName(seat) || !known(`seat.${seat}`) ? seatName(seat) : words(`seat.${seat}`)));

// Like `saidAtTable`, for the game being viewed, which may be a recorded game.
export const said = (text = "") =>
  state.record ? namePlayers(text, nameIn(state.record.names)) : saidAtTable(text);

const winnerOf = (result) => Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);

// Returns a text that says who won. `seats` is the number of seats, `teams` is `null` while the teams are hidden, and
// `name(seat)` returns the name of a seat.
export function outcomeText(result, { seats, teams: known, name }) {
  const winner = winnerOf(result);
  if (!winner) {
    return words(`result.${result}`);
  }
  if (seats === 1) {
    return words(winner === 1 ? "result.solved" : "result.unsolved");
  }
  const team = known?.[winner - 1] ?? (seats > 3 ? null : [winner]);
  if (!team) {
    return words(winner === 1 ? "result.with" : "result.against", name(1));
  }
  return words(team.length > 1 ? "result.team" : "result.win", team.map(name).join(` ${words("and")} `));
}

// Returns a text that says why the game with the name `game` ended. After a resignation, it names the seat `last` that
// chose the last token. After another win by a verdict, it mentions the loser: by name in a game of two seats, and
// otherwise as the opponent. All other reasons are in the words of the game.
function reasonText(result, reason, { game, seats, name, last }) {
  const [winner, own] = [winnerOf(result), `won.${reason}`];
  if (reason === "none") {
    return words("unfinished");
  }
  if (reason === "resign" && last) {
    return words(own, name(last));
  }
  if (!winner || seats < 2 || !known(own)) {
    return wordsOf(game, `reason.${reason}`);
  }
  return words(own, seats === 2 ? name(3 - winner) : words("opponent"));
}

// Returns a text that says who won and why. `about` is the second argument of `outcomeText`.
export const endText = (result, reason, about) => `${outcomeText(result, about)}: ${reasonText(result, reason, about)}`;

const atTable = () => ({
  game: state.game?.game,
  seats: state.game?.seats,
  teams: teamsKnown() ? teams() : null,
  name: seatName,
  last: state.table?.movers.at(-1),
});

const inRecord = (record) => ({
  game: record.game,
  seats: record.names.length,
  teams: teamsIn(record.teams),
  name: nameIn(record.names),
  last: record.tokens.at(-1) === "resign" ? seatOf(record.boards.at(-2)?.turn) : 0,
});

// Returns a text that says who won and why in the game being viewed, which may be a recorded game.
export const endShown = (result, reason) => endText(result, reason, state.record ? inRecord(state.record) : atTable());

// Returns a function that gives the name of a seat from the list `names`, with the seat number if several seats have
// the same name.
export const nameIn = (names) => (seat) => {
  const own = names[seat - 1];
  return names.filter((name) => name === own).length > 1 ? `${own} (${seat})` : own;
};

// Returns the teams as lists of seats. `list` contains the team of each seat. Returns `null` if a team is not known.
export function teamsIn(list) {
  if (!list || list.includes(null)) {
    return null;
  }
  const seatsOf = (team) => list.flatMap((own, seat) => (own === team ? [seat + 1] : []));
  return [...new Set(list)].sort().map(seatsOf);
}

// Returns a text that says who won and why. If `withPoints` is true, the text includes the points, unless all are zero
// or they only repeat the result.
export function resultText({ result, reason, scores }, withPoints = true) {
  const points =
    withPoints && scores?.some((score) => score !== 0) && !isPlain()
      ? ` ${words("points", scores.join(" \u2013 "))}`
      : "";
  return `${endText(result, reason, atTable())}.${points}`;
}

// Returns the formats in which a game can be exported, each with its name.
export function exportFormats(game) {
  const portable = portableOf(game);
  return [["transcript", words("transcript")], ...(portable ? [["portable", portable]] : [])];
}

// Returns whether the scores of the game at the table only repeat the result.
export const isPlain = () => !infoOf(shownGame())?.points;

export function scoreText(score) {
  if (!score) {
    return "";
  }
  if (score.mate !== undefined) {
    return score.mate < 0 ? `\u2212#${-score.mate}` : `#${score.mate}`;
  }
  return signed(score.cp / 100, 2);
}

export function signed(number, digits) {
  const size = decimal(Math.abs(number), digits);
  return `${number > 0 ? "+" : number < 0 && Number(Math.abs(number).toFixed(digits)) > 0 ? "\u2212" : ""}${size}`;
}

// Returns the win probability of the side to move, in permille, for an engine line.
export function winChanceOf(line) {
  if (line.wdl) {
    return line.wdl[0] + line.wdl[1] / 2;
  }
  if (line.score?.mate !== undefined) {
    return line.score.mate > 0 ? 1000 : 0;
  }
  return 1000 / (1 + 10 ** (-(line.score?.cp ?? 0) / 400));
}

export function clockText(ms) {
  const left = Math.max(0, ms);
  const seconds =
    left < 10000 ? (left / 1000).toFixed(1).padStart(4, "0") : String(Math.floor(left / 1000) % 60).padStart(2, "0");
  const minutes = Math.floor(left / 60000);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`
    : `${minutes}:${seconds}`;
}
