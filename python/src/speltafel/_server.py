"""The lines of an engine that is written in Python."""

from __future__ import annotations

import os
import re
import secrets
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

from speltafel._dialogue import ERROR
from speltafel._go import Go
from speltafel._player import Player, Search, SearchStopped
from speltafel._search import NO_MOVE
from speltafel._simple import SimpleEngine
from speltafel.errors import EngineError, OptionError
from speltafel.info import Info
from speltafel.options import Option, Options
from speltafel.position import Limit, Position

_UGI = frozenset(["ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "query", "quit"])
_OWN = frozenset(["ponderhit", "wait", "ping"])
_BLANKS = re.compile(r"[ \t\v\f\r]+")
_LONGEST_LINE = 16 << 20
# The seconds that a player gets to return a move after `stop`.
_GRACE = 0.05
_REFUSALS = ("bad_argument", "bad_fen", "hidden_conflict")
_START = "position startpos"


class Server:
    """Answers the commands of a client. The referee answers the queries, the player searches.

    The thread that reads the lines carries out the commands; each search has a thread of its own.
    """

    def __init__(self, player: Player, referee: SimpleEngine, output: BinaryIO) -> None:
        self._player = player
        self._referee = referee
        self._output = output
        # Protects the output, the referee and the state of the search.
        self._lock = threading.RLock()
        self._running: _Running | None = None
        # The thread of the last search.
        self.thread: threading.Thread | None = None
        self._position = _START
        rules = [option for option in referee.options.values() if option.name == "Game" or "." in option.name]
        self._rules = Options(rules)
        seed = Option("Seed", "spin", 0, 0, 2**31 - 1)
        self._own = Options([seed, *player.options])
        extensions = ",".join(sorted(referee.extensions - {"observe"}))
        self._facts = Options([Option("UGI_Extensions", "string", extensions), Option("UGI_Protocol", "string", "1.1")])
        self._seed = 0

    def serve(self, source: BinaryIO) -> None:
        """Carries out commands up to `quit` or the end of the input."""
        for text in _lines(source):
            if text is None:
                self.error(f"line_too_long more than {_LONGEST_LINE} bytes")
                continue
            words = [word for word in _BLANKS.split(text) if word]
            if not words:
                continue
            own = 0 if words[0] in _OWN else None
            at = next((number for number, word in enumerate(words) if word in _UGI), own) if own is None else own
            if at is None:
                self.error(f"unknown_command {_quoted(text)}")
            elif words[at] == "quit":
                break
            else:
                self._carry_out(words[at], words[at + 1 :], " ".join(words[at:]))
        self._stop()

    def _carry_out(self, command: str, words: Sequence[str], line: str) -> None:
        running = self._running
        if command == "isready":
            self._write("readyok")
        elif command == "ping":
            self._ping(words)
        elif command == "stop":
            self._stop()
        elif command in ("wait", "ponderhit"):
            if running is not None:
                running.wait() if command == "wait" else running.hit()
        elif running is not None:
            if command == "query":
                self._write(f"response {_mark(words)}error search_running")
            else:
                self.error(f"search_running {command}")
        elif command == "ugi":
            self._introduce()
        elif command == "setoption":
            self._set_option(words, line)
        elif command == "go":
            self._go(Go.parse(words))
        else:
            self._relay(command, line)

    def _introduce(self) -> None:
        options = [*self._rules.values(), *self._own.values(), *self._facts.values()]
        self._write(
            f"id name {self._player.name}",
            f"id author {self._player.author}",
            *(option.line() for option in options),
            "ugiok",
        )

    def _ping(self, words: Sequence[str]) -> None:
        if words and _is_mark(words[0]):
            self._write(f"pong {words[0]}")
        else:
            self.error("bad_argument ping: expected a word of at most 20 printable characters")

    def _relay(self, command: str, line: str) -> None:
        """Lets the referee carry out a command and answer it."""
        lines = self._referee.command(line)
        if command == "uginewgame":
            self._position = _START
            self._start_game()
        elif command == "position":
            errors = [text.split()[3] for text in lines if text.startswith(ERROR)]
            if not any(error in _REFUSALS for error in errors):
                self._position = line
        self._write(*lines)

    def _start_game(self) -> None:
        self._player.random.seed(self._seed or None)
        self._player.new_game()

    def _set_option(self, words: Sequence[str], line: str) -> None:
        end = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:end]), " ".join(words[end + 1 :])
        if words[:1] != ["name"]:
            self.error("bad_argument setoption: expected name NAME [value VALUE]")
        elif name in self._rules:
            before = self._referee.queries(["game", "options"])
            self._write(*self._referee.command(line))
            if self._referee.queries(["game", "options"]) != before:
                self._position = _START
        elif name in self._own:
            self._set_own(self._own[name], value)
        elif name not in self._facts or value != self._facts[name].default:
            self.error(f"bad_argument setoption: no such option or value: {_quoted(name)}")

    def _set_own(self, option: Option, text: str) -> None:
        try:
            value = option.read(text)
        except OptionError as error:
            self.error(f"bad_argument {_quoted(str(error), 200)}")
            return
        if option.name == "Seed":
            self._seed = int(value or 0)
            self._player.random.seed(self._seed or None)
        else:
            self._player.settings[option.name] = value

    def _go(self, go: Go) -> None:
        if go.unknown:
            self.error(f"bad_argument go: unknown words {_quoted(' '.join(go.unknown))}")
        running = self._running = _Running(self, go)
        turn = self._referee.query("turn")
        seat = Position.parse(self._position).seat
        if turn == "over":
            running.finish(NO_MOVE)
        elif turn == "chance":
            if seat is None:
                bits = self._player.random.getrandbits(64) if self._seed else secrets.randbits(64)
                running.finish(self._referee.query(f"draw {bits}"))
            else:
                running.finish(NO_MOVE, "not_master an event is due")
        elif seat is not None and turn != f"p{seat}":
            running.finish(NO_MOVE, f"not_your_turn {turn} is to move")
        else:
            self._search(running, int(turn[1:]))

    def _search(self, running: _Running, seat: int) -> None:
        """Starts the player's search in the view of the seat."""
        go = running.go
        view = Position.parse(self._referee.query(f"view {seat}"))
        if "?" not in str(view):
            # The view is the whole history, and as such it can be asked about the moves of all seats.
            view = replace(view, seat=None)
        legal = self._referee.query("legal", view).split()
        unknown = [move for move in go.root_moves if move not in legal]
        if unknown:
            self.error(f"illegal_move searchmoves: {_quoted(unknown[0])} and {len(unknown) - 1} more")
        moves = [move for move in legal if move in go.root_moves] or legal
        teams = self._referee.query("teams").split()
        team = next((team for team in teams if str(seat) in team.split("+")), "")
        times = go.times([seat, *map(int, team.split("+"))] if team else [seat])
        limit = Limit(depth=go.numbers.get("depth"), nodes=go.numbers.get("nodes"), mate=go.numbers.get("mate"))
        search = Search(view, seat, moves, limit, self._ask, self._report)
        running.start(search, times, self._player)

    def _ask(self, search: Search, questions: Sequence[str], position: Position) -> list[str]:
        with self._lock:
            if self._running is None or self._running.search is not search:
                raise SearchStopped
            return self._referee.queries(questions, position)

    def _report(self, search: Search, info: Info) -> None:
        with self._lock:
            if self._running is not None and self._running.search is search:
                self._write(replace(info, nodes=info.nodes or search.nodes, time=search.seconds).line())

    def end(self, running: _Running, move: str, error: str | None) -> None:
        """Writes the answer of a search, once. The engine is idle before it writes `bestmove`."""
        with self._lock:
            if self._running is not running:
                return
            search = running.search
            if search is not None:
                self._referee.command(self._position)
                seconds = search.seconds
                speed = round(search.nodes / max(seconds, 0.001))
                self._write(Info(nodes=search.nodes, nps=speed, time=seconds).line())
            if error is not None:
                self.error(error)
            self._running = None
            self._write(f"bestmove {move}")

    def _stop(self) -> None:
        running = self._running
        if running is not None:
            running.stop()

    def error(self, text: str) -> None:
        """Writes an error line."""
        self._write(f"{ERROR}{text}")

    def _write(self, *lines: str) -> None:
        data = "".join(f"{line}\n" for line in lines).encode("ascii", "backslashreplace")
        with self._lock:
            self._output.write(data)
            self._output.flush()


class _Running:
    """A `go` command until its `bestmove`."""

    def __init__(self, server: Server, go: Go) -> None:
        self.go = go
        self.search: Search | None = None
        self._server = server
        # Whether `bestmove` must wait for `stop` or `ponderhit`.
        self._is_held = go.is_endless or go.is_ponder
        self._answer: tuple[str, str | None] | None = None
        self._times: tuple[float, float] | None = None
        self._timer: threading.Timer | None = None
        self._has_ended = threading.Event()

    def start(self, search: Search, times: tuple[float, float] | None, player: Player) -> None:
        self.search, self._times = search, times
        if not self._is_held:
            self._start_clock()
        # A player that has not returned yet is not asked a second time.
        previous, self._server.thread = (
            self._server.thread,
            threading.Thread(target=lambda: self._choose(search, player, previous), daemon=True),
        )
        self._server.thread.start()

    def _start_clock(self) -> None:
        if self._times is None or self.search is None:
            return
        should, must = self._times
        self.search.limit = replace(self.search.limit, time=should)
        self.search.deadline = time.monotonic() + should
        self._timer = threading.Timer(must, self._end_with_best)
        self._timer.daemon = True
        self._timer.start()

    def _choose(self, search: Search, player: Player, previous: threading.Thread | None) -> None:
        if previous is not None:
            previous.join()
        try:
            move = player.choose(search)
        except SearchStopped:
            return
        except Exception as error:
            traceback.print_exc()
            self.finish(NO_MOVE, f"internal_error {_quoted(repr(error), 200)}")
            return
        if move in search.moves or move == "resign":
            self.finish(move)
        else:
            self.finish(
                NO_MOVE, f"internal_error choose returned {_quoted(repr(move))}, which is no move of the search"
            )

    def finish(self, move: str, error: str | None = None) -> None:
        """Answers the search, or keeps the answer until it may be given."""
        self._answer = self._answer or (move, error)
        if not self._is_held:
            self._end(*self._answer)

    def stop(self) -> None:
        """Ends the search and waits for its answer."""
        self._release()
        if self.search is not None:
            self.search.stop()
            if not self._has_ended.wait(_GRACE):
                self._end_with_best()

    def hit(self) -> None:
        """Carries out `ponderhit`."""
        if not self.go.is_ponder or self.go.is_infinite:
            return
        if self.go.is_endless:
            self.stop()
        else:
            self._start_clock()
            self._release()

    def wait(self) -> None:
        """Waits for the end of a search that ends by itself."""
        if self._is_held:
            self._server.error("bad_argument wait: only stop or ponderhit ends this search")
        else:
            self._has_ended.wait()

    def _release(self) -> None:
        self._is_held = False
        if self._answer is not None:
            self._end(*self._answer)

    def _end_with_best(self) -> None:
        if self.search is not None:
            self.search.stop()
            self._end(self.search.best, None)

    def _end(self, move: str, error: str | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        try:
            self._server.end(self, move, error)
        except (EngineError, OSError):
            # Without its referee or its client, the engine cannot go on.
            traceback.print_exc()
            os._exit(1)
        self._has_ended.set()


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Returns the lines of the input, and None for a line that is too long."""
    is_first = True
    while line := source.readline(_LONGEST_LINE + 1):
        if not line.endswith(b"\n") and len(line) > _LONGEST_LINE:
            while (rest := source.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
            continue
        text = line.decode(errors="replace").removesuffix("\n")
        if is_first and text.strip():
            text, is_first = text.removeprefix("\ufeff"), False
        yield text


def _is_mark(word: str) -> bool:
    return len(word) <= 20 and word.isascii() and word.isprintable()


def _mark(words: Sequence[str]) -> str:
    has_mark = bool(words) and words[0].startswith("#") and _is_mark(words[0][1:])
    return f"{words[0]} " if has_mark else ""


def _quoted(text: str, longest: int = 40) -> str:
    shown = text if len(text) <= longest else text[:longest] + "..."
    return "".join(letter if letter.isascii() and letter.isprintable() else ascii(letter)[1:-1] for letter in shown)
