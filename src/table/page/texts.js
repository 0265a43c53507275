// Sentences about seats and results. Knows no element.

import { words, decimal } from "./i18n/index.js";
import { state, teams } from "./state.js";

// The name on a seat as it is.
export function nameOn(seat) {
  const found = state.table?.seats?.[seat - 1];
  return found?.name || (found?.who === "engine" && found.engine) || words("seat", seat);
}

// The name of a seat, with its number where others have the same name.
export function seatName(seat) {
  const name = nameOn(seat);
  const twice = (state.table?.seats ?? []).some((other) => other.seat !== seat && nameOn(other.seat) === name);
  return twice ? `${name} (${seat})` : name;
}

// Who won and why.
export function resultText({ result, reason, scores }, withPoints = true) {
  const why = words(`reason.${reason}`);
  const points =
    withPoints && scores?.some((score) => score !== 0) && !isPlain(scores)
      ? ` ${words("points", scores.join(" \u2013 "))}`
      : "";
  const winner = /^p(\d)win$/.exec(result);
  if (winner && state.game?.seats === 1) {
    return `${words(result === "p1win" ? "result.solved" : "result.unsolved")}: ${why}.${points}`;
  }
  if (winner) {
    const team = teams()[Number(winner[1]) - 1] ?? [Number(winner[1])];
    const names = team.map(seatName).join(` ${words("and")} `);
    return `${words(team.length > 1 ? "result.team" : "result.win", names)}: ${why}.${points}`;
  }
  if (result === "draw") {
    return `${words("result.draw")}: ${why}.${points}`;
  }
  return `${words("result.none")}: ${why}.${points}`;
}

// Games without points say 2 0, 1 1, 0 2.
export const isPlain = (scores) => scores.length === 2 && scores[0] + scores[1] === 2;

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

// Share of the side to move, permille, from what an engine says of a position.
export function shareOf(line) {
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
