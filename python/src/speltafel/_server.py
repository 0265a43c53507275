"""The lines of an engine that is written in Python."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

from speltafel._go import Go
from speltafel._lines import LONGEST_LINE, answer_mark, command_words, is_mark, quoted, read_lines
from speltafel._player import Player, Search, SearchStopped
from speltafel._queries import ERROR
from speltafel._running import Running
from speltafel._search import NO_MOVE
from speltafel._simple import SimpleEngine
from speltafel.errors import OptionError, command_error
from speltafel.info import Info
from speltafel.options import Option, Options
from speltafel.position import Limit, Position

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
        self._running: Running | None = None
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
        for text in read_lines(source):
            if text is None:
                self.error(f"line_too_long more than {LONGEST_LINE} bytes")
                continue
            words = command_words(text)
            if words[:1] == ["quit"]:
                break
            if words:
                self._carry_out(words[0], words[1:], " ".join(words))
            elif text.strip():
                self.error(f"unknown_command {quoted(text)}")
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
                self._write(f"response {answer_mark(words)}error search_running")
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
        if words and is_mark(words[0]):
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
            errors = [command_error(text.removeprefix(ERROR)).code for text in lines if text.startswith(ERROR)]
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
            self.error(f"bad_argument setoption: no such option or value: {quoted(name)}")

    def _set_own(self, option: Option, text: str) -> None:
        try:
            value = option.read(text)
        except OptionError as error:
            self.error(f"bad_argument {quoted(str(error), 200)}")
            return
        if option.name == "Seed":
            self._seed = int(value or 0)
            self._player.random.seed(self._seed or None)
        else:
            self._player.settings[option.name] = value

    def _go(self, go: Go) -> None:
        if go.unknown:
            self.error(f"bad_argument go: unknown words {quoted(' '.join(go.unknown))}")
        running = self._running = Running(self, go)
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

    def _search(self, running: Running, seat: int) -> None:
        """Starts the player's search in the view of the seat."""
        go = running.go
        view = Position.parse(self._referee.query(f"view {seat}"))
        if "?" not in str(view):
            # The view is the whole history, and as such it can be asked about the moves of all seats.
            view = replace(view, seat=None)
        legal = self._referee.query("legal", view).split()
        unknown = [move for move in go.root_moves if move not in legal]
        if unknown:
            self.error(f"illegal_move searchmoves: {quoted(unknown[0])} and {len(unknown) - 1} more")
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

    def end(self, running: Running, move: str, error: str | None) -> None:
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
