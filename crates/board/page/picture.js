// The picture of a board: the ground, the pieces and the last move. The steps from one position to the next are
// animated.

import { draw } from "./dom.js";
import { UNIT, geometry, hasBoard, hexagon } from "./geometry.js";
import { ground, yardPlaces } from "./ground.js";
import { Actor, EASE } from "./motion.js";
import { definitions, pieceOf } from "./pieces.js";

// The duration of a step, and the maximum durations of a walk and of all steps together.
const STEP_MS = 230;
const WALK_MS = 3 * STEP_MS;
const ALL_MS = 1400;
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
    this.leaving = new Set();
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
    this.leaving.clear();
    this.board = null;
    this.yarded = null;
  }

  // Draws the position after `at` moves. `board` is the answer to `query board`. `steps` are the steps that lead from
  // the position shown to this one, as in the answers to `query step`. They are animated one after the other, unless the
  // user prefers reduced motion. `null` or an empty list shows the position at once.
  show(board, at, steps) {
    this.root.dataset.at = String(at);
    if (board === this.board) {
      return;
    }
    const still = !steps?.length || !this.board || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) {
      this.settle();
    }
    const actors = this.placed;
    const end = still ? 0 : this.play(steps, actors);
    this.placed = this.match(board, actors, end);
    const duration = Math.min(end, ALL_MS);
    for (const actor of actors) {
      const motion = actor.animate(end, duration);
      if (!actor.present && motion) {
        this.leaving.add(actor);
        motion.addEventListener("finish", () => this.remove(actor));
      } else if (!actor.present) {
        this.remove(actor);
      }
    }
    const counts = this.board?.counts ?? {};
    this.board = board;
    this.showLast(board.last ?? []);
    // A piece that enters a yard is drawn there when it arrives, and one that leaves is removed when it starts.
    this.showYards(board, duration > 0 ? counts : {});
    if (duration > 0) {
      setTimeout(() => board === this.board && this.showYards(board), duration);
    }
  }

  // Ends all animations.
  settle() {
    this.placed.forEach((actor) => actor.settle());
    this.leaving.forEach((actor) => this.remove(actor));
  }

  remove(actor) {
    actor.element.remove();
    this.leaving.delete(actor);
  }

  // Creates the actor of a piece, which appears at `time` in its state with the changes of `start`.
  enter(look, time, start) {
    const element = draw("g", {}, pieceOf(look, this.cells, this.shape, this.seats > 2));
    this.layers.pieces.append(element);
    const actor = new Actor(element, look, this.shape.at.get(look.at));
    actor.appear(time, start);
    return actor;
  }

  // Returns an actor for each piece of the board: one of the list `actors` that looks like it, or a new one, which
  // appears at `end` and is added to the list. All others disappear at `end`.
  match(board, actors, end) {
    const free = new Map();
    for (const actor of actors.filter((other) => other.present)) {
      const key = keyOf(actor.look);
      free.set(key, [...(free.get(key) ?? []), actor]);
    }
    const pieces = board.pieces.filter((look) => this.shape.at.has(look.at));
    const placed = pieces.map((look) => {
      const actor = free.get(keyOf(look))?.pop() ?? this.enter(look, end);
      actor.look = look;
      actor.element.setAttribute("transform", place(this.shape.at.get(look.at)));
      return actor;
    });
    [...free.values()].flat().forEach((actor) => actor.leave(end));
    actors.push(...placed.filter((actor) => !actors.includes(actor)));
    return placed;
  }

  // Carries out steps on the list `actors`, which changes. Returns the time at their end. A step that does not fit is
  // left out, because the position after the steps is drawn in any case.
  play(steps, actors) {
    const acts = { walk: this.walk, take: this.take, put: this.put, turn: this.change, promote: this.change };
    const known = steps.filter((step) => step.piece && Object.hasOwn(acts, step.do));
    return known.reduce((time, step) => acts[step.do].call(this, step, actors, time), 0);
  }

  walk(step, actors, time) {
    const actor = find(actors, step.from, step);
    const path = (step.path ?? [step.from, step.to]).filter((cell) => this.shape.at.has(cell));
    if (!actor || path.length < 2 || path.at(-1) !== step.to) {
      return time;
    }
    this.layers.pieces.append(actor.element);
    actor.look = { ...actor.look, at: step.to };
    const hops = path.length - 1;
    const after = (count) => time + (Math.min(WALK_MS, STEP_MS * hops) * count) / hops;
    const easing = hops > 1 ? "linear" : EASE;
    path.slice(1).forEach((cell, at) => actor.move(after(at), after(at + 1), { at: this.shape.at.get(cell) }, easing));
    return after(hops);
  }

  take(step, actors, time) {
    const actor = find(actors, step.from, step);
    if (!actor) {
      return time;
    }
    const yard = this.yard(step.to, step.seat);
    actor.move(time, time + STEP_MS, yard ? { at: yard } : { scale: 0.7, opacity: 0 }, "ease-in");
    actor.leave(time + STEP_MS);
    return time + STEP_MS;
  }

  put(step, actors, time) {
    const at = this.shape.at.get(step.to);
    if (!at) {
      return time;
    }
    const yard = this.yard(step.from, step.seat);
    const start = yard ? { at: yard } : { at: [at[0], at[1] - 26], scale: 1.12, opacity: 0 };
    const actor = this.enter(lookOf(step), time, start);
    actor.move(time, time + STEP_MS, { at, scale: 1, opacity: 1 }, EASE);
    actors.push(actor);
    return time + STEP_MS;
  }

  change(step, actors, time) {
    const actor = find(actors, step.to, { seat: step.seat });
    if (actor) {
      actor.leave(time);
      actors.push(this.enter(lookOf(step), time));
    }
    return time;
  }

  // Returns the middle of a seat's yard for the count `word`, or `null` if there is no such yard.
  yard(word, seat) {
    const middle = this.cells.yards?.[word]?.[seat - 1];
    return middle ? this.shape.turn(middle) : null;
  }

  // Draws the pieces in the yards: as many as `board` counts, but at most as many as `before`.
  showYards(board, before = {}) {
    const counted = (word, index) => {
      const count = board.counts?.[word]?.[index] ?? 0;
      return Math.min(count, before[word]?.[index] ?? count);
    };
    const yards = Object.entries(this.cells.yards ?? {});
    const key = JSON.stringify(yards.map(([word, places]) => places.map((_, index) => counted(word, index))));
    if (key === this.yarded) {
      return;
    }
    this.yarded = key;
    this.layers.yards.replaceChildren();
    for (const [word, places] of yards) {
      places.forEach((spot, index) => {
        const [x, y] = this.shape.turn(spot);
        for (const [dx, dy] of yardPlaces(counted(word, index))) {
          const look = { seat: index + 1, kind: board.pieces[0]?.kind ?? "" };
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

// Returns the piece of a step as in the answer to `query board`.
const lookOf = ({ to, piece, seat, dir, roads }) => ({ at: to, kind: piece, seat, dir, roads });

// Returns the actor on a cell, of this seat and, if it is given, of this kind. The last one is preferred, because two
// pieces may share a cell between two steps.
const find = (actors, cell, { seat, piece }) =>
  actors.findLast(
    ({ look, present }) => present && look.at === cell && look.seat === seat && (!piece || look.kind === piece),
  );
