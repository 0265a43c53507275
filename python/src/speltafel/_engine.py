"""An engine for asyncio."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from speltafel._analysis import Analysis
from speltafel._dialogue import Dialogue, LateError
from speltafel._process import EngineProcess
from speltafel._queries import query_lines, read_responses
from speltafel._search import PlayResult, Search
from speltafel._waiting import AsyncWaiter, Waiter
from speltafel.errors import EngineTimeoutError
from speltafel.info import Info
from speltafel.options import Option, Options, OptionValue
from speltafel.position import Limit, Position
from speltafel.programs import find_program

# A program, or a list with its arguments.
Command = str | os.PathLike[str] | Sequence[str]

# The seconds in which an engine must answer, other than a search.
DEFAULT_TIMEOUT = 20.0
# The seconds that an engine gets to exit after `quit`.
QUIT_SECONDS = 2.0


class Engine:
    """A running engine, for asyncio.

    Several tasks may call it; the calls are carried out one after the other. A call ends a running analysis. After a
    call that was cancelled or interrupted, the next one makes the engine usable again.
    """

    def __init__(self, dialogue: Dialogue, introduction: Iterable[str]) -> None:
        """Use `Engine.open`."""
        self._dialogue = dialogue
        # The search that an analysis may go on with.
        self._current: Search | None = None
        # The configured number of lines, and the number that the engine reports now.
        self._multipv = self._multipv_now = 1
        self.name = self.author = ""
        """The name and the author, as the engine says them."""
        options = []
        for line in introduction:
            words = line.split(maxsplit=2)
            if words[:2] == ["id", "name"]:
                self.name = "".join(words[2:])
            elif words[:2] == ["id", "author"]:
                self.author = "".join(words[2:])
            elif (option := Option.parse(line)) is not None:
                options.append(option)
        self.options = Options(options)
        """The options that the engine declares."""
        declared = self.options.get("UGI_Extensions")
        self.extensions = frozenset(str(declared.default).split(",") if declared else ())
        """The extensions of the protocol that the engine declares, such as `views`."""

    @staticmethod
    def open(
        command: Command | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Opening:
        """Starts an engine and sets options. Await the result, or use it with `async with`.

        The default command is `speltafel`. The engine must give every answer within `timeout` seconds. `cwd` is its
        folder, and `env` its whole environment; both are inherited by default.
        """
        return Opening(lambda: open_engine(AsyncWaiter(), command, options, timeout, cwd, env))

    @property
    def timeout(self) -> float:
        """The seconds in which the engine must answer; a search with a time limit, its time and these seconds."""
        return self._dialogue.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._dialogue.timeout = seconds

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._dialogue.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the engine can still be used, as far as the last call could tell."""
        return self._dialogue.is_alive

    @property
    def returncode(self) -> int | None:
        """The exit status once the engine is gone, negative for a signal."""
        return self._dialogue.process.returncode

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. A new value of `Game` or of a rule option loads the start position.

        Raises OptionError if the engine does not declare an option or its value; then no option is set.
        """
        commands = [self.options.command(name, value) for name, value in options.items()]
        async with self._call():
            self._dialogue.send(*commands)
            for name, value in options.items():
                if name.lower() == "multipv" and isinstance(value, int):
                    self._multipv = self._multipv_now = value
            await self._dialogue.ready()

    async def new_game(self) -> None:
        """Tells the engine that the next position belongs to another game. Loads the start position."""
        async with self._call():
            self._dialogue.send("uginewgame")
            await self._dialogue.ready()

    async def ping(self) -> None:
        """Waits until the engine has carried out all commands."""
        async with self._call():
            await self._dialogue.ready()

    async def query(self, question: str, position: Position | str | None = None) -> str:
        """Returns the answer to a query such as `legal`, in this position or in that of the last call."""
        return (await self.queries([question], position))[0]

    async def queries(self, questions: Sequence[str], position: Position | str | None = None) -> list[str]:
        """Returns the answers to several queries. They are sent together, which saves time."""
        async with self._call():
            self._dialogue.send(*query_lines(questions, position))
            answers = [(await self._dialogue.until("response"))[-1] for _ in questions]
            self._dialogue.raise_error()
        return read_responses(questions, answers)

    async def command(self, line: str) -> list[str]:
        """Sends a line as it is, and returns what the engine writes up to `readyok`. Errors are not raised."""
        async with self._call():
            self._dialogue.send(line, "isready")
            lines = await self._dialogue.until("readyok")
            self._dialogue.errors.clear()
        return lines[:-1]

    async def play(
        self,
        position: Position | str,
        limit: Limit,
        *,
        root_moves: Sequence[str] = (),
        timeout: float | None = None,
    ) -> PlayResult:
        """Returns the move that the engine chooses.

        `timeout` is for the whole search. Without it, a search with a time limit may take `Engine.timeout` more than
        that, and any other one may take as long as the engine answers `isready`.
        """
        search = await self._search(_ending(limit), position, None, root_moves, False, timeout, wait=True)
        return await search.finish()

    async def analyse(
        self,
        position: Position | str,
        limit: Limit,
        *,
        multipv: int | None = None,
        root_moves: Sequence[str] = (),
        observe: bool = False,
        timeout: float | None = None,
    ) -> list[Info]:
        """Returns the last report of each line, the best line first. `multipv` is the number of lines.

        `observe` evaluates a view in which another seat may be to move. For `timeout` see `play`.
        """
        search = await self._search(_ending(limit), position, multipv, root_moves, observe, timeout, wait=True)
        return search.best_lines()

    def analysis(
        self,
        position: Position | str,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        root_moves: Sequence[str] = (),
        observe: bool = False,
        timeout: float | None = None,
    ) -> Analysis:
        """Returns an analysis, which begins when it is entered with `async with` or iterated.

        Without a limit, it ends when it is stopped. For the other arguments see `analyse`.
        """
        arguments = (limit or Limit(), position, multipv, root_moves, observe, timeout)
        return Analysis(lambda: self._search(*arguments, wait=False), self._continue)

    async def close(self, timeout: float = QUIT_SECONDS) -> None:
        """Ends the engine with `quit`. Kills its process group if it has not exited after the timeout."""
        self._current = None
        await self._dialogue.close(timeout)

    def kill(self) -> None:
        """Kills the process group of the engine at once."""
        self._current = None
        self._dialogue.kill("was closed")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, process {self.pid}{'' if self.is_alive else ', ended'}>"

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self.close()
        else:
            self.kill()

    async def _search(
        self,
        limit: Limit,
        position: Position | str,
        multipv: int | None,
        root_moves: Sequence[str],
        observe: bool,
        timeout: float | None,
        *,
        wait: bool,
    ) -> Search:
        """Begins a search. If `wait` is true, also ends it."""
        count = self._multipv if multipv is None else multipv
        async with self._call():
            if count != self._multipv_now:
                self._dialogue.send(self.options.command("MultiPV", count))
                self._multipv_now = count
            search = Search(self._dialogue, limit, timeout)
            await search.start(position, limit.command(root_moves, observe))
            if wait:
                await search.finish()
            else:
                self._current = search
        return search

    @asynccontextmanager
    async def _call(self) -> AsyncIterator[None]:
        """Waits for other calls and ends a running search. The engine is then idle."""
        async with self._exclusive():
            self._current = None
            await self._dialogue.synchronise()
            yield

    @asynccontextmanager
    async def _continue(self, search: Search) -> AsyncIterator[bool]:
        """Waits for other calls. Returns whether a search is still the current one."""
        async with self._exclusive():
            yield self._current is search

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[None]:
        async with self._dialogue.waiter.lock:
            try:
                yield
            except LateError:
                self._current = None
                await self._dialogue.synchronise()
                raise EngineTimeoutError("the engine did not answer in time; it is ready for the next call") from None


class Opening:
    """An engine that is being started: await it, or use it with `async with`."""

    def __init__(self, start: Callable[[], Coroutine[Any, Any, Engine]]) -> None:
        """Use `Engine.open`."""
        self._start = start

    def __await__(self) -> Generator[Any, Any, Engine]:
        return self._start().__await__()

    async def __aenter__(self) -> Engine:
        self._engine = await self
        return self._engine

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self._engine.__aexit__(kind)


async def open_engine(
    waiter: Waiter,
    command: Command | None,
    options: Mapping[str, OptionValue] | None,
    timeout: float,
    cwd: str | None,
    env: Mapping[str, str] | None,
) -> Engine:
    """Starts an engine, waits for its introduction and sets options. After an exception, nothing of it is left."""
    if command is None:
        command = find_program()
    arguments = [os.fspath(command)] if isinstance(command, str | os.PathLike) else list(command)
    dialogue = Dialogue(EngineProcess(arguments, cwd, env), waiter, timeout)
    try:
        dialogue.send("ugi")
        engine = Engine(dialogue, await dialogue.until("ugiok"))
        if options:
            await engine.configure(options)
        return engine
    except LateError:
        raise dialogue.kill(f"did not answer `ugi` within {timeout:g} s and was killed") from None
    except BaseException:
        dialogue.kill("was closed")
        raise


def _ending(limit: Limit) -> Limit:
    if limit.is_endless:
        raise ValueError("the search needs a limit, or it never ends; an analysis can do without")
    return limit
