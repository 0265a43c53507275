"""A search whose reports are read while it runs."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any

from speltafel._search import PlayResult, Search
from speltafel._waiting import run
from speltafel.errors import EngineError
from speltafel.info import Info


class Analysis:
    """A running analysis: a context manager, and an iterator of reports that ends with the search.

    At the end of the `async with` block the search is stopped. Any other call of the engine ends it too.
    """

    def __init__(
        self,
        start: Callable[[], Coroutine[Any, Any, Search]],
        exclusive: Callable[[Search], AbstractAsyncContextManager[bool]],
    ) -> None:
        """Use `Engine.analysis`. `exclusive` waits for other calls and says whether the search is still running."""
        self._start = start
        self._exclusive = exclusive
        self._search: Search | None = None

    @property
    def lines(self) -> list[Info]:
        """The last report of each line, the best line first."""
        return self._search.best_lines() if self._search else []

    @property
    def info(self) -> Info:
        """The last report of the best line."""
        return self.lines[0] if self.lines else Info()

    def stop(self) -> None:
        """Tells the engine to end the search. Does not wait; the iteration and `wait` end when the engine answers."""
        if self._search is not None:
            self._search.stop()

    async def wait(self) -> PlayResult:
        """Waits for the end of the search. An analysis without a limit must be stopped before."""
        search = await self._started()
        async with self._exclusive(search) as is_running:
            if is_running:
                await search.finish()
        if search.result is None:
            raise EngineError("another call of the engine ended the analysis")
        return search.result

    async def __aenter__(self) -> Analysis:
        await self._started()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        search = await self._started()
        # After an exception, such as a cancellation, the next call of the engine waits for the end of the search.
        async with self._exclusive(search) as is_running:
            if is_running:
                search.stop()
                if kind is None:
                    await search.finish()

    def __aiter__(self) -> Analysis:
        return self

    async def __anext__(self) -> Info:
        search = await self._started()
        async with self._exclusive(search) as is_running:
            info = await search.next() if is_running else None
        if info is None:
            raise StopAsyncIteration
        return info

    async def _started(self) -> Search:
        if self._search is None:
            self._search = await self._start()
        return self._search


class SimpleAnalysis:
    """A running analysis of a `SimpleEngine`: a context manager, and an iterator of reports that ends with the search.

    At the end of the `with` block the search is stopped. Any other call of the engine ends it too.
    """

    def __init__(self, analysis: Analysis) -> None:
        """Use `SimpleEngine.analysis`."""
        self._analysis = analysis

    @property
    def lines(self) -> list[Info]:
        """The last report of each line, the best line first."""
        return self._analysis.lines

    @property
    def info(self) -> Info:
        """The last report of the best line."""
        return self._analysis.info

    def stop(self) -> None:
        """Tells the engine to end the search. Does not wait, and may be called from any thread."""
        self._analysis.stop()

    def wait(self) -> PlayResult:
        """Waits for the end of the search. An analysis without a limit must be stopped before."""
        return run(self._analysis.wait())

    def __enter__(self) -> SimpleAnalysis:
        run(self._analysis.__aenter__())
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        run(self._analysis.__aexit__(kind))

    def __iter__(self) -> SimpleAnalysis:
        return self

    def __next__(self) -> Info:
        try:
            return run(self._analysis.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None
