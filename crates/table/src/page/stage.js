// The current board: visible cells, orientation, pieces and arrows.

import { homeQuarters, visibleCells } from "./board/geometry.js";
import { publish } from "./board/palette.js";
import { cells, shown, state, tokens } from "./state.js";

// Pieces are animated only between positions that are at most this number of moves apart.
const NEAR = 2;

let play = null;
let board = null;
let best = [];
let drawnAt = -1;
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
  orient(table, position);
  if (drawnOf !== table || board.shape.quarters !== quarters) {
    publish(document.documentElement, table, Math.max(4, seats));
    board.setup(table, seats, quarters);
    drawnOf = table;
    drawnAt = -1;
  }
  const place = position.at + position.line.length;
  board.show(position.board, place, drawnAt >= 0 && Math.abs(place - drawnAt) <= NEAR);
  board.pile(played(position));
  drawnAt = place;
  play.refresh();
}

const ownSeat = () => (state.record ? 0 : (state.table?.you.seats[0] ?? 0));

// Puts the player's own side at the bottom unless the user has turned the board.
function orient(table, position) {
  const seat = ownSeat();
  const key = `${seat} ${state.record?.id ?? ""} ${table.grid} ${Object.keys(cells().cells).length}`;
  if (turned !== seat && turnedFor !== key) {
    [turned, turnedFor] = [null, key];
    quarters = seat ? homeQuarters(table, position.board, seat) : 0;
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

// Returns the letters of the cards that were played. In games with hands, the token of a move with a card begins with
// the letter of the card and a colon.
function played(position) {
  const all = [...tokens().slice(0, position.at), ...position.line];
  return position.board.hands?.length ? all.flatMap((token) => token.match(/^[^!]:/)?.[0][0] ?? []) : [];
}

// ---- arrows ----

// Shows arrows for the best moves. `list` contains `{ cells, rank, style }`, where `cells` are the clicks that enter
// the move.
export function showBest(list) {
  best = list;
  drawArrows();
}

export function drawArrows() {
  const position = shown();
  const { hint } = state;
  const hinted = hint && position?.live && hint.at === position.at;
  const all = hinted ? [...best, { cells: hint.clicks, rank: 0, style: "hint" }] : best;
  if (board.layers) {
    board.arrows(all.flatMap((item) => ways(item, position)));
  }
}

// Splits a move into arrows. In games with hands, the first click is a card, and the cells that follow are pairs of
// origin and destination.
function ways(item, position) {
  if (!position?.board.hands?.length) {
    return [item];
  }
  const rest = item.cells.slice(1);
  const made = [];
  for (let from = 0; from < rest.length; from += 2) {
    made.push({ ...item, cells: rest.slice(from, from + 2) });
  }
  return made;
}
