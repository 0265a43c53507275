"""What an engine reports about a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum


class Bound(Enum):
    """Whether a score is exact."""

    EXACT = "exact"
    LOWER = "lowerbound"
    UPPER = "upperbound"


@dataclass(frozen=True)
class Score:
    """The evaluation for the side to move. Either `cp` or `mate` is a number, the other is None."""

    cp: int | None = None
    """Hundredths of a piece, or of the game's own unit."""
    mate: int | None = None
    """The game is decided in this number of plies; negative if the side to move loses."""
    bound: Bound = Bound.EXACT
    error: int | None = None
    """The standard error in the unit of the score, from a search that observes."""

    def value(self, mate: int = 100_000) -> int:
        """Returns one number to compare scores with. A decided game counts as `mate`, less one for each ply.

        >>> Score(mate=3).value() > Score(cp=900).value() > Score(mate=-2).value()
        True
        """
        if self.mate is None:
            return self.cp or 0
        return mate - self.mate if self.mate > 0 else -mate - self.mate


@dataclass(frozen=True)
class Wdl:
    """Win, draw and loss for the side to move, in thousandths."""

    win: int
    draw: int
    loss: int

    @property
    def expectation(self) -> float:
        """The expected result, from 0 for a loss to 1 for a win; a draw counts as a half."""
        total = self.win + self.draw + self.loss
        return (self.win + self.draw / 2) / total if total else 0.5


@dataclass(frozen=True)
class Info:
    """One report of a search. What the engine does not say is None or empty."""

    depth: int | None = None
    """The completed depth in plies; with sampled hands, the binary logarithm of the number of samples."""
    seldepth: int | None = None
    """The deepest ply reached."""
    multipv: int | None = None
    """The rank of this line, from 1."""
    score: Score | None = None
    wdl: Wdl | None = None
    nodes: int | None = None
    nps: int | None = None
    """Nodes per second."""
    hashfull: int | None = None
    """The used part of the transposition table in thousandths."""
    tbhits: int | None = None
    """The number of positions found in endgame databases."""
    currmove: str | None = None
    """The root move that is being searched, and its number."""
    currmovenumber: int | None = None
    time: float | None = None
    """The seconds since the start of the search."""
    win_probabilities: tuple[float, ...] = ()
    """With more than two seats, the win probability of each team, from 0 to 1."""
    pv: tuple[str, ...] = ()
    """The expected line of play."""
    string: str | None = None
    """A text for people."""

    @classmethod
    def parse(cls, line: str) -> Info:
        """Reads an `info` line. Unknown words, and numbers that cannot be read, are skipped.

        >>> Info.parse("info depth 3 score cp 12 nodes 500 pv 11-15 23-19").pv
        ('11-15', '23-19')
        """
        words = _Words(line.split()[1:])
        found: dict[str, object] = {}
        score: Score | None = None
        while (word := words.next()) is not None:
            if word == "pv":
                found["pv"] = tuple(words.rest())
            elif word == "string":
                found["string"] = " ".join(words.rest())
            elif word == "currmove":
                found["currmove"] = words.next()
            elif word == "evs":
                found["win_probabilities"] = tuple(number / 1000 for number in words.numbers())
            elif word == "wdl" and len(numbers := words.numbers()) == 3:
                found["wdl"] = Wdl(*numbers)
            elif word == "score" and (kind := words.next()) in ("cp", "mate"):
                number = words.number()
                score = None if number is None else Score(number) if kind == "cp" else Score(mate=number)
            elif word in (Bound.LOWER.value, Bound.UPPER.value):
                score = score and replace(score, bound=Bound(word))
            elif word == "err":
                score = score and replace(score, error=words.number())
            elif word == "time":
                number = words.number()
                found["time"] = None if number is None else number / 1000
            elif word in _NUMBERS:
                found[word] = words.number()
        return cls(score=score, **found)  # type: ignore[arg-type]

    def line(self) -> str:
        """Returns the `info` line.

        >>> Info(depth=2, score=Score(cp=5), time=0.5, pv=("11-15",)).line()
        'info depth 2 score cp 5 time 500 pv 11-15'
        """
        words = ["info"]
        for name, value in self.known().items():
            if isinstance(value, Score):
                words.append(f"score cp {value.cp}" if value.mate is None else f"score mate {value.mate}")
                words += [] if value.bound is Bound.EXACT else [value.bound.value]
                words += [] if value.error is None else [f"err {value.error}"]
            elif isinstance(value, Wdl):
                words.append(f"wdl {value.win} {value.draw} {value.loss}")
            elif isinstance(value, tuple) and name == "win_probabilities":
                words += ["evs", *(str(round(number * 1000)) for number in value)]
            elif isinstance(value, tuple):
                words += [name, *value]
            elif isinstance(value, float):
                words.append(f"{name} {round(value * 1000)}")
            else:
                words.append(f"{name} {value}")
        return " ".join(words)

    def updated(self, newer: Info) -> Info:
        """Returns this report with what a newer one says."""
        return replace(self, **newer.known())  # type: ignore[arg-type]

    def known(self) -> Mapping[str, object]:
        """Returns what the engine says, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None and value != ()}


_NUMBERS = frozenset(["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "currmovenumber"])


class _Words:
    """The words of a line, from left to right."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0

    def next(self) -> str | None:
        self._at += 1
        return self._words[self._at - 1] if self._at <= len(self._words) else None

    def number(self) -> int | None:
        """Takes the next word if it is a whole number."""
        try:
            number = int(self._words[self._at])
        except (IndexError, ValueError):
            return None
        self._at += 1
        return number

    def numbers(self) -> list[int]:
        """Takes all whole numbers up to the next other word."""
        numbers = []
        while (number := self.number()) is not None:
            numbers.append(number)
        return numbers

    def rest(self) -> list[str]:
        rest = self._words[self._at :]
        self._at = len(self._words)
        return rest
