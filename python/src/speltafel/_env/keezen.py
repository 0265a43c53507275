"""Keezen, seen from the seat: seats clockwise from it, the ring from its start, pawns by their progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from speltafel._env.codec import Codec, Vector, hands, items, numbered, sections

_RANKS = numbered("A23456789TJQK")
_COLOURS = "YBRG"
_LANES = "abcd"
_RING = 64
# The cards that one pawn walks with. An ace and a king also enter a pawn.
_WALKS = numbered("A2345689TQ")
# The first number of each kind of action.
_ENTER = {"A:in": 0, "K:in": 1}
_FOLD = 2
_WALK = 3
_JACK = _WALK + 8 * len(_WALKS)
_SEVEN = _JACK + 8 * 12
_SPLIT = _SEVEN + 8
_END = _SPLIT + 8 * 8 * 6


class Keezen(Codec):
    """Actions by card and pawn.

    Pawns 0 to 3 are the own ones, the one that has walked furthest first; 4 to 7 are the partner's in the same order.
    The other pawn of a jack is numbered so for each of the three other seats, clockwise.
    """

    actions = _END

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "ring": (4, _RING),
            "lane": (4, 4),
            "waiting": (4,),
            "hand": (len(_RANKS),),
            "cards": (4,),
            "played": (len(_RANKS),),
            "deal": (3,),
            "dealer": (4,),
            "turn": (4,),
            "partner": (4,),
            "plies": (1,),
        }

    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        _, parts = sections(fen)
        pawns: dict[str, int] = {}
        others: dict[str, int] = {}
        partner = self._partner(parts, seat)
        for relative, number, cell in _pawns(parts, seat):
            if relative == 0:
                pawns[cell] = number
            elif relative == partner:
                pawns[cell] = 4 + number
            if relative:
                others[cell] = 4 * (relative - 1) + number
        return [_index(move, pawns, others) for move in legal]

    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        first, parts = sections(fen)
        start = self.layout.start
        counts = [4] * 4
        for relative, _, cell in _pawns(parts, seat):
            counts[relative] -= 1
            if cell[0] in _LANES:
                vector[start("lane") + 4 * relative + int(cell[1]) - 1] = 1
            else:
                vector[start("ring") + _RING * relative + (int(cell) - _start(seat)) % _RING] = 1
        vector[self.layout["waiting"]] = [count / 4 for count in counts]
        held = hands(parts["C"], seat)
        for name, cards in (("hand", held[0]), ("played", parts["X"])):
            for card in cards:
                vector[start(name) + _RANKS[card]] += 0.25
        vector[self.layout["cards"]] = [len(cards) / 5 for cards in held]
        dealer, deal = items(parts["D"])
        vector[start("deal") + int(deal) - 1] = 1
        vector[start("dealer") + (int(dealer) - seat) % 4] = 1
        if first[0] == "p" and first[1:].isdigit():
            vector[start("turn") + (int(first[1:]) - seat) % 4] = 1
        partner = self._partner(parts, seat)
        if partner is not None:
            vector[start("partner") + partner] = 1
        vector[start("plies")] = self.fraction(parts["F"], "Keezen.MaxPlies")

    def _partner(self, parts: dict[str, str], seat: int) -> int | None:
        """Returns how many seats clockwise the partner sits, if the seat knows."""
        if self.options["Keezen.Partners"] == "fixed":
            return 2
        cards = parts.get("P", "????")
        own = cards[seat - 1]
        return None if own == "?" else next(step for step in (1, 2, 3) if cards[(seat - 1 + step) % 4] == own)


def _start(seat: int) -> int:
    return 16 * (seat - 1)


def _pawns(parts: dict[str, str], seat: int) -> Iterator[tuple[int, int, str]]:
    """Returns for each pawn on the board how many seats clockwise its owner sits, its number, and its cell."""
    for relative in range(4):
        owner = (seat - 1 + relative) % 4 + 1
        cells = items(parts[_COLOURS[owner - 1]])
        if len(cells) > 1:
            cells.sort(key=lambda cell: _progress(cell, owner), reverse=True)
        for number, cell in enumerate(cells):
            yield relative, number, cell


def _progress(cell: str, seat: int) -> int:
    """Returns how many cells a pawn has walked from its start."""
    return _RING + int(cell[1]) if cell[0] in _LANES else (int(cell) - _start(seat)) % _RING


def _index(move: str, pawns: dict[str, int], others: dict[str, int]) -> int:
    if move in _ENTER:
        return _ENTER[move]
    card, _, what = move.partition(":")
    if card == "fold":
        return _FOLD
    if card == "J":
        own, _, other = what.partition("x")
        return _JACK + 12 * pawns[own] + others[other]
    if card != "7":
        return _WALK + 8 * _WALKS[card] + pawns[what]
    if "," not in what:
        return _SEVEN + pawns[what]
    (first, steps), (second, _) = (part.split("=") for part in what.split(","))
    return _SPLIT + 6 * (8 * pawns[first] + pawns[second]) + int(steps) - 1
