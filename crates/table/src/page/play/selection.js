// The selection: the cards, cells and words clicked so far, and the legal moves that match them.

export class Selection {
  // `legal` is as in the `table` message. `isCell(item, index)` returns whether the click `item` at this index of a
  // move is a cell and not a word or card. If `hands` is true, the first click is a card or a word.
  constructor(legal, isCell, hands) {
    this.legal = legal;
    this.cell = (item, index) => isCell(item, index) && !(hands && index === 0);
    this.hands = hands;
    this.clear();
  }

  clear() {
    this.chosen = [];
  }

  get empty() {
    return this.chosen.every((item) => item === undefined);
  }

  // Returns the legal moves that match the selection.
  candidates() {
    const fits = ({ clicks }) => this.chosen.every((item, index) => item === undefined || clicks[index] === item);
    return this.legal.filter(fits);
  }

  // Returns whether the next choice is how the chosen tile is turned. Only a tile has roads.
  turnsTile() {
    const { index, others } = this.next();
    return index > 0 && others.length > 0 && this.candidates().every(({ steps }) => steps.some(({ roads }) => roads));
  }

  // Returns the first index at which nothing has been chosen.
  place() {
    const open = this.chosen.findIndex((item) => item === undefined);
    return open < 0 ? this.chosen.length : open;
  }

  itemsAt(index) {
    return [
      ...new Set(
        this.candidates()
          .filter(({ clicks }) => index < clicks.length)
          .map(({ clicks }) => clicks[index]),
      ),
    ];
  }

  // Returns what may be clicked now: `cells`, and words or cards as `others`. If only words can follow the first
  // clicks, the cells after these words are included. `index` is the first index at which nothing has been chosen.
  next() {
    const index = this.place();
    const items = this.itemsAt(index);
    const cells = new Set(items.filter((item) => this.cell(item, index)));
    const others = items.filter((item) => !this.cell(item, index));
    if (!cells.size && index > 0 && this.chosen[index + 1] === undefined) {
      this.itemsAt(index + 1)
        .filter((item) => this.cell(item, index + 1))
        .forEach((item) => cells.add(item));
    }
    return { index, cells: [...cells], others };
  }

  // Returns the first free index at which `item` matches a legal move that fits the selection, or -1 if there is none.
  // `asCell` is whether `item` must be a cell there. An index after the first free one is possible only if something
  // has been chosen, or for the first cell of a move in a game with hands.
  placeOf(item, asCell) {
    const first = this.place();
    const all = this.candidates();
    const most = Math.max(...all.map(({ clicks }) => clicks.length), 0);
    for (let index = first; index < most; index += 1) {
      const may = this.chosen[index] === undefined && all.some(({ clicks }) => clicks[index] === item);
      const sort = this.cell(item, index) === asCell;
      const early = index > first && this.empty && !(this.hands && index === 1);
      if (may && sort && !early) {
        return index;
      }
    }
    return -1;
  }

  // Adds an item. Returns the move if it is now complete, `true` if more clicks are needed, or `false` if the item fits
  // no move.
  choose(item, asCell) {
    const index = this.placeOf(item, asCell);
    if (index < 0) {
      return false;
    }
    const chosen = [...this.chosen];
    chosen[index] = item;
    this.chosen = Array.from(chosen);
    return this.complete() ?? true;
  }

  // Returns the complete move, or `null`. A move counts as complete even if intermediate cells have not been chosen,
  // provided that its first and last clicks have been chosen and that no other legal move matches.
  complete() {
    const all = this.candidates();
    const full = all.find(({ clicks }) => clicks.every((item, index) => this.chosen[index] === item));
    if (full) {
      return full;
    }
    const [only] = all;
    if (all.length !== 1 || this.chosen[0] === undefined) {
      return null;
    }
    const { clicks } = only;
    const open = clicks.filter((_, index) => this.chosen[index] === undefined);
    const ended = this.chosen[clicks.length - 1] !== undefined;
    return ended &&
      clicks.every((item, index) => this.chosen[index] !== undefined || this.cell(item, index)) &&
      open.length
      ? only
      : null;
  }

  // Removes the last item.
  back() {
    const last = this.chosen.findLastIndex((item) => item !== undefined);
    this.chosen = this.chosen.slice(0, Math.max(0, last));
  }

  // Removes an item and all items after it.
  drop(item) {
    const index = this.chosen.indexOf(item);
    this.chosen = index < 0 ? this.chosen : this.chosen.slice(0, index);
  }

  cells() {
    return this.chosen.filter((item, index) => item !== undefined && this.cell(item, index));
  }
}
