// Draws the board without pieces: frame, cells, special cells, sides, yards and the spots for words. The drawing does
// not change when another position is shown on the same cells.

import { draw } from "./dom.js";
import { UNIT, hexagon, point } from "./geometry.js";
import { shade } from "./palette.js";

export function ground(cells, shape) {
  const layer = draw("g.ground");
  ({ checkered, tiles, hex, ring })[shape.kind](layer, cells, shape);
  for (const [word, place] of Object.entries(cells.spots ?? {})) {
    layer.append(medallion(word, shape.turn(place)));
  }
  return layer;
}

const moved = ([x, y], ...children) => draw("g", { transform: `translate(${x} ${y})` }, ...children);

// Draws the name of a cell at a point relative to the centre of the cell. `size` is the font size in drawing units.
function nameOf(name, x, y, size) {
  return draw("text.cell-name", { x, y, "font-size": size }, name);
}

function checkered(layer, cells, shape) {
  const { left, top, width, height } = shape.frame;
  const edge = 0.32 * UNIT;
  const [x, y, w, h] = [left + edge, top + edge, width - 2 * edge, height - 2 * edge];
  layer.append(draw("rect.bevel", { x: x - 7, y: y - 7, width: w + 14, height: h + 14, rx: 6 }));
  layer.append(draw("rect.light-square", { x, y, width: w, height: h }));
  for (let v = y; v < y + h - 1; v += UNIT) {
    for (let u = x; u < x + w - 1; u += UNIT) {
      layer.append(moved([u + UNIT / 2, v + UNIT / 2], grain(`${u} ${v}`, UNIT / 2)));
    }
  }
  for (const [name, place] of shape.at) {
    const square = draw("rect.dark-square", { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT });
    layer.append(moved(place, square, grain(name, UNIT / 2), nameOf(name, -UNIT * 0.45, -UNIT * 0.37, 15)));
  }
  layer.append(draw("rect.sheen", { x, y, width: w, height: h }));
}

function tiles(layer, cells, shape) {
  const half = 0.475 * UNIT;
  const plate = (dy, what) => draw(what, { x: -half, y: -half + dy, width: 2 * half, height: 2 * half, rx: 11 });
  for (const [, place] of shape.at) {
    layer.append(moved(place, plate(7, "rect.tile-shadow")));
  }
  for (const [name, place] of shape.at) {
    const mark = cells.marks?.[name];
    const group = moved(
      place,
      plate(0, `rect.tile-face${mark ? ".marked" : ""}`),
      grain(name, half),
      plate(0, "rect.tile-edge"),
    );
    if (mark) {
      group.append(special(mark, cells, half));
    }
    group.append(nameOf(name, -half + 8, half - 11, 14));
    layer.append(group);
  }
}

// Draws wood grain on a square whose sides are twice `half` long. The pattern depends on `name`.
function grain(name, half) {
  let seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const lines = [];
  for (let y = -half + 10; y < half - 6; y += 9 + 9 * next()) {
    const [one, two] = [6 * next() - 3, 6 * next() - 3];
    lines.push(
      `M${-half + 3} ${y.toFixed(1)}C${-half / 3} ${(y + one).toFixed(1)} ${half / 3} ${(y + two).toFixed(1)} ${half - 3} ${(y + one).toFixed(1)}`,
    );
  }
  return draw("path.grain", { d: lines.join("") });
}

// Draws the mark on a special cell: crossed swords for a battlefield, and otherwise a frame, in the colour of the
// cell's seat if it has one.
function special(mark, cells, half) {
  const colour = mark.seat ? shade(cells, mark.seat).base : null;
  if (mark.kind === "battlefield") {
    // A single sword, which is drawn twice to show crossed swords.
    const sword = "M-4 26V-22L0-31 4-22V26ZM-13 26H13V32H-13ZM-4 32H4V42H-4Z";
    return draw(
      "g.special",
      {},
      draw("path", { d: sword, transform: "rotate(40)" }),
      draw("path", { d: sword, transform: "rotate(-40)" }),
    );
  }
  const frame = draw("rect.special-frame", {
    x: 6 - half,
    y: 6 - half,
    width: 2 * half - 12,
    height: 2 * half - 12,
    rx: 7,
  });
  if (colour) {
    frame.setAttribute("stroke", colour);
  }
  return frame;
}

function medallion(word, place) {
  const rays = [0, 1, 2, 3, 4, 5, 6, 7].map((ray) =>
    draw("path.ray", { d: "M0-46 8-30H-8Z", transform: `rotate(${ray * 45})` }),
  );
  return moved(
    place,
    draw("circle.medal-shadow", { r: 46, cy: 4 }),
    draw("circle.medal", { r: 46 }),
    ...rays,
    draw("circle.medal-inner", { r: 29 }),
  );
}

function hex(layer, cells, shape) {
  const full = UNIT / Math.sqrt(3);
  for (const what of ["polygon.plate-shadow", "polygon.plate"]) {
    for (const [, place] of shape.at) {
      const [x, y] = what.endsWith("shadow") ? [place[0] + 3, place[1] + 9] : place;
      layer.append(moved([x, y], draw(what, { points: hexagon(full) })));
    }
  }
  for (const side of cells.sides ?? []) {
    layer.append(...rim(side, cells, shape));
  }
  for (const [name, place] of shape.at) {
    const mark = cells.marks?.[name];
    const cell = draw("polygon.hollow", { points: hexagon(full * 0.955) });
    const group = moved(
      place,
      cell,
      draw("polygon.hollow-light", { points: hexagon(full * 0.9) }),
      nameOf(name, 0, 1, 17),
    );
    if (mark?.seat) {
      cell.setAttribute("stroke", shade(cells, mark.seat).base);
    }
    layer.append(group);
  }
}

// Draws a side of the board in its seat's colour, with the seat's number in the middle.
function rim(side, cells, shape) {
  const { base, low, ink } = shade(cells, side.seat);
  const { left, top, width, height } = shape.frame;
  const centre = [left + width / 2, top + height / 2];
  const points = side.points.map(shape.turn).map(([x, y]) => {
    const long = Math.hypot(x - centre[0], y - centre[1]);
    const grown = 1 + 15 / long;
    return [centre[0] + (x - centre[0]) * grown, centre[1] + (y - centre[1]) * grown];
  });
  const line = points.map((place) => place.map((number) => number.toFixed(1)).join(",")).join(" ");
  const [one, two] = [points[Math.floor((points.length - 1) / 2)], points[Math.ceil((points.length - 1) / 2)]];
  const middle = [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2];
  const badge = moved(
    middle,
    draw("circle", { r: 17, fill: base, stroke: low, "stroke-width": 3 }),
    draw("text.badge", { fill: ink, y: 1, "font-size": 21 }, String(side.seat)),
  );
  return [
    draw("polyline.rim-edge", { points: line, stroke: low }),
    draw("polyline.rim", { points: line, stroke: base }),
    badge,
  ];
}

function ring(layer, cells, shape) {
  const joints = draw("path.groove", { d: joined(shape) });
  const lanes = new Map();
  for (const [name, mark] of Object.entries(cells.marks ?? {})) {
    if (mark.kind === "home" && mark.seat) {
      lanes.set(mark.seat, [...(lanes.get(mark.seat) ?? []), shape.at.get(name)]);
    }
  }
  layer.append(inlay(shape));
  layer.append(joints, draw("path.groove-light", { d: joined(shape) }));
  for (const [seat, places] of lanes) {
    const { base, low } = shade(cells, seat);
    const line = `M${places.map((place) => place.join(" ")).join("L")}`;
    layer.append(draw("path.lane-edge", { d: line, stroke: low }), draw("path.lane", { d: line, stroke: base }));
  }
  for (const [, places] of Object.entries(cells.yards ?? {})) {
    places.forEach((place, index) => layer.append(yard(shape.turn(place), shade(cells, index + 1))));
  }
  for (const [name, place] of shape.at) {
    const mark = cells.marks?.[name];
    const group = moved(place);
    if (mark?.kind === "start") {
      const { base, low } = shade(cells, mark.seat);
      group.append(draw("circle", { r: 48, fill: base, stroke: low, "stroke-width": 3 }));
    }
    group.append(draw("circle.hole", { r: 34 }), draw("path.hole-light", { d: "M-33 9A34 34 0 0 0 33 9" }));
    if (!mark) {
      group.append(nameOf(name, 0, 1, 23));
    }
    layer.append(group);
  }
}

function joined(shape) {
  const places = [...shape.at.values()];
  const lines = [];
  places.forEach(([x, y], one) => {
    for (const [u, v] of places.slice(one + 1)) {
      if (Math.hypot(x - u, y - v) < 1.1 * UNIT) {
        lines.push(`M${x} ${y}L${u} ${v}`);
      }
    }
  });
  return lines.join("");
}

// Draws a seat's yard, which holds its pieces that are not on a cell of the board: a tray with four holes.
function yard(place, { base, low }) {
  const holes = yardPlaces(4).map(([x, y]) => draw("circle.hole", { r: 28, cx: x, cy: y }));
  return moved(
    place,
    draw("circle.tray-shadow", { r: 118, cy: 7 }),
    draw("circle", { r: 116, fill: low }),
    draw("circle", { r: 106, fill: base }),
    ...holes,
  );
}

// Returns the positions of `count` pieces relative to the middle of their yard. There are at most nine positions, even
// if `count` is greater.
export function yardPlaces(count) {
  if (count <= 4) {
    return [
      [-44, -44],
      [44, -44],
      [-44, 44],
      [44, 44],
    ].slice(0, count);
  }
  return Array.from({ length: Math.min(9, count) }, (_, index) => [
    ((index % 3) - 1) * 62,
    (Math.floor(index / 3) - 1) * 62,
  ]);
}

// Draws a decorative star in the middle of a ring board if there is enough room between the cells.
function inlay(shape) {
  const free = Math.min(...[...shape.at.values()].map(([x, y]) => Math.hypot(x, y))) - 60;
  const group = draw("g.inlay");
  if (free < 150) {
    return group;
  }
  group.append(draw("circle.inlay-ring", { r: free }), draw("circle.inlay-ring", { r: free - 16 }));
  for (let ray = 0; ray < 8; ray += 1) {
    const long = ray % 2 ? free * 0.62 : free - 26;
    const [left, right] = [point(free * 0.2, ray * 45 - 22.5), point(free * 0.2, ray * 45 + 22.5)];
    const tip = point(long, ray * 45);
    group.append(
      draw("path.inlay-dark", { d: `M0 0L${left}L${tip}Z` }),
      draw("path.inlay-light", { d: `M0 0L${right}L${tip}Z` }),
    );
  }
  return group;
}
