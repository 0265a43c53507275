"""Engines that misbehave, and programs that are interrupted."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Fake
from processes import descriptors, members, wait_until_gone

from speltafel._process import EngineProcess
from speltafel._waiting import run
from speltafel.engine import (
    BadAnswerError,
    BadArgumentError,
    Engine,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Limit,
    SimpleEngine,
)

NODES = Limit(nodes=1)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Checks that no test leaves descriptors or threads."""
    before = descriptors()
    yield
    gc.collect()
    assert descriptors() == before
    assert threading.active_count() == 1


@pytest.mark.parametrize(
    ("fault", "message"),
    [("dead", "exited with code 1.*\n  no licence"), ("half", "exited with code 4"), ("mute", "did not answer `ugi`")],
)
def test_engine_that_does_not_start(fake: Fake, fault: str, message: str) -> None:
    with pytest.raises(EngineTerminatedError, match=message):
        SimpleEngine.open(fake(fault), timeout=0.5 if fault == "mute" else 60)


def test_program_that_does_not_exist() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-engine"):
        SimpleEngine.open("/no-such-engine")


def test_option_that_does_not_exist_ends_the_start(fake: Fake) -> None:
    with pytest.raises(EngineError, match="no option Hsah"):
        SimpleEngine.open(fake(), {"Hsah": 3})


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("crash", "exited with code 3.*\n  the board is gone"),
        ("signal", "ended by SIGKILL"),
        ("grandchild", "exited with code 0"),
        ("close-output", "closed its output and was killed"),
        ("no-line", "line of more than"),
    ],
)
def test_engine_that_dies_in_a_search(fake: Fake, fault: str, message: str) -> None:
    engine = SimpleEngine.open(fake(fault), timeout=60)
    for _ in range(2):
        with pytest.raises(EngineTerminatedError, match=message):
            engine.play("startpos", NODES)
    assert not engine.is_alive
    wait_until_gone(engine.pid)
    engine.close()


def test_engine_that_never_reads_is_killed(fake: Fake) -> None:
    engine = SimpleEngine.open(fake("deaf"), timeout=60)
    engine.timeout = 0.2
    with pytest.raises(EngineTerminatedError, match=r"did not answer within 0\.2 s and was killed"):
        engine.play("startpos", NODES)
    wait_until_gone(engine.pid)


@pytest.mark.parametrize("fault", ["freeze", "ignore-stop", "chatter"])
def test_engine_that_hangs_in_a_search_is_killed(fake: Fake, fault: str) -> None:
    engine = SimpleEngine.open(fake(fault), timeout=60)
    analysis = engine.analysis("startpos", NODES)
    next(analysis)
    engine.timeout = 0.2
    # The frozen engine is found by its silence. The others go on, but do not stop.
    if fault != "freeze":
        analysis.stop()
    with pytest.raises(EngineTerminatedError, match=r"did not answer within 0\.2 s and was killed"):
        list(analysis)
    wait_until_gone(engine.pid)


def test_late_engine_is_usable_afterwards(fake: Fake) -> None:
    with SimpleEngine.open(fake("late"), timeout=60) as engine:
        for _ in range(3):
            with pytest.raises(EngineTimeoutError):
                engine.play("startpos", Limit(time=0.01), timeout=0.05)
            assert engine.query("word") == "word"
        assert isinstance(EngineTimeoutError(), TimeoutError)


def test_query_without_an_answer_leaves_the_engine_usable(fake: Fake) -> None:
    with SimpleEngine.open(fake(), timeout=60) as engine:
        engine.timeout = 1
        with pytest.raises(EngineTimeoutError):
            engine.query("nothing")
        engine.timeout = 60
        assert engine.queries(["a", "b"]) == ["a", "b"]


def test_silent_engine_that_answers_isready_may_search_on(fake: Fake) -> None:
    with SimpleEngine.open(fake("slow"), timeout=60) as engine:
        analysis = engine.analysis("startpos", NODES)
        next(analysis)
        engine.timeout = 1
        # This engine answers only after it has been asked `isready`.
        assert analysis.wait().move == "a1"


@pytest.mark.parametrize("fault", ["garbage", "stderr", "twice", "blanks"])
def test_harmless_faults(fake: Fake, fault: str) -> None:
    with SimpleEngine.open(fake(fault), timeout=60) as engine:
        for _ in range(5):
            assert engine.play("startpos", NODES).move == "a1"
            assert engine.query("word") == "word"


def test_numbers_that_cannot_be_read_are_skipped(fake: Fake) -> None:
    with SimpleEngine.open(fake("bad-info"), timeout=60) as engine:
        with pytest.raises(BadAnswerError, match="`bestmove` without a move"):
            engine.play("startpos", NODES)
        with pytest.raises(BadAnswerError, match="`bestmove` without a move"):
            engine.analyse("startpos", NODES)
        assert engine.query("long") == "long"


def test_both_sides_may_write_much_at_once(fake: Fake) -> None:
    with SimpleEngine.open(fake(), timeout=60) as engine:
        position = "startpos moves " + "x " * 500_000
        assert engine.queries(["long"] * 50, position) == ["long"] * 50


def test_refused_query_says_why(fake: Fake) -> None:
    with SimpleEngine.open(fake(), timeout=60) as engine:
        with pytest.raises(BadArgumentError, match="this is why"):
            engine.query("refuse")
        assert engine.query("word") == "word"


def test_close_kills_an_engine_that_stays(fake: Fake) -> None:
    engine = SimpleEngine.open(fake("stay"), timeout=60)
    engine.close(timeout=0.1)
    assert engine.returncode == -signal.SIGKILL
    wait_until_gone(engine.pid)
    engine.close()
    with pytest.raises(EngineTerminatedError, match="the engine was closed"):
        engine.ping()


def test_exception_kills_the_engine(fake: Fake) -> None:
    with pytest.raises(ZeroDivisionError), SimpleEngine.open(fake("stay"), timeout=60) as engine:
        raise ZeroDivisionError
    assert engine.returncode == -signal.SIGKILL


def test_garbage_collection_kills_the_engine(fake: Fake) -> None:
    engine = SimpleEngine.open(fake("stay"), timeout=60)
    analysis = engine.analysis("startpos")
    next(analysis)
    pid = engine.pid
    del engine, analysis
    gc.collect()
    wait_until_gone(pid)


def test_garbage_collection_kills_an_engine_of_a_loop(fake: Fake) -> None:
    async def main() -> None:
        engine = await Engine.open(fake("stay"), timeout=60)
        await anext(engine.analysis("startpos"))
        pid = engine.pid
        del engine
        gc.collect()
        wait_until_gone(pid)

    asyncio.run(main())


def test_cancelled_call_leaves_the_engine_usable(fake: Fake) -> None:
    async def main() -> None:
        async with Engine.open(fake("late"), timeout=60) as engine:
            for _ in range(3):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(engine.play("startpos", NODES), 0.05)
                assert await engine.query("word") == "word"

    asyncio.run(main())


def test_cancelled_start_leaves_nothing(fake: Fake) -> None:
    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(_open(fake("mute")), 0.3)

    asyncio.run(main())
    assert not _children()


async def _open(command: list[str]) -> Engine:
    return await Engine.open(command, timeout=60)


def _children() -> list[str]:
    path = f"/proc/{os.getpid()}/task/{os.getpid()}/children"
    return Path(path).read_text().split() if os.path.exists(path) else []


def test_cancelled_task_kills_the_engine_of_its_block(fake: Fake) -> None:
    async def search(started: "asyncio.Future[int]") -> None:
        async with Engine.open(fake("late"), timeout=60) as engine:
            started.set_result(engine.pid)
            await engine.play("startpos", NODES)

    async def main() -> None:
        started = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(search(started))
        pid = await started
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not members(pid)

    asyncio.run(main())


def test_close_ends_the_call_of_another_task(fake: Fake) -> None:
    async def main() -> None:
        engine = await Engine.open(fake("late"), timeout=60)
        task = asyncio.create_task(engine.play("startpos", NODES))
        await asyncio.sleep(0.01)
        await engine.close()
        with pytest.raises(EngineTerminatedError):
            await task

    asyncio.run(main())


def test_close_ends_the_call_of_another_thread(fake: Fake) -> None:
    engine = SimpleEngine.open(fake("late"), timeout=60)
    analysis = engine.analysis("startpos")
    next(analysis)
    thread = threading.Timer(0.05, engine.close)
    thread.start()
    with pytest.raises(EngineTerminatedError):
        list(analysis)
    thread.join()


@pytest.mark.parametrize("flavour", ["blocking", "async", "forgotten"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_engine_of_an_interrupted_program_is_gone(fake: Fake, flavour: str, number: signal.Signals) -> None:
    # No program can kill its engine after SIGKILL; then the engine must exit by itself at the end of its input.
    fault = "late" if number == signal.SIGKILL else "stay"
    script = str(Path(__file__).parent / "programs" / "interrupted.py")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python" / "src")}
    program = subprocess.Popen([sys.executable, script, flavour, *fake(fault)], stdout=subprocess.PIPE, env=environment)
    assert program.stdout is not None
    pid = int(program.stdout.readline())
    assert members(pid)
    program.send_signal(number)
    program.wait(60)
    program.stdout.close()
    wait_until_gone(pid)


def test_interrupt_leaves_the_lock_to_the_next_call(fake: Fake) -> None:
    engine = SimpleEngine.open(fake(), timeout=60)

    def interrupted() -> None:
        # As if Ctrl-C came when a call has just taken the lock.
        run(engine._engine._dialogue.waiter.lock.__aenter__())
        engine.ping()

    thread = threading.Thread(target=interrupted, daemon=True)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    engine.ping()
    engine.close()


def test_interrupt_that_loses_output(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SimpleEngine.open(fake(), timeout=60)
    read = EngineProcess.read

    def interrupted(process: EngineProcess) -> bytes | None:
        if read(process):
            raise KeyboardInterrupt
        return None

    with monkeypatch.context() as patch:
        patch.setattr(EngineProcess, "read", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.query("lost")
    assert engine.query("word") == "word"
    with monkeypatch.context() as patch:
        patch.setattr(EngineProcess, "read", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.ping()
    with pytest.raises(EngineTerminatedError, match="an interrupt came in the middle of its answer"):
        engine.ping()
    engine.close()


def test_fork_does_not_kill_the_engine(fake: Fake) -> None:
    engine = SimpleEngine.open(fake(), timeout=60)
    child = os.fork()
    if child == 0:
        engine.kill()
        os._exit(0)
    os.waitpid(child, 0)
    assert engine.query("word") == "word"
    engine.close()
    assert engine.returncode == 0
