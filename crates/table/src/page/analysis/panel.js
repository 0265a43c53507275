// Live analysis of the position being viewed: lines, evaluation bar, arrows, and the engine's preferred move.

import { find, icon, later, make } from "../dom.js";
import { counted, decimal, known, whole, words } from "../i18n/index.js";
import { isHost, keyOf, on, seatOf, shown, state, teamOf, teams, teamsKnown } from "../state.js";
import { isMove } from "../moves.js";
import { handIsCovered } from "../play/cover.js";
import { scoreText, seatName, winChanceOf } from "../texts.js";
import { drawGraph } from "./graph.js";
import { amount, drawReview, reviewOf } from "./review.js";

// Errors that concern only the position being viewed. All other errors end the analysis.
const POSITION_ERRORS = ["chance", "not_your_turn", "game_over"];

let running = false;
let requested = null;
// Why the server ended the analysis. `text` is shown to the user. If the server forbade the analysis, `forbidden` is
// true, and the text disappears when this browser may analyse again.
let failure = null;
let tools = null;

// `acts` contains the functions `send(message)`, `go(at, line, trying)` and `arrows(list)`.
export function setUpAnalysis(acts) {
  tools = acts;
  buildAnalysis();
  const soon = later(drawAnalysis);
  on("analysis", () => {
    keepWinChance();
    if (state.analysis?.error && !POSITION_ERRORS.includes(state.analysis.error)) {
      failure = failureOf(errorText(state.analysis.error), state.analysis.error);
      running = false;
      requested = null;
    }
    soon();
  });
  on("review", soon);
  on("covered", () => {
    if (running) {
      tools.send({ do: "analyse", stop: true });
    }
    requested = null;
    drawAnalysis();
  });
}

const failureOf = (text, code) => ({ text, forbidden: code === "not_now" });

export function buildAnalysis() {
  const engines = state.hello?.engines ?? [];
  const engine = make(
    "select",
    { id: "analysis-engine", aria: { label: words("engine") } },
    ...engines.map(({ name }) => make("option", { value: name }, name)),
  );
  const lines = make(
    "select",
    { id: "analysis-lines" },
    ...[1, 2, 3, 5].map((count) => make("option", { value: String(count) }, String(count))),
  );
  lines.value = "3";
  [engine, lines].forEach((choice) => choice.addEventListener("change", () => restart()));
  const start = make(
    "button.primary",
    { id: "analyse", aria: { pressed: "false" }, onclick: toggle },
    icon("chart"),
    make("span", {}, words("analyse")),
  );
  find("panel-analysis").replaceChildren(
    make("div.row.tools", {}, start, make("label", {}, engine), make("label", {}, words("lines"), lines)),
    make(
      "label.check",
      { id: "allow-box" },
      make("input", {
        type: "checkbox",
        id: "allow",
        onchange: (event) => tools.send({ do: "allow", analysis: event.target.checked }),
      }),
      make("span", {}, words("allow")),
    ),
    make("p.soft", { id: "allowed-earlier" }, words("allow.earlier")),
    make("p.soft", { id: "analysis-note", role: "status" }),
    make("ol", { id: "lines", aria: { label: words("lines") } }),
    make("div", { id: "would" }),
    make("div", { id: "graph" }),
    make("div", { id: "review-box" }),
  );
  running = false;
  requested = null;
  failure = null;
}

function toggle() {
  running = !running;
  failure = null;
  if (!running) {
    tools.send({ do: "analyse", stop: true });
    state.analysis = null;
    requested = null;
  }
  follow();
  drawAnalysis();
}

function restart() {
  requested = null;
  follow();
}

export const isAnalysing = () => running;

// If the analysis is on, requests it for the position being viewed, unless the last request was for that position.
export function follow() {
  const position = shown();
  if (!running || !position || position.record || handIsCovered()) {
    return;
  }
  const wanted = keyOf(position.at, position.line);
  if (requested !== wanted && state.online) {
    requested = wanted;
    state.analysis = null;
    tools.send({
      do: "analyse",
      at: position.at,
      line: position.line,
      multipv: Number(find("analysis-lines").value),
      engine: find("analysis-engine").value,
    });
  }
}

// Forgets the last request. Call this when the connection is lost or has been renewed, because the server drops the
// request.
export function resetRequest() {
  requested = null;
}

// Ends the analysis because the server has refused an analysis or a review.
export function refused(text, code) {
  running = false;
  requested = null;
  failure = failureOf(text, code);
  drawAnalysis();
}

function current() {
  const position = state.record ? null : shown();
  const { analysis } = state;
  return analysis && position && keyOf(analysis.at, analysis.line) === keyOf(position.at, position.line)
    ? analysis
    : null;
}

// Returns the sides of the evaluation bar as lists of seats: the teams or, while the teams are hidden, the seat to move
// and all others.
function sides(turn) {
  const mover = seatOf(turn);
  const all = teams();
  return teamsKnown() || all.length < 3 ? all : [[mover], all.flat().filter((seat) => seat !== mover)];
}

// Returns the win probability of each side in permille, for an engine line with `turn` to move.
function winChances(line, turn) {
  const all = sides(turn);
  if (line.evs?.length === all.length && teamsKnown()) {
    return line.evs;
  }
  const own = winChanceOf(line);
  const mover = Math.max(
    0,
    all.findIndex((team) => team.includes(seatOf(turn))),
  );
  return all.map((_, team) => (team === mover ? own : (1000 - own) / Math.max(1, all.length - 1)));
}

function keepWinChance() {
  const found = current();
  const best = found?.lines?.[0];
  if (best && !best.bound && teamsKnown()) {
    state.winChances.set(keyOf(found.at, found.line), winChances(best, shown().turn)[0]);
  }
}

export function drawAnalysis() {
  const start = find("analyse");
  start.setAttribute("aria-pressed", String(running));
  start.lastElementChild.textContent = words(running ? "analyse.stop" : "analyse");
  // Engines analyse only the game on the table, not a recorded game.
  const away = Boolean(state.record);
  ["analyse", "analysis-engine", "analysis-lines"].forEach((id) => (find(id).disabled = away));
  // Everybody sees what the host allows.
  const { allow, over, you } = state.table ?? {};
  find("allow-box").hidden = away || Boolean(over);
  find("allow").disabled = !isHost();
  find("allow").checked = Boolean(allow?.analysis);
  find("allowed-earlier").hidden = away || !allow?.earlier || (allow.analysis && !over);
  if (failure?.forbidden && you?.analysis && failure.seen) {
    failure = null;
  } else if (failure && !you?.analysis) {
    // The message with the refusal can come before the state that shows it.
    failure.seen = true;
  }
  const found = running && !away ? current() : null;
  const lines = (found?.lines ?? []).filter(Boolean);
  find("analysis-note").textContent = noteOf(found);
  find("lines").replaceChildren(...lines.map((line) => lineOf(line, found)));
  drawBar(lines[0]);
  drawWould();
  drawGraph(find("graph"), (at) => tools.go(at, []));
  drawReview(find("review-box"), tools);
  tools.arrows(arrows(lines));
}

// Returns the message for an error code: preferably one about engine failures or about analysis, else a general one,
// else the code.
function errorText(code) {
  const key = [`fault.${code}`, `error.analyse.${code}`, `error.${code}`].find(known);
  return key ? words(key) : code;
}

function noteOf(found) {
  if (state.record) {
    return words("analysis.record");
  }
  if (found?.error) {
    return errorText(found.error);
  }
  const best = found?.lines?.[0];
  if (!best) {
    return running ? words("analysis.waits") : (failure?.text ?? "");
  }
  return [
    words("depth", best.depth ?? 0, best.seldepth ?? 0),
    counted("nodes", best.nodes ?? 0),
    words("speed", whole((best.nps ?? 0) / 1000)),
  ].join(" \u00b7 ");
}

function lineOf(line, found) {
  const value =
    line.evs && teams().length !== 2
      ? `${decimal(winChances(line, shown().turn)[Math.max(0, teamOf(seatOf(shown().turn)))] / 10, 1)} %`
      : scoreText(line.score) + (line.err === undefined ? "" : ` \u00b1 ${decimal(line.err / 100, 2)}`);
  const made = make("li.line", { data: { line: line.multipv } }, make("strong.value", {}, value));
  const steps = make("span.steps");
  (line.pv ?? []).slice(0, 14).forEach((token, index) => {
    steps.append(
      make(
        "button.step",
        { onclick: () => tools.go(found.at, [...found.line, ...line.pv.slice(0, index + 1)], true) },
        token,
      ),
    );
  });
  made.append(steps);
  if (line.wdl) {
    made.title = words("wdl", ...line.wdl.map((part) => decimal(part / 10, 1)));
  }
  return made;
}

// Shows the move that the engine would have played in the position being viewed, from the live analysis or else from
// the review.
function drawWould() {
  const position = shown();
  const box = find("would");
  box.replaceChildren();
  const played = position && !position.record && !position.line.length ? state.table?.tokens[position.at] : null;
  if (!played || !isMove(state.table.facts[position.at])) {
    return;
  }
  const best = running ? current()?.lines?.[0]?.pv?.[0] : null;
  const ply = reviewOf(position.at);
  const wanted = best ?? ply?.best;
  if (!wanted) {
    return;
  }
  const text = wanted === played ? words("would.same", played) : words("would.other", played, wanted);
  const loss = ply && ply.loss > 0 && wanted !== played ? ` (${amount(-ply.loss, true)})` : "";
  box.append(make("p", {}, text + loss));
}

function arrows(lines) {
  const position = shown();
  if (lines.length) {
    return lines.slice(0, 3).map((line, rank) => ({ steps: line.steps ?? [], rank, style: "best" }));
  }
  const ply = position && !position.line.length && !position.record ? reviewOf(position.at) : null;
  return ply ? [{ steps: ply.steps, rank: 0, style: "best" }] : [];
}

// Draws the evaluation bar beside the board, which shows the win probability of each side.
function drawBar(best) {
  const bar = find("evaluation-bar");
  const position = shown();
  const ply = position && !position.record && !position.line.length ? reviewOf(position.at - 1) : null;
  const values = best ? winChances(best, position.turn) : ply ? reviewWinChances(ply) : null;
  const awaited = running && !current()?.error;
  bar.hidden = Boolean(position?.record) || (!awaited && !values) || teams().length < 2;
  if (!values || bar.hidden) {
    bar.replaceChildren();
    delete bar.dataset.sides;
    return;
  }
  const all = sides(position.turn);
  const key = all.join(" ");
  if (bar.dataset.sides !== key) {
    bar.dataset.sides = key;
    bar.replaceChildren(...all.map((team) => partOf(team)));
  }
  [...bar.children].forEach((part, team) => {
    part.style.flexGrow = String(Math.max(0, values[team]));
    part.firstElementChild.textContent = values[team] > 70 ? String(Math.round(values[team] / 10)) : "";
  });
  bar.setAttribute(
    "aria-label",
    all
      .map((team, index) =>
        words("share.of", team.map(seatName).join(` ${words("and")} `), decimal(values[index] / 10, 0)),
      )
      .join(", "),
  );
}

// Creates the part of the evaluation bar for a side. Several seats that are not known to be a team get a neutral
// colour.
function partOf(team) {
  const part = make("span.part", {}, make("b", {}));
  const seat = team.length > 1 && !teamsKnown() ? 0 : team[0];
  part.style.setProperty("--seat", `var(--seat${seat})`);
  part.style.setProperty("--ink", `var(--ink${seat})`);
  return part;
}

function reviewWinChances(ply) {
  const own = state.review.unit === "share" ? ply.value : 1000 / (1 + 10 ** (-ply.value / 400));
  const count = teams().length;
  return teams().map((_, team) => (team === 0 ? own : (1000 - own) / Math.max(1, count - 1)));
}
