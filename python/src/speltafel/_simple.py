"""An engine for programs without asyncio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from speltafel._analysis import SimpleAnalysis
from speltafel._engine import DEFAULT_TIMEOUT, QUIT_SECONDS, Command, Engine, open_engine
from speltafel._search import PlayResult
from speltafel._waiting import BlockingWaiter, run
from speltafel.info import Info
from speltafel.options import Options, OptionValue
from speltafel.position import Limit, Position


class SimpleEngine:
    """A running engine whose methods block until there is a result. It uses no event loop and no thread.

    Several threads may call it; the calls are carried out one after the other. A call ends a running analysis. After a
    call that was interrupted, the next one makes the engine usable again.
    """

    def __init__(self, engine: Engine) -> None:
        """Use `SimpleEngine.open`."""
        self._engine = engine

    @classmethod
    def open(
        cls,
        command: Command | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> SimpleEngine:
        """Starts an engine and sets options. See `Engine.open`."""
        return cls(run(open_engine(BlockingWaiter(), command, options, timeout, cwd, env)))

    @property
    def name(self) -> str:
        """The name, as the engine says it."""
        return self._engine.name

    @property
    def author(self) -> str:
        """The author, as the engine says it."""
        return self._engine.author

    @property
    def options(self) -> Options:
        """The options that the engine declares."""
        return self._engine.options

    @property
    def extensions(self) -> frozenset[str]:
        """The extensions of the protocol that the engine declares, such as `views`."""
        return self._engine.extensions

    @property
    def timeout(self) -> float:
        """The seconds in which the engine must answer; a search with a time limit, its time and these seconds."""
        return self._engine.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._engine.timeout = seconds

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._engine.pid

    @property
    def is_alive(self) -> bool:
        """Whether the engine can still be used, as far as the last call could tell."""
        return self._engine.is_alive

    @property
    def returncode(self) -> int | None:
        """The exit status once the engine is gone, negative for a signal."""
        return self._engine.returncode

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. See `Engine.configure`."""
        run(self._engine.configure(options))

    def new_game(self) -> None:
        """Tells the engine that the next position belongs to another game. Loads the start position."""
        run(self._engine.new_game())

    def ping(self) -> None:
        """Waits until the engine has carried out all commands."""
        run(self._engine.ping())

    def query(self, question: str, position: Position | str | None = None) -> str:
        """Returns the answer to a query such as `legal`, in this position or in that of the last call."""
        return run(self._engine.query(question, position))

    def queries(self, questions: Sequence[str], position: Position | str | None = None) -> list[str]:
        """Returns the answers to several queries. They are sent together, which saves time."""
        return run(self._engine.queries(questions, position))

    def command(self, line: str) -> list[str]:
        """Sends a line as it is, and returns what the engine writes up to `readyok`. Errors are not raised."""
        return run(self._engine.command(line))

    def play(
        self,
        position: Position | str,
        limit: Limit,
        *,
        root_moves: Sequence[str] = (),
        timeout: float | None = None,
    ) -> PlayResult:
        """Returns the move that the engine chooses. See `Engine.play`."""
        return run(self._engine.play(position, limit, root_moves=root_moves, timeout=timeout))

    def analyse(
        self,
        position: Position | str,
        limit: Limit,
        *,
        multipv: int | None = None,
        root_moves: Sequence[str] = (),
        observe: bool = False,
        timeout: float | None = None,
    ) -> list[Info]:
        """Returns the last report of each line, the best line first. See `Engine.analyse`."""
        analyse = self._engine.analyse
        return run(analyse(position, limit, multipv=multipv, root_moves=root_moves, observe=observe, timeout=timeout))

    def analysis(
        self,
        position: Position | str,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        root_moves: Sequence[str] = (),
        observe: bool = False,
        timeout: float | None = None,
    ) -> SimpleAnalysis:
        """Returns an analysis, which begins when it is entered with `with` or iterated. See `Engine.analysis`."""
        analysis = self._engine.analysis
        return SimpleAnalysis(
            analysis(position, limit, multipv=multipv, root_moves=root_moves, observe=observe, timeout=timeout)
        )

    def close(self, timeout: float = QUIT_SECONDS) -> None:
        """Ends the engine with `quit`. Kills its process group if it has not exited after the timeout."""
        run(self._engine.close(timeout))

    def kill(self) -> None:
        """Kills the process group of the engine at once."""
        self._engine.kill()

    def __repr__(self) -> str:
        return f"<Simple{repr(self._engine)[1:]}"

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        run(self._engine.__aexit__(kind))
