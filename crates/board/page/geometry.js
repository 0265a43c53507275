// The geometry of boards: cell positions in drawing units, the orientation of the board, and the neighbours of a cell.

// The distance between adjacent cells, in drawing units.
export const UNIT = 100;

export const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

// Returns the geometry of a board that is turned clockwise by `quarters` quarter turns.
export function geometry(cells, quarters = 0) {
  const names = Object.keys(cells.cells);
  const places = Object.values(cells.cells);
  const middle = [0, 1].map((axis) => (least(places, axis) + most(places, axis)) / 2);
  const turn = ([x, y]) => {
    let [u, v] = [x - middle[0], y - middle[1]];
    for (let count = 0; count < quarters; count += 1) {
      [u, v] = [-v, u];
    }
    return [u * UNIT, v * UNIT];
  };
  const at = new Map(names.map((name, index) => [name, turn(places[index])]));
  const kind = kindOf(cells, places);
  const rim = { checkered: 0.82, tiles: 0.9, hex: 0.98, ring: 0.98 }[kind] * UNIT;
  const around = [...at.values()];
  const box = {
    left: least(around, 0) - rim,
    top: least(around, 1) - rim,
    right: most(around, 0) + rim,
    bottom: most(around, 1) + rim,
  };
  return {
    grid: cells.grid,
    kind,
    names,
    at,
    turn,
    quarters,
    box,
    width: box.right - box.left,
    height: box.bottom - box.top,
  };
}

const least = (places, axis) => Math.min(...places.map((place) => place[axis]));
const most = (places, axis) => Math.max(...places.map((place) => place[axis]));

// Returns how the board is drawn: `hex`, `ring`, `tiles` or `checkered`. In a square grid without horizontal
// neighbours, the cells are the dark squares of a chequered board.
function kindOf(cells, places) {
  if (cells.grid !== "square") {
    return cells.grid;
  }
  const known = new Set(places.map(String));
  return places.some(([x, y]) => known.has(String([x + 1, y]))) ? "tiles" : "checkered";
}

// Boards with more cells than this are cropped to the area around the pieces.
const MAX_UNCROPPED = 150;
const windows = new Map();

// Returns the cells to show: all cells, or on a large board those around the pieces. If the set does not change between
// calls, the same object is returned.
export function visibleCells(cells, board) {
  if (Object.keys(cells.cells).length <= MAX_UNCROPPED) {
    return cells;
  }
  const occupied = board.pieces.map((piece) => cells.cells[piece.at]).filter(Boolean);
  const all = occupied.length ? occupied : [middleOf(cells)];
  const margin = occupied.length > 1 ? 2.3 : 3;
  const [left, top, right, bottom] = [least(all, 0), least(all, 1), most(all, 0), most(all, 1)].map((edge, index) =>
    Math.round(edge + (index < 2 ? -margin : margin)),
  );
  const key = [Object.keys(cells.cells).length, left, top, right, bottom].join(" ");
  if (!windows.has(key)) {
    const inside = Object.entries(cells.cells).filter(
      ([, [x, y]]) => x >= left && x <= right && y >= top && y <= bottom,
    );
    windows.clear();
    windows.set(key, { ...cells, cells: Object.fromEntries(inside) });
  }
  return windows.get(key);
}

function middleOf(cells) {
  const places = Object.values(cells.cells);
  return [0, 1].map((axis) => (least(places, axis) + most(places, axis)) / 2);
}

// Converts a compass direction to its direction on the turned board, in eighths of a turn clockwise from north.
export const turnedDirection = (word, quarters) => (COMPASS.indexOf(word) + 2 * quarters) % 8;

// Converts the number of a tile's edge to its number on the turned board.
export function turnedEdge(grid, edge, quarters) {
  return grid === "hex" ? (edge + (quarters / 2) * 3) % 6 : (edge + quarters) % 4;
}

// Returns the number of quarter turns that brings the marks and pieces of `seat` closest to the bottom.
export function homeQuarters(cells, board, seat) {
  const own = [];
  for (const [name, mark] of Object.entries(cells.marks ?? {})) {
    if (mark.seat === seat) {
      own.push(cells.cells[name]);
    }
  }
  const turns = own.length && cells.grid === "ring" ? [0, 1, 2, 3] : [0, 2];
  for (const piece of board?.pieces ?? []) {
    if (piece.seat === seat && own.length < 64) {
      own.push(cells.cells[piece.at]);
    }
  }
  const bases = own.filter(Boolean);
  if (!bases.length) {
    return 0;
  }
  const depth = (quarters) => {
    const { turn } = geometry(cells, quarters);
    return bases.reduce((sum, place) => sum + turn(place)[1], 0) / bases.length;
  };
  // Turn the board only if that moves the seat's cells down by more than 20 drawing units on average.
  return turns.reduce((best, quarters) => (depth(quarters) > depth(best) + 20 ? quarters : best), 0);
}

// Returns the next cell from `name` in the direction of an arrow key, or `null` if no cell lies in that direction. Left
// and right stay in the row; up and down go to the next row, so every cell can be reached. A ring board has no rows:
// there, the next cell is the one with the smallest sum of the distance in that direction and the weighted distance
// across it.
export function neighbour(shape, name, [dx, dy]) {
  if (shape.kind === "ring") {
    return onRing(shape, name, [dx, dy]);
  }
  const [x, y] = shape.at.get(name);
  const ahead = [...shape.at].filter(([, [u, v]]) => (dx ? sameRow(v, y) && (u - x) * dx > 1 : (v - y) * dy > SAME_ROW));
  const next = nearest(ahead, ([, [, v]]) => Math.abs(v - y))?.[1][1];
  // If two cells are equally near, the choice between left and right alternates from row to row. Up followed by down
  // then returns to the same cell.
  const index = Math.floor((y - shape.box.top) / (shape.kind === "hex" ? 0.866 * UNIT : UNIT));
  const side = index % 2 ? 1 : -1;
  const row = ahead.filter(([, [, v]]) => sameRow(v, next));
  return nearest(row, ([, [u]]) => Math.abs(u - x) - side * Math.sign(u - x))?.[0] ?? null;
}

// Cells are in the same row if their y coordinates differ by at most this, in drawing units.
const SAME_ROW = 10;
const sameRow = (one, other) => Math.abs(one - other) <= SAME_ROW;

function nearest(list, cost) {
  return list.reduce((best, item) => (best === null || cost(item) < cost(best) ? item : best), null);
}

function onRing(shape, name, [dx, dy]) {
  const [x, y] = shape.at.get(name);
  const cost = ([, [u, v]]) => (u - x) * dx + (v - y) * dy + 0.9 * (Math.abs((u - x) * dy) + Math.abs((v - y) * dx));
  const ahead = [...shape.at].filter(([, [u, v]]) => (u - x) * dx + (v - y) * dy > SAME_ROW);
  return nearest(ahead, cost)?.[0] ?? null;
}

export function hexagon(radius) {
  return [0, 1, 2, 3, 4, 5].map((corner) => point(radius, corner * 60 - 90).join(",")).join(" ");
}

// Returns the point at distance `radius` from the origin, at an angle of `degrees` clockwise from the positive x axis.
export function point(radius, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [Math.round(radius * Math.cos(angle) * 100) / 100, Math.round(radius * Math.sin(angle) * 100) / 100];
}
