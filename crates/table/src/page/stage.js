// The current board: visible cells, orientation, pieces and arrows.

import { homeQuarters, visibleCells } from "./board/geometry.js";
import { publish } from "./board/palette.js";
import { cells, factsTo, shown, state } from "./state.js";

// The steps of at most this number of tokens are animated.
const NEAR = 3;

let play = null;
let board = null;
let best = [];
// The position that was drawn last, or `null` if the board was rebuilt.
let drawn = null;
let drawnOf = null;
let quarters = 0;
// This browser's seat when the user turned the board. The orientation is kept while the seat stays the same.
let turned = null;
// The seat and board for which the automatic orientation was chosen.
let turnedFor = null;

export function setUpStage(player, view) {
  play = player;
  board = view;
}

export function drawBoard() {
  const position = shown();
  if (!position?.board || !cells()) {
    return;
  }
  const table = visibleCells(cells(), position.board);
  const seats = state.record ? state.record.names.length : state.game.seats;
  orient();
  if (drawnOf !== table || board.shape.quarters !== quarters) {
    publish(document.documentElement, table, Math.max(4, seats));
    board.setup(table, seats, quarters);
    drawnOf = table;
    drawn = null;
  }
  const told = factsTo(position);
  board.show(position.board, position.at + position.line.length, stepsFrom(drawn, position, told));
  board.pile(told.flatMap(({ card }) => card ?? []));
  drawn = position;
  play.refresh();
}

const ownSeat = () => (state.record ? 0 : (state.table?.you.seats[0] ?? 0));

// Puts the player's own side at the bottom unless the user has turned the board. The side depends only on the seat and
// the game, so that every browser of a seat shows the same, whatever the position is.
function orient() {
  const seat = ownSeat();
  const key = `${seat} ${state.record?.id ?? ""} ${cells().grid} ${Object.keys(cells().cells).length}`;
  if (turned !== seat && turnedFor !== key) {
    [turned, turnedFor] = [null, key];
    quarters = seat ? homeQuarters(cells(), state.game.start, seat) : 0;
  }
}

export function flip() {
  turned = ownSeat();
  quarters = (quarters + (cells()?.grid === "ring" ? 1 : 2)) % 4;
}

// Makes the next `drawBoard` choose the orientation. Call this when another game is on the board.
export function resetOrientation() {
  turned = null;
  turnedFor = null;
}

// Makes the next `drawBoard` rebuild the board, for example because the language has changed.
export function forceRedraw() {
  drawnOf = null;
}

// Returns the steps that lead from the position `before` to the position `after`, or `null` if it does not follow soon.
// `told` is what the tokens did that lead to `after`.
function stepsFrom(before, after, told) {
  const follows =
    before &&
    before.line.every((token, index) => token === after.line[index]) &&
    (before.line.length === 0 ? before.at <= after.at : before.at === after.at);
  const from = before ? before.at + before.line.length : 0;
  return follows && told.length - from <= NEAR ? told.slice(from).flatMap(({ steps }) => steps) : null;
}

// ---- arrows ----

// Shows arrows for the best moves. `list` contains `{ steps, rank, style }`, where `steps` is what the move does.
export function showBest(list) {
  best = list;
  drawArrows();
}

export function drawArrows() {
  const position = shown();
  const { hint } = state;
  const hinted = hint && position?.live && hint.at === position.at;
  const all = hinted ? [...best, { steps: hint.steps, rank: 0, style: "hint" }] : best;
  if (board.layers) {
    board.arrows(all.flatMap(({ steps, ...style }) => steps.flatMap((step) => wayOf(step, style))));
  }
}

// Returns the arrow of a step, if it has one: the way of a piece, or the cell and the direction of a piece that is put
// there or turned.
function wayOf(step, style) {
  if (step.do === "walk") {
    return [{ ...style, cells: step.path ?? [step.from, step.to] }];
  }
  return step.piece && ["put", "turn"].includes(step.do) ? [{ ...style, cells: [step.to], dir: step.dir }] : [];
}
