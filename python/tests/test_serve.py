"""Engines that are written in Python, with the client of this package as their client."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROGRAMS, ROOT

from speltafel._go import Go
from speltafel._lines import command_words, read_lines
from speltafel.engine import (
    BadArgumentError,
    IllegalMoveError,
    InternalError,
    Limit,
    NotYourTurnError,
    Position,
    SimpleEngine,
)

PLAYERS = Path(__file__).parent / "programs" / "players.py"


@pytest.fixture(autouse=True)
def package_in_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "python" / "src"))


def opened(player: str) -> SimpleEngine:
    return SimpleEngine.open([sys.executable, str(PLAYERS), player], timeout=60)


@pytest.mark.parametrize("game", ["checkers", "keezen"])
def test_example_passes_the_check(game: str) -> None:
    command = [str(PROGRAMS / "speltafel-arena"), "check", "--game", game, "--patience", "60s", "--", sys.executable]
    check = subprocess.run([*command, str(ROOT / "examples" / "python_engine.py")], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    layers = ("plain UGI", "seats", "chance", "views", "referee", "files", "facts", "ids", "tablebase")
    for layer in layers:
        assert f"{layer}: complete\n" in check.stdout


def test_player_gets_its_options_and_its_view() -> None:
    with opened("First") as engine:
        assert engine.name == "first"
        assert engine.options["Level"].max == 9
        assert "Jeex.Repetition" in engine.options
        assert "Hash" not in engine.options
        engine.configure({"Level": 7, "Style of play": "wild", "Game": "keezen"})
        engine.new_game()
        deal = engine.query("draw 1")
        infos = list(engine.analysis(Position((deal,)), Limit(nodes=1)))
        hand = deal.split("/")[1]
        assert infos[0].string == f"1 7 wild position seat 1 startpos moves !deal/{hand}/?????/?????/?????"
        # After the search, the position is the one of the client again.
        assert engine.query("view 0").startswith("position seat 0")


def test_history_without_secrets_has_no_seat() -> None:
    with opened("First") as engine:
        infos = list(engine.analysis("startpos moves 11-15", Limit(depth=1)))
        assert infos[0].string == "0 3 calm position startpos moves 11-15"


def test_bad_values_of_options_are_refused() -> None:
    with opened("First") as engine:
        for line in ("name Level value 10", "name Nothing value 1", "Level", "name UGI_Protocol value 3"):
            (answer,) = engine.command(f"setoption {line}")
            assert answer.startswith("info string error bad_argument")
        assert engine.command("setoption name level value 9") == []


def test_search_stops_in_time() -> None:
    with opened("Thinker") as engine:
        legal = engine.query("legal", "startpos").split()
        with engine.analysis("startpos") as analysis:
            assert next(analysis).pv == (legal[-1],)
        assert analysis.wait().move == legal[-1]
        # The time may have passed before the player begins; then it is the first move.
        for limit in (Limit(time=0.05), Limit(clocks=[1, 1], increments=[0.01, 0.01])):
            assert engine.play("startpos", limit).move in (legal[0], legal[-1])


def test_player_that_does_not_stop_plays_its_best_move() -> None:
    with opened("Stubborn") as engine:
        for _ in range(2):
            legal = engine.query("legal", "startpos").split()
            with engine.analysis("startpos") as analysis:
                next(analysis)
            assert analysis.wait().move == legal[2]


def test_errors_of_the_player_are_reported() -> None:
    with opened("Broken") as engine:
        with pytest.raises(InternalError, match="KeyError"):
            engine.play("startpos", Limit(nodes=1))
        with pytest.raises(InternalError, match="choose returned '99-99'"):
            engine.play("startpos", Limit(nodes=1))
        assert engine.query("turn") == "p1"


def test_root_moves() -> None:
    with opened("First") as engine:
        assert engine.play("startpos", Limit(nodes=1), root_moves=["10-15"]).move == "10-15"
        with pytest.raises(IllegalMoveError):
            engine.play("startpos", Limit(nodes=1), root_moves=["1-1"])


def test_positions_without_a_search() -> None:
    with opened("First") as engine:
        assert engine.play("startpos moves resign", Limit(nodes=1)).move is None
        assert engine.command("query turn") == ["response over"]
        with pytest.raises(NotYourTurnError):
            engine.play("seat 2 startpos", Limit(nodes=1))
        with pytest.raises(BadArgumentError):
            engine.play("seat 9 startpos", Limit(nodes=1))
        engine.configure({"Game": "keezen"})
        event = engine.play("startpos", Limit(nodes=1)).move
        assert event is not None
        assert event.startswith("!deal/")


def dialogue(player: str, *lines: str) -> list[str]:
    """Returns what an engine answers to lines that are sent together."""
    text = "".join(f"{line}\n" for line in lines)
    run = subprocess.run([sys.executable, PLAYERS, player], input=text, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0
    return run.stdout.splitlines()


def test_commands_during_a_search() -> None:
    during = ["isready", "ping 7", "query #x turn", "query turn", "position startpos", "wait"]
    lines = dialogue("Thinker", "go infinite", *during, "stop")
    assert [line for line in lines if "depth" not in line and "nodes" not in line] == [
        "readyok",
        "pong 7",
        "response #x error search_running",
        "response error search_running",
        "info string error search_running position",
        "info string error bad_argument wait: only stop or ponderhit ends this search",
        lines[-1],
    ]
    assert lines[-1].startswith("bestmove ")


def test_ponderhit_starts_the_clock() -> None:
    assert dialogue("First", "go ponder movetime 20", "ponderhit", "wait")[-1].startswith("bestmove ")
    assert dialogue("Thinker", "go ponder", "ponderhit", "wait")[-1].startswith("bestmove ")


def test_endless_search_of_a_finished_game_waits_for_stop() -> None:
    lines = dialogue("First", "position startpos moves resign", "go infinite", "isready", "stop")
    assert lines == ["readyok", "bestmove 0000"]


def test_other_lines() -> None:
    assert dialogue("First", "", "hello", "  \tping  \x01", "stop", "\ufeffpong") == [
        "info string error unknown_command hello",
        "info string error bad_argument ping: expected a word of at most 20 printable characters",
        r"info string error unknown_command \ufeffpong",
    ]


def test_reader_that_leaves_ends_the_engine() -> None:
    engine = subprocess.Popen([sys.executable, PLAYERS, "First"], stdin=-1, stdout=-1, stderr=subprocess.PIPE)
    assert engine.stdin
    assert engine.stdout
    assert engine.stderr
    engine.stdout.close()
    engine.stdin.write(b"isready\n")
    engine.stdin.close()
    assert engine.wait(60) == 0
    assert engine.stderr.read() == b""
    engine.stderr.close()


@pytest.mark.parametrize(
    ("line", "seats", "times"),
    [
        ("", [1], None),
        ("nodes 5 depth x", [1], None),
        ("movetime 1000", [1], (0.98 * 0.9, 0.98)),
        ("movetime 1000 movetime 100", [1], (0.08 * 0.9, 0.08)),
        ("movetime", [1], (0.000125 * 0.9, 0.000125)),
        ("p1time 3020 p2time 9020", [1], (0.1, 0.2)),
        ("wtime 3020 btime 9020", [2, 1], (0.3, 0.6)),
        ("p1time 3020 p2time 9020", [3, 1], (0.1, 0.2)),
        ("p2time 3020", [3], (0.1, 0.2)),
        ("p1time 3020 p1inc 1000 movestogo 10", [1], (1.1, 2.2)),
        ("p1time -5", [1], (0.000125 / 30, 0.000125 / 15)),
    ],
)
def test_times_follow_from_the_clock_of_the_seat(
    line: str, seats: list[int], times: tuple[float, float] | None
) -> None:
    assert Go.parse(line.split()).times(seats) == (times if times is None else pytest.approx(times))


def test_too_long_lines_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speltafel._lines.LONGEST_LINE", 8)
    source = io.BytesIO(b"12345678\n123456789\n" + b"x" * 30 + b"\nstop\nend")
    assert list(read_lines(source)) == ["12345678", None, None, "stop", "end"]


def test_command_is_the_first_word_that_is_one() -> None:
    assert command_words("  x stop\tgo \r") == ["stop", "go"]
    assert command_words("ping stop") == ["ping", "stop"]
    assert command_words("hello ping") == []


def test_words_of_go() -> None:
    words = ["infinite", "dept", "5", "ponder", "depth", "0", "nodes", "9" * 25, "searchmoves", "a", "b"]
    go = Go.parse(words)
    assert go.is_infinite
    assert go.is_ponder
    assert go.unknown == ["dept", "5"]
    assert go.numbers == {"depth": 1, "nodes": int("9" * 25)}
    assert go.root_moves == ["a", "b"]
    assert Go.parse(["movestogo", "0"]).numbers == {"movestogo": 1, "movetime": 1}
