// Turns clicks on the board and the hand into moves, in the game or in a variation. The click sequences of the legal
// moves determine what may be clicked.

import { announce } from "../announce.js";
import { COMPASS } from "../board/geometry.js";
import { cellAt } from "../stage/input.js";
import { find } from "../dom.js";
import { words } from "../i18n/index.js";
import { cells, on, seatOf, shown, state } from "../state.js";
import { handIsCovered } from "./cover.js";
import { showHand } from "./hand.js";
import { showPrompt } from "./prompt.js";
import { Selection, isTurn } from "./selection.js";

export class Play {
  // `send(message)` sends a message to the server and returns whether it could; `look(view)` shows another position.
  // The caller sets `board` later, because the board needs the result of `acts()`.
  constructor(send, look) {
    this.send = send;
    this.look = look;
    this.legal = null;
    this.selection = new Selection([], () => false, false);
    this.turn = 0;
    this.pending = false;
    this.armed = null;
    // The last cell clicked, if it fits no legal move; otherwise `null`.
    this.rejected = null;
    this.hover = null;
    on("hint", () => this.showHint());
  }

  acts() {
    return {
      click: (cell) => this.cell(cell),
      drop: (_, to) => this.choose(to, true),
      lift: (cell) => this.lift(cell),
      word: (word) => this.word(word),
      hover: (cell) => this.hovered(cell),
      aim: (cell, word) => this.board.preview(this.aimed(cell, word)),
    };
  }

  // ---- drawing ----

  refresh() {
    const position = shown();
    if (!position || !cells()) {
      return;
    }
    const legal = position.record || position.legal === undefined ? [] : position.legal;
    if (legal !== this.legal) {
      this.legal = legal;
      const known = cells().cells;
      this.hands = (position.board.hands ?? []).length > 0;
      // The click after a tile is its rotation, such as `r2`, even if the board has a cell of that name.
      const turns = (item, index) => Boolean(cells().tiles) && index === 1 && isTurn(item);
      this.selection = new Selection(legal, (item, index) => item in known && !turns(item, index), this.hands);
      this.pending = false;
      this.armed = null;
      this.rejected = null;
      this.turn = 0;
    }
    this.position = position;
    this.paint();
  }

  paint() {
    const { cells: open, others, index } = this.selection.next();
    const chosen = this.selection.cells();
    const anchor = chosen.at(-1);
    const blocked = this.pending || handIsCovered();
    const empty = this.selection.empty;
    this.board.mark({ chosen, targets: empty || blocked ? [] : open, sources: empty && !blocked ? open : [] });
    const cards = this.hands && index === 0 ? others.filter((item) => this.ownHand().includes(item)) : [];
    const rest = others.filter((item) => !cards.includes(item));
    const around = anchor && rest.length > 0 && rest.every((word) => COMPASS.includes(word));
    const spots = cells().spots ?? {};
    const onBoard = blocked ? [] : rest.filter((word) => around || word in spots);
    this.board.offer(
      onBoard.map((word) => ({
        word,
        label: this.label(word),
        near: around ? anchor : null,
        hint: this.hintClicks().includes(word),
        armed: this.armed === word,
      })),
    );
    this.showHand(cards, blocked);
    this.showGhost();
    showPrompt(
      this,
      rest.filter((word) => !onBoard.includes(word)),
      blocked,
    );
  }

  ownHand() {
    const seat = this.viewer();
    return seat ? (this.position?.board.hands?.[seat - 1] ?? "") : "";
  }

  // Returns the seat whose hand is shown: the player's own seat or, if nothing is hidden, the seat to move (after the
  // end, the player's first seat). Returns 0 if no hand is shown.
  viewer() {
    const position = this.position;
    const { you } = state.table;
    if (!position || position.record) {
      return 0;
    }
    const mover = seatOf(position.turn);
    if (you.viewer) {
      return you.viewer;
    }
    return you.viewer === null && (mover || you.seats[0]) ? mover || you.seats[0] : 0;
  }

  showHand(cards, blocked) {
    const tray = find("hand");
    const hand = this.ownHand();
    tray.parentElement.hidden =
      !this.hands || this.position.record || !this.viewer() || (this.position.live && state.table.over);
    const acts = {
      card: (letter) => this.card(letter),
      drop: (letter, event) => this.dropCard(letter, event),
      lift: (letter) => this.liftCard(letter),
      over: (_, event) => this.hovered(cellAt(this.board, event)),
    };
    const first = this.hands ? this.selection.chosen[0] : undefined;
    const live = blocked ? [] : first === undefined ? cards : this.legal.map(({ clicks }) => clicks[0]);
    showHand(tray, { hand, cells: cells(), live, chosen: first, hinted: this.hintClicks()[0], acts });
  }

  label(word) {
    return COMPASS.includes(word) ? words(`way.${word}`) : words(`word.${word}`);
  }

  // ---- clicks ----

  cell(cell) {
    const { index, others } = this.selection.next();
    // A click on the tile that is being placed rotates it, or plays it if only one rotation fits.
    if (this.selection.chosen.includes(cell) && index > 0 && others.length && others.every(isTurn)) {
      this.turned(others);
      return;
    }
    if (this.selection.cells().at(-1) === cell && !this.selection.next().cells.includes(cell)) {
      this.selection.drop(cell);
      this.paint();
      return;
    }
    this.choose(cell, true);
  }

  turned(others) {
    if (others.length === 1) {
      this.choose(others[0], false);
      return;
    }
    this.turn = (this.turn + 1) % others.length;
    this.paint();
  }

  card(letter) {
    if (this.selection.chosen[0] === letter) {
      this.selection.clear();
      this.paint();
      return;
    }
    if (this.selection.chosen[0] !== undefined) {
      this.selection.clear();
    }
    this.choose(letter, false);
  }

  // If there are other legal moves, a word that is a complete move must be clicked twice.
  word(word) {
    const { index } = this.selection.next();
    const alone =
      index === 0 &&
      this.legal.length > 1 &&
      this.legal.some(({ clicks }) => clicks.length === 1 && clicks[0] === word);
    if (alone && this.armed !== word) {
      this.armed = word;
      announce(words("sure", this.label(word)));
      this.paint();
      return;
    }
    this.choose(word, false);
  }

  choose(item, asCell) {
    if (this.pending || handIsCovered() || !this.legal.length) {
      return;
    }
    this.armed = null;
    let found = this.selection.choose(item, asCell);
    if (found === false) {
      this.selection.clear();
      found = this.selection.choose(item, asCell);
    }
    this.rejected = found === false && asCell ? item : null;
    this.turn = 0;
    if (found && found !== true) {
      this.play(found.token);
      return;
    }
    this.paint();
  }

  lift(cell) {
    if (!this.selection.chosen.includes(cell)) {
      this.choose(cell, true);
    }
  }

  liftCard(letter) {
    if (this.selection.chosen[0] !== letter) {
      this.selection.clear();
      this.choose(letter, false);
    }
  }

  dropCard(letter, event) {
    const cell = cellAt(this.board, event);
    if (cell && this.selection.chosen[0] === letter) {
      this.choose(cell, true);
    }
  }

  // Returns whether the last click was on a piece that belongs to the seat to move but has no legal move.
  clickedImmovable() {
    const seat = seatOf(this.position.turn);
    return (
      this.rejected !== null &&
      this.position.board.pieces.some((piece) => piece.at === this.rejected && piece.seat === seat)
    );
  }

  back() {
    this.selection.back();
    this.armed = null;
    this.rejected = null;
    this.paint();
  }

  // ---- previews of tiles and directions ----

  hovered(cell) {
    if (cell !== this.hover) {
      this.hover = cell;
      this.showGhost();
    }
  }

  showGhost() {
    const [letter] = this.selection.chosen;
    const roads = letter && cells().tiles?.[letter];
    const laid = this.selection.cells()[0];
    const cell = laid ?? (this.selection.next().cells.includes(this.hover) ? this.hover : null);
    if (!roads || !cell) {
      this.board.preview(this.selection.empty ? this.hinted() : null);
      return;
    }
    const word = this.turnsAt(cell)[this.turn] ?? this.turnsAt(cell)[0];
    this.board.preview({ at: cell, seat: 0, kind: letter, roads: turnedRoads(roads, word) });
  }

  // Returns the rotations in which the chosen tile fits on a cell.
  turnsAt(cell) {
    return [
      ...new Set(
        this.selection
          .candidates()
          .filter(({ clicks }) => clicks.includes(cell))
          .flatMap(({ clicks }) => clicks.filter(isTurn)),
      ),
    ];
  }

  // Returns the piece on a cell, or one that would be placed there, as it would look if it pointed in a direction.
  aimed(cell, word) {
    const there = this.position.board.pieces.find((piece) => piece.at === cell);
    const seat = seatOf(this.position.turn);
    const kind = there?.kind ?? this.position.board.pieces[0]?.kind ?? "stone";
    return { at: cell, seat, kind, dir: word };
  }

  // ---- playing ----

  play(token) {
    const { live, at, line } = this.position;
    this.selection.clear();
    if (live) {
      this.pending = true;
      if (!this.send({ do: "move", token, at })) {
        this.pending = false;
        announce(words("offline.move"));
      }
      this.board.mark({});
      return;
    }
    this.look({ at, line: [...line, token], trying: true });
  }

  // Plays a typed move, given as its token or as its clicks separated by spaces. Returns whether it is legal.
  typed(text) {
    const wanted = text.trim().toLowerCase();
    const found =
      this.legal.find(({ token }) => token.toLowerCase() === wanted) ??
      this.legal.find(({ clicks }) => clicks.join(" ").toLowerCase() === wanted);
    if (found && !this.pending) {
      this.play(found.token);
    }
    return Boolean(found);
  }

  // Clears the selection after the server has refused a move or has not received it.
  refused() {
    if (this.pending && this.position) {
      this.pending = false;
      this.selection.clear();
      this.paint();
    }
  }

  // ---- hint ----

  hintClicks() {
    const { hint } = state;
    return hint && this.position?.live && hint.at === this.position.at ? hint.clicks : [];
  }

  // Returns a preview of the tile that the hint lays or of the piece that it places or turns, or `null` if it does none
  // of these.
  hinted() {
    const clicks = this.hintClicks();
    const cell = clicks.find((item, index) => item in cells().cells && !(this.hands && index === 0));
    const roads = cells().tiles?.[clicks[0]];
    const way = clicks.find((word) => COMPASS.includes(word));
    if (cell && way) {
      return this.aimed(cell, way);
    }
    if (!cell || !roads) {
      return null;
    }
    return { at: cell, seat: 0, kind: clicks[0], roads: turnedRoads(roads, clicks.find(isTurn)) };
  }

  showHint() {
    if (this.hintClicks().length) {
      announce(words("hint.is", state.hint.token));
      this.selection.clear();
      this.paint();
    }
  }
}

// Returns the roads of a tile after a rotation such as `r2`.
function turnedRoads(roads, word) {
  const edges = cells().grid === "hex" ? 6 : 4;
  const steps = Number(word?.slice(1) ?? 0);
  return roads.map((edge) => (edge + steps) % edges);
}
