// Draws a game's board as a standalone SVG for pictures.sh, with the renderer that the table and the reports use.

import { cardPicture, smallPicture } from "../crates/board/page/cards.js";
import { draw } from "../crates/board/page/dom.js";
import { UNIT } from "../crates/board/page/geometry.js";
import { Picture, place } from "../crates/board/page/picture.js";
import { pieceOf } from "../crates/board/page/pieces.js";

// The width of the picture, in pixels, on pages that set no size for it.
const WIDTH = 480;
// The board backgrounds. picture.css defines them for an HTML element that is not part of the SVG.
const BACKGROUND = {
  checkered: ["#7a4a26", "#5a3318"],
  ring: ["#e3bd86", "#c9965a"],
  tiles: ["#3d6f5d", "#234739"],
  hex: ["#426f8c", "#274960"],
};
// A board with more cells than this is shown only around its pieces.
const WHOLE = 150;
const COMPLETE = [0, 1, 2, 3, 4, 5];

// Returns the text of the SVG. `all` and `board` are the answers to `query cells` and `query board`. `legend` is drawn
// below the board: a list of pieces as in `query board`, or a string with the letters of cards or tiles. `style` is the
// content of picture.css.
export function pictureOf(all, board, legend, style) {
  const cells = Object.keys(all.cells).length > WHOLE ? around(all, board) : all;
  const root = document.createElement("div");
  document.body.append(root);
  const picture = new Picture(root);
  picture.setup(cells, cells.colours?.length ?? 0, 0);
  picture.show({ ...board, last: [] }, 0, false);
  const { image, shape } = picture;
  const [row, below] = legendOf(legend, cells, shape);
  const { box, width } = shape;
  const height = shape.height + below;
  const back = draw("rect", { x: box.left, y: box.top, width, height, rx: 24, fill: "url(#back)" });
  image.querySelector("defs").after(back);
  image.querySelector("defs").append(background(shape.kind));
  image.append(row);
  clean(image, shape.kind);
  const numbers = [box.left, box.top, width, height].map((number) => Math.round(number * 100) / 100);
  image.setAttribute("viewBox", numbers.join(" "));
  image.setAttribute("class", `board ${shape.kind}`);
  image.setAttribute("width", WIDTH);
  image.setAttribute("height", Math.round((WIDTH * height) / width));
  image.prepend(draw("style", {}, `\n${rulesOf(root, style).join("\n")}\n`));
  dropUnused(image);
  return new XMLSerializer().serializeToString(image);
}

// Returns the cell data of a large board, reduced to the cells near its pieces.
function around(all, board) {
  const places = board.pieces.map((piece) => all.cells[piece.at]);
  const near = (value, axis) => {
    const values = places.map((place) => place[axis]);
    return value > Math.min(...values) - 1.2 && value < Math.max(...values) + 1.2;
  };
  return { ...all, cells: Object.fromEntries(Object.entries(all.cells).filter(([, place]) => place.every(near))) };
}

// Returns the legend, in rows below the board, and its height.
function legendOf(legend, cells, shape) {
  const { box, width } = shape;
  const row = draw("g");
  if (!legend.length) {
    return [row, 0];
  }
  const across = cells.tiles ? 6 : legend.length;
  const pitch = Math.min(UNIT * 1.25, width / (across + 0.3));
  const tall = pitch * (cells.grid === "ring" ? 1.5 : cells.tiles ? 1.35 : 1.25);
  [...legend].forEach((item, index) => {
    const x = (box.left + box.right) / 2 + ((index % across) - (across - 1) / 2) * pitch;
    const y = box.bottom + tall * (Math.floor(index / across) + 0.5) - UNIT * 0.15;
    row.append(
      ...(typeof item === "string"
        ? lettered(item, cells, [x, y], pitch)
        : [draw("g", { transform: place([x, y]) }, pieceOf(item, cells, shape, false))]),
    );
  });
  return [row, tall * Math.ceil(legend.length / across) + UNIT * (cells.tiles ? 0.2 : 0.05)];
}

// Returns a card, or a tile with its letter below it.
function lettered(letter, cells, [x, y], pitch) {
  const tiles = cells.tiles && { l: COMPLETE, ...cells.tiles };
  const card = tiles ? cardPicture(letter, { ...cells, tiles }) : smallPicture(letter, cells);
  const [width, height] = [pitch * 0.9, pitch * (tiles ? 1 : 1.26)];
  for (const [name, value] of Object.entries({ x: x - width / 2, y: y - height / 2, width, height })) {
    card.setAttribute(name, Math.round(value));
  }
  return tiles ? [card, draw("text", { x, y: y + height * 0.66, "font-size": 26, fill: "#fff2dc" }, letter)] : [card];
}

function background(kind) {
  const stops = BACKGROUND[kind].map((colour, offset) => draw("stop", { offset, "stop-color": colour }));
  return draw("linearGradient", { id: "back", x1: 0, y1: 0, x2: 1, y2: 1 }, ...stops);
}

// Removes attributes and titles that only an interactive page needs. Also removes the grain of chequered squares, which
// would be half of the file and is not visible at this size.
function clean(image, kind) {
  for (const made of [image, ...image.querySelectorAll("*")]) {
    ["aria-hidden", "focusable", "data-piece"].forEach((name) => made.removeAttribute(name));
  }
  image.querySelectorAll(kind === "checkered" ? "title, .grain" : "title").forEach((made) => made.remove());
}

// Returns the style sheet's rules that match something in the picture.
function rulesOf(root, style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const matches = ({ selectorText }) =>
    !/^\.board(\.|\s*$|\s*>)/.test(selectorText) &&
    selectorText.split(",").some((selector) => root.querySelector(selector.trim()));
  const fonts = (text) =>
    text.replace("var(--sans)", "system-ui, sans-serif").replace("var(--serif)", "Georgia, serif");
  return [...sheet.cssRules].filter(matches).map((rule) => fonts(rule.cssText));
}

function dropUnused(image) {
  const text = new XMLSerializer().serializeToString(image);
  for (const made of image.querySelectorAll("defs > [id]")) {
    if (!text.includes(`url(#${made.id})`) && !text.includes(`url("#${made.id}")`)) {
      made.remove();
    }
  }
}
