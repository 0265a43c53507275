// The report page: the tournament, and the viewer of its games. The embedded data contains the summary, the list of
// all games, and the games that the viewer shows, each compressed.

import { faceOf, smallPicture } from "./board/cards.js";
import { draw, find, make } from "./board/dom.js";
import { hasBoard, visibleCells } from "./board/geometry.js";
import { publish } from "./board/palette.js";
import { Picture } from "./board/picture.js";
import { STEP_KEYS, jump, listMoves, markMove, namePlayers } from "./board/steps.js";
import { press, setUpSteps, stopRun, toggleRun } from "./board/steps.js";
import { drawTournament } from "./board/tournament.js";

const data = JSON.parse(document.getElementById("data").textContent);
const listed = new Map(data.games.map((one) => [one.id, one]));
const numbers = new Map(data.shown.map(({ id }, number) => [id, number]));
const viewer = find("viewer");
const SPEEDS = { slow: 1500, normal: 700, fast: 200 };
const picture = new Picture(find("board"));
// The game that the viewer shows, and its id.
let game = null;
let shownId = null;
// The cell table for which the picture was set up.
let drawn = null;
let ply = 0;
// Whether the last click or focus was inside the viewer. If not, the viewer handles only the left and right arrow keys.
let inUse = false;

const grouped = (number) => number.toLocaleString("en");

async function unpack({ packed }) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const made = await new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
  ).json();
  return { ...made, cells: { ...made.cells, face: data.terms.face } };
}

// Returns the seat that a board names as the one to move, or 0.
const seatIn = (board) => Number(/^p(\d+)$/.exec(board?.turn)?.[1] ?? 0);

// Returns what the game calls a word of the protocol. `kind` is the kind of the word, such as `reason`.
const word = (kind, name) => data.terms.words[`${kind}.${name}`] ?? name.replaceAll("_", " ");
const reasonText = (reason) => word("reason", reason);

const wordsOf = (move) => namePlayers(game.facts[move]?.words ?? "", playerIn);

// Returns the participant in a seat, with the seat if the participant has several.
function playerIn(seat) {
  const participant = game.seats[seat - 1] ?? `p${seat}`;
  const several = game.seats.filter((other) => other === participant).length > 1;
  return several ? `${participant} (p${seat})` : participant;
}
const isVerdict = (move) => game.verdict && move === game.moves.length - 1;
const isEvent = (move) => game.boards[move]?.turn === "chance" && !isVerdict(move);

// Formats a score from the mover's point of view. `score` is a number of hundredths of a piece, `#N` for a win in N
// plies, or `#-N` for a loss in N plies.
function scoreText(score) {
  if (typeof score === "string") {
    return score.startsWith("#-") ? `loses in ${score.slice(2)}` : `wins in ${score.slice(1)}`;
  }
  return (score > 0 ? "+" : score < 0 ? "\u2212" : "") + (Math.abs(score) / 100).toFixed(2);
}

function timeText(time) {
  return time >= 10000
    ? `${(time / 1000).toFixed(1)} s`
    : `${time >= 100 ? Math.round(time) : Math.round(10 * time) / 10} ms`;
}

// Returns the seat that was to move before `move`; 0 for chance events, for verdicts, and if the game has no boards.
function mover(move) {
  return isVerdict(move) ? 0 : seatIn(game.boards[move]);
}

function kindOf(move) {
  return isVerdict(move) ? "verdict" : isEvent(move) ? "event" : move < game.opening ? "opening" : "played";
}

// ---- opening a game ----

async function open(number, at = 0) {
  stopRun();
  const { id } = data.shown[number];
  shownId = id;
  find("choice").value = String(number);
  const made = await unpack(data.shown[number]);
  // Meanwhile another game may have been chosen.
  if (shownId !== id) {
    return;
  }
  game = made;
  drawn = null;
  publish(document.documentElement, game.cells, game.seats.length);
  const points = game.scores.length ? ` \u00b7 points ${game.scores.join(" ")}` : "";
  find("result").textContent = outcome(listed.get(id)) + points;
  const start = make("span", {}, game.base === "startpos" ? "start" : "position");
  listMoves(id, game.moves, { kind: "start", title: game.base, parts: [start] }, describe);
  showFaults();
  drawScores();
  show(at);
}

// Describes who won a game, and why.
function outcome({ names, teams, result, ending }) {
  const winner = /^p(\d+)win$/.exec(result);
  const team = winner && teams.find((seats) => seats.includes(Number(winner[1])));
  const name = team && nameOf(names, team);
  const who = name ? `${name} wins as ${team.map((seat) => `p${seat}`).join("+")}` : result;
  return `${who} \u00b7 ${reasonText(ending)}`;
}

// Returns the name of a team: that of its participant, or those of several.
const nameOf = (names, team) => [...new Set(team.map((seat) => names[seat - 1] ?? ""))].join("+");

// Describes a move for the list of moves: a move by its token, anything else by its words.
function describe(move) {
  const seat = mover(move);
  const kind = kindOf(move);
  const said = wordsOf(move);
  const isMove = kind === "opening" || kind === "played";
  const parts = [seat > 0 && dot(seat), make("span", {}, isMove ? game.moves[move] : said || game.moves[move])];
  const title = [`${move + 1} of ${game.moves.length}`, said].filter(Boolean).join(": ");
  return { kind, title, parts };
}

function dot(seat) {
  const made = make("i.dot");
  made.style.background = `var(--seat${seat})`;
  return made;
}

function showFaults() {
  const faults = game.faults.map((fault) => {
    const seat = fault.seat ? ` in seat p${fault.seat}` : "";
    const title = `${fault.kind}: ${fault.participant}${seat} after ${fault.ply} moves. ${fault.text}`;
    return make("div.fault", {}, make("p", {}, title), make("pre", {}, fault.dialogue.join("\n")));
  });
  if (game.error) {
    faults.unshift(make("div.fault", {}, make("p", {}, `No boards: ${game.error}`)));
  }
  find("game-faults").replaceChildren(...faults);
}

// ---- showing a position ----

function show(at) {
  const steps = at === ply + 1 ? (game.facts[ply]?.steps ?? []) : null;
  ply = Math.max(0, Math.min(game.moves.length, at));
  const state = game.boards[ply];
  drawBoard(state, steps);
  find("seats").replaceChildren(...game.seats.map((_, seat) => seatPanel(seat + 1, state)));
  find("move-facts").replaceChildren(...facts());
  find("chart-cursor")?.setAttribute("transform", `translate(${ply} 0)`);
  markMove();
  writeLink();
}

// Draws the board, or hides it if `state` is undefined. `steps` are the steps from the board shown before, or `null`.
function drawBoard(state, steps) {
  picture.root.hidden = !state || !hasBoard(game.cells);
  if (!state) {
    return;
  }
  const table = visibleCells(game.cells, state);
  const known = drawn === table;
  if (!known) {
    picture.setup(table, game.seats.length, 0);
    drawn = table;
  }
  picture.show(state, ply, known ? steps : null);
  picture.root.setAttribute("aria-label", `The board after ${ply} moves`);
}

function seatPanel(seat, state) {
  const participant = game.seats[seat - 1];
  const engine = game.engines[seat - 1].name;
  const name = make("span.participant", { title: engine }, participant);
  const head = make("div.seat-head", {}, dot(seat), make("span.seat-name", {}, `p${seat}`), name);
  const panel = make(seatIn(state) === seat ? "div.seat.to-move" : "div.seat", {}, head);
  const counts = Object.entries(state?.counts ?? {}).filter(([, list]) => seat <= list.length);
  const facts = counts.map(([name, list]) => `${list[seat - 1]} ${word("count", name)}`);
  if (ply === game.moves.length && game.scores.length >= seat) {
    facts.push(`points ${game.scores[seat - 1]}`);
  }
  if (facts.length) {
    head.append(make("span.seat-facts", {}, facts.join(" \u00b7 ")));
  }
  if (state?.hands?.length >= seat) {
    panel.append(handOf(state.hands[seat - 1]));
  }
  return panel;
}

// Draws cards and tiles as pictures. A tile also shows its letter, by which moves name it.
function handOf(letters) {
  const table = game.cells;
  const card = (letter) =>
    make(
      "span.card",
      { title: faceOf(letter, table) },
      smallPicture(letter, table),
      table.tiles?.[letter] && make("small", {}, letter),
    );
  return make(
    "div.hand",
    { role: "img", aria: { label: `hand ${[...letters].map((letter) => faceOf(letter, table)).join(" ")}` } },
    ...[...letters].map(card),
  );
}

// Returns the facts about the move that led to the current position or, before the first move, the text of the
// position.
function facts() {
  if (ply === 0) {
    return [fact("position", game.base)];
  }
  const move = ply - 1;
  const seat = mover(move);
  const kind = kindOf(move);
  const who =
    kind === "verdict" ? "the runner" : seat > 0 ? `p${seat} ${game.seats[seat - 1] ?? ""}` : "chance";
  const said = wordsOf(move);
  const list = [
    fact(kind === "event" ? kind : "move", game.moves[move]),
    fact(kind === "opening" ? "opening, for" : "by", who),
  ];
  const reported = [
    ["score", game.reports[move]?.score, scoreText],
    ["depth", game.reports[move]?.depth, grouped],
    ["nodes", game.reports[move]?.nodes, grouped],
    ["time", kind === "played" ? game.times[move] : null, timeText],
  ];
  for (const [label, value, text] of reported) {
    if (value !== null && value !== undefined) {
      list.push(fact(label, text(value)));
    }
  }
  if (said && said !== game.moves[move]) {
    list.push(fact("in words", said));
  }
  return list;
}

function fact(label, text) {
  return make(text.length > 14 ? "div.long" : "div", {}, make("dt", {}, label), make("dd", {}, text));
}

// ---- the scores of all moves ----

// Maps a score to a value from -1 to 1 for the chart. A score of three pieces maps to 0.5.
function squashed(score) {
  if (typeof score === "string") {
    return score.startsWith("#-") ? -1 : 1;
  }
  return (2 / Math.PI) * Math.atan(score / 300);
}

function drawScores() {
  const chart = find("chart");
  const count = game.moves.length;
  chart.replaceChildren();
  const scores = game.reports.map((report) => report?.score ?? null);
  chart.hidden = scores.every((score) => score === null);
  if (chart.hidden) {
    return;
  }
  chart.setAttribute("viewBox", `0 -1.1 ${Math.max(1, count)} 2.2`);
  chart.append(draw("path.chart-zero", { d: `M0 0H${count}` }));
  game.teams.forEach((team, side) => {
    // In a two-sided game, both sides' scores are drawn from the first side's point of view.
    const sign = game.teams.length === 2 && side === 1 ? -1 : 1;
    const points = scores.flatMap((score, move) =>
      score !== null && team.includes(mover(move)) ? [`${move + 1},${(-sign * squashed(score)).toFixed(3)}`] : [],
    );
    const line = draw("polyline.chart-line", { points: points.join(" ") });
    line.style.stroke = `var(--seat${team[0]})`;
    // The edge keeps a line visible even if its colour is similar to the background.
    chart.append(draw("polyline.chart-edge", { points: points.join(" ") }), line);
  });
  chart.append(draw("path.chart-cursor", { id: "chart-cursor", d: "M0-1.1V1.1" }));
  const first = nameOf(
    game.seats,
    game.teams[0] ?? [],
  );
  find("chart-note").textContent =
    game.teams.length === 2
      ? `scores reported by both sides; up is good for ${first}`
      : "scores reported by each side for itself";
}

// ---- navigation ----

function turnTo(by) {
  const number = numbers.get(shownId) + by;
  if (number >= 0 && number < data.shown.length) {
    open(number);
  }
}

function onKey(event) {
  const { ArrowLeft, ArrowRight } = STEP_KEYS;
  const own = { ...STEP_KEYS, p: toggleRun, "[": () => turnTo(-1), "]": () => turnTo(1) };
  const box = viewer.getBoundingClientRect();
  if (box.top < window.innerHeight && box.bottom > 0) {
    press(event, inUse ? own : { ArrowLeft, ArrowRight });
  }
}

// ---- links ----

function writeLink() {
  const link = `#game=${encodeURIComponent(shownId)}&move=${ply}`;
  find("link").href = link;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Opens the game that the address names with `#game=ID` or `#game=ID&move=N`. Returns whether the viewer has the game.
function followLink() {
  const parts = new Map(
    location.hash
      .slice(1)
      .split("&")
      .map((part) => part.split("=").map(decoded)),
  );
  const number = numbers.get(parts.get("game"));
  if (number === undefined) {
    return false;
  }
  open(number, Number.parseInt(parts.get("move") ?? "0", 10) || 0);
  viewer.scrollIntoView();
  return true;
}

// ---- start ----

function setUp() {
  find("choice").addEventListener("change", (event) => open(Number(event.target.value)));
  find("earlier").addEventListener("click", () => turnTo(-1));
  find("later").addEventListener("click", () => turnTo(1));
  setUpSteps({
    at: () => ply,
    count: () => game.moves.length,
    delay: () => SPEEDS[find("speed").value],
    go: show,
    ran: (runs) => {
      find("run").textContent = runs ? "Pause" : "Play";
      find("run").setAttribute("aria-pressed", String(runs));
    },
  });
  find("chart").addEventListener("click", (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    jump(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
  });
  for (const touched of ["pointerdown", "focusin"]) {
    document.addEventListener(touched, (event) => (inUse = viewer.contains(event.target)));
  }
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", followLink);
  if (!followLink()) {
    open(0);
  }
}

data.shown.forEach(({ id }, number) => {
  const faulty = listed.get(id).faults ? " \u00b7 fault" : "";
  find("choice").append(make("option", { value: String(number) }, `${id} \u00b7 ${outcome(listed.get(id))}${faulty}`));
});

// Returns a link to a game that the viewer contains. A click on a link to the current address has no effect otherwise.
function linkTo({ id }, text) {
  const href = `#game=${encodeURIComponent(id)}`;
  return numbers.has(id) ? make("a", { href, onclick: () => href === location.hash && followLink() }, text) : null;
}

document.title = data.summary.name;
find("title").textContent = data.summary.name;
const page = {
  language: "en",
  translated: (text) => text,
  title: () => data.terms.name,
  reason: reasonText,
  outcome,
  open: linkTo,
};
find("tournament").append(...drawTournament(data, page, {}));
for (const part of document.querySelectorAll("details.chapter")) {
  part.id = part.dataset.part.toLowerCase().replaceAll(" ", "-");
  find("contents").append(make("a", { href: `#${part.id}` }, part.dataset.part));
}
const [shown, all] = [data.shown.length, data.games.length];
const which = "those requested, those with faults and the first ones of each pairing";
find("viewer-note").textContent = `${shown} of ${grouped(all)} games can be stepped through, board by board: ${which}.`;
find("made").textContent = `Made by speltafel-arena ${data.version}. This page is self-contained.`;
viewer.hidden = shown === 0;
if (!viewer.hidden) {
  setUp();
}
