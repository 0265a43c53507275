// Draws a board from its cells and pieces, and knows no game: what it draws is what a referee answers to
// `query cells` and `query board`.
"use strict";

const drawBoard = (() => {
  // Size of a cell in the units of the drawing.
  const UNIT = 60;
  const SVG = "http://www.w3.org/2000/svg";
  const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
  // Marks of kinds of pieces, in a square from -1 to 1. A kind that is not here gets its first letter, unless all
  // pieces of the game are of one kind.
  const MARKS = {
    man: "M0-.6A.6.6 0 1 1-.01-.6Z",
    king: "M-.62.42 -.72-.36 -.3-.02 0-.6 .3-.02 .72-.36 .62.42Z",
    up: "M0-.5A.5.5 0 1 1-.01-.5Z",
    down: "",
    pawn: "",
    stone: "",
  };
  const OUTLINED = new Set(["man", "up"]);

  function element(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  function group(className, x, y, ...children) {
    return element("g", { class: className, transform: `translate(${round(x)} ${round(y)})` }, ...children);
  }

  const round = (number) => Math.round(number * 100) / 100;

  // The outline of a cell around its centre, `size` times as large as the cell.
  function outline(grid, size, className) {
    const half = (UNIT / 2) * size;
    if (grid === "hex") {
      return element("polygon", { class: className, points: hexagon((UNIT / Math.sqrt(3)) * size) });
    }
    if (grid === "ring") {
      return element("circle", { class: className, r: round(half) });
    }
    const side = round(2 * half);
    return element("rect", { class: className, x: round(-half), y: round(-half), width: side, height: side, rx: UNIT / 12 });
  }

  function hexagon(radius) {
    const corner = (number) => {
      const angle = (Math.PI / 3) * number - Math.PI / 2;
      return `${round(radius * Math.cos(angle))},${round(radius * Math.sin(angle))}`;
    };
    return [0, 1, 2, 3, 4, 5].map(corner).join(" ");
  }

  // Roads from the middle of a tile to its edges: 0 is the first one clockwise from the top.
  function roads(grid, edges) {
    const hex = grid === "hex";
    const end = (edge) => {
      const angle = hex ? (Math.PI / 3) * (edge - 1) : (Math.PI / 2) * (edge - 1);
      return `M0 0L${round((UNIT / 2) * Math.cos(angle))} ${round((UNIT / 2) * Math.sin(angle))}`;
    };
    return edges.map(end).join("");
  }

  function pieceOf(grid, look, several, seats) {
    const radius = UNIT * (grid === "ring" ? 0.4 : 0.37);
    const colour = `seat${look.seat}`;
    if (look.roads) {
      const drawn = roads(grid, look.roads);
      return element(
        "g",
        { class: `tile ${colour}` },
        outline(grid, 0.97, "body"),
        element("path", { class: "road", d: drawn }),
        element("circle", { class: "crossing", r: 4.5 }),
        element("text", { class: "tile-name", y: UNIT * 0.43 }, look.kind),
      );
    }
    const made = element("g", { class: `piece ${colour}` });
    made.append(element("circle", { class: "shadow", r: radius, cy: radius * 0.09 }));
    made.append(element("circle", { class: "body", r: radius }));
    const direction = COMPASS.indexOf(look.dir);
    if (direction >= 0) {
      const turn = `rotate(${direction * 45}) scale(${round(radius)})`;
      made.append(element("path", { class: "arrow", transform: turn, d: "M-.1.72V-.1H-.42L0-.8 .42-.1H.1V.72Z" }));
      return made;
    }
    const mark = MARKS[look.kind];
    if (mark) {
      const className = OUTLINED.has(look.kind) ? "mark-line" : "mark";
      made.append(element("path", { class: className, transform: `scale(${round(radius)})`, d: mark }));
    } else if (mark === undefined && several) {
      made.append(element("text", { class: "letter" }, look.kind.slice(0, 1).toUpperCase()));
    } else if (seats > 2 && look.seat > 0) {
      // Four colours are not told apart by everybody.
      made.append(element("text", { class: "letter" }, String(look.seat)));
    }
    return made;
  }

  // Cells next to each other on a ring are joined by a line.
  function joints(table) {
    const lines = [];
    table.at.forEach(([x, y], one) => {
      table.at.slice(one + 1).forEach(([u, v]) => {
        if (Math.hypot(x - u, y - v) < 1.1) {
          lines.push(`M${x * UNIT} ${y * UNIT}L${u * UNIT} ${v * UNIT}`);
        }
      });
    });
    return element("path", { class: "joint", d: lines.join("") });
  }

  // An image of `state` on the cells of `table`; `looks` is the list of all looks of pieces.
  return function drawBoard(table, state, looks, seats) {
    const xs = table.at.map(([x]) => x);
    const ys = table.at.map(([, y]) => y);
    const edge = table.grid === "hex" ? 0.78 : 0.72;
    const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    const [width, height] = [Math.max(...xs) + edge - left, Math.max(...ys) + edge - top];
    const box = [left, top, width, height].map((number) => round(number * UNIT));
    const image = element("svg", { class: `board ${table.grid}`, viewBox: box.join(" "), role: "img" });
    image.style.setProperty("--ratio", round(width / height));
    image.style.setProperty("--columns", round(width));
    const [x, y, w, h] = box;
    image.append(element("rect", { class: "table", x, y, width: w, height: h, rx: UNIT / 4 }));
    if (table.grid === "ring") {
      image.append(joints(table));
    }
    const size = table.grid === "ring" ? 0.86 : table.grid === "hex" ? 0.97 : 0.98;
    const last = new Set(state.last);
    table.at.forEach(([cx, cy], cell) => {
      const label = element("text", { class: "cell-name" }, table.names[cell]);
      if (table.grid === "square") {
        label.setAttribute("x", UNIT * -0.43);
        label.setAttribute("y", UNIT * -0.37);
      }
      const className = last.has(cell) ? "cell last" : "cell";
      image.append(group(className, cx * UNIT, cy * UNIT, outline(table.grid, size, "ground"), label));
    });
    const several = new Set(looks.map((look) => look.kind)).size > 1;
    for (const [cell, look] of state.pieces) {
      const [cx, cy] = table.at[cell];
      image.append(group("", cx * UNIT, cy * UNIT, pieceOf(table.grid, looks[look], several, seats)));
    }
    // A frame lies inside its cell, but a ring has room between cells for one around its pieces.
    const frame = table.grid === "ring" ? 0.96 : size * 0.97;
    for (const cell of last) {
      const [cx, cy] = table.at[cell];
      image.append(group("mark-last", cx * UNIT, cy * UNIT, outline(table.grid, frame, "frame")));
    }
    return image;
  };
})();
