"""The `go` lines that an engine reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

_INTEGER = re.compile(r"[+-]?\d{1,30}")
_CLOCK = re.compile(r"p(\d{1,2})(time|inc)")
_LIMITS = ("movestogo", "movetime", "depth", "nodes", "mate")
# What UCI calls the clocks of two seats.
_UCI = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
# The seconds that are kept for the way to the client and back.
OVERHEAD = 0.02


@dataclass
class Go:
    """The words of a `go` line. Times are in milliseconds."""

    numbers: dict[str, int] = field(default_factory=dict)
    clocks: dict[int, int] = field(default_factory=dict)
    increments: dict[int, int] = field(default_factory=dict)
    is_infinite: bool = False
    is_ponder: bool = False
    root_moves: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @classmethod
    def parse(cls, words: Sequence[str]) -> Go:
        """Reads the words after `go`. A limit that is zero, negative or unreadable is the smallest one; of two equal
        limits the smaller one counts."""
        go = cls()
        at = 0
        while at < len(words):
            word = _UCI.get(words[at], words[at])
            at += 1
            clock = _CLOCK.fullmatch(word)
            if word == "searchmoves":
                go.root_moves = list(words[at:])
                break
            if word == "infinite":
                go.is_infinite = True
            elif word == "ponder":
                go.is_ponder = True
            elif clock or word in _LIMITS:
                is_number = at < len(words) and _INTEGER.fullmatch(words[at]) is not None
                number = int(words[at]) if is_number else 0
                at += is_number
                if word == "movestogo" and number <= 0:
                    go._note("movetime", None, 1)
                go._note(word, clock, number)
            else:
                go.unknown.append(word)
        return go

    def _note(self, word: str, clock: re.Match[str] | None, number: int) -> None:
        if clock is None:
            number = max(number, 1)
            self.numbers[word] = min(number, self.numbers.get(word, number))
            return
        seat = int(clock[1])
        times, least = (self.clocks, 1) if clock[2] == "time" else (self.increments, 0)
        number = max(number, least)
        times[seat] = min(number, times.get(seat, number))

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` ends the search."""
        return self.is_infinite or not (self.numbers or self.clocks or self.increments)

    def times(self, seats: Iterable[int]) -> tuple[float, float] | None:
        """Returns the seconds after which the search should and must end, or None if time does not limit it.

        The clock is that of the first of `seats` that has one, or else the smallest one.
        """
        limits = []
        if "movetime" in self.numbers:
            total = _left(self.numbers["movetime"] / 1000)
            limits.append((total * 0.9, total))
        if self.clocks or self.increments or "movestogo" in self.numbers:
            seats = list(seats)
            clock = next((self.clocks[seat] for seat in seats if seat in self.clocks), None)
            if clock is None:
                clock = min(self.clocks.values(), default=1)
            increment = next((self.increments[seat] for seat in seats if seat in self.increments), 0)
            left = _left(clock / 1000)
            share = left / self.numbers.get("movestogo", 30) + increment / 1000 * 0.8
            limits.append((min(share, left / 2), min(2 * share, left)))
        return min(limits) if limits else None


def _left(seconds: float) -> float:
    return max(seconds - OVERHEAD, seconds / 8)
