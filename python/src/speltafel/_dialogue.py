"""The lines between a client and an engine."""

from __future__ import annotations

import logging
import math
import signal
import threading
import time
from collections import Counter, deque

from speltafel._lines import check_line
from speltafel._process import EngineProcess
from speltafel._queries import ERROR
from speltafel._waiting import Waiter
from speltafel.errors import CommandError, EngineTerminatedError, command_error

LOGGER = logging.getLogger("speltafel.engine")

# The answer that each of these commands is owed.
_ANSWERS = {"go": "bestmove", "isready": "readyok", "query": "response", "ugi": "ugiok"}
# Engines with longer lines are killed, so that they cannot fill the memory.
_LONGEST_LINE = 64 << 20
# A thread that waits notices at least this often that another one has closed the engine.
_CHECK_SECONDS = 1.0
# The seconds that a process which has closed its output gets to exit.
_EXIT_SECONDS = 1.0


class LateError(Exception):
    """No line came before the deadline."""


class Dialogue:
    """Sends and receives lines, and knows which answers are still due.

    After any interruption (a timeout, a cancelled task, Ctrl-C), `synchronise` makes the engine usable again.
    Reading and writing go on together, so that neither side blocks the other.
    """

    def __init__(self, process: EngineProcess, waiter: Waiter, timeout: float) -> None:
        self.process = process
        self.waiter = waiter
        self.timeout = timeout
        # The errors that the engine has reported since the last `synchronise` or `raise_error`.
        self.errors: list[CommandError] = []
        self._owed: Counter[str] = Counter()
        self._lines: deque[str] = deque()
        self._partial = bytearray()
        self._unsent = bytearray()
        # `stop` and `kill` may come from another thread than the one that waits.
        self._io = threading.RLock()
        # Whether Ctrl-C has ended `_read`, so that what was read may be lost.
        self._is_torn = False
        self._has_ended = False
        self._death: str | None = None

    @property
    def is_alive(self) -> bool:
        return self._death is None

    def send(self, *lines: str) -> None:
        """Sends lines. What the pipe does not take is sent during the next wait."""
        for line in lines:
            check_line(line)
        with self._io:
            for line in lines:
                LOGGER.debug("%s << %s", self.process.pid, line)
                self._unsent += line.encode() + b"\n"
                answer = _ANSWERS.get(line.partition(" ")[0])
                if answer is not None:
                    self._owed[answer] += 1
            self._write()

    async def line(self, deadline: float = math.inf) -> str:
        """Returns the next line. Raises LateError if none comes before the deadline, a value of `time.monotonic`."""
        while not self._lines:
            if self._death is not None:
                raise EngineTerminatedError(self._death)
            if self._has_ended:
                raise await self._ended()
            await self._pump(deadline)
        line = self._lines.popleft()
        LOGGER.debug("%s >> %s", self.process.pid, line)
        word = first_word(line)
        if self._owed[word] > 0:
            self._owed[word] -= 1
        elif line.startswith(ERROR):
            self.errors.append(command_error(line[len(ERROR) :]))
        return line

    async def until(self, word: str, deadline: float | None = None) -> list[str]:
        """Returns the lines up to the first one that begins with `word`."""
        deadline = time.monotonic() + self.timeout if deadline is None else deadline
        lines: list[str] = []
        while not lines or first_word(lines[-1]) != word:
            lines.append(await self.line(deadline))
        return lines

    async def ready(self) -> None:
        """Sends `isready` and waits for the answer. Raises the first error that the engine reported before it."""
        self.send("isready")
        await self.until("readyok")
        self.raise_error()

    def raise_error(self) -> None:
        """Raises the first error that the engine has reported, and forgets the others."""
        if self.errors:
            error = self.errors[0]
            self.errors.clear()
            raise error

    async def synchronise(self) -> None:
        """Ends a search that is still running, and waits for all answers that are due. Kills an engine that does not
        give them, and raises EngineTerminatedError."""
        if self._death is not None:
            raise EngineTerminatedError(self._death)
        with self._io:
            is_torn, self._is_torn = self._is_torn, False
        # Lost responses do not matter: `readyok` comes after them.
        if is_torn and (self._owed["bestmove"] or self._owed["readyok"]):
            raise self.kill("was killed because an interrupt came in the middle of its answer")
        if self._unsent or any(self._owed.values()):
            deadline = time.monotonic() + self.timeout
            if self._owed["bestmove"]:
                self.send("stop")
            self.send("isready")
            try:
                while self._owed["bestmove"] or self._owed["readyok"]:
                    await self.line(deadline)
            except LateError:
                raise self.kill(f"did not answer within {self.timeout:g} s and was killed") from None
            self._owed.clear()
        self._lines.clear()
        self.errors.clear()

    def kill(self, why: str) -> EngineTerminatedError:
        """Kills the process group and returns the error that says why."""
        if self._death is None:
            lines = "".join(f"\n  {line}" for line in self.process.stderr_lines())
            self._death = f"the engine {why}" + (f"; the end of its standard error:{lines}" if lines else "")
        self.waiter.release()
        with self._io:
            self.process.kill()
        return EngineTerminatedError(self._death)

    async def close(self, timeout: float) -> None:
        """Ends the engine with `quit`, and kills it if it has not exited after the timeout."""
        deadline = time.monotonic() + timeout
        is_alive = self._death is None
        # Another call that waits for a line fails now.
        self._death = self._death or "the engine was closed"
        self.waiter.release()
        try:
            if is_alive:
                self.send("quit")
                while self._unsent and not self._has_ended:
                    await self._pump(deadline)
                self.process.close_input()
                while not self._has_ended:
                    await self._pump(deadline)
                    self._lines.clear()
                await self._exit(deadline)
        except LateError:
            pass
        finally:
            self.kill("was closed")

    async def _pump(self, deadline: float) -> None:
        """Waits until something can be read or written, and does it."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise LateError
        writer = self.process.stdin if self._unsent else None
        await self.waiter.ready(self.process.outputs, writer, min(left, _CHECK_SECONDS))
        with self._io:
            self._write()
            # Children of the process may hold its output open, so the end of the process counts as the end of it.
            has_exited = self.process.has_exited()
            if not self._read() and has_exited:
                self._has_ended = True

    def _write(self) -> None:
        while self._unsent and self.process.kill.alive:
            count = self.process.write(self._unsent)
            if count == 0:
                return
            del self._unsent[:count]

    def _read(self) -> bool:
        """Reads what is there. Returns whether there was something."""
        if self.process.kill.alive:
            self.process.read_errors()
        self._is_torn = True
        chunk = self.process.read() if self.process.kill.alive else b""
        if not chunk:
            self._has_ended = self._has_ended or chunk == b""
            self._is_torn = False
            return False
        self._partial += chunk
        if b"\n" in chunk:
            *lines, self._partial = self._partial.split(b"\n")
            self._lines.extend(line.decode(errors="replace").strip() for line in lines)
        elif len(self._partial) > _LONGEST_LINE:
            self.kill(f"wrote a line of more than {_LONGEST_LINE} bytes and was killed")
        self._is_torn = False
        return True

    async def _exit(self, deadline: float) -> None:
        """Waits until the process has exited."""
        while not self.process.has_exited():
            left = deadline - time.monotonic()
            if left <= 0:
                raise LateError
            await self.waiter.ready([self.process.exit], None, left)

    async def _ended(self) -> EngineTerminatedError:
        """Returns the error of an engine that has ended by itself."""
        try:
            await self._exit(time.monotonic() + _EXIT_SECONDS)
        except LateError:
            return self.kill("closed its output and was killed")
        self.process.read_errors()
        self.process.kill()
        code = self.process.returncode
        if code is not None and code < 0:
            return self.kill(f"was ended by {_signal_name(-code)}")
        return self.kill(f"exited with code {code}")


def first_word(line: str) -> str:
    """Returns the first word of a line, or an empty text."""
    return next(iter(line.split(None, 1)), "")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
