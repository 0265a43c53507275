"""Games whose rules are in this process."""

from __future__ import annotations

import multiprocessing
import random
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from conftest import ALL_GAMES, HAS_NATIVE, PROGRAMS
from processes import descriptors

from speltafel import _native
from speltafel._env import CODECS
from speltafel.engine import BadArgumentError, EngineTerminatedError, OptionError
from speltafel.referee import Game

if TYPE_CHECKING:
    from speltafel_native import Environment

needs_native = pytest.mark.skipif(not HAS_NATIVE, reason="no speltafel-native")


@pytest.fixture(autouse=True)
def forget_class() -> Iterator[None]:
    """The package looks for `speltafel-native` once."""
    _native._referee_class.cache_clear()
    yield
    _native._referee_class.cache_clear()


@needs_native
def test_default_is_this_process_unless_there_is_a_command() -> None:
    with Game() as game, Game(command=PROGRAMS / "speltafel") as other:
        assert isinstance(game._referee, _native.NativeReferee)
        assert not isinstance(other._referee, _native.NativeReferee)
        assert other.options == game.options
    with pytest.raises(ValueError, match="no command"):
        Game(command="speltafel", native=True)


def test_missing_library_is_an_error_only_if_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "speltafel_native", None)
    with Game() as game:
        assert not isinstance(game._referee, _native.NativeReferee)
    with pytest.raises(ModuleNotFoundError, match=r"pip install \./crates/native"):
        Game(native=True)


@needs_native
def test_other_version_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"speltafel": "2", "speltafel-native": "1"}
    monkeypatch.setattr(_native, "version", versions.__getitem__)
    for native in (None, True):
        with pytest.raises(ImportError, match="speltafel 2 needs speltafel-native 2, and not 1"):
            Game(native=native)
    with Game(native=False) as game:
        assert game.turn == "p1"


@needs_native
def test_closed_game_fails() -> None:
    with Game("jeex", native=True) as game:
        pass
    with pytest.raises(EngineTerminatedError, match="closed"):
        game.query("fen")
    with pytest.raises(OptionError):
        Game("ludo", native=True)
    with pytest.raises(ValueError, match="one line"), Game(native=True) as game:
        game.query("turn\ngo")


@needs_native
def test_library_refuses_searches_and_the_end() -> None:
    from speltafel_native import Referee

    referee = Referee()
    for line in ("go nodes 1", "perft 3", "bench", "quit", "query turn\nquit"):
        with pytest.raises(ValueError, match="does not search"):
            referee.ask(line)
    assert referee.ask("hub\nquery turn\n\nquery #5 game") == (
        "info string error unknown_command hub\nresponse p1\nresponse #5 checkers\n"
    )


@needs_native
def test_panic_is_the_end_of_the_referee() -> None:
    class Panicking:
        def ask(self, lines: str) -> str:
            if lines == "ugi":
                return "ugiok\n"
            raise RuntimeError("the referee panicked: index out of range")

    referee = _native.NativeReferee(Panicking())  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(EngineTerminatedError, match="panicked: index out of range"):
            referee.queries(["turn"], "startpos")


@needs_native
def test_games_work_in_threads_and_after_a_fork() -> None:
    before = descriptors()
    with Game("querbeet-figure", native=True) as game, Game(native=True) as other:
        answers: list[str] = []
        thread = threading.Thread(target=lambda: answers.append(game.query("solutions 10")))
        thread.start()
        assert other.play("11-15") == "11-15"
        thread.join()
        assert answers == ["10+"]
        child = multiprocessing.get_context("fork").Process(target=other.play, args=["22-18"])
        child.start()
        child.join()
        assert child.exitcode == 0
        child.close()
        with pytest.raises(BadArgumentError):
            other.query("nonsense")
        assert other.position.moves == ("11-15",)
    assert descriptors() == before


@needs_native
def test_many_games_leave_no_thread() -> None:
    games = [Game("jeex", native=True) for _ in range(50)]
    assert threading.active_count() == 1
    with open("/proc/self/status") as status:
        assert "Threads:\t1\n" in status
    for game in games:
        game.close()


def arrays(environment: Environment) -> list[Any]:
    """Returns the observations, masks, rewards, seats and ends of all games."""
    types = (np.float32, np.int8, np.float32, np.int8, np.int8)
    buffers = zip(environment.buffers, types, strict=True)
    return [np.frombuffer(buffer, kind).reshape(environment.games, -1) for buffer, kind in buffers]


@needs_native
@pytest.mark.parametrize("game", ALL_GAMES)
def test_native_environment_has_the_numbers_of_the_other(game: str) -> None:
    from speltafel_native import Environment

    environment = Environment(game, {}, 3)
    with Game(game) as referee:
        codec = CODECS[game](referee.seats, referee.options)
    assert (environment.seats, environment.actions) == (codec.seats, codec.actions)
    assert [(name, tuple(shape)) for name, shape in environment.parts] == list(codec.layout.shapes.items())
    observations, masks, rewards, seats, ends = arrays(environment)
    rng = random.Random(4)
    environment.reset(5)
    for _ in range(60):
        actions = []
        for index in range(3):
            text, seat, moves = environment.position(index), int(seats[index, 0]), environment.moves(index)
            assert np.array_equal(codec.observe(text, seat), observations[index])
            assert codec.indexes(list(moves.values()), text, seat) == list(moves)
            assert np.flatnonzero(masks[index]).tolist() == sorted(moves)
            assert (not moves) == ends[index, 0]
            assert ends[index, 0] or not rewards[index].any()
            state = np.frombuffer(environment.state(index), np.float32).reshape(environment.seats, -1)
            for other in range(environment.seats):
                assert bytes(environment.observe(index, other + 1)) == state[other].tobytes()
            assert (state[seat - 1] == observations[index]).all()
            actions.append(rng.choice(list(moves)) if moves else -1)
        environment.step(np.array(actions, np.int64).tobytes() if rng.random() < 0.5 else actions)


@needs_native
def test_native_environment_refuses_what_is_wrong() -> None:
    from speltafel_native import Environment

    environment = Environment("checkers", {"Checkers.DrawPlies": "9"}, 2)
    before = [array.copy() for array in arrays(environment)]
    copy = environment.copy()
    copy.step([32, 32])
    for call, text in (
        (lambda: environment.step([32, 5]), "the action 5 is not legal in game 1"),
        (lambda: environment.step([32]), "an action for each of 2 games, found 1"),
        (lambda: environment.step(b"123"), "8 bytes"),
        (lambda: environment.begin(0, "startpos moves 1-1"), "1-1"),
        (lambda: environment.begin(0, "seat 1 startpos"), "all cards"),
        (lambda: Environment("ludo"), "ludo"),
        (lambda: Environment("jeex", {}, 0), "expected 1 to 65536 games, found 0"),
        (lambda: Environment("jeex", {}, 10**12), "expected 1 to 65536"),
        (lambda: Environment("jeex", {"Jeex.Ludo": "1"}), "Ludo"),
    ):
        with pytest.raises(ValueError, match=text):
            call()
    for index in (lambda: environment.moves(2), lambda: environment.observe(0, 3), lambda: environment.state(9)):
        with pytest.raises(IndexError):
            index()
    assert all((array == other).all() for array, other in zip(arrays(environment), before, strict=True))
    assert not (arrays(copy)[0] == before[0]).all()
    environment.begin(1, "fen W:W:B1")
    assert [array.tolist() for array in arrays(environment)[2:]] == [[[0, 0], [1, -1]], [[1], [1]], [[0], [1]]]
    environment.buffers[4].append(1)
    with pytest.raises(BufferError):
        environment.reset()
