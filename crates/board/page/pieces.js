// Draws pieces and tiles, centred on the origin. Pieces are pawns on a ring board, and discs on all other boards. A
// disc shows an arrow if its piece has a direction. Otherwise it shows a mark for its kind, or the first letter of an
// unknown kind.

import { draw } from "./dom.js";
import { COMPASS, UNIT, hexagon, point, turnedDirection, turnedEdge } from "./geometry.js";
import { shade } from "./palette.js";

// The marks on pieces, by kind of piece, as SVG paths with coordinates from -1 to 1.
const MARKS = {
  king: "M-.58.4 -.68-.34 -.3-.02 0-.6 .3-.02 .68-.34 .58.4ZM-.58.5H.58V.62H-.58Z",
};
// The kinds of piece that show neither a mark of `MARKS` nor a letter.
const PLAIN = new Set(["man", "down", "pawn", "stone", "up"]);
const ARROW = "M-.13.7V-.05H-.44L0-.76 .44-.05H.13V.7Z";

// Returns the gradients that fill the pieces of each seat, the holes of a ring board, and tiles with roads.
export function definitions(cells, seats) {
  const list = draw("defs");
  for (let seat = 0; seat <= seats; seat += 1) {
    const { base, high, low } = shade(cells, seat);
    const stops = [
      ["0", high],
      ["0.5", base],
      ["1", low],
    ];
    list.append(
      draw(
        "radialGradient",
        { id: `body${seat}`, cx: "0.36", cy: "0.3", r: "0.8" },
        ...stops.map(([offset, colour]) => draw("stop", { offset, "stop-color": colour })),
      ),
    );
    const flat = [
      ["0", high],
      ["0.35", base],
      ["1", base],
    ];
    list.append(
      draw(
        "linearGradient",
        { id: `face${seat}`, x1: "0.2", y1: "0", x2: "0.8", y2: "1" },
        ...flat.map(([offset, colour]) => draw("stop", { offset, "stop-color": colour })),
      ),
    );
  }
  const hole = [
    ["0", "#1d120a"],
    ["0.7", "#33210f"],
    ["1", "#5b3d20"],
  ];
  list.append(
    draw(
      "radialGradient",
      { id: "hole", cx: "0.5", cy: "0.38", r: "0.62" },
      ...hole.map(([offset, colour]) => draw("stop", { offset, "stop-color": colour })),
    ),
  );
  const meadow = [
    ["0", "#bcd48f"],
    ["1", "#92b566"],
  ];
  list.append(
    draw(
      "linearGradient",
      { id: "meadow", x1: "0", y1: "0", x2: "0.7", y2: "1" },
      ...meadow.map(([offset, colour]) => draw("stop", { offset, "stop-color": colour })),
    ),
  );
  return list;
}

// Draws a piece. `look` is an entry of `pieces` in the answer to `query board`. If `numbered` is true, the piece shows
// its seat's number.
export function pieceOf(look, cells, shape, numbered) {
  if (look.roads) {
    const tile = tileOf(
      shape.grid,
      look.roads.map((edge) => turnedEdge(shape.grid, edge, shape.quarters)),
    );
    tile.setAttribute("data-piece", look.kind);
    tile.append(draw("title", {}, look.kind));
    return tile;
  }
  if (look.kind === "free") {
    return slot(shape);
  }
  const made = draw("g.piece", { "data-piece": `${look.seat} ${look.kind}` });
  const { ink, low } = shade(cells, look.seat);
  if (shape.grid === "ring") {
    pawn(made, look, low, ink);
  } else {
    disc(made, look, ink, low, shape);
  }
  if (numbered && look.seat > 0) {
    const [y, size] = shape.grid === "ring" ? [-7, 32] : [1, 34];
    made.append(draw("text.piece-number", { y, fill: ink, "font-size": size }, String(look.seat)));
  }
  return made;
}

// Draws an empty cell that a tile must still fill.
function slot(shape) {
  const made = draw("g.slot", { "data-piece": "free" });
  made.append(
    shape.grid === "hex"
      ? draw("polygon", { points: hexagon((UNIT / Math.sqrt(3)) * 0.955) })
      : draw("rect", { x: -46, y: -46, width: 92, height: 92, rx: 9 }),
  );
  return made;
}

function disc(made, look, ink, low, shape) {
  const radius = shape.kind === "checkered" ? 40 : 36;
  const king = look.kind === "king";
  made.append(draw("circle.cast", { r: radius + 3, cx: 2, cy: king ? 12 : 8 }));
  // Each disc is drawn with its edge. A king consists of two discs, one on top of the other.
  for (const dy of king ? [13, 4] : [5]) {
    made.append(
      draw("circle", { r: radius, cy: dy, fill: low }),
      draw("circle", { r: radius, cy: dy - 5, fill: `url(#face${look.seat})`, stroke: low, "stroke-width": 1.5 }),
    );
  }
  const top = draw("g", king ? { transform: "translate(0 -1)" } : {});
  // Pieces of even seats have dashed rims, so that the sides can be told apart without colour.
  const milled = look.seat % 2 === 0;
  top.append(draw(`circle.rim-line${milled ? ".milled" : ""}`, { r: radius * 0.84, stroke: milled ? ink : low }));
  const turned = look.dir ? turnedDirection(look.dir, shape.quarters) : -1;
  if (look.dir && COMPASS.includes(look.dir)) {
    top.append(
      draw("path.arrow", { d: ARROW, fill: ink, transform: `rotate(${turned * 45}) scale(${radius * 0.92})` }),
    );
  } else if (MARKS[look.kind]) {
    top.append(draw("path", { d: MARKS[look.kind], fill: ink, transform: `scale(${radius * 0.72})` }));
  } else if (look.kind === "up") {
    top.append(draw("circle.circle-up", { r: radius * 0.47, stroke: ink }));
  } else if (look.kind === "man") {
    top.append(
      draw("circle.rim-line", { r: radius * 0.55, stroke: low }),
      draw("circle.rim-line", { r: radius * 0.32, stroke: low }),
    );
  } else if (!PLAIN.has(look.kind)) {
    top.append(draw("text.piece-number", { y: 1, fill: ink, "font-size": 34 }, look.kind.slice(0, 1).toUpperCase()));
  }
  top.append(
    draw("path.gloss", {
      d: `M${-radius * 0.7}-${radius * 0.35}A${radius * 0.78} ${radius * 0.78} 0 0 1 ${radius * 0.35}-${radius * 0.7}`,
    }),
  );
  made.append(top);
}

// Draws a pawn as seen from above: its base and its head.
function pawn(made, look, low, ink) {
  const fill = `url(#body${look.seat})`;
  made.append(
    draw("ellipse.cast", { rx: 44, ry: 42, cx: 5, cy: 12 }),
    draw("circle", { r: 43, cy: 4, fill: low }),
    draw("circle", { r: 42, fill, stroke: low, "stroke-width": 2 }),
    draw("circle.rim-line", { r: 35, stroke: low }),
    draw("circle.cast", { r: 26, cx: 2, cy: -1 }),
    draw("circle", { r: 26, cy: -7, fill, stroke: low, "stroke-width": 2 }),
  );
}

// Draws a tile with a road from each edge in `roads`. Edges are numbered clockwise from 0, which is the top edge of a
// square tile and the upper right edge of a hexagonal one.
export function tileOf(grid, roads) {
  const made = draw("g.tile");
  const hex = grid === "hex";
  const plate = (dy, what, size) =>
    hex
      ? draw(what, { points: hexagon((UNIT / Math.sqrt(3)) * size), transform: `translate(0 ${dy})` })
      : draw(what.replace("polygon", "rect"), {
          x: -48 * size,
          y: -48 * size + dy,
          width: 96 * size,
          height: 96 * size,
          rx: 6,
        });
  const angle = (edge) => (hex ? edge * 60 - 60 : edge * 90 - 90);
  made.append(
    plate(4, "polygon.tile-under", 0.95),
    plate(0, "polygon.meadow", 0.95),
    ...trees(roads, hex ? 6 : 4, angle),
  );
  const path = roadPath(roads, angle);
  for (const what of ["path.kerb", "path.asphalt"]) {
    made.append(draw(what, { d: path }));
  }
  if (roads.length > 2) {
    made.append(draw("circle.kerb-fill", { r: 22 }), draw("circle.asphalt-fill", { r: 19.5 }));
    made.append(
      draw("path.dashes", { d: roads.map((edge) => `M${point(48, angle(edge))}L${point(24, angle(edge))}`).join("") }),
    );
    made.append(draw("circle.island", { r: 8 }));
  } else {
    made.append(draw("path.dashes", { d: path }));
  }
  return made;
}

function roadPath(roads, angle) {
  const end = (edge) => point(48.5, angle(edge));
  if (roads.length === 2) {
    return `M${end(roads[0])}Q0 0 ${end(roads[1])}`;
  }
  return roads.map((edge) => `M${end(edge)}L0 0`).join("");
}

// Draws trees at each edge without a road.
function trees(roads, edges, angle) {
  const made = [];
  for (let edge = 0; edge < edges; edge += 1) {
    if (!roads.includes(edge)) {
      const [x, y] = point(35, angle(edge) + (edge % 2 ? 6 : -5));
      const [u, v] = point(27, angle(edge) + (edge % 2 ? -17 : 15));
      made.push(
        draw("circle.tree-shadow", { cx: x + 1.5, cy: y + 2.5, r: 6 }),
        draw("circle.tree", { cx: x, cy: y, r: 6 }),
        draw("circle.tree", { cx: u, cy: v, r: 3.6 }),
      );
    }
  }
  return made;
}
