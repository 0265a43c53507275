"""A game that a referee process keeps."""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Protocol

from speltafel._engine import DEFAULT_TIMEOUT, Command
from speltafel._native import open_native
from speltafel._simple import SimpleEngine
from speltafel._svg import draw_board
from speltafel.errors import IllegalMoveError
from speltafel.options import Options, OptionValue
from speltafel.position import Position

# What every move needs: both are asked together with it.
_ALWAYS = ("turn", "legal")
_RESULTS = ("result", "reason", "scores", "ranks", "teams")


@dataclass(frozen=True)
class Fault:
    """What an engine did wrong in a match. Its team has lost."""

    seat: int
    """The seat of the engine, from 1."""
    kind: str
    """`time` (late), `crash` (the process is gone), `refused` (an error or nothing instead of a move) or `illegal` (no
    legal move)."""
    text: str
    """For people."""


@dataclass(frozen=True)
class Record:
    """A game so far: all that is needed to replay it, and how it ended."""

    game: str
    options: Mapping[str, OptionValue]
    """The values of all rule options."""
    position: Position
    """The history with all events and cards."""
    result: str
    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    fault: Fault | None = None
    """What ended a match, if not the rules."""


class Referee(Protocol):
    """What a game needs of the process, or of the library in this process, that knows the rules."""

    @property
    def options(self) -> Options: ...

    def configure(self, options: Mapping[str, OptionValue]) -> None: ...

    def queries(self, questions: Sequence[str], position: Position | str | None = None) -> list[str]: ...

    def close(self) -> None: ...

    def kill(self) -> None: ...


class Game:
    """A game with all its cards. A process of `speltafel` knows the rules, or `speltafel-native` in this process.

    A move is a text. Each move costs one exchange with the referee. A process ends with `close`, with the `with` block,
    and when the game is deleted.
    """

    def __init__(
        self,
        name: str = "checkers",
        options: Mapping[str, OptionValue] | None = None,
        *,
        position: Position | str = Position(),  # noqa: B008
        seed: int | None = None,
        ahead: Sequence[str] = (),
        command: Command | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        native: bool | None = None,
    ) -> None:
        """Starts a game with these rule options.

        With a `seed` the events follow from it; without one they cannot be predicted. `ahead` are queries whose answers
        are fetched together with each move, because they will be asked for.

        `native` tells whether the rules run in this process, which needs the package `speltafel-native`. By default
        they do if it is installed and there is no `command`, which is the program of a process. `timeout` is that of a
        process. Raises ImportError if the package is missing but required, or has another version.
        """
        self._position = Position()
        self._start = {"options": dict(options or {}), "command": command, "timeout": timeout, "native": native}
        self._answers: dict[tuple[int | None, str], str] = {}
        self._legal: tuple[str, ...] | None = None
        self.ahead = tuple(ahead)
        """Queries whose answers are fetched together with each move."""
        self._random: random.Random | None = None
        self._referee = _open_referee(command, timeout, native)
        try:
            # A referee needs no table.
            declared = self._referee.options
            table: dict[str, OptionValue] = {"Hash": 1} if "Hash" in declared else {}
            self._referee.configure({"Game": name, **table, **(options or {})})
            self.name, rules = self._referee.queries(["game", "options"])
            values = re.findall(r"(\S+)=(.*?)(?= \S+=|$)", rules)
            self.options: dict[str, OptionValue] = {option: declared[option].read(value) for option, value in values}
            """The values of all rule options."""
            self._constants: dict[str, Any] = {}
            self.reset(seed=seed, position=position)
        except BaseException:
            self._referee.kill()
            raise

    def reset(self, *, seed: int | None = None, position: Position | str = Position()) -> None:  # noqa: B008
        """Begins another game with the same options, at the start position or another one."""
        parsed = position if isinstance(position, Position) else Position.parse(position)
        if parsed.seat is not None:
            raise ValueError("a game needs the history with all cards, not the view of a seat")
        generator = None if seed is None else random.Random(index(seed))
        self._load(parsed)
        self._random = generator

    @property
    def position(self) -> Position:
        """The history: the base, and all moves and events since, with all cards."""
        return self._position

    @property
    def turn(self) -> str:
        """What is next: `p1`, `p2` and so on, `chance` if an event is due, or `over`."""
        return self.query("turn")

    @property
    def seat(self) -> int | None:
        """The seat to move, from 1; None if an event is due, and after the end."""
        turn = self.turn
        return int(turn[1:]) if turn.startswith("p") else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == "over"

    @property
    def is_chance(self) -> bool:
        """Whether an event is due: call `draw`."""
        return self.turn == "chance"

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves in a fixed order; none if an event is due, and after the end."""
        if self._legal is None:
            self._legal = tuple(self.query("legal").split())
        return self._legal

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.query("seats"))

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; empty while the teams are unknown."""
        teams = self.query("teams")
        return () if teams == "?" else tuple(tuple(map(int, team.split("+"))) for team in teams.split())

    @property
    def result(self) -> str:
        """`p1win`, `p2win` and so on, `draw`, or `none`."""
        return self._result("result")

    @property
    def reason(self) -> str:
        """Why the game has ended, such as `no_moves`; `none` while it runs."""
        return self._result("reason")

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(map(int, self._result("scores").split()))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat: 1 and the number of seats that did better."""
        return tuple(map(int, self._result("ranks").split()))

    @property
    def record(self) -> Record:
        """The game so far."""
        return Record(self.name, self.options, self.position, self.result, self.reason, self.scores, self.ranks)

    def play(self, move: str) -> str:
        """Plays a move, or appends an event or `resign`, and returns it as the referee spells it.

        Raises IllegalMoveError or another CommandError if it is not legal; then nothing has changed.
        """
        if move not in self.legal and move != "resign":
            if move.split() != [move]:
                raise IllegalMoveError("illegal_move", f"expected one word, got {move[:40]!r}")
            move = self.query(f"canon {move}")
        self._load(self._position.after(move))
        return move

    def draw(self, number: int | None = None) -> str:
        """Draws the event that is due, appends it and returns it. It follows from `number`, if there is one, or else
        from the seed of the game. Raises NoChanceError if no event is due."""
        if number is None:
            number = self._random.getrandbits(64) if self._random else secrets.randbits(64)
        (event,) = self._referee.queries([f"draw {number}"], self._position)
        self._load(self._position.after(event))
        return event

    def end(self, reason: str, result: str | None = None) -> None:
        """Ends the game with a verdict. Without a result, the seat to move loses."""
        if result is None:
            (result,) = self._referee.queries(["result"], self._position.after("resign"))
        self._load(self._position.after(f"!end/{result}/{reason}"))

    def view(self, seat: int) -> Position:
        """Returns what a seat knows of the history; 0 is what everybody may know."""
        return Position.parse(self.query(f"view {seat}"))

    def board(
        self, seat: int | None = None, language: str = "en", *, names: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Returns what is on the board: the object of `query board`; with a seat, as this seat sees it.

        Its facts name the players like the words of `moves`.
        """
        board: dict[str, Any] = self._json("board", seat)

        def named(fact: Any) -> Any:
            return self._name_players(fact, language, names) if isinstance(fact, str) else fact

        return {**board, "facts": {key: named(fact) for key, fact in board.get("facts", {}).items()}}

    def cells(self) -> dict[str, Any]:
        """Returns the places of the board: the object of `query cells`."""
        return self._constant("cells")

    def info(self) -> dict[str, Any]:
        """Returns what is fixed in this game: the object of `query info`."""
        return self._constant("info")

    def moves(self, language: str = "en", *, names: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """Returns an object for each legal move, with its clicks, words and steps on the board.

        The words name the players: with `names`, one for each seat, or else as the game calls the seats.
        """
        moves: list[dict[str, Any]] = self._json(f"moves {language}", None)
        return [self._named(move, language, names) for move in moves]

    def step(
        self,
        number: int | None = None,
        seat: int | None = None,
        language: str = "en",
        *,
        names: Sequence[str] | None = None,
    ) -> dict[str, Any]:
        """Returns such an object for a token of the history, from 1; without a number, for the last one.

        With a seat, it has only what this seat sees.
        """
        token = len(self._position.moves) if number is None else number
        return self._named(self._json(f"step {token} {language}", seat), language, names)

    def steps(
        self, seat: int | None = None, language: str = "en", *, names: Sequence[str] | None = None
    ) -> list[dict[str, Any]]:
        """Returns such an object for each token of the history. With a seat, they have only what this seat sees."""
        steps: list[dict[str, Any]] = self._json(f"steps {language}", seat)
        return [self._named(step, language, names) for step in steps]

    def why(self, move: str, language: str = "en", *, names: Sequence[str] | None = None) -> str:
        """Returns a sentence that says why a move is not legal; empty if it is. It names the players like `moves`."""
        return self._name_players(self._json(f"why {language} {move}", None), language, names)

    def query(self, question: str, seat: int | None = None) -> str:
        """Returns the answer to a query. See `queries`."""
        # Most answers have come with the move.
        answer = self._answers.get((seat, question))
        return self.queries([question], seat)[0] if answer is None else answer

    def queries(self, questions: Sequence[str], seat: int | None = None) -> list[str]:
        """Returns the answers to several queries in this position; with a seat, in its view.

        The answers are kept until the position changes, and those that are missing are fetched together.
        """
        missing = [question for question in dict.fromkeys(questions) if (seat, question) not in self._answers]
        if missing:
            position = self._position if seat is None else self.view(seat)
            answers = self._referee.queries(missing, position)
            self._answers.update(zip(((seat, question) for question in missing), answers, strict=True))
        return [self._answers[seat, question] for question in questions]

    def svg(self, seat: int | None = None) -> str:
        """Returns a picture of the position; with a seat, of what this seat sees."""
        return draw_board(self.cells(), self.board(seat))

    def _repr_svg_(self) -> str:
        return self.svg()

    def _named(self, move: dict[str, Any], language: str, names: Sequence[str] | None) -> dict[str, Any]:
        return {**move, "words": self._name_players(move["words"], language, names)}

    def _name_players(self, words: str, language: str, names: Sequence[str] | None) -> str:
        """Returns words in which `{p2}`, the player of seat 2, is replaced by a name."""
        given = dict(enumerate(names or (), start=1))

        def name(found: re.Match[str]) -> str:
            seat = int(found[1])
            own = self.info()["words"].get(language, {}).get(f"seat.{seat}", f"p{seat}")
            return str(given.get(seat, own))

        return re.sub(r"\{p(\d+)\}", name, words)

    def close(self) -> None:
        """Ends the process, if there is one. The game cannot be used any more."""
        self._referee.close()

    def __repr__(self) -> str:
        turn = self._answers.get((None, "turn"))
        return f"<Game {self.name}, {len(self._position.moves)} moves and events, next: {turn}>"

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is another game with its own referee, in which the same moves and events have been played."""
        drawn = self._random and self._random.getstate()
        return _replay, (type(self), self.name, {**self._start, "ahead": self.ahead}, self._position, drawn)

    def __enter__(self) -> Game:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self._referee.kill()

    def _load(self, position: Position) -> None:
        """Goes to a position, unless it is refused."""
        wanted = (*_ALWAYS, *self.ahead)
        answers = self._referee.queries(wanted, position)
        self._position = position
        self._legal = None
        self._answers = {(None, question): answer for question, answer in zip(wanted, answers, strict=True)}

    def _result(self, question: str) -> str:
        """Returns one of the answers that are wanted together at the end of a game."""
        if (None, question) not in self._answers:
            self.queries(_RESULTS)
        return self._answers[None, question]

    def _constant(self, question: str) -> dict[str, Any]:
        if question not in self._constants:
            self._constants[question] = self._json(question, None)
        constant: dict[str, Any] = self._constants[question]
        return constant

    def _json(self, question: str, seat: int | None) -> Any:
        return json.loads(self.query(question, seat))


def _replay(kind: type[Game], name: str, start: dict[str, Any], position: Position, drawn: Any) -> Game:
    game = kind(name, position=position, **start)
    if drawn:
        game._random = random.Random()
        game._random.setstate(drawn)
    return game


def _open_referee(command: Command | None, timeout: float, native: bool | None) -> Referee:
    """Returns a referee in this process or in one of its own. For `native` see `Game`."""
    if native and command is not None:
        raise ValueError("a referee in this process has no command")
    referee = open_native(bool(native)) if native is not False and command is None else None
    return referee or SimpleEngine.open(command, timeout=timeout)
