// Pictures of the cards and tiles in a hand. Each is given by its letter. A letter under `tiles` in the answer to
// `query cells` stands for a tile with roads, and `?` for a hidden card or tile, of which the back is drawn. Any other
// letter stands for a card. What is written on it is looked up in `face`, which the page adds to the cells from the answer
// to `query info`. A card with a number from 2 to 10, A, J, Q or K has the picture of a standard pack; other cards show
// only what is written on them.

import { draw } from "./dom.js";
import { hexagon } from "./geometry.js";
import { tileOf } from "./pieces.js";

// The pip positions by what is written on the card. A position is `[x, y]`; both range from -1 to 1, and y grows
// downwards.
const PIPS = {
  2: [
    [0, -1],
    [0, 1],
  ],
  3: [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  7: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  8: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [0, 0.5],
    [-1, 1],
    [1, 1],
  ],
  9: [
    [-1, -1],
    [1, -1],
    [-1, -0.33],
    [1, -0.33],
    [0, 0],
    [-1, 0.33],
    [1, 0.33],
    [-1, 1],
    [1, 1],
  ],
  10: [
    [-1, -1],
    [1, -1],
    [0, -0.66],
    [-1, -0.33],
    [1, -0.33],
    [-1, 0.33],
    [1, 0.33],
    [0, 0.66],
    [-1, 1],
    [1, 1],
  ],
};
const PIP = "M0-7C3-3.500 5.500-2 5.500 0S3 3.500 0 7C-3 3.500-5.500 2-5.500 0S-3-3.500 0-7Z";
const CROWNS = {
  J: "M-13 4C-13-6-6-10 0-10S13-6 13 4ZM8-8C12-14 15-13 17-17",
  Q: "M-15 5-18-9-8-2-4-13 0-3 4-13 8-2 18-9 15 5Z",
  K: "M-15 5-17-11-8-3 0-14 8-3 17-11 15 5ZM-2-18H2M0-20V-14",
};

// Returns what is written on a card.
export const faceOf = (letter, cells) => cells.face?.[letter] ?? letter;

// Returns the class of a text that is too wide for a card in the usual size.
const wide = (text) => (text.length > 1 ? ".wide" : "");

// Returns the picture of the card or tile that `letter` stands for.
export function cardPicture(letter, cells) {
  const roads = cells.tiles?.[letter];
  if (roads) {
    const box = cells.grid === "hex" ? "-54 -60 108 120" : "-54 -54 108 108";
    return draw(
      "svg.tile-card",
      { viewBox: box, "aria-hidden": "true" },
      tileOf(cells.grid, roads),
    );
  }
  if (letter === "?") {
    return cells.tiles ? tileBack(cells) : cardBack();
  }
  return cardFace(faceOf(letter, cells));
}

// Returns a picture of the card or tile that `letter` stands for, for display at a small size. A card that is face up
// shows only what is written on it.
export function smallPicture(letter, cells) {
  if (letter === "?" || cells.tiles?.[letter]) {
    return cardPicture(letter, cells);
  }
  return draw(
    "svg.card-picture",
    { viewBox: "0 0 70 98", "aria-hidden": "true" },
    draw("rect.card-paper", { x: 2, y: 2, width: 66, height: 94, rx: 12 }),
    draw(`text.small-rank${wide(faceOf(letter, cells))}`, { x: 35, y: 52 }, faceOf(letter, cells)),
  );
}

const cardBase = (...children) =>
  draw(
    "svg.card-picture",
    { viewBox: "0 0 70 98", "aria-hidden": "true" },
    draw("rect.card-paper", { x: 0.75, y: 0.75, width: 68.5, height: 96.5, rx: 7 }),
    ...children,
  );

function cardFace(text) {
  const index = (turn) =>
    draw(
      `text.card-index${wide(text)}`,
      { x: 10.5, y: 16, transform: turn ? "rotate(180 35 49)" : "rotate(0)" },
      text,
    );
  const face = draw("g");
  if (PIPS[text]) {
    for (const [x, y] of PIPS[text]) {
      face.append(
        draw("path.pip", {
          d: PIP,
          transform: `translate(${35 + x * 12} ${49 + y * 29})${y > 0 ? " rotate(180)" : ""} scale(.86)`,
        }),
      );
    }
  } else if (CROWNS[text]) {
    face.append(draw("rect.court", { x: 20, y: 14, width: 30, height: 70, rx: 3 }));
    face.append(draw("path.crown", { d: CROWNS[text], transform: "translate(35 37) scale(.82)" }));
    face.append(draw("text.court-letter", { x: 35, y: 62 }, text));
  } else if (text === "A") {
    face.append(
      draw("path.pip.ace", { d: PIP, transform: "translate(35 49) scale(2.7)" }),
      draw("path.ace-line", { d: PIP, transform: "translate(35 49) scale(1.7)" }),
    );
  } else {
    face.append(draw("text.court-letter", { x: 35, y: 51 }, text));
  }
  return cardBase(face, index(false), index(true));
}

function cardBack() {
  const lines = [];
  for (let step = -90; step < 80; step += 9) {
    lines.push(`M${step} 98L${step + 98} 0M${step} 0L${step + 98} 98`);
  }
  const frame = { x: 5, y: 5, width: 60, height: 88, rx: 4 };
  return cardBase(
    draw("rect.back", frame),
    draw(
      "svg",
      { x: 5, y: 5, width: 60, height: 88, viewBox: "5 5 60 88" },
      draw("path.back-lines", { d: lines.join("") }),
    ),
    draw("rect.back-frame", frame),
  );
}

function tileBack(cells) {
  const hex = cells.grid === "hex";
  const plate = (what, size) =>
    hex
      ? draw(what, { points: hexagon(57 * size) })
      : draw(what.replace("polygon", "rect"), {
          x: -50 * size,
          y: -50 * size,
          width: 100 * size,
          height: 100 * size,
          rx: 6,
        });
  return draw(
    "svg.tile-card",
    { viewBox: hex ? "-54 -60 108 120" : "-54 -54 108 108", "aria-hidden": "true" },
    plate("polygon.back", 0.95),
    plate("polygon.back-frame", 0.7),
  );
}
