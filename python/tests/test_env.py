"""Environments for PettingZoo and Gymnasium."""

import json
import pickle
import random
import re
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from check import OPTIONS, Check
from conftest import ALL_GAMES, ROOT
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from speltafel._env import CODECS
from speltafel._env.codec import Codec
from speltafel.engine import SimpleEngine
from speltafel.env import GAMES, PUZZLES, GameEnv, PuzzleEnv
from speltafel.referee import Game

# What PettingZoo says of each environment whose agents have the names of seats, and whose observations have a mask.
EXPECTED = re.compile("agents to be named|probably should be gymnasium.spaces|not a NumPy array")


def test_every_game_of_the_engine_has_an_environment() -> None:
    with SimpleEngine.open() as engine:
        infos = engine.queries([f"info {game}" for game in ALL_GAMES])
    puzzles = {game for game, info in zip(ALL_GAMES, infos, strict=True) if json.loads(info)["puzzle"]}
    assert (set(PUZZLES), set(GAMES)) == (puzzles, set(ALL_GAMES) - puzzles)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [0, 1], ids=["plain", "options"])
def test_keeps_to_the_interface(game: str, options: int, capsys: pytest.CaptureFixture[str]) -> None:
    def make() -> pettingzoo.AECEnv[Any, Any, Any]:
        made: pettingzoo.AECEnv[Any, Any, Any] = pettingzoo.make(
            "aec", f"speltafel/{game}-v0", options=OPTIONS[game][options]
        )
        return made

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        environment = make()
        api_test(environment, num_cycles=60)
        environment.close()
    assert [warning for warning in told if not EXPECTED.search(str(warning.message))] == []
    seed_test(make, num_cycles=60)


@pytest.mark.parametrize("game", PUZZLES)
def test_puzzle_keeps_to_the_interface(game: str) -> None:
    environment = gymnasium.make(f"speltafel/{game}-v0").unwrapped
    # The wrappers of Gymnasium hide the type.
    assert isinstance(environment, PuzzleEnv)
    observation, _ = environment.reset(seed=1)
    environment.action_space.seed(1)
    assert environment.observation_space.contains(observation)
    again, _ = environment.reset(seed=1)
    assert (again["observation"] == observation["observation"]).all()
    ended = False
    while not ended:
        action = environment.action_space.sample(observation["action_mask"])
        observation, reward, ended, cut, info = environment.step(int(action))
        assert environment.observation_space.contains(observation)
        assert (cut, reward >= 0, bool(info)) == (False, True, ended)
    environment.close()


@pytest.mark.parametrize("game", ALL_GAMES)
def test_random_games_are_those_of_the_referee(game: str) -> None:
    for options in OPTIONS[game]:
        with Check(game, options, seed=5) as check:
            check.play()
            assert (check.differences, check.moves > 0) == (0, True)


def test_a_wrong_number_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    indexes = CODECS["jeex"].indexes
    monkeypatch.setattr(CODECS["jeex"], "indexes", lambda *args: [max(1, index) for index in indexes(*args)])
    with Check("jeex", {}, seed=5) as check:
        check.play()
        assert check.differences > 0


TIMES = "\N{MULTIPLICATION SIGN}"

# The numbers of version v0, which never change: moves after a position, and their actions.
NUMBERS = [
    ("checkers", {}, "startpos", {"9-13": 23, "11-16": 32}),
    ("checkers", {}, "startpos moves 11-15", {"22-17": 32, "24-20": 23}),
    ("checkers", {"Checkers.Numbering": "jijbent"}, "startpos", {"22-17": 32}),
    ("checkers", {}, "fen B:W6,7,14,15:BK2", {"2x9x18x11x2": 170, "2x11x18x9x2": 171}),
    ("jeex", {}, "startpos", {"@a1n": 0, "@e3nw": 111}),
    ("jeex", {}, "startpos moves @b2n @c3w @b3e @d3sw b2e @b1n @d2w", {"b1xb2": 227, "jeex": 238, "b1ne": 137}),
    ("wieniet", {}, "startpos", {"@a3": 0, "@f4": 23}),
    ("keezen", {}, "startpos moves !deal/A47JK/2259T/3368Q/A48TQ", {"A:in": 0, "K:in": 1}),
    ("keezen", {}, "startpos moves !deal/A47JK/2259T/3368Q/A48TQ K:in", {"fold:2259T": 2}),
    (
        "keezen",
        {},
        "fen p1:Y10,20:B30:R40:G:CA47J/2223/3355/QQKK:X99TT:D4,1:F5",
        {"A:20": 3, "A:10": 4, "4:20": 27, "7:20": 179, "7:20=6,10=1": 198, "7:10=6,20=1": 240, "J:20x40": 87},
    ),
    ("querbeet", {}, "startpos moves !deal/aabbccdgh/abcdefgij", {"a1@c3": 48, "h5@e4": 1764}),
    ("querbeet-figure", {}, "startpos", {"a1@c3": 48, "l0@d4": 2460}),
    ("querbeet-chain", {}, "startpos", {"a1@l12": 42, "a2@l13": 85}),
]


@pytest.mark.parametrize(("game", "options", "position", "expected"), NUMBERS)
def test_numbers_of_actions(game: str, options: dict[str, Any], position: str, expected: dict[str, int]) -> None:
    with Game(game, options, position=position) as referee:
        seat = referee.seat
        assert seat is not None
        codec = CODECS[game](referee.seats, referee.options)
        found = dict(zip(referee.legal, codec.indexes(referee.legal, referee.query("fen", seat), seat), strict=True))
    assert {move: found.get(move) for move in expected} == expected


@pytest.mark.parametrize("game", ALL_GAMES)
def test_documentation_has_actions_and_layout(game: str) -> None:
    with Game(game) as referee:
        codec: Codec = CODECS[game](referee.seats, referee.options)
    page = (ROOT / "docs" / "python.md").read_text()
    shapes = ", ".join(f"`{name}` {TIMES.join(map(str, shape))}" for name, shape in codec.layout.shapes.items())
    assert f"| `{game}` | {codec.actions} | {codec.layout.size} | {shapes} |" in page


def part(environment: GameEnv, agent: str, name: str) -> Any:
    layout = environment.layout
    return environment.observe(agent)["observation"][layout[name]].reshape(layout.shapes[name])


def test_observation_is_what_the_seat_sees() -> None:
    environment = GameEnv("keezen")
    fen = "fen p2:Ya4,10:B16,30:R40:G:CA47/2222/3355/QQKK:X99TTJ:D4,1:F6"
    environment.reset(options={"position": fen})
    ring = part(environment, "p2", "ring")
    # The own pawns on the own start and 14 further, p3's pawn 24 cells on, p4 none, and p1's pawn behind the start.
    assert np.argwhere(ring).tolist() == [[0, 0], [0, 14], [1, 24], [3, 58]]
    assert np.argwhere(part(environment, "p2", "lane")).tolist() == [[3, 3]]
    assert part(environment, "p2", "waiting").tolist() == [0.5, 0.75, 1, 0.5]
    assert np.flatnonzero(part(environment, "p2", "hand")).tolist() == [1]
    assert (part(environment, "p2", "cards") * 5).round().tolist() == [4, 4, 4, 3]
    assert part(environment, "p2", "turn").tolist() == [1, 0, 0, 0]
    assert part(environment, "p1", "turn").tolist() == [0, 1, 0, 0]
    environment.close()


def test_hidden_cards_leave_no_trace() -> None:
    environment = GameEnv("keezen")
    seen = []
    for deal in ("A47JK/2259T/3368Q/A48TQ", "A47JK/3368Q/2259T/A48TQ"):
        environment.reset(options={"position": f"startpos moves !deal/{deal}"})
        seen.append(environment.observe("p1")["observation"])
        assert not environment.observe("p2")["action_mask"].any()
    environment.close()
    assert (seen[0] == seen[1]).all()


def test_partner_is_unknown_until_the_reveal() -> None:
    environment = GameEnv("keezen", options={"Keezen.Partners": "hidden"})
    environment.reset(seed=1)
    assert not part(environment, "p1", "partner").any()
    fen = "fen p1:Ya1,a2,a3,a4:B:R:G:CA/-/-/-:P{}:XA2233445566778899TTJJQQK:D4,1:F20"
    codec = environment._table.codec
    vector = codec.observe(fen.format("rbbr").removeprefix("fen "), 1)
    assert vector[codec.layout["partner"]].tolist() == [0, 0, 0, 1]
    environment.close()


def test_both_sides_of_checkers_see_the_same_start() -> None:
    environment = GameEnv("checkers")
    environment.reset()
    first = environment.observe("p1")
    environment.step(32)
    environment.reset(options={"position": "fen W:W21-32:B1-12"})
    assert environment.agent_selection == "p2"
    second = environment.observe("p2")
    environment.close()
    assert all((first[key] == second[key]).all() for key in first)


def test_winners_are_a_team() -> None:
    environment = GameEnv("keezen")
    environment.reset(
        options={"position": "fen p1:Ya2,a3,a4,63:B:Rc1,c2,c3,c4:G:CA/-/-/-:XA22334455667788899T:D4,1:F90"}
    )
    (action,) = [action for action, move in environment.moves.items() if move == "A:63"]
    environment.step(action)
    assert environment.rewards == {"p1": 1, "p2": -1, "p3": 1, "p4": -1}
    assert environment.infos["p3"] == {"result": "p1win", "reason": "home", "score": 26, "rank": 1}
    assert set(environment.terminations.values()) == {True}
    for _ in environment.possible_agents:
        environment.step(None)
    assert environment.agents == []
    environment.close()


def test_illegal_action_changes_nothing() -> None:
    environment = GameEnv("checkers")
    environment.reset()
    before = environment.game.position
    for action, text in (
        (5, "the action 5 is not legal"),
        (-1, "the action -1"),
        (10**6, "action_mask"),
        (None, "None"),
    ):
        with pytest.raises(ValueError, match=text):
            environment.step(action)
    assert (environment.game.position, environment.agent_selection) == (before, "p1")
    environment.close()


def play(environment: GameEnv, seed: int | None) -> list[str]:
    rng = random.Random(3)
    environment.reset(seed=seed)
    while not all(environment.terminations.values()):
        environment.step(rng.choice(sorted(environment.moves)))
    return list(environment.game.position.moves)


def test_a_seed_fixes_all_events() -> None:
    environment = GameEnv("querbeet")
    first = [play(environment, 4), play(environment, None)]
    again = [play(environment, 4), play(environment, None)]
    assert first == again
    assert first[0] != first[1]
    assert play(environment, 5) != first[0]
    copy = pickle.loads(pickle.dumps(environment))
    assert play(copy, 4) == first[0]
    environment.close()
    copy.close()


def test_seeds_and_actions_of_numpy() -> None:
    environment = GameEnv("querbeet")
    first = play(environment, 4)
    assert play(environment, np.int64(4)) == first  # type: ignore[arg-type]
    environment.reset(seed=4)
    before = environment.game.position
    with pytest.raises(ValueError, match="a seed of 0 or more, got -4"):
        environment.reset(seed=-4)
    with pytest.raises(TypeError):
        environment.step(min(environment.moves) + 0.5)  # type: ignore[arg-type]
    assert environment.game.position == before
    environment.step(np.int64(min(environment.moves)))  # type: ignore[arg-type]
    environment.close()
    with Game("querbeet", seed=np.int64(4)) as game, Game("querbeet", seed=4) as same:  # type: ignore[arg-type]
        assert game.draw() == same.draw()


def test_position_at_the_end_has_its_rewards() -> None:
    environment = GameEnv("checkers")
    with pytest.raises(ValueError, match="call reset"):
        environment.step(0)
    environment.reset(options={"position": "fen W:W:B1"})
    assert environment.last()[1:3] == (1, True)
    environment.step(None)
    assert environment.last()[1:3] == (-1, True)
    environment.step(None)
    with pytest.raises(ValueError, match="call reset"):
        environment.step(None)
    environment.close()


def test_position_with_another_number_of_seats_is_refused() -> None:
    environment = GameEnv("querbeet")
    environment.reset(seed=1)
    before = environment.game.position
    with pytest.raises(ValueError, match="has 2 seats, and the position 3"):
        environment.reset(options={"position": "fen deal:T:H-/-/-:S0,0,0:R1,0:F1"})
    assert environment.game.position == before
    environment.close()


def test_observations_are_within_their_limits() -> None:
    environment = GameEnv("querbeet", options={"Querbeet.Tiles": 18 * "k"})
    space = environment.observation_space("p1")
    environment.reset(seed=1)
    while not all(environment.terminations.values()):
        environment.step(min(environment.moves))
        assert all(space.contains(environment.observe(agent)) for agent in environment.possible_agents)
    environment.reset(options={"position": "fen deal:T:H-/-:S-99,99:R1,0:F1"})
    assert space.contains(environment.observe("p1"))
    environment.close()


def test_agents_have_spaces_of_their_own() -> None:
    environment = GameEnv("jeex")
    first, second = (environment.observation_space(agent) for agent in environment.possible_agents)
    assert all(first[name] is not second[name] for name in first)
    environment.close()


def test_pictures_and_texts() -> None:
    environment = GameEnv("jeex", render_mode="svg")
    environment.reset()
    assert str(environment.render()).startswith("<svg")
    environment.close()
    puzzle = PuzzleEnv("querbeet-figure", render_mode="ansi")
    puzzle.reset()
    assert str(puzzle.render()).startswith("p1:Z")
    puzzle.close()
    with pytest.raises(ValueError, match="no render mode 'png'; there are ansi, svg, rgb_array, human"):
        GameEnv("jeex", render_mode="png")
    with pytest.raises(ValueError, match="no environment for the game 'chess'"):
        GameEnv("chess")


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets windows be drawn in memory only."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.usefixtures("screen")
def test_every_render_mode() -> None:
    render_test(lambda render_mode: GameEnv("jeex", render_mode=render_mode), {"svg": lambda text: "<svg" in text})


@pytest.mark.usefixtures("screen")
def test_a_video_has_frames_of_one_size() -> None:
    environment = PuzzleEnv("querbeet-chain", render_mode="rgb_array")
    environment.reset()
    frames: list[Any] = []
    for _ in range(6):
        environment.step(max(environment.moves))
        frames.append(environment.render())
    environment.close()
    assert {frame.shape for frame in frames} == {(720, 720, 3)}
    assert not np.array_equal(frames[0], frames[-1])


@pytest.mark.usefixtures("screen")
def test_texts_are_drawn_without_a_font_of_the_system() -> None:
    environment = GameEnv("jeex", render_mode="rgb_array")
    environment.reset()
    frame: Any = environment.render()
    environment.close()
    # There are no pieces below the board, only who is to move.
    assert (frame[620:] < 100).all(axis=2).any()


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("game", PUZZLES)
def test_check_of_gymnasium(game: str) -> None:
    environment = gymnasium.make(f"speltafel/{game}-v0", illegal="terminate", render_mode="rgb_array")
    with warnings.catch_warnings():
        # A set of actions that begins at 0, and a picture for each action, are as they should be.
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*not run for all.*|.*unwrapped.*")
        check_env(environment.unwrapped)
    environment.close()


def test_an_illegal_action_may_end_the_game() -> None:
    environment = GameEnv("keezen", illegal="terminate")
    environment.reset(seed=3)
    illegal = next(action for action in range(571) if action not in environment.moves)
    loser = environment.agent_selection
    environment.step(illegal)
    assert all(environment.terminations.values())
    assert sum(environment.rewards.values()) == 0
    assert environment.rewards[loser] == -1
    assert environment.infos[loser]["reason"] == "illegal"
    environment.close()
    with pytest.raises(ValueError, match="no way to treat illegal actions 'ignore'; there are raise, terminate"):
        GameEnv("keezen", illegal="ignore")


@pytest.mark.parametrize(
    ("module", "missing", "extra"), [("env", "gymnasium", "pettingzoo"), ("_render", "resvg_py", "render")]
)
def test_a_missing_package_names_its_extra(module: str, missing: str, extra: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; import speltafel.{module}"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT / "python/src")}
    )
    assert f"{missing}: pip install speltafel[{extra}]" in found.stderr
