"""English draughts, seen from the side of the seat: its men begin on 1 to 12 and move to higher numbers."""

from __future__ import annotations

from collections.abc import Sequence

from speltafel._env.codec import Codec, Vector, items, sections

_SQUARES = range(1, 33)
# No capture has more routes between the same squares: found by trying all sets of enemies that a king can jump over.
_ROUTES = 9


def _place(square: int) -> tuple[int, int]:
    """Returns row and column, from 0."""
    row, place = divmod(square - 1, 4)
    return row, 2 * place + (row % 2 == 0)


def _pairs(distance: int) -> list[tuple[int, int]]:
    """Returns all pairs of squares that a step of this distance connects, or, from distance 2 on, several steps."""
    places = {square: _place(square) for square in _SQUARES}
    steps = {
        a: [b for b in _SQUARES if all(abs(x - y) == distance for x, y in zip(places[a], places[b], strict=True))]
        for a in _SQUARES
    }
    if distance == 1:
        return [(a, b) for a in _SQUARES for b in steps[a]]
    reached = {a: {a} for a in _SQUARES}
    for start in _SQUARES:
        new = [start]
        while new:
            new = [b for a in new for b in steps[a] if b not in reached[start]]
            reached[start].update(new)
    return [(a, b) for a in _SQUARES for b in sorted(reached[a])]


_STEPS = {pair: number for number, pair in enumerate(_pairs(1))}
_CAPTURES = {pair: len(_STEPS) + number * _ROUTES for number, pair in enumerate(_pairs(2))}


class Checkers(Codec):
    """Steps by their squares, then captures by theirs and by the rank among the captures with the same squares."""

    actions = len(_STEPS) + len(_CAPTURES) * _ROUTES

    def shapes(self) -> dict[str, tuple[int, ...]]:
        board = (8, 8)
        return {"men": board, "kings": board, "other_men": board, "other_kings": board, "progress": (1,), "turn": (1,)}

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        turned = self._is_turned(seat)
        found: list[int] = []
        taken: set[int] = set()
        for move in legal:
            squares = [int(square) for square in move.replace("x", "-").split("-")]
            first, last = squares[0], squares[-1]
            pair = (33 - first, 33 - last) if turned else (first, last)
            index = _CAPTURES[pair] if "x" in move else _STEPS[pair]
            while index in taken:
                index += 1
            taken.add(index)
            found.append(index)
        return found

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        turn, parts = sections(fen)
        turned = self._is_turned(seat)
        own = "B" if seat == 1 else "W"
        start = self.layout.start
        for letter, men, kings in ((own, "men", "kings"), ("BW"[seat % 2], "other_men", "other_kings")):
            for item in items(parts[letter]):
                square = int(item.lstrip("K"))
                row, column = _place(33 - square if turned else square)
                vector[start(kings if item[0] == "K" else men) + 8 * row + column] = 1
        vector[start("progress")] = self.fraction(parts["H"], "Checkers.DrawPlies")
        vector[start("turn")] = turn == own

    def _is_turned(self, seat: int) -> bool:
        """Returns whether the numbers in moves and texts are those of the other side."""
        return (seat == 2) != (self.options["Checkers.Numbering"] == "jijbent")
