"""Engines that behave: ours and a fake one."""

import asyncio
import os
import pickle
from typing import Any

import numpy as np
import pytest
from conftest import PROGRAMS, Fake

import speltafel
from speltafel.engine import (
    BadArgumentError,
    BadFenError,
    Bound,
    CommandError,
    Engine,
    EngineError,
    IllegalMoveError,
    Info,
    Limit,
    NotMasterError,
    Option,
    OptionError,
    OptionValue,
    PlayResult,
    Position,
    Score,
    SimpleEngine,
    Wdl,
    find_program,
)


def test_default_engine_introduces_itself() -> None:
    with SimpleEngine.open() as engine:
        assert engine.name.startswith("speltafel ")
        assert engine.options["hash"].max == 65536
        assert engine.options["Player"].var[:2] == ("strong", "random")
        assert {"views", "referee", "observe"} <= engine.extensions
    assert engine.returncode == 0


def test_play_returns_a_legal_move() -> None:
    with SimpleEngine.open() as engine:
        result = engine.play(Position(("11-15",)), Limit(nodes=500))
        assert result.move in engine.query("legal", "startpos moves 11-15").split()
        assert result.info.nodes == 500
        assert result.info.pv[0] == result.move
        assert isinstance(result.info.score, Score)


def test_same_seed_plays_the_same_move_in_both_engines() -> None:
    limit = Limit(nodes=300)
    options: dict[str, OptionValue] = {"Game": "keezen", "Seed": 3}
    with SimpleEngine.open(options=options) as engine:
        deal = engine.query("draw 5")
        blocking = engine.play(Position((deal,)), limit)

    async def play() -> PlayResult:
        async with Engine.open(options=options) as engine:
            return await engine.play(Position((deal,)), limit)

    other = asyncio.run(play())
    assert blocking.move == other.move
    assert blocking.info.win_probabilities == other.info.win_probabilities
    assert len(other.info.win_probabilities) == 2


def test_analyse_returns_a_report_for_each_line() -> None:
    with SimpleEngine.open(options={"ShowWDL": True}) as engine:
        lines = engine.analyse("startpos", Limit(depth=3), multipv=3)
        assert [line.multipv for line in lines] == [1, 2, 3]
        assert all(line.wdl and 0 < line.wdl.expectation < 1 for line in lines)
        assert len({line.pv[0] for line in lines}) == 3
        # The number of lines is that of this call only.
        assert len(engine.analyse("startpos", Limit(depth=3))) == 1
        engine.configure({"MultiPV": 2})
        assert len(engine.analyse("startpos", Limit(depth=3))) == 2
        only = engine.analyse("startpos", Limit(depth=3), root_moves=["9-14"], multipv=1)
        assert only[0].pv[0] == "9-14"


def test_analysis_ends_with_its_block() -> None:
    with SimpleEngine.open() as engine:
        with engine.analysis("startpos") as analysis:
            for info in analysis:
                if (info.depth or 0) >= 3:
                    break
        result = analysis.wait()
        assert result.move
        assert (analysis.info.depth or 0) >= 3
        assert engine.query("turn") == "p1"


def test_analysis_with_a_limit_ends_by_itself() -> None:
    with SimpleEngine.open() as engine:
        analysis = engine.analysis("startpos", Limit(depth=4))
        depths = [info.depth for info in analysis if info.score]
        assert depths == sorted(depths, key=lambda depth: depth or 0)
        assert analysis.lines[0].depth == 4
        assert next(analysis, None) is None


def test_another_call_ends_an_analysis() -> None:
    with SimpleEngine.open() as engine, engine.analysis("startpos") as analysis:
        next(analysis)
        assert engine.play("startpos moves 9-14", Limit(nodes=10)).move
        assert list(analysis) == []
        with pytest.raises(EngineError, match="another call"):
            analysis.wait()


def test_observe_evaluates_the_view_of_a_spectator() -> None:
    with SimpleEngine.open(options={"Game": "keezen", "Seed": 1}) as engine:
        view = engine.query("view 0", Position((engine.query("draw 1"),)))
        assert Position.parse(view).seat == 0
        assert engine.analyse(view, Limit(nodes=2000), observe=True)[0].score
        with pytest.raises(NotMasterError):
            engine.query("draw 1", view)


def test_errors_have_the_class_of_their_code() -> None:
    with SimpleEngine.open() as engine:
        with pytest.raises(IllegalMoveError) as illegal:
            engine.play("startpos moves 11-15 1-1", Limit(nodes=1))
        assert illegal.value.token == 2
        with pytest.raises(BadFenError) as fen:
            engine.query("turn", "fen x")
        assert fen.value.column == 1
        with pytest.raises(BadArgumentError):
            engine.query("nothing-like-this")
        assert engine.query("turn", "startpos") == "p1"


def test_finished_game_has_no_move() -> None:
    with SimpleEngine.open() as engine:
        assert engine.play("startpos moves resign", Limit(nodes=1)).move is None


def test_queries_are_answered_in_order() -> None:
    with SimpleEngine.open() as engine:
        answers = engine.queries(["turn", "gameover", "legal"], "startpos moves 11-15")
        assert answers[:2] == ["p2", "false"]
        assert len(answers[2].split()) == 7
        assert engine.query("decks", "startpos") != ""
        engine.configure({"Game": "jeex"})
        assert engine.query("formats") == "json"


def test_options_are_checked_before_they_are_sent(fake: Fake) -> None:
    with SimpleEngine.open(fake()) as engine:
        assert engine.author == "nobody"
        assert engine.options["style OF play"] == Option(
            "Style of play", "combo", "very calm", var=("very calm", "wild")
        )
        assert engine.options["path"].default == ""
        engine.configure({"flag": False, "Level": 20, "Style of play": "WILD", "Path": "/a b", "Clear Hash": None})
        for options in ({"Level": 21}, {"Level": True}, {"Flag": 1}, {"Style of play": "calm"}, {"Clear Hash": 1}):
            with pytest.raises(OptionError, match="is not"):
                engine.configure(options)
        with pytest.raises(OptionError, match="did you mean Level"):
            engine.configure({"Levle": 3})
        with pytest.raises(ValueError, match="one line"):
            engine.configure({"Path": "a\nquit"})


def test_last_report_of_the_best_line_has_all_that_was_said(fake: Fake) -> None:
    with SimpleEngine.open(fake()) as engine:
        result = engine.play("startpos", Limit(nodes=1))
        expected = Info(depth=4, multipv=1, score=Score(19), nodes=7, time=1.5, pv=("a1", "b1"))
        assert result == PlayResult("a1", None, expected)


def test_search_without_a_limit_is_refused(fake: Fake) -> None:
    with SimpleEngine.open(fake()) as engine, pytest.raises(ValueError, match="needs a limit"):
        engine.play("startpos", Limit())


def test_two_tasks_take_turns(fake: Fake) -> None:
    async def main() -> None:
        async with Engine.open(fake()) as engine:
            answers = await asyncio.gather(*(engine.query(f"word{number}") for number in range(20)))
            assert answers == [f"word{number}" for number in range(20)]

    asyncio.run(main())


def test_engine_outlives_an_event_loop(fake: Fake) -> None:
    engine = asyncio.run(_opened(fake()))
    assert asyncio.run(engine.query("word")) == "word"
    asyncio.run(engine.close())
    assert engine.returncode == 0


async def _opened(command: list[str]) -> Engine:
    return await Engine.open(command)


def test_async_analysis(fake: Fake) -> None:
    async def main() -> None:
        async with Engine.open(fake()) as engine:
            async with engine.analysis("startpos", multipv=2) as analysis:
                async for info in analysis:
                    if info.string:
                        break
            assert (await analysis.wait()).move == "a1"
            assert [line.multipv for line in analysis.lines] == [1, 2]

    asyncio.run(main())


def test_program_beside_the_interpreter_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_program() == str(PROGRAMS / "speltafel")
    monkeypatch.setattr("sysconfig.get_path", lambda name: os.path.dirname(__file__))
    assert find_program("conftest.py") == os.path.join(os.path.dirname(__file__), "conftest.py")
    with pytest.raises(FileNotFoundError, match="no program such-a-program"):
        find_program("such-a-program")


def test_info_reads_what_the_protocol_describes() -> None:
    line = "info depth 0 score cp -40 upperbound err 12 wdl 10 200 790 evs 100 200 700 time 20 pv x"
    assert Info.parse(line) == Info(
        depth=0,
        score=Score(cp=-40, bound=Bound.UPPER, error=12),
        wdl=Wdl(10, 200, 790),
        win_probabilities=(0.1, 0.2, 0.7),
        time=0.02,
        pv=("x",),
    )
    assert Info.parse("info score mate -3 lowerbound newword 5 nodes 2") == Info(
        score=Score(mate=-3, bound=Bound.LOWER), nodes=2
    )
    assert Info.parse("info string depth 3") == Info(string="depth 3")


def test_position_reads_what_it_writes() -> None:
    for text in ("position startpos", "position seat 2 startpos moves a b", "position seat 0 fen X:1 moves c"):
        assert str(Position.parse(text)) == text
    assert Position.parse("startpos").after("a", "b").moves == ("a", "b")
    with pytest.raises(ValueError, match="expected"):
        Position.parse("e2e4")


def test_option_lines_are_read_back() -> None:
    for line in (
        "option name Clear Hash type button",
        "option name Level type spin default -1 min -5 max 20",
        "option name A b type combo default c d var c d var e",
        "option name Path type string default <empty>",
        "option name Flag type check default false",
    ):
        option = Option.parse(line)
        assert option is not None
        assert option.line() == line
    assert Option.parse("option name X type spin default 1") is None


def test_command_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(IllegalMoveError("illegal_move", "token 3: x")))
    assert error.token == 3
    assert isinstance(error, CommandError)


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ({"nodes": 0}, "nodes: expected 1 or more, got 0"),
        ({"depth": -3}, "depth: expected 1 or more, got -3"),
        ({"mate": 0}, "mate: expected 1 or more, got 0"),
        ({"moves_to_go": 0}, "moves_to_go: expected 1 or more, got 0"),
        ({"time": -1}, "time: expected 0 seconds or more, got -1"),
        ({"time": float("nan")}, "time: expected 0 seconds or more, got nan"),
        ({"clocks": [5, float("inf")]}, "clocks: expected 0 seconds or more, got inf"),
        ({"clocks": [5], "increments": [-0.1]}, "increments: expected 0 seconds or more, got -0.1"),
    ],
)
def test_a_limit_that_cannot_be_kept_is_refused(limit: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Limit(**limit)


def test_values_of_numpy_and_numbers_of_combos() -> None:
    spin, check = Option("Skill", "spin", 20, 0, 20), Option("Ponder", "check", False)
    combo = Option("Querbeet.Players", "combo", "2", var=("2", "3"))
    assert [spin.text(np.int64(5)), check.text(np.bool_(True)), combo.text(3)] == ["5", "true", "3"]  # type: ignore[arg-type]
    for option, value in ((spin, np.float64(5)), (spin, np.int64(21)), (combo, 4), (combo, True), (spin, True)):
        with pytest.raises(OptionError, match="is not"):
            option.text(value)  # type: ignore[arg-type]


def test_errors_and_engines_say_what_they_are() -> None:
    with SimpleEngine.open() as engine:
        with pytest.raises(BadArgumentError, match="bad_argument in the answer to `query nonsense`"):
            engine.query("nonsense")
        assert repr(engine) == f"<SimpleEngine {engine.name!r}, process {engine.pid}>"
    assert repr(engine).endswith(", ended>")
    assert isinstance(speltafel.__version__, str)
