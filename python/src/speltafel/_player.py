"""What an author of an engine writes, and what it is given."""

from __future__ import annotations

import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from speltafel.info import Info
from speltafel.options import Option, OptionValue
from speltafel.position import Limit, Position


class Player(ABC):
    """An engine: derive a class, write `choose`, and pass an object to `serve`."""

    name: str = "python player"
    """The name and the author that the engine tells its clients."""
    author: str = "unknown"
    options: Sequence[Option] = ()
    """Options besides `Game`, the rule options and `Seed`."""

    def __init__(self) -> None:
        self.settings: dict[str, OptionValue] = {option.name: option.default for option in self.options}
        """The values of `options` by name."""
        self.random = random.Random()
        """Random numbers that follow from the option `Seed`. They begin anew with each game."""

    @abstractmethod
    def choose(self, search: Search) -> str:
        """Returns one of `search.moves`. Runs in a thread of its own, one at a time."""

    def new_game(self) -> None:  # noqa: B027
        """Is called before a game of which the next position is a part."""


class SearchStopped(Exception):  # noqa: N818
    """The search has ended without waiting for the player. Let it pass through `choose`."""


class Search:
    """A search that a player is asked for."""

    def __init__(
        self,
        position: Position,
        seat: int,
        moves: Sequence[str],
        limit: Limit,
        ask: Callable[[Search, Sequence[str], Position], list[str]],
        write: Callable[[Search, Info], None],
    ) -> None:
        self.position = position
        """What the seat to move knows of the game: its view, or the history without a seat if nothing is hidden."""
        self.seat = seat
        """The seat to move, from 1."""
        self.moves = moves
        """The moves to choose from: the legal ones, or those that the client asks for."""
        self.limit = limit
        """The limits. `time` is the time that the search should take."""
        self.nodes = 0
        """The number of nodes so far, for the reports of the search."""
        self.best = moves[0]
        """The best move so far. It is played if the player is late."""
        self._ask, self._write = ask, write
        self._stop = threading.Event()
        self._began = time.monotonic()
        self.deadline: float | None = None if limit.time is None else self._began + limit.time
        """The time at which the search should end, a value of `time.monotonic`."""

    @property
    def is_stopped(self) -> bool:
        """Whether to return a move now. A search of more than some milliseconds must ask this often."""
        return self._stop.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline)

    @property
    def seconds(self) -> float:
        """The seconds since the start of the search."""
        return time.monotonic() - self._began

    def stop(self) -> None:
        """Tells the player to return a move."""
        self._stop.set()

    def query(self, question: str, *moves: str) -> str:
        """Returns the referee's answer to a query such as `board`, in the position after more moves."""
        return self.queries([question], *moves)[0]

    def queries(self, questions: Sequence[str], *moves: str) -> list[str]:
        """Returns the referee's answers to several queries. They are sent together, which saves time.

        Raises SearchStopped if the search has ended.
        """
        return self._ask(self, questions, self.position.after(*moves))

    def report(self, info: Info) -> None:
        """Sends a report to the client. The first move of its `pv` becomes `best`."""
        if info.pv and info.pv[0] in self.moves:
            self.best = info.pv[0]
        self._write(self, info)
