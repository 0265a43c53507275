"""Querbeet and its puzzles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from speltafel._env.codec import Codec, Vector, hands, items, numbered, sections

_EDGES = {
    "a": (0, 1),
    "b": (0, 2),
    "c": (0, 3),
    "d": (0, 1, 2),
    "e": (0, 1, 3),
    "f": (0, 2, 3),
    "g": (0, 2, 4),
    "h": (0, 1, 2, 3),
    "i": (0, 1, 2, 4),
    "j": (0, 1, 3, 4),
    "k": (0, 1, 2, 3, 4),
    "l": (0, 1, 2, 3, 4, 5),
}
_TILES = numbered(_EDGES)
_STOCK = 18
_LAID = re.compile(r"([a-z]\d+)([a-l])(\d)")


@cache
def _places(side: int) -> dict[str, tuple[int, int]]:
    """Returns row and column of each cell of a hexagon, from 0, in the order of the cells.

    Neighbours in a row differ by one column, those in a column by one row; a cell's other two neighbours are one row up
    and one column right of it, and the other way round.
    """
    rows = 2 * side - 1
    return {
        f"{chr(ord('a') + row)}{number + 1}": (row, number + max(0, side - 1 - row))
        for row in range(rows)
        for number in range(rows - abs(row - side + 1))
    }


@cache
def _numbers(side: int, tiles: str) -> dict[str, int]:
    """Returns the number of each move on a board: by letter, turns and cell."""
    return numbered(f"{tile}{turns}@{cell}" for tile in tiles for turns in range(6) for cell in _places(side))


class _Tiles(Codec):
    """The parts that Querbeet and its puzzles have in common."""

    side = 4
    """The number of cells of a side of the board."""

    def board(self) -> tuple[int, int]:
        return (2 * self.side - 1, 2 * self.side - 1)

    def place(self, name: str, cell: str) -> int:
        """Returns the place in the vector for a cell in a plane of the board."""
        row, column = _places(self.side)[cell]
        return self.layout.start(name) + row * self.board()[1] + column

    def fill_tiles(self, vector: Vector, tiles: str) -> None:
        """Writes the tiles on the board."""
        rows, columns = self.board()
        for cell, tile, turns in _LAID.findall(tiles):
            vector[self.place("laid", cell)] = 1
            place = self.place("roads", cell)
            for edge in _EDGES[tile]:
                vector[place + rows * columns * ((edge + int(turns)) % 6)] = 1

    def fill_hand(self, vector: Vector, name: str, tiles: str | Counter[str]) -> None:
        """Writes how many there are of each tile."""
        start = self.layout.start(name)
        for tile, count in Counter(tiles).items():
            vector[start + _TILES[tile]] = count / _STOCK


class Querbeet(_Tiles):
    """Tiles by letter, turns and cell, and the pass."""

    actions = 11 * 6 * 37 + 1

    def shapes(self) -> dict[str, tuple[int, ...]]:
        board = self.board()
        return {
            "roads": (6, *board),
            "laid": board,
            "hand": (11,),
            "unseen": (11,),
            "tiles": (3,),
            "scores": (3,),
            "round": (3,),
            "turns": (1,),
            "seat": (3,),
            "turn": (1,),
        }

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        numbers = _numbers(self.side, "abcdefghijk")
        return [self.actions - 1 if move == "pass" else numbers[move] for move in legal]

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        first, parts = sections(fen)
        start = self.layout.start
        self.fill_tiles(vector, parts["T"])
        held = hands(parts["H"], seat)
        self.fill_hand(vector, "hand", held[0])
        unseen = Counter(str(self.options["Querbeet.Tiles"]))
        if parts["T"]:
            unseen.subtract(held[0])
            unseen.subtract(tile for _, tile, _ in _LAID.findall(parts["T"]) if tile != "l")
        self.fill_hand(vector, "unseen", unseen)
        vector[start("tiles") : start("tiles") + len(held)] = [len(tiles) / 9 for tiles in held]
        # Only a position text can have other scores.
        scores = [max(-1, min(int(score) / 27, 1)) for score in items(parts["S"])]
        vector[start("scores") : start("scores") + len(held)] = scores[seat - 1 :] + scores[: seat - 1]
        number, turns = map(int, items(parts["R"]))
        if number <= 3:
            vector[start("round") + number - 1] = 1
        vector[start("turns")] = turns / _STOCK
        vector[start("seat") + seat - 1] = 1
        vector[start("turn")] = first == f"p{seat}"


class QuerbeetFigure(_Tiles):
    """Tiles by letter, turns and cell."""

    actions = 12 * 6 * 37

    def shapes(self) -> dict[str, tuple[int, ...]]:
        board = self.board()
        return {"roads": (6, *board), "laid": board, "figure": board, "hand": (12,)}

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        numbers = _numbers(self.side, "abcdefghijkl")
        return [numbers[move] for move in legal]

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        _, parts = sections(fen)
        self.fill_tiles(vector, parts["T"])
        for cell in items(parts["Z"]):
            vector[self.place("figure", cell)] = 1
        self.fill_hand(vector, "hand", hands(parts["H"], seat)[0])


class QuerbeetChain(_Tiles):
    """Tiles by letter, turns and the rank of their cell among the cells that have a legal move, in the order of the
    cells."""

    side = 13
    # 19 tiles that touch have at most 42 empty neighbours: 6, and 2 more for each tile.
    neighbours = 42
    actions = 11 * 6 * neighbours

    def shapes(self) -> dict[str, tuple[int, ...]]:
        board = self.board()
        return {"roads": (6, *board), "laid": board, "hand": (11,)}

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        places = _places(self.side)
        cells = numbered(sorted({move[3:] for move in legal}, key=places.__getitem__))
        return [self.neighbours * (6 * _TILES[move[0]] + int(move[1])) + cells[move[3:]] for move in legal]

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        _, parts = sections(fen)
        self.fill_tiles(vector, parts["T"])
        self.fill_hand(vector, "hand", hands(parts["H"], seat)[0])
