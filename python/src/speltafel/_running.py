"""A search of an engine that is written in Python."""

from __future__ import annotations

import os
import threading
import time
import traceback
from dataclasses import replace
from typing import Protocol

from speltafel._go import Go
from speltafel._lines import quoted
from speltafel._player import Player, Search, SearchStopped
from speltafel._search import NO_MOVE
from speltafel.errors import EngineError

# The seconds that a player gets to return a move after `stop`.
_GRACE = 0.05


class Host(Protocol):
    """What runs a search."""

    thread: threading.Thread | None

    def end(self, running: Running, move: str, error: str | None) -> None:
        """Writes the answer of a search, once."""

    def error(self, text: str) -> None:
        """Writes an error line."""


class Running:
    """A `go` command until its `bestmove`."""

    def __init__(self, server: Host, go: Go) -> None:
        self.go = go
        self.search: Search | None = None
        self._server = server
        # Whether `bestmove` must wait for `stop` or `ponderhit`.
        self._is_held = go.is_endless or go.is_ponder
        self._answer: tuple[str, str | None] | None = None
        self._times: tuple[float, float] | None = None
        self._timer: threading.Timer | None = None
        self._has_ended = threading.Event()

    def start(self, search: Search, times: tuple[float, float] | None, player: Player) -> None:
        self.search, self._times = search, times
        if not self._is_held:
            self._start_clock()
        # A player that has not returned yet is not asked a second time.
        arguments = (search, player, self._server.thread)
        self._server.thread = threading.Thread(target=self._choose, args=arguments, daemon=True)
        self._server.thread.start()

    def _start_clock(self) -> None:
        if self._times is None or self.search is None:
            return
        should, must = self._times
        self.search.limit = replace(self.search.limit, time=should)
        self.search.deadline = time.monotonic() + should
        self._timer = threading.Timer(must, self._end_with_best)
        self._timer.daemon = True
        self._timer.start()

    def _choose(self, search: Search, player: Player, previous: threading.Thread | None) -> None:
        if previous is not None:
            previous.join()
        try:
            move = player.choose(search)
        except SearchStopped:
            return
        except Exception as error:
            traceback.print_exc()
            self.finish(NO_MOVE, f"internal_error {quoted(repr(error), 200)}")
            return
        if move in search.moves or move == "resign":
            self.finish(move)
        else:
            self.finish(NO_MOVE, f"internal_error choose returned {quoted(repr(move))}, which is no move of the search")

    def finish(self, move: str, error: str | None = None) -> None:
        """Answers the search, or keeps the answer until it may be given."""
        self._answer = self._answer or (move, error)
        if not self._is_held:
            self._end(*self._answer)

    def stop(self) -> None:
        """Ends the search and waits for its answer."""
        self._release()
        if self.search is not None:
            self.search.stop()
            if not self._has_ended.wait(_GRACE):
                self._end_with_best()

    def hit(self) -> None:
        """Carries out `ponderhit`."""
        if not self.go.is_ponder or self.go.is_infinite:
            return
        if self.go.is_endless:
            self.stop()
        else:
            self._start_clock()
            self._release()

    def wait(self) -> None:
        """Waits for the end of a search that ends by itself."""
        if self._is_held:
            self._server.error("bad_argument wait: only stop or ponderhit ends this search")
        else:
            self._has_ended.wait()

    def _release(self) -> None:
        self._is_held = False
        if self._answer is not None:
            self._end(*self._answer)

    def _end_with_best(self) -> None:
        if self.search is not None:
            self.search.stop()
            self._end(self.search.best, None)

    def _end(self, move: str, error: str | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        try:
            self._server.end(self, move, error)
        except (EngineError, OSError):
            # Without its referee or its client, the engine cannot go on.
            traceback.print_exc()
            os._exit(1)
        self._has_ended.set()
