// The interactive board: the picture, with a grid of buttons over it.

import { cardPicture } from "../board/cards.js";
import { draw, make } from "../board/dom.js";
import { COMPASS, UNIT, point, turnedDirection } from "../board/geometry.js";
import { Picture, place } from "../board/picture.js";
import { pieceOf } from "../board/pieces.js";
import { words } from "../i18n/index.js";
import { arrow, needle } from "./arrows.js";
import { setUpInput } from "./input.js";
import { nameCells } from "./names.js";

export class BoardView extends Picture {
  // `acts` contains the functions `click(cell)`, `lift(cell)`, `drop(from, to)`, `word(word)`, `aim(cell, word)` and
  // `hover(cell or null)`.
  constructor(root, acts) {
    super(root);
    this.acts = acts;
    this.active = new Set();
    setUpInput(this);
  }

  setup(cells, seats, quarters) {
    super.setup(cells, seats, quarters);
    // The layout of the page depends on the shape of the board.
    for (const name of ["--ratio", "--across"]) {
      document.documentElement.style.setProperty(name, this.root.style.getPropertyValue(name));
    }
    this.buttons = new Map();
    this.grid = make("div.cells", { role: "grid", aria: { label: words("board") } }, ...this.rows());
    this.extra = make("div.board-words");
    this.root.append(this.grid, this.extra);
    this.piled = null;
  }

  // Returns the rows of cells from top to bottom, each from left to right.
  rows() {
    const rows = new Map();
    for (const [name, [x, y]] of this.shape.at) {
      const row = Math.round(y / 10);
      rows.set(row, [...(rows.get(row) ?? []), [x, name]]);
    }
    const sorted = [...rows].sort(([one], [two]) => one - two);
    return sorted.map(([, list]) =>
      make(
        "div",
        { role: "row" },
        list.sort(([one], [two]) => one - two).map(([, name]) => this.button(name)),
      ),
    );
  }

  button(name) {
    const made = make("button", {
      data: { cell: name },
      tabindex: this.buttons.size ? "-1" : "0",
      aria: { label: name },
    });
    this.placeOver(made, this.shape.at.get(name), 1);
    this.buttons.set(name, made);
    return make("span", { role: "gridcell" }, made);
  }

  // Centres an element over a point of the drawing. The element is `size` cells wide and high.
  placeOver(element, [x, y], size) {
    const { box, width, height } = this.shape;
    element.style.left = `${((x - box.left - (UNIT * size) / 2) / width) * 100}%`;
    element.style.top = `${((y - box.top - (UNIT * size) / 2) / height) * 100}%`;
    element.style.width = `${((UNIT * size) / width) * 100}%`;
    element.style.height = `${((UNIT * size) / height) * 100}%`;
  }

  // ---- marks ----

  // Marks cells: `chosen`, `targets` and `sources` are lists of names. Targets and sources can then be clicked. Each of
  // them gets a ring if it is occupied, and a dot if it is empty.
  mark({ chosen = [], targets = [], sources = [] }) {
    const taken = new Set((this.board?.pieces ?? []).filter((piece) => piece.kind !== "free").map((piece) => piece.at));
    const known = (cell) => this.shape.at.has(cell);
    [targets, sources] = [targets.filter(known), sources.filter(known)];
    const marks = chosen
      .filter((cell) => this.shape.at.has(cell))
      .map((cell) => this.outline(cell, "chosen-mark", 0.95));
    for (const cell of targets) {
      const at = { transform: place(this.shape.at.get(cell)) };
      marks.push(
        taken.has(cell)
          ? this.halo(at, "target-ring", this.shape.kind === "ring" ? 49 : 44)
          : draw("circle.target-dot", { ...at, r: this.shape.kind === "ring" ? 21 : 15 }),
      );
    }
    for (const cell of sources) {
      const at = { transform: place(this.shape.at.get(cell)) };
      marks.push(
        taken.has(cell) ? draw("circle.source-ring", { ...at, r: 43 }) : draw("circle.source-dot", { ...at, r: 7 }),
      );
    }
    this.layers.targets.replaceChildren(...marks);
    this.active = new Set([...targets, ...sources]);
    for (const [name, button] of this.buttons) {
      const live = this.active.has(name);
      button.classList.toggle("live", live);
      button.setAttribute("aria-disabled", String(!live && !chosen.includes(name)));
      if (chosen.includes(name)) {
        button.setAttribute("aria-pressed", "true");
      } else {
        button.removeAttribute("aria-pressed");
      }
    }
    this.describe();
  }

  // Draws the last three of the played cards as a pile, if the board has room for it. `letters` contains all played
  // cards in order.
  pile(letters) {
    const key = letters.slice(-3).join("");
    if (key === this.piled || !this.layers.pile) {
      return;
    }
    this.piled = key;
    const [wide, high] = [150, 210];
    this.layers.pile.replaceChildren(
      ...letters.slice(-3).map((letter, index, all) => {
        const picture = cardPicture(letter, this.cells);
        Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high }).forEach(([name, value]) =>
          picture.setAttribute(name, value),
        );
        const tilt = [4, -9, 13][(letters.length - all.length + index) % 3];
        return draw(
          "g",
          { transform: `rotate(${tilt})` },
          draw("rect.cast", { x: 4 - wide / 2, y: 8 - high / 2, width: wide, height: high, rx: 15 }),
          picture,
        );
      }),
    );
  }

  halo(at, what, r) {
    return draw("g", at, draw("circle.halo", { r }), draw(`circle.${what}`, { r }));
  }

  // Draws arrows. `list` contains `{ cells, dir, rank, style }`; rank 0 is drawn most prominently.
  arrows(list) {
    const known = list
      .map((item) => ({ ...item, points: this.pointsOf(item) }))
      .filter(({ points }) => points.length);
    this.layers.arrows.replaceChildren(...known.reverse().map(({ points, rank, style }) => arrow(points, rank, style)));
  }

  // Returns the points of an arrow along these cells. If there is one cell and a direction, the arrow points from the cell
  // in that direction and ends just outside it.
  pointsOf({ cells, dir }) {
    const points = cells.filter((cell) => this.shape.at.has(cell)).map((cell) => this.shape.at.get(cell));
    if (COMPASS.includes(dir) && points.length === 1) {
      const turned = turnedDirection(dir, this.shape.quarters);
      const [dx, dy] = point(58, turned * 45 - 90);
      points.push([points[0][0] + dx, points[0][1] + dy]);
    }
    return points;
  }

  // Shows a preview of the piece `look` on its cell; `null` removes the preview.
  preview(look) {
    this.layers.preview.replaceChildren();
    if (look && this.shape.at.has(look.at)) {
      const at = this.shape.at.get(look.at);
      this.layers.preview.append(
        this.outline(look.at, "ghost-mark", 0.97),
        draw("g.ghost", { transform: place(at) }, pieceOf(look, this.cells, this.shape, false)),
      );
    }
  }

  // Draws buttons on the board. `list` contains `{ word, label, near, hint, armed }`. If `near` is a cell, `word` is a
  // direction and its button is next to that cell; otherwise the button is on the spot of `word`. `hint` is whether the
  // word belongs to the hint, and `armed` whether the button waits for a second click.
  offer(list) {
    const made = list.map(({ word, label, near, hint, armed }) => {
      const eighth = COMPASS.indexOf(word);
      const button = make(`button.${near ? "way" : "spot"}${hint ? ".hinted" : ""}${armed ? ".armed" : ""}`, {
        data: { word },
        aria: { label },
        title: label,
        onclick: () => this.acts.word(word),
      });
      const middle = near ? this.shape.at.get(near) : this.shape.turn(this.cells.spots[word]);
      if (near) {
        const turned = turnedDirection(word, this.shape.quarters);
        const [dx, dy] = point(turned % 2 ? 76 : 57, turned * 45 - 90);
        this.placeOver(button, [middle[0] + dx, middle[1] + dy], 0.29);
        button.append(needle(turned));
        button.addEventListener("pointerenter", () => this.acts.aim(near, word));
        button.addEventListener("focus", () => this.acts.aim(near, word));
        button.style.setProperty("--turn", String(eighth));
      } else {
        this.placeOver(button, middle, 0.84);
        button.append(make("span", {}, armed ? words("sure", label) : label));
      }
      return button;
    });
    const held = this.extra.contains(document.activeElement) ? document.activeElement.dataset.word : null;
    this.extra.replaceChildren(...made);
    if (held) {
      made.find((button) => button.dataset.word === held)?.focus();
    }
  }

  // Draws a frame around the cell whose button is `element` if the button has visible focus. Otherwise, removes the
  // frame.
  focus(element) {
    const name = element?.dataset?.cell;
    const seen = name && element.matches(":focus-visible");
    const frames = seen ? ["focus-under", "focus-mark"].map((what) => this.outline(name, what, 1)) : [];
    this.layers?.focus.replaceChildren(...frames);
    if (seen) {
      this.acts.hover(name);
    }
  }

  // Updates the labels of cells for screen readers.
  describe() {
    if (this.board) {
      nameCells(this);
    }
  }
}
