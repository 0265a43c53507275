"""Positions and limits: what a search is about, and when it ends."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index


@dataclass(frozen=True)
class Position:
    """A game: a base and the tokens after it.

    Tokens are moves, events, `resign` and verdicts, as the engine writes them.
    """

    moves: tuple[str, ...] = ()
    """The moves and events since the base."""
    fen: str | None = None
    """The position text of the base; None for the start position."""
    seat: int | None = None
    """The seat whose view the tokens are, 0 for what everybody may see, and None for the history with all cards."""

    @classmethod
    def parse(cls, text: str) -> Position:
        """Reads a `position` line; its first word may be missing. This reads the answer of `query view`.

        >>> Position.parse("position seat 1 startpos moves 11-15")
        Position(moves=('11-15',), fen=None, seat=1)
        """
        words = text.split()
        seat = None
        if words[:1] == ["position"]:
            del words[0]
        if words[:1] == ["seat"] and len(words) > 1 and re.fullmatch(r"\+?[0-9]+", words[1]):
            seat = int(words[1])
            del words[:2]
        end = words.index("moves") if "moves" in words else len(words)
        base, moves = words[:end], tuple(word for word in words[end:] if word != "moves")
        if base == ["startpos"]:
            return cls(moves, None, seat)
        if len(base) > 1 and base[0] == "fen":
            return cls(moves, " ".join(base[1:]), seat)
        raise ValueError(f"expected [position] [seat K] startpos|fen TEXT [moves T ...], got {text[:80]!r}")

    def after(self, *moves: str) -> Position:
        """Returns the position after more moves."""
        return Position(self.moves + moves, self.fen, self.seat)

    def __str__(self) -> str:
        seat = "" if self.seat is None else f" seat {self.seat}"
        base = "startpos" if self.fen is None else f"fen {self.fen}"
        moves = f" moves {' '.join(self.moves)}" if self.moves else ""
        return f"position{seat} {base}{moves}"


def position_line(position: Position | str) -> str:
    """Returns the `position` line of a position or of its text."""
    return str(position if isinstance(position, Position) else Position.parse(position))


@dataclass(frozen=True)
class Limit:
    """The end of a search. It ends at the first limit that it reaches.

    Times are in seconds. Without any limit, a search ends only when it is stopped. Raises ValueError for a limit that
    no search can keep: a time below 0 or that is not finite, and any other limit below 1.
    """

    time: float | None = None
    """The time for this move."""
    depth: int | None = None
    nodes: int | None = None
    """The nodes of all threads together."""
    mate: int | None = None
    """Searches this number of plies for a win."""
    clocks: Sequence[float] = ()
    """The time left on the clock of each seat: p1, p2 and so on."""
    increments: Sequence[float] = ()
    """The time that each seat gets for a move."""
    moves_to_go: int | None = None
    """The number of moves to the next time control."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "mate", "moves_to_go"):
            number = getattr(self, name)
            if number is not None and index(number) < 1:
                raise ValueError(f"{name}: expected 1 or more, got {number}")
        for name, times in (("time", [self.time or 0]), ("clocks", self.clocks), ("increments", self.increments)):
            for seconds in times:
                if not 0 <= seconds < math.inf:
                    raise ValueError(f"{name}: expected 0 seconds or more, got {seconds}")

    @property
    def longest(self) -> float | None:
        """The time that a search may take, or None if time does not limit it."""
        times = [] if self.time is None else [self.time]
        if self.clocks or self.increments:
            times.append(max(self.clocks or self.increments))
        return max(0.0, min(times)) if times else None

    def command(self, root_moves: Sequence[str] = (), observe: bool = False) -> str:
        """Returns the `go` line.

        >>> Limit(clocks=[60, 60], increments=[1, 1], depth=9).command()
        'go p1time 60000 p1inc 1000 p2time 60000 p2inc 1000 depth 9'
        """
        words = ["go", "observe"] if observe else ["go"]
        for seat in range(max(len(self.clocks), len(self.increments))):
            for kind, times in (("time", self.clocks), ("inc", self.increments)):
                if seat < len(times):
                    words.append(f"p{seat + 1}{kind} {round(times[seat] * 1000)}")
        numbers = {"movestogo": self.moves_to_go, "depth": self.depth, "nodes": self.nodes, "mate": self.mate}
        if self.time is not None:
            numbers["movetime"] = round(self.time * 1000)
        words += [f"{name} {number}" for name, number in numbers.items() if number is not None]
        if self.is_endless:
            words.append("infinite")
        if root_moves:
            words += ["searchmoves", *root_moves]
        return " ".join(words)

    @property
    def is_endless(self) -> bool:
        """Whether the search ends only when it is stopped."""
        limits = (self.time, self.depth, self.nodes, self.mate, self.moves_to_go)
        return all(limit is None for limit in limits) and not self.clocks and not self.increments
