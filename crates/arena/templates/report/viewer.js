// The game viewer of a report. The embedded data contains the moves with their words, steps, scores and times, and for
// each board what the steps do not explain.

import { faceOf, smallPicture } from "./board/cards.js";
import { draw, find, make } from "./board/dom.js";
import { hasBoard, visibleCells } from "./board/geometry.js";
import { publish } from "./board/palette.js";
import { Picture } from "./board/picture.js";
import { STEP_KEYS, jump, listMoves, markMove, namePlayers, press, setUpSteps, stopRun, toggleRun } from "./board/steps.js";
import { grouped, listGames } from "./list.js";

const data = JSON.parse(document.getElementById("data").textContent);
const viewer = find("viewer");
const numbers = new Map(data.games.map((game, number) => [game.id, number]));
const SPEEDS = { slow: 1500, normal: 700, fast: 200 };
const picture = new Picture(find("board"));
// The answers to `query cells`. The embedded data contains the names and the centres of the cells as two lists, from
// which the object `cells` is restored.
const tables = data.cells.map(({ names, at, ...rest }) => ({
  ...rest,
  names,
  face: data.terms.face,
  cells: Object.fromEntries(names.map((name, cell) => [name, at[cell]])),
}));
let game = null;
// The boards of the current game, as in the answers to `query board`, except that `turn` is a number: the seat to move,
// 0 for chance, or -1 if the game is over.
let states = [];
// The cell table for which the picture was set up.
let drawn = null;
let ply = 0;
// Whether the last click or focus was inside the viewer. If not, the viewer handles only the left and right arrow keys.
let inUse = false;

// Returns all boards of a game by carrying out the steps of each move and then applying the delta of its board.
function statesOf({ cells, boards, steps }) {
  const { names } = tables[cells];
  let placed = [];
  let state = { turn: 0, pieces: [], hands: [], last: [], counts: {} };
  return boards.map((delta, at) => {
    placed = placed.slice();
    steps[at - 1]?.forEach((step) => carryOut(placed, step));
    pairs(delta["-"]).forEach(([cell, look]) => {
      placed.splice(placed.findIndex((piece) => piece[0] === cell && piece[1] === look), 1);
    });
    placed.push(...pairs(delta["+"]));
    state = {
      turn: delta.t ?? state.turn,
      pieces: placed.map(([cell, look]) => ({ at: names[cell], ...data.looks[look] })),
      hands: delta.h ?? state.hands,
      last: delta.l?.map((cell) => names[cell]) ?? state.last,
      counts: delta.c ?? state.counts,
    };
    return state;
  });
}

// Carries out a step on a list of pairs of cells and looks. A step that does not fit changes nothing.
function carryOut(placed, [act, look, path]) {
  const at = placed.findIndex((piece) => piece[0] === path[0] && piece[1] === look);
  const seat = ([, other]) => data.looks[other].seat === data.looks[look].seat;
  const same = placed.filter((piece) => piece[0] === path[0] && seat(piece));
  if (act === "put") {
    placed.push([path[0], look]);
  } else if (at >= 0 && act === "take") {
    placed.splice(at, 1);
  } else if (at >= 0 && act === "walk") {
    placed[at] = [path.at(-1), look];
  } else if (same.length === 1 && (act === "turn" || act === "promote")) {
    placed[placed.indexOf(same[0])] = [path[0], look];
  }
}

function pairs(list = []) {
  return Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at], list[2 * at + 1]]);
}

// Returns what the game calls a word of the protocol. `kind` is the kind of the word, such as `reason`.
const word = (kind, name) => data.terms.words[`${kind}.${name}`] ?? name.replaceAll("_", " ");
const reasonText = (reason) => word("reason", reason);

// Returns the steps of a move as in the answer to `query step`, as far as they move pieces.
function stepsOf(move) {
  const { names } = tables[game.cells];
  return (game.steps[move] ?? []).map(([act, look, path, count]) => {
    const { kind, ...piece } = data.looks[look];
    const cells = path.map((cell) => names[cell]);
    const [from, to] = { walk: [cells[0], cells.at(-1)], take: [cells[0], count] }[act] ?? [count, cells[0]];
    return { do: act, ...piece, piece: kind, from, to, path: cells };
  });
}

const wordsOf = (move) => namePlayers(data.words[game.words[move]] ?? "", playerIn);

// Returns the participant in a seat, with the seat if the participant has several.
function playerIn(seat) {
  const participant = game.seats[seat - 1]?.participant ?? `p${seat}`;
  const several = game.seats.filter((other) => other.participant === participant).length > 1;
  return several ? `${participant} (p${seat})` : participant;
}
const isVerdict = (move) => game.verdict && move === game.moves.length - 1;
const isEvent = (move) => states[move]?.turn === 0 && !isVerdict(move);

// Formats a score from the mover's point of view. `score` is a number of hundredths of a piece, `#N` for a win in N
// plies, or `#-N` for a loss in N plies.
function scoreText(score) {
  if (typeof score === "string") {
    return score.startsWith("#-") ? `loses in ${score.slice(2)}` : `wins in ${score.slice(1)}`;
  }
  return (score > 0 ? "+" : score < 0 ? "\u2212" : "") + (Math.abs(score) / 100).toFixed(2);
}

function timeText(time) {
  return time >= 10000 ? `${(time / 1000).toFixed(1)} s` : `${time >= 100 ? Math.round(time) : time} ms`;
}

// Returns the seat that was to move before `move`; 0 for chance events, for verdicts, and if the game has no boards.
function mover(move) {
  return isVerdict(move) ? 0 : Math.max(0, states[move]?.turn ?? 0);
}

function kindOf(move) {
  return isVerdict(move) ? "verdict" : isEvent(move) ? "event" : move < game.opening ? "opening" : "played";
}

// ---- opening a game ----

function open(number, at = 0) {
  stopRun();
  game = data.games[number];
  states = statesOf(game);
  drawn = null;
  publish(document.documentElement, tables[game.cells], game.seats.length);
  find("choice").value = String(number);
  find("result").textContent = resultText();
  const start = make("span", {}, game.base === "startpos" ? "start" : "position");
  listMoves(game.id, game.moves, { kind: "start", title: game.base, parts: [start] }, describe);
  showFaults();
  drawScores();
  show(at);
}

// Returns the name of a team: that of its participant, or those of several.
function nameOf(team) {
  return [...new Set(team.map((seat) => game.seats[seat - 1]?.participant ?? ""))].join("+");
}

function resultText() {
  const winner = /^p(\d+)win$/.exec(game.result);
  const team = winner && game.teams.find((seats) => seats.includes(Number(winner[1])));
  const name = team ? nameOf(team) : null;
  const who = name ? `${name} wins as ${team.map((seat) => `p${seat}`).join("+")}` : game.result;
  const points = game.scores.length ? ` \u00b7 points ${game.scores.join(" ")}` : "";
  return `${who} \u00b7 ${reasonText(game.reason)}${points}`;
}

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
  const steps = at === ply + 1 ? stepsOf(ply) : null;
  ply = Math.max(0, Math.min(game.moves.length, at));
  const state = states[ply];
  drawBoard(state, steps);
  find("seats").replaceChildren(...game.seats.map((_, seat) => seatPanel(seat + 1, state)));
  find("move-facts").replaceChildren(...facts());
  find("chart-cursor")?.setAttribute("transform", `translate(${ply} 0)`);
  markMove();
  writeLink();
}

// Draws the board, or hides it if `state` is undefined. `steps` are the steps from the board shown before, or `null`.
function drawBoard(state, steps) {
  picture.root.hidden = !state || !hasBoard(tables[game.cells]);
  if (!state) {
    return;
  }
  const table = visibleCells(tables[game.cells], state);
  const known = drawn === table;
  if (!known) {
    picture.setup(table, game.seats.length, 0);
    drawn = table;
  }
  picture.show(state, ply, known ? steps : null);
  picture.root.setAttribute("aria-label", `The board after ${ply} moves`);
}

function seatPanel(seat, state) {
  const { participant, engine } = game.seats[seat - 1];
  const name = make("span.participant", { title: engine }, participant);
  const head = make("div.seat-head", {}, dot(seat), make("span.seat-name", {}, `p${seat}`), name);
  const panel = make(state?.turn === seat ? "div.seat.to-move" : "div.seat", {}, head);
  const counts = Object.entries(state?.counts ?? {}).filter(([, list]) => seat <= list.length);
  const facts = counts.map(([name, list]) => `${list[seat - 1]} ${word("count", name)}`);
  if (ply === game.moves.length && game.scores.length >= seat) {
    facts.push(`points ${game.scores[seat - 1]}`);
  }
  if (facts.length) {
    head.append(make("span.seat-facts", {}, facts.join(" \u00b7 ")));
  }
  if (state && state.hands.length >= seat) {
    panel.append(handOf(state.hands[seat - 1]));
  }
  return panel;
}

// Draws cards and tiles as pictures. A tile also shows its letter, by which moves name it.
function handOf(letters) {
  const table = tables[game.cells];
  const card = (letter) =>
    make("span.card", { title: faceOf(letter, table) }, smallPicture(letter, table), table.tiles?.[letter] && make("small", {}, letter));
  return make("div.hand", { role: "img", aria: { label: `hand ${[...letters].map((letter) => faceOf(letter, table)).join(" ")}` } }, ...[...letters].map(card));
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
  const who = kind === "verdict" ? "the runner" : seat > 0 ? `p${seat} ${game.seats[seat - 1]?.participant ?? ""}` : "chance";
  const said = wordsOf(move);
  const list = [fact(kind === "event" ? kind : "move", game.moves[move]), fact(kind === "opening" ? "opening, for" : "by", who)];
  const reported = [
    ["score", game.score[move], scoreText],
    ["depth", game.depth[move], grouped],
    ["nodes", game.nodes[move], grouped],
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
  chart.hidden = !game.score.some((score) => score !== null);
  if (chart.hidden) {
    return;
  }
  chart.setAttribute("viewBox", `0 -1.1 ${Math.max(1, count)} 2.2`);
  chart.append(draw("path.chart-zero", { d: `M0 0H${count}` }));
  game.teams.forEach((team, side) => {
    // In a two-sided game, both sides' scores are drawn from the first side's point of view.
    const sign = game.teams.length === 2 && side === 1 ? -1 : 1;
    const points = game.score.flatMap((score, move) =>
      score !== null && team.includes(mover(move)) ? [`${move + 1},${(-sign * squashed(score)).toFixed(3)}`] : [],
    );
    const line = draw("polyline.chart-line", { points: points.join(" ") });
    line.style.stroke = `var(--seat${team[0]})`;
    // The edge keeps a line visible even if its colour is similar to the background.
    chart.append(draw("polyline.chart-edge", { points: points.join(" ") }), line);
  });
  chart.append(draw("path.chart-cursor", { id: "chart-cursor", d: "M0-1.1V1.1" }));
  const first = nameOf(game.teams[0] ?? []);
  find("chart-note").textContent =
    game.teams.length === 2
      ? `scores reported by both sides; up is good for ${first}`
      : "scores reported by each side for itself";
}

// ---- navigation ----

function turnTo(by) {
  const number = numbers.get(game.id) + by;
  if (number >= 0 && number < data.games.length) {
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
  const link = `#game=${encodeURIComponent(game.id)}&move=${ply}`;
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
  const parts = new Map(location.hash.slice(1).split("&").map((part) => part.split("=").map(decoded)));
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

data.games.forEach((shown, number) => {
  const faulty = shown.faults.length ? " \u00b7 fault" : "";
  const text = `${shown.id} \u00b7 ${shown.result} \u00b7 ${reasonText(shown.reason)}${faulty}`;
  find("choice").append(make("option", { value: String(number) }, text));
});
listGames(data.list, reasonText, (id) => numbers.has(id), followLink);
viewer.hidden = data.games.length === 0;
if (!viewer.hidden) {
  setUp();
}
