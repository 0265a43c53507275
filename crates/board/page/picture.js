// The picture of a board: the ground, the pieces and the last move. Changes from one position to the next are animated.

import { draw } from "./dom.js";
import { UNIT, geometry, hasBoard, hexagon } from "./geometry.js";
import { ground, yardPlaces } from "./ground.js";
import { definitions, pieceOf } from "./pieces.js";

const MOVE_MS = 230;
// The layers of each type of grid from bottom to top. The layer `last` marks the cells of the last move. On a square
// grid it fills these cells with a colour, so it lies below the pieces. On the other grids it draws a frame around each
// of these cells.
const ORDER = {
  square: ["last", "targets", "yards", "pieces", "preview", "arrows", "focus"],
  hex: ["yards", "pieces", "last", "targets", "preview", "arrows", "focus"],
  ring: ["pile", "yards", "last", "pieces", "targets", "preview", "arrows", "focus"],
};

export class Picture {
  constructor(root) {
    this.root = root;
    this.placed = [];
  }

  // Draws the empty board. `cells` is the answer to `query cells`, or a part of the cells as `visibleCells` returns it.
  // `seats` is the number of seats. The board is turned clockwise by `quarters` quarter turns. A game without a board
  // shows nothing.
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
    this.root.replaceChildren(this.image);
    this.root.className = `board ${this.shape.kind}`;
    this.root.hidden = !hasBoard(cells);
    this.root.style.setProperty("--ratio", (width / height || 1).toFixed(4));
    this.root.style.setProperty("--across", (width / UNIT).toFixed(2));
    this.placed = [];
    this.board = null;
    this.yarded = null;
  }

  // Draws the position after `at` moves. `board` is the answer to `query board`. If `animate` is true, the changes are
  // animated, unless the user prefers reduced motion.
  show(board, at, animate) {
    if (board === this.board) {
      this.root.dataset.at = String(at);
      return;
    }
    const instant = !animate || matchMedia("(prefers-reduced-motion: reduce)").matches;
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
      if (!instant) {
        this.arrive(next, from, board, before);
      }
      if (from) {
        gone.splice(gone.indexOf(from), 1);
        from.element.remove();
      }
    }
    gone.forEach((item) => this.leave(item, instant));
    this.placed = placed;
    this.board = board;
    this.root.dataset.at = String(at);
    this.showLast(board.last ?? []);
    this.showYards(board);
  }

  // Returns the piece of the list `gone` that most likely became `next`, or `null`. Only pieces of the same seat that
  // are not tiles are considered. A piece on the same cell is preferred, then one on a cell of the last move, then one
  // of the same kind.
  origin(next, gone, last) {
    const score = (item) => {
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
    return gone.reduce((best, item) => (score(item) > (best ? score(best) : 0) ? item : best), null);
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

  leave(item, instant) {
    if (instant) {
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
}

const keyOf = ({ at, seat, kind, dir, roads }) => `${at} ${seat} ${kind} ${dir ?? ""} ${roads ?? ""}`;
export const place = ([x, y]) => `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
const moved = ([x, y]) => `translate(${x}px, ${y}px)`;
