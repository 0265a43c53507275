// The board as it is shown now: which cells, turned how, with which pieces and arrows. Knows no game.

import { homeward, windowOf } from "./board/geometry.js";
import { publish } from "./board/palette.js";
import { tokens } from "./moves.js";
import { cells, shown, state } from "./state.js";

// Further apart than this, positions are not joined by moving pieces.
const NEAR = 2;

let play = null;
let board = null;
let best = [];
let drawnAt = -1;
let drawnOf = null;
let quarters = 0;
// The seat below when the board was turned by hand: it stays so while that seat is one's own.
let turned = null;
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
  const table = windowOf(cells(), position.board);
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

// The own side is below, until somebody turns the board.
function orient(table, position) {
  const seat = ownSeat();
  const key = `${seat} ${state.record?.id ?? ""} ${table.grid} ${Object.keys(cells().cells).length}`;
  if (turned !== seat && turnedFor !== key) {
    [turned, turnedFor] = [null, key];
    quarters = seat ? homeward(table, position.board, seat) : 0;
  }
}

export function flip() {
  turned = ownSeat();
  quarters = (quarters + (cells()?.grid === "ring" ? 1 : 2)) % 4;
}

// Another game is on the board.
export function straighten() {
  turned = null;
  turnedFor = null;
}

// The words on the board are in another language.
export function redraw() {
  drawnOf = null;
}

// The letters of the cards that were played: tokens of games with hands begin with them.
function played(position) {
  const all = [...tokens().slice(0, position.at), ...position.line];
  return position.board.hands?.length ? all.flatMap((token) => token.match(/^[^!]:/)?.[0][0] ?? []) : [];
}

// ---- arrows ----

// `list` of `{ cells, rank, style }`, where `cells` are clicks.
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

// A first click in a hand is no cell, and after it cells come in pairs: from one to the other.
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
