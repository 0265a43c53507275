"""Games that a referee keeps, and games between engines."""

import asyncio
import copy
import gc
import itertools
import pickle
import random
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ALL_GAMES, Fake
from processes import descriptors, wait_until_gone

from speltafel.engine import (
    CommandError,
    Engine,
    IllegalMoveError,
    Limit,
    NoChanceError,
    OptionError,
    OptionValue,
    Position,
    SimpleEngine,
)
from speltafel.referee import Game, Record, match, simple_match

RANDOM: dict[str, OptionValue] = {"Player": "random", "Seed": 1}


def finish(game: Game, seed: int) -> Game:
    """Plays random moves to the end."""
    rng = random.Random(seed)
    while not game.is_over:
        if game.is_chance:
            game.draw()
        else:
            game.play(rng.choice(game.legal))
    return game


@pytest.mark.parametrize("name", ALL_GAMES)
def test_random_game_is_what_the_engine_says(name: str, native: bool) -> None:
    with Game(name, seed=1, native=native) as game, SimpleEngine.open(options={"Game": name}) as engine:
        record = finish(game, 2).record
        questions = ["gameover", "result", "reason", "scores", "ranks", "turn"]
        answers = engine.queries(questions, record.position)
        scores, ranks = (" ".join(map(str, numbers)) for numbers in (record.scores, record.ranks))
        assert answers == ["true", record.result, record.reason, scores, ranks, "over"]
        assert len(record.scores) == len(record.ranks) == game.seats
        assert (game.legal, game.seat, record.fault) == ((), None, None)
        # The record is enough to replay the game, and the same seeds play it again.
        with Game(record.game, record.options, position=record.position, native=native) as replay:
            assert replay.record == record
        game.reset(seed=1)
        assert finish(game, 2).record == record


@pytest.mark.parametrize("name", ALL_GAMES)
def test_picture_of_each_position_has_its_pieces(name: str, native: bool) -> None:
    with Game(name, seed=1, native=native) as game:
        rng = random.Random(3)
        for _ in range(20):
            if game.is_over:
                break
            if game.is_chance:
                game.draw()
            else:
                game.play(rng.choice(game.legal))
            picture = ElementTree.fromstring(game._repr_svg_())
            assert picture.tag == "{http://www.w3.org/2000/svg}svg"
            board = game.board()
            texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
            assert texts.count(f"turn: {game.turn}") == 1
            lettered = [piece for piece in board["pieces"] if piece["seat"] and {"roads", "dir"}.isdisjoint(piece)]
            letters = sorted(piece["kind"][0].upper() for piece in lettered)
            assert sorted(text for text in texts if text and len(text) == 1) == letters
            assert all(any(hand in str(text) for text in texts) for hand in board["hands"])


def test_views_and_their_pictures_hide_hands(native: bool) -> None:
    with Game("keezen", {"Keezen.Partners": "hidden"}, seed=5, ahead=["view 0"], native=native) as game:
        assert game.options["Keezen.Partners"] == "hidden"
        assert game.options["Keezen.MaxPlies"] == 2000
        while game.is_chance:
            game.draw()
        assert sorted(len(team) for team in game.teams) == [2, 2]
        hands = game.board()["hands"]
        assert not any("?" in hand for hand in hands)
        for seat in range(1, 5):
            view = game.view(seat)
            assert view.seat == seat
            assert game.board(seat)["hands"] == [hand if own == seat else "?????" for own, hand in enumerate(hands, 1)]
            for own, hand in enumerate(hands, 1):
                assert (hand in str(view)) == (hand in game.svg(seat)) == (own == seat)
        assert game.view(0).moves == ("!partners/????", "!deal/?????/?????/?????/?????")


def test_moves_are_checked_and_spelt(native: bool) -> None:
    with Game(native=native) as game:
        assert (game.turn, game.seat, game.teams) == ("p1", 1, ((1,), (2,)))
        for move in ("", "1-1", "moves", "11-15 22-18", "11-15\n", "!end/p1win/agreed", "?", "0000"):
            with pytest.raises(CommandError):
                game.play(move)
            assert game.position == Position()
        with pytest.raises(IllegalMoveError):
            game.play("11-99")
        with pytest.raises(NoChanceError):
            game.draw()
        assert game.why("11-99") == "There is no square 99; the squares are 1 to 32."
        assert game.why("11-15") == ""
        assert game.play("11-15") == "11-15"
        assert game.position.moves == ("11-15",)
        assert game.step()["steps"] == [{"do": "walk", "piece": "man", "seat": 1, "from": "11", "to": "15"}]
        assert [move["token"] for move in game.moves("nl")] == list(game.legal)
        assert game.info()["name"]["nl"] == "Engels dammen"
        with Game("wieniet", native=native) as other:
            assert other.moves("nl")[0]["words"] == "steen van rood op a3"
            assert other.moves(names=["Anna", "Bert"])[0]["words"] == "stone of Bert on a3"
        with Game("keezen", native=native) as dealt:
            assert dealt.board(names=["Anna", "Bert", "Cleo", "Dirk"])["facts"]["dealer"] == "Dirk"
        game.end("agreed", "draw")
        assert (game.result, game.reason, game.scores, game.ranks) == ("draw", "agreed", (1, 1), (1, 1))
        with pytest.raises(CommandError):
            game.play("resign")
        game.reset(position="startpos moves 11-15")
        game.play("resign")
        assert (game.result, game.reason) == ("p1win", "resign")
        with pytest.raises(ValueError, match="view of a seat"):
            game.reset(position="seat 1 startpos")
        with pytest.raises(IllegalMoveError):
            game.reset(position="startpos moves 1-1")
        assert game.reason == "resign"


def test_spelling_of_a_fold_is_that_of_the_referee(native: bool) -> None:
    with Game("keezen", seed=1, native=native) as game:
        game.draw(16)
        rng = random.Random(0)
        while not (len(game.legal) == 1 and game.legal[0].startswith("fold:")):
            assert game.play(rng.choice(game.legal))
            while game.is_chance:
                game.draw()
        (fold,) = game.legal
        assert game.play("fold") == fold


def test_one_exchange_for_each_move(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    with Game(ahead=["view 1", "board"], native=native) as game:
        queries = game._referee.queries

        def counted(questions: list[str], position: Position | None = None) -> list[str]:
            calls.append(questions)
            return queries(questions, position)

        monkeypatch.setattr(game._referee, "queries", counted)
        for _ in range(10):
            game.play(game.legal[0])
            assert (game.view(1).moves, game.board()["turn"], game.is_over) == (game.position.moves, game.turn, False)
        assert len(calls) == 10
        assert (game.result, game.reason, len(game.ranks), len(game.scores)) == ("none", "none", 2, 2)
        assert len(calls) == 11


def process_group(game: Game) -> int:
    assert isinstance(game._referee, SimpleEngine)
    return game._referee.pid


def test_game_leaves_nothing_behind() -> None:
    before = descriptors()
    game = Game("jeex", native=False)
    group = process_group(game)
    del game
    gc.collect()
    wait_until_gone(group)
    game = Game("jeex", native=False)
    with pytest.raises(IllegalMoveError), game:
        game.play("@")
    wait_until_gone(process_group(game))
    with pytest.raises(OptionError):
        Game("ludo", native=False)
    gc.collect()
    assert descriptors() == before


@pytest.mark.parametrize("name", ["jeex", "keezen"])
def test_both_matches_play_the_same_game(name: str) -> None:
    limit = Limit(nodes=1)
    with Game(name, seed=4) as game:
        players = [SimpleEngine.open(options=RANDOM | {"Seed": seat}) for seat in range(1, game.seats + 1)]
        blocking = simple_match(players, game, limit)
        for player in players:
            player.close()

        async def play() -> Record:
            engines = [await Engine.open(options=RANDOM | {"Seed": seat}) for seat in range(1, game.seats + 1)]
            record = await match(engines, game, limit)
            await asyncio.gather(*(engine.close() for engine in engines))
            return record

        game.reset(seed=4)
        assert asyncio.run(play()) == blocking
        assert blocking.fault is None
        assert blocking.result != "none"


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [("none", "illegal", "illegal"), ("crash", "crash", "time"), ("freeze", "crash", "time"), ("slow", "time", "time")],
)
def test_fault_of_an_engine_is_recorded(
    fake: Fake, fault: str, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Limit.command
    with Game() as game, SimpleEngine.open(options=RANDOM) as good, SimpleEngine.open(fake(fault)) as bad:

        def searching(limit: Limit, *arguments: Any) -> str:
            """The engine gets a short timeout once it has started well."""
            bad.timeout = 0.3 if fault == "freeze" else 20
            return command(limit, *arguments)

        monkeypatch.setattr(Limit, "command", searching)
        limit = Limit(nodes=1, clocks=[0.2, 20] if fault == "slow" else ())
        record = simple_match([bad, good], game, limit)
        assert record.fault is not None
        assert (record.fault.seat, record.fault.kind) == (1, kind)
        assert (record.result, record.reason, record.ranks) == ("p2win", reason, (2, 1))
        assert record.position.moves == (f"!end/p2win/{reason}",)


def test_match_refuses_what_cannot_be_played(fake: Fake) -> None:
    with Game("keezen") as game, SimpleEngine.open() as engine, SimpleEngine.open(fake()) as plain:
        with pytest.raises(ValueError, match="4 engines"):
            simple_match([engine], game, Limit(nodes=1))
        with pytest.raises(ValueError, match="clock for each seat"):
            simple_match([engine] * 4, game, Limit(clocks=[1]))
        with pytest.raises(OptionError, match="views"):
            simple_match([plain] * 4, game, Limit(nodes=1))


def test_clocks_without_a_base_begin_with_the_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    command = Limit.command

    def noted(self: Limit, *arguments: Any) -> str:
        seen.append(command(self, *arguments))
        return seen[-1]

    monkeypatch.setattr(Limit, "command", noted)
    for limit in (Limit(increments=[50, 60]), Limit(clocks=[0, 0], increments=[50, 60])):
        with Game() as game, SimpleEngine.open(options=RANDOM) as engine:
            assert simple_match([engine, engine], game, limit).fault is None
        assert seen[0] == "go p1time 50000 p1inc 50000 p2time 60000 p2inc 60000"
        seen.clear()


def test_clocks_run(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[float, ...]] = []
    command = Limit.command

    def noted(self: Limit, *arguments: Any) -> str:
        seen.append(tuple(self.clocks))
        return command(self, *arguments)

    monkeypatch.setattr(Limit, "command", noted)
    with Game(position="startpos moves 11-15") as game, SimpleEngine.open(options=RANDOM) as engine:
        record = simple_match([engine, engine], game, Limit(clocks=[50, 60], increments=[0, 0]))
    assert record.fault is None
    assert seen[0] == (50, 60)
    assert seen[1][0] == 50
    assert seen[1][1] < 60
    assert all(later <= earlier for a, b in itertools.pairwise(seen) for earlier, later in zip(a, b, strict=True))


def test_a_copy_goes_on_alike(native: bool) -> None:
    with Game("querbeet", {"Querbeet.Players": 3}, seed=7, native=native, ahead=["fen"]) as game:
        game.draw()
        game.play(game.legal[3])
        for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
            with copied:
                assert (copied.position, copied.options, copied.ahead) == (game.position, game.options, ("fen",))
                while not copied.is_chance:
                    copied.play(copied.legal[0])
                drawn = copied.draw()
        while not game.is_chance:
            game.play(game.legal[0])
        assert game.draw() == drawn
        assert repr(game).startswith("<Game querbeet, ")


def test_a_closed_game_can_be_shown() -> None:
    game = Game("jeex")
    game.close()
    assert repr(game) == "<Game jeex, 0 moves and events, next: p1>"
