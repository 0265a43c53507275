// The geometry of boards: cell positions in drawing units, the orientation of the board, and the neighbours of a cell.

// The coordinates in the answer to `query cells` are multiplied by this to get drawing units.
export const UNIT = 100;

export const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

// The distance from the middle of a yard to its edge, and from the place of a word to that of its picture.
const YARD = 1.2 * UNIT;
const SPOT = 0.5 * UNIT;

// Returns whether anything of the board can be drawn. Some games have no board.
export const hasBoard = ({ cells, spots, yards }) => [cells, spots, yards].some((part) => Object.keys(part ?? {}).length);

// Returns the geometry of a board that is turned clockwise by `quarters` quarter turns. The origin of the drawing is
// the middle of the cells. In the result, `at` maps the name of each cell to its centre, `frame` contains the edges of
// the area with the cells, and `box` those of the whole drawing, all in drawing units. `turn` converts a point in the
// coordinates of `query cells` to drawing units.
export function geometry(cells, quarters = 0) {
  const names = Object.keys(cells.cells);
  const places = Object.values(cells.cells);
  const [spots, yards] = [Object.values(cells.spots ?? {}), Object.values(cells.yards ?? {}).flat()];
  const middle = middleOf(places.length ? places : [...spots, ...yards]);
  const turn = ([x, y]) => {
    let [u, v] = [x - middle[0], y - middle[1]];
    for (let count = 0; count < quarters; count += 1) {
      [u, v] = [-v, u];
    }
    return [u * UNIT, v * UNIT];
  };
  const at = new Map(names.map((name, index) => [name, turn(places[index])]));
  const grid = places.length && ["hex", "ring"].includes(cells.grid) ? cells.grid : "square";
  const kind = grid === "square" ? kindOf(places) : grid;
  const rim = { checkered: 0.82, tiles: 0.9, hex: 0.98, ring: 0.98 }[kind] * UNIT;
  const corners = around([...at.values()], rim);
  const box = boxOf([...corners, ...around(spots.map(turn), SPOT), ...around(yards.map(turn), YARD)]);
  return { grid, kind, names, at, turn, quarters, frame: boxOf(corners), box, width: box.width, height: box.height };
}

// Returns two opposite corners of a square around each point.
function around(points, half) {
  return [-half, half].flatMap((far) => points.map(([x, y]) => [x + far, y + far]));
}

// Returns the smallest box that contains all points.
function boxOf(points) {
  if (!points.length) {
    return { left: 0, top: 0, width: 0, height: 0 };
  }
  const [left, top] = [least(points, 0), least(points, 1)];
  return { left, top, width: most(points, 0) - left, height: most(points, 1) - top };
}

const least = (places, axis) => Math.min(...places.map((place) => place[axis]));
const most = (places, axis) => Math.max(...places.map((place) => place[axis]));
const middleOf = (places) => [0, 1].map((axis) => (least(places, axis) + most(places, axis)) / 2);

// Returns how a square grid is drawn: as `tiles`, or `checkered` if no two cells are horizontal neighbours. The cells
// are then the dark squares of a chequered board.
function kindOf(places) {
  const known = new Set(places.map(String));
  return !places.length || places.some(([x, y]) => known.has(String([x + 1, y]))) ? "tiles" : "checkered";
}

// Boards with more cells than this are cropped to the area around the pieces.
const MAX_UNCROPPED = 150;
const windows = new Map();

// Returns `cells` or, for a large board, a copy that contains only the cells around the pieces (around the middle of
// the board if there are no pieces). If consecutive calls select the same cells of a board, they return the same
// object.
export function visibleCells(cells, board) {
  if (Object.keys(cells.cells).length <= MAX_UNCROPPED) {
    return cells;
  }
  const occupied = board.pieces.map((piece) => cells.cells[piece.at]).filter(Boolean);
  const all = occupied.length ? occupied : [middleOf(Object.values(cells.cells))];
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

// Returns the direction on the turned board that corresponds to the compass direction `word` of the game. The unit is
// an eighth of a turn, clockwise from north.
export const turnedDirection = (word, quarters) => (COMPASS.indexOf(word) + 2 * quarters) % 8;

// Converts the number of a tile's edge to its number on the turned board. On a hexagonal grid, `quarters` must be even.
export function turnedEdge(grid, edge, quarters) {
  return grid === "hex" ? (edge + (quarters / 2) * 3) % 6 : (edge + quarters) % 4;
}

// Returns how many clockwise quarter turns bring the home of `seat` closest to the bottom of the board: its marked cells,
// and its pieces among `pieces`, those of the start position. Only a ring board with marks of the seat can be turned by
// an odd number.
export function homeQuarters(cells, pieces, seat) {
  const own = [];
  for (const [name, mark] of Object.entries(cells.marks ?? {})) {
    if (mark.seat === seat) {
      own.push(cells.cells[name]);
    }
  }
  const turns = own.length && cells.grid === "ring" ? [0, 1, 2, 3] : [0, 2];
  for (const piece of pieces) {
    if (piece.seat === seat) {
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

// Returns the cell that an arrow key selects after the cell `name`, or `null` if no cell lies in the direction of the
// key. `[dx, dy]` is that direction; y grows downwards. Left and right stay in the row, and up and down go to the next
// row. A ring board has no rows. There, the cell ahead is selected that has the smallest sum of its distance in the
// direction and 0.9 times its distance perpendicular to it.
export function neighbour(shape, name, [dx, dy]) {
  if (shape.kind === "ring") {
    return onRing(shape, name, [dx, dy]);
  }
  const [x, y] = shape.at.get(name);
  const ahead = [...shape.at].filter(([, [u, v]]) => (dx ? sameRow(v, y) && (u - x) * dx > 1 : (v - y) * dy > SAME_ROW));
  const next = nearest(ahead, ([, [, v]]) => Math.abs(v - y))?.[1][1];
  // If two cells of the next row are equally near, the choice between left and right alternates from row to row.
  // Therefore, the down key after the up key returns to the same cell.
  const index = Math.floor((y - shape.frame.top) / (shape.kind === "hex" ? 0.866 * UNIT : UNIT));
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
