"""One search of an engine."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from speltafel._dialogue import Dialogue, LateError, first_word
from speltafel._queries import ERROR
from speltafel.errors import BadAnswerError
from speltafel.info import Info
from speltafel.position import Limit, Position, position_line

# The `bestmove` that is no move.
NO_MOVE = "0000"


@dataclass(frozen=True)
class PlayResult:
    """The answer of a search."""

    move: str | None
    """The move, or an event if one is due; None if the game is over, and after a search that observes. `resign` is
    a move too."""
    ponder: str | None = None
    """The expected reply, from an engine with the option `Ponder`."""
    info: Info = field(default_factory=Info)
    """The last report of the best line."""


class Search:
    """A running search."""

    def __init__(self, dialogue: Dialogue, limit: Limit, timeout: float | None) -> None:
        if timeout is None and limit.longest is not None:
            timeout = limit.longest + dialogue.timeout
        self.result: PlayResult | None = None
        self.lines: dict[int, Info] = {}
        """The last report of each line, by its rank."""
        self._dialogue = dialogue
        self._seconds = timeout
        self._deadline = math.inf
        self._silence = math.inf
        self._is_asked = self._is_stopped = False

    async def start(self, position: Position | str, command: str) -> None:
        """Sends the position and the `go` line. Raises the engine's error if it refuses the position."""
        self._dialogue.send(position_line(position))
        await self._dialogue.ready()
        self._dialogue.send(command)
        self._heard()
        if self._seconds is not None:
            self._deadline = time.monotonic() + self._seconds

    async def next(self) -> Info | None:
        """Returns the next report, or None after `bestmove`. Raises LateError if the engine hangs or takes too long."""
        while self.result is None:
            line = await self._line()
            word = first_word(line)
            if word == "bestmove":
                self._finish(line.split()[1:])
            elif word == "info" and not line.startswith(ERROR):
                info = Info.parse(line)
                if info.string is None and info.currmove is None:
                    self._note(info)
                return info
        return None

    def stop(self) -> None:
        """Tells the engine to answer now, once. Does not wait."""
        if self.result is None and not self._is_stopped:
            self._is_stopped = True
            self._deadline = min(self._deadline, time.monotonic() + self._dialogue.timeout)
            self._dialogue.send("stop")

    async def finish(self) -> PlayResult:
        """Waits for `bestmove`."""
        while self.result is None:
            await self.next()
        return self.result

    def best_lines(self) -> list[Info]:
        return [info for _, info in sorted(self.lines.items())]

    async def _line(self) -> str:
        """Returns the next line. After a long silence, the engine must answer `isready`."""
        while True:
            try:
                line = await self._dialogue.line(min(self._deadline, self._silence))
            except LateError:
                if self._is_asked or time.monotonic() >= self._deadline:
                    raise
                self._dialogue.send("isready")
                self._heard(is_asked=True)
                continue
            self._heard()
            return line

    def _heard(self, is_asked: bool = False) -> None:
        self._is_asked = is_asked
        self._silence = time.monotonic() + self._dialogue.timeout

    def _note(self, info: Info) -> None:
        rank = info.multipv or 1
        self.lines[rank] = self.lines.get(rank, Info()).updated(info)

    def _finish(self, words: Sequence[str]) -> None:
        move = words[0] if words and words[0] != NO_MOVE else None
        ponder = words[2] if len(words) > 2 and words[1] == "ponder" else None
        self.result = PlayResult(move, ponder, self.lines.get(1, Info()))
        self._dialogue.raise_error()
        if not words:
            raise BadAnswerError("the engine wrote `bestmove` without a move; `bestmove 0000` is no move")
