// Turns clicks on the board and the hand into moves, in the game or in a variation. The click sequences of the legal
// moves determine what may be clicked.

import { announce, note } from "../announce.js";
import { COMPASS } from "../board/geometry.js";
import { cellAt } from "../stage/input.js";
import { find } from "../dom.js";
import { capital, known, words } from "../i18n/index.js";
import { cells, on, seatOf, shown, state } from "../state.js";
import { saidAtTable } from "../texts.js";
import { handIsCovered } from "./cover.js";
import { showHand } from "./hand.js";
import { showPrompt } from "./prompt.js";
import { Selection } from "./selection.js";

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
      const cellNames = cells().cells;
      this.hands = (position.board.hands ?? []).length > 0;
      // The click after a tile is its rotation, such as `r2`, even if the board has a cell of that name.
      const turns = (item, index) => Boolean(cells().tiles) && index === 1 && known(`word.${item}`);
      this.selection = new Selection(legal, (item, index) => item in cellNames && !turns(item, index), this.hands);
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
    const blocked = this.pending || handIsCovered() || !state.online;
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
    return capital(words(`${COMPASS.includes(word) ? "dir" : "word"}.${word}`));
  }

  // ---- clicks ----

  cell(cell) {
    const { others } = this.selection.next();
    // A click on the tile that is being placed rotates it, or plays it if only one rotation fits.
    if (this.selection.chosen.includes(cell) && this.selection.turnsTile()) {
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
    const looks = this.selection.candidates().map(lookOf);
    const fits = looks.filter((look) => look?.at === cell);
    this.board.preview(fits[this.turn] ?? fits[0] ?? null);
  }

  // Returns the piece on a cell, or one that would be placed there, as it would look if it pointed in a direction.
  aimed(cell, word) {
    const looks = this.selection.candidates().map(lookOf);
    return looks.find((look) => look?.at === cell && look.dir === word) ?? null;
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

  // Plays a typed move, given as its token or as its clicks separated by spaces. Returns whether it is legal. If it is
  // not, the server is asked why.
  typed(text) {
    const wanted = text.trim().toLowerCase();
    const found =
      this.legal.find(({ token }) => token.toLowerCase() === wanted) ??
      this.legal.find(({ clicks }) => clicks.join(" ").toLowerCase() === wanted);
    if (found && !this.pending) {
      this.play(found.token);
    } else if (!found && wanted) {
      this.askWhy(text.trim());
    }
    return Boolean(found);
  }

  askWhy(token) {
    const { at, line } = this.position;
    if (/\s/.test(token)) {
      note(words("token.wrong", token), "error");
    } else {
      this.send({ do: "why", token, at, line });
    }
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
    return hint && this.position?.live && hint.at === this.position.at ? (hint.clicks ?? []) : [];
  }

  // Returns a preview of the tile that the hint lays or of the piece that it places or turns in a direction, or `null` if
  // it does none of these.
  hinted() {
    return this.hintClicks().length ? lookOf(state.hint) : null;
  }

  showHint() {
    if (this.hintClicks().length) {
      announce(words("hint.is", saidAtTable(state.hint.words)));
      this.selection.clear();
      this.paint();
    }
  }
}

// Returns the tile that a move lays or the piece that it places or turns in a direction, or `null` if it does none of
// these.
function lookOf({ steps }) {
  const step = steps.find(({ piece, dir, roads }) => piece && (dir || roads));
  return step ? { at: step.to, seat: step.seat, kind: step.piece, dir: step.dir, roads: step.roads } : null;
}
