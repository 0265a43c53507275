"""What the encodings of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from speltafel.options import OptionValue

Vector = NDArray[np.float32]


class Layout(dict[str, slice]):
    """The parts of an observation, in order."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        self.shapes = dict(shapes)
        end = 0
        for name, shape in shapes.items():
            self[name] = slice(end, end + prod(shape))
            end += prod(shape)
        self.size = end
        """The number of values."""

    def start(self, name: str) -> int:
        """Returns where a part begins."""
        return int(self[name].start)


class Codec(ABC):
    """Numbers the actions of a game, and turns position texts into vectors.

    Texts are those of a view, so a vector has only what its seat sees.
    """

    actions: ClassVar[int]
    """The number of actions."""

    def __init__(self, seats: int, options: Mapping[str, OptionValue]) -> None:
        self.seats = seats
        self.options = options
        self.layout = Layout(self.shapes())

    @abstractmethod
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Returns the names and shapes of the parts of an observation."""

    @abstractmethod
    def indexes(self, legal: Sequence[str], fen: str, seat: int) -> list[int]:
        """Returns the number of each legal move of a seat. `fen` is the position text of its view."""

    @abstractmethod
    def fill(self, vector: Vector, fen: str, seat: int) -> None:
        """Writes what a seat sees into a vector of zeros."""

    def observe(self, fen: str, seat: int) -> Vector:
        """Returns what a seat sees. `fen` is the position text of its view."""
        vector = np.zeros(self.layout.size, np.float32)
        self.fill(vector, fen, seat)
        return vector

    def option(self, name: str) -> int:
        """Returns the value of an option with a number."""
        return int(self.options[name])  # type: ignore[arg-type]

    def fraction(self, count: str, option: str) -> float:
        """Returns which part of a limit a count has reached; 0 without a limit."""
        limit = self.option(option)
        return min(1.0, int(count) / limit) if limit else 0.0


def sections(fen: str) -> tuple[str, dict[str, str]]:
    """Splits a position text into its first section, and the others by their letter."""
    first, *others = fen.split(":")
    return first, {section[0]: section[1:] for section in others}


def items(text: str) -> list[str]:
    """Splits a list in a position text, which may be empty."""
    return text.split(",") if text else []


def hands(text: str, seat: int) -> list[str]:
    """Returns the cards or tiles of all hands in a position text, those of a seat first."""
    found = ["" if hand == "-" else hand for hand in text.split("/")]
    return found[seat - 1 :] + found[: seat - 1]


def numbered(words: Iterable[str]) -> dict[str, int]:
    """Returns the number of each word."""
    return {word: number for number, word in enumerate(words)}
