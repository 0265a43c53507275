"""Jeex, with the own stones first."""

from __future__ import annotations

from collections.abc import Sequence

from speltafel._env.codec import Codec, Vector, items, numbered, sections

_CELLS = numbered(f"{file}{rank}" for file in "abcde" for rank in "123" if file + rank != "c2")
_DIRECTIONS = numbered(["n", "ne", "e", "se", "s", "sw", "w", "nw"])
_WAYS = len(_CELLS) * len(_DIRECTIONS)


def _place(cell: str) -> int:
    """Returns the place of a cell on a board of 3 rows, the highest rank first, and 5 files."""
    return 5 * (3 - int(cell[1])) + "abcde".index(cell[0])


class Jeex(Codec):
    """Placements by cell and direction, then rotations by cell and direction, captures by the capturing stone's cell,
    and the claim."""

    actions = 2 * _WAYS + len(_CELLS) + 1

    def shapes(self) -> dict[str, tuple[int, ...]]:
        stones = (8, 3, 5)
        return {
            "stones": stones,
            "other_stones": stones,
            "battlefields": (3, 5),
            "stock": (2,),
            "progress": (1,),
            "opening": (1,),
            "turn": (1,),
        }

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        return [_index(move) for move in legal]

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        turn, parts = sections(fen)
        start = self.layout.start
        for letter, name in (("WB"[seat - 1], "stones"), ("WB"[seat % 2], "other_stones")):
            for item in items(parts[letter]):
                vector[start(name) + 15 * _DIRECTIONS[item[2:]] + _place(item[:2])] = 1
        for cell in str(self.options["Jeex.Battlefields"]).split(","):
            vector[start("battlefields") + _place(cell)] = 1
        stock = [int(count) / 14 for count in items(parts["S"])]
        vector[self.layout["stock"]] = stock if seat == 1 else stock[::-1]
        vector[start("progress")] = self.fraction(parts["H"], "Jeex.DrawPlies")
        vector[start("opening")] = parts["F"] == "1"
        vector[start("turn")] = turn == "WB"[seat - 1]


def _index(move: str) -> int:
    if move == "jeex":
        return Jeex.actions - 1
    if "x" in move:
        return 2 * _WAYS + _CELLS[move.partition("x")[0]]
    kind, stone = (0, move[1:]) if move[0] == "@" else (_WAYS, move)
    return kind + len(_DIRECTIONS) * _CELLS[stone[:2]] + _DIRECTIONS[stone[2:]]
