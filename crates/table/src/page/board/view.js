// The board on the page: a drawing, and over it a grid of buttons. Moves pieces from one state to the next. Knows no rule:
// what may be clicked is told to it.

import { draw, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { arrow } from "./arrows.js";
import { cardPicture } from "./cards.js";
import { COMPASS, UNIT, geometry, hexagon, point, turnedDirection } from "./geometry.js";
import { ground, yardPlaces } from "./ground.js";
import { setUpInput } from "./input.js";
import { nameCells } from "./names.js";
import { definitions, pieceOf } from "./pieces.js";

const MOVE_MS = 230;
// From below to above. On a square board the last move is a colour of the ground, elsewhere a frame around what lies there.
const ORDER = {
  square: ["last", "targets", "yards", "pieces", "preview", "arrows", "focus"],
  hex: ["yards", "pieces", "last", "targets", "preview", "arrows", "focus"],
  ring: ["pile", "yards", "last", "pieces", "targets", "preview", "arrows", "focus"],
};

export class BoardView {
  // `acts`: click(cell), drop(from, to), word(word), hover(cell or null).
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.placed = [];
    this.active = new Set();
    setUpInput(this);
  }

  setup(cells, seats, quarters) {
    this.cells = cells;
    this.seats = seats;
    this.shape = geometry(cells, quarters);
    const { box, width, height } = this.shape;
    this.layers = Object.fromEntries(ORDER[this.shape.grid].map((name) => [name, draw(`g.layer-${name}`)]));
    this.image = draw(
      "svg",
      { viewBox: `${box.left} ${box.top} ${width} ${height}`, "aria-hidden": "true", focusable: "false" },
      definitions(cells, seats),
      ground(cells, this.shape),
      ...Object.values(this.layers),
    );
    this.buttons = new Map();
    this.grid = make("div.cells", { role: "grid", aria: { label: words("board") } }, ...this.rows());
    this.extra = make("div.board-words");
    this.root.replaceChildren(this.image, this.grid, this.extra);
    this.root.className = `board ${this.shape.kind}`;
    this.root.style.setProperty("--ratio", (width / height).toFixed(4));
    this.root.style.setProperty("--across", (width / UNIT).toFixed(2));
    this.placed = [];
    this.board = null;
    this.piled = null;
    this.yarded = null;
  }

  // Rows from top to bottom, each from left to right.
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

  // Puts an element over a place of the drawing, `size` cells wide.
  placeOver(element, [x, y], size) {
    const { box, width, height } = this.shape;
    element.style.left = `${((x - box.left - (UNIT * size) / 2) / width) * 100}%`;
    element.style.top = `${((y - box.top - (UNIT * size) / 2) / height) * 100}%`;
    element.style.width = `${((UNIT * size) / width) * 100}%`;
    element.style.height = `${((UNIT * size) / height) * 100}%`;
  }

  // ---- pieces ----

  show(board, at, animate) {
    if (board === this.board) {
      this.root.dataset.at = String(at);
      return;
    }
    const calm = !animate || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const rest = board.pieces.filter((look) => this.shape.at.has(look.at)).map((look) => ({ look, key: keyOf(look) }));
    const keep = new Map();
    for (const item of this.placed) {
      keep.set(item.key, [...(keep.get(item.key) ?? []), item]);
    }
    const fresh = [];
    const placed = [];
    for (const next of rest) {
      const same = keep.get(next.key)?.pop();
      placed.push(same ?? next);
      if (!same) {
        fresh.push(next);
      }
    }
    const gone = [...keep.values()].flat();
    const before = this.board?.counts ?? {};
    for (const next of fresh) {
      const from = this.origin(next, gone, board.last ?? []);
      next.element = draw(
        "g",
        { transform: place(this.shape.at.get(next.look.at)) },
        pieceOf(next.look, this.cells, this.shape, this.seats > 2),
      );
      this.layers.pieces.append(next.element);
      if (!calm) {
        this.arrive(next, from, board, before);
      }
      if (from) {
        gone.splice(gone.indexOf(from), 1);
        from.element.remove();
      }
    }
    gone.forEach((item) => this.leave(item, calm));
    this.placed = placed;
    this.board = board;
    this.root.dataset.at = String(at);
    this.showLast(board.last ?? []);
    this.showYards(board);
  }

  // The piece that became this one: of the same seat, best one that the last move touched.
  origin(next, gone, last) {
    const worth = (item) => {
      if (item.look.seat !== next.look.seat || item.look.roads) {
        return -1;
      }
      return (
        (item.look.at === next.look.at ? 8 : 0) +
        (last.includes(item.look.at) ? 4 : 0) +
        (item.look.kind === next.look.kind ? 2 : 0) +
        1
      );
    };
    return gone.reduce((best, item) => (worth(item) > (best ? worth(best) : 0) ? item : best), null);
  }

  arrive(next, from, board, before) {
    const to = this.shape.at.get(next.look.at);
    const turnedOnly = from && from.look.at === next.look.at;
    if (turnedOnly) {
      return;
    }
    if (from) {
      const last = board.last ?? [];
      const path =
        last[0] === from.look.at && last.at(-1) === next.look.at && last.length > 2
          ? last
          : [from.look.at, next.look.at];
      const frames = path.map((cell) => ({ transform: moved(this.shape.at.get(cell)) }));
      next.element.animate(frames, {
        duration: MOVE_MS * Math.min(3, path.length - 1),
        easing: path.length > 2 ? "linear" : "cubic-bezier(.3,.1,.2,1)",
      });
      return;
    }
    const yard = this.yardOf(next.look.seat, before);
    const start = yard
      ? { transform: moved(yard) }
      : { transform: `${moved([to[0], to[1] - 26])} scale(1.12)`, opacity: 0 };
    next.element.animate([start, { transform: moved(to), opacity: 1 }], {
      duration: MOVE_MS,
      easing: "cubic-bezier(.3,.1,.2,1)",
    });
  }

  leave(item, calm) {
    if (calm) {
      item.element.remove();
      return;
    }
    const at = this.shape.at.get(item.look.at);
    const yard = this.yardOf(item.look.seat, this.board?.counts ?? {});
    const frames = yard
      ? [{ transform: moved(at) }, { transform: moved(at), offset: 0.35 }, { transform: moved(yard) }]
      : [
          { transform: moved(at), opacity: 1 },
          { transform: `${moved(at)} scale(.7)`, opacity: 0 },
        ];
    const course = item.element.animate(frames, { duration: yard ? 2 * MOVE_MS : MOVE_MS, easing: "ease-in" });
    course.addEventListener("finish", () => item.element.remove());
    course.addEventListener("cancel", () => item.element.remove());
  }

  yardOf(seat, counts) {
    const word = Object.keys(this.cells.yards ?? {}).find((name) => counts[name]);
    const place = word && this.cells.yards[word][seat - 1];
    return place ? this.shape.turn(place) : null;
  }

  showYards(board) {
    const key = JSON.stringify(board.counts ?? {});
    if (key === this.yarded) {
      return;
    }
    this.yarded = key;
    this.layers.yards.replaceChildren();
    for (const [word, places] of Object.entries(this.cells.yards ?? {})) {
      const counts = board.counts?.[word] ?? [];
      places.forEach((spot, index) => {
        const [x, y] = this.shape.turn(spot);
        for (const [dx, dy] of yardPlaces(counts[index] ?? 0)) {
          const look = { seat: index + 1, kind: board.pieces[0]?.kind ?? "pawn" };
          this.layers.yards.append(
            draw("g", { transform: place([x + dx, y + dy]) }, pieceOf(look, this.cells, this.shape, this.seats > 2)),
          );
        }
      });
    }
  }

  showLast(last) {
    const seen = last.filter((cell) => this.shape.at.has(cell));
    const frames = this.shape.grid === "square" ? ["last-mark"] : ["last-under", "last-mark"];
    this.layers.last.replaceChildren(...seen.flatMap((cell) => frames.map((what) => this.outline(cell, what, 0.98))));
  }

  outline(cell, what, size) {
    const attributes = { class: what, transform: place(this.shape.at.get(cell)) };
    if (this.shape.kind === "hex") {
      return draw("polygon", { ...attributes, points: hexagon((UNIT / Math.sqrt(3)) * size * 0.97) });
    }
    if (this.shape.kind === "ring") {
      return draw("circle", { ...attributes, r: 47 * size });
    }
    const half = (this.shape.kind === "tiles" ? 0.475 : 0.5) * UNIT * size;
    return draw("rect", {
      ...attributes,
      x: -half,
      y: -half,
      width: 2 * half,
      height: 2 * half,
      rx: this.shape.kind === "tiles" ? 11 : 0,
    });
  }

  // ---- marks ----

  // `chosen`, `targets`, `sources` are cells. A target with a piece gets a ring, an empty one a dot.
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

  // The last cards that were played, in the middle of a ring where nothing else lies.
  pile(letters) {
    const key = letters.slice(-3).join("");
    if (key === this.piled || this.shape.grid !== "ring") {
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

  // `list` of `{ cells, rank }`: the best is drawn strongest.
  arrows(list) {
    const known = list
      .map((item) => ({ ...item, points: this.pointsOf(item.cells) }))
      .filter(({ points }) => points.length);
    this.layers.arrows.replaceChildren(...known.reverse().map(({ points, rank, style }) => arrow(points, rank, style)));
  }

  // Places of cells; a direction after a cell is a place at its edge.
  pointsOf(clicks) {
    const points = clicks.filter((click) => this.shape.at.has(click)).map((cell) => this.shape.at.get(cell));
    const way = clicks.find((click) => COMPASS.includes(click));
    if (way && points.length === 1) {
      const turned = turnedDirection(way, this.shape.quarters);
      const [dx, dy] = point(58, turned * 45 - 90);
      points.push([points[0][0] + dx, points[0][1] + dy]);
    }
    return points;
  }

  // A piece that would lie there, or `null`.
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

  // Buttons on the board: directions around a cell, and words that have a place of their own. `list` of `{ word, label, near }`.
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
        button.append(
          draw(
            "svg",
            { viewBox: "-10 -10 20 20", "aria-hidden": "true" },
            draw("path", { d: "M0-7 6 4 0 1-6 4Z", transform: `rotate(${turned * 45})` }),
          ),
        );
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

  // A frame around the cell that has the keyboard.
  focus(element) {
    const name = element?.dataset?.cell;
    const seen = name && element.matches(":focus-visible");
    const frames = seen ? ["focus-under", "focus-mark"].map((what) => this.outline(name, what, 1)) : [];
    this.layers?.focus.replaceChildren(...frames);
    if (seen) {
      this.acts.hover(name);
    }
  }

  // Names of the cells for those who do not see.
  describe() {
    if (this.board) {
      nameCells(this);
    }
  }
}

const keyOf = ({ at, seat, kind, dir, roads }) => `${at} ${seat} ${kind} ${dir ?? ""} ${roads ?? ""}`;
export const place = ([x, y]) => `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
const moved = ([x, y]) => `translate(${x}px, ${y}px)`;
