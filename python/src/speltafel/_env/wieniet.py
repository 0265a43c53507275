"""Wie niet weg is, with the own stones first."""

from __future__ import annotations

from collections.abc import Sequence

from speltafel._env.codec import Codec, Vector, items, numbered, sections

_RANKS = {"a": "34", "b": "2345", "c": "123456", "d": "123456", "e": "2345", "f": "34"}
_TILES = numbered(file + rank for file, ranks in _RANKS.items() for rank in ranks)
_COUNT = len(_TILES)
_STONES = 8


def _place(tile: str) -> int:
    """Returns the place of a tile on a board of 6 rows, the highest rank first, and 6 files."""
    return 6 * (6 - int(tile[1])) + "abcdef".index(tile[0])


class Wieniet(Codec):
    """Tiles to lay on, then moves by their two tiles, and the pass."""

    actions = _COUNT + _COUNT * _COUNT + 1

    def shapes(self) -> dict[str, tuple[int, ...]]:
        board = (6, 6)
        return {
            "down": board,
            "up": board,
            "other_down": board,
            "other_up": board,
            "tiles": board,
            "off": (2,),
            "to_lay": (2,),
            "progress": (1,),
            "turn": (1,),
        }

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        return [_index(move) for move in legal]

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        turn, parts = sections(fen)
        start = self.layout.start
        off = [int(count) for count in items(parts["T"])]
        names = (("down", "up"), ("other_down", "other_up"))
        for number, (colour, (down, up)) in enumerate(zip((seat - 1, seat % 2), names, strict=True)):
            stones = items(parts["WR"[colour]])
            for item in stones:
                vector[start(up if item[0] == "C" else down) + _place(item.lstrip("C"))] = 1
            vector[start("off") + number] = off[colour] / _STONES
            vector[start("to_lay") + number] = (_STONES - off[colour] - len(stones)) / _STONES
        for tile in _TILES:
            vector[start("tiles") + _place(tile)] = 1
        vector[start("progress")] = self.fraction(parts["H"], "Wieniet.DrawPlies")
        vector[start("turn")] = turn == "WR"[seat - 1]


def _index(move: str) -> int:
    if move == "pass":
        return Wieniet.actions - 1
    if move[0] == "@":
        return _TILES[move[1:]]
    first, _, last = move.partition("-")
    return _COUNT + _COUNT * _TILES[first] + _TILES[last]
