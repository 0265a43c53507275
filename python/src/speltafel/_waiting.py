"""How the coroutines of an engine wait: in an event loop, or by blocking the thread.

All code that talks to an engine is written once, as coroutines, and waits only through a `Waiter`. With a
`BlockingWaiter`, a coroutine never suspends, and `run` gets its result without an event loop or a thread.
"""

from __future__ import annotations

import asyncio
import math
import select
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Protocol, TypeVar

_T = TypeVar("_T")


class Lock(Protocol):
    """A lock for coroutines."""

    async def __aenter__(self) -> None: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...


class Waiter(Protocol):
    """A way to wait."""

    lock: Lock

    async def ready(self, readers: Sequence[int], writer: int | None, timeout: float) -> None:
        """Waits until a descriptor is ready or the seconds have passed."""

    def release(self) -> None:
        """Ends a wait of another task before its descriptors are closed."""


class AsyncWaiter:
    """Waits in the running event loop. Each wait may be in another loop."""

    def __init__(self) -> None:
        self.lock: Lock = asyncio.Lock()
        self._release: Callable[[], None] = _nothing

    async def ready(self, readers: Sequence[int], writer: int | None, timeout: float) -> None:
        loop = asyncio.get_running_loop()
        woken: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            if not woken.done():
                woken.set_result(None)

        def release() -> None:
            wake()
            self._release = _nothing
            for reader in readers:
                loop.remove_reader(reader)
            if writer is not None:
                loop.remove_writer(writer)

        # The descriptors are registered only during the wait: the loop must not keep a forgotten engine alive.
        timer = loop.call_later(timeout, wake)
        self._release = release
        try:
            for reader in readers:
                loop.add_reader(reader, wake)
            if writer is not None:
                loop.add_writer(writer, wake)
            await woken
        finally:
            timer.cancel()
            if self._release is release:
                release()

    def release(self) -> None:
        self._release()


def _nothing() -> None:
    pass


class BlockingWaiter:
    """Blocks the thread."""

    def __init__(self) -> None:
        self.lock: Lock = _ThreadLock()

    async def ready(self, readers: Sequence[int], writer: int | None, timeout: float) -> None:
        poll = select.poll()
        for reader in readers:
            poll.register(reader, select.POLLIN)
        if writer is not None:
            poll.register(writer, select.POLLOUT)
        poll.poll(math.ceil(timeout * 1000))

    def release(self) -> None:
        """A thread that waits notices within a second."""


class _ThreadLock:
    """A lock of threads. Ctrl-C may end a call before it gives the lock back; the next call of its thread does that."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    async def __aenter__(self) -> None:
        self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        # An error says that the thread has given back all.
        with suppress(RuntimeError):
            while True:
                self._lock.release()


def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """Returns the result of a coroutine that waits only through a `BlockingWaiter`."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: _T = end.value
        return result
    coroutine.close()
    raise AssertionError("a coroutine of a blocking engine suspended")
