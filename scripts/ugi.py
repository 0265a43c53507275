"""An engine process with timeouts, for the scripts in this folder."""
import os
import pathlib
import select
import shlex
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULT_ENGINE = str(ROOT / "target" / "release" / "speltafel")


class EngineError(Exception):
    """The engine has exited, does not answer in time, or answers with an error."""


class Engine:
    """A running engine. `command` is a command line as one string. `options` is a sequence of (name, value) pairs."""

    def __init__(self, command=DEFAULT_ENGINE, options=(), name="engine", timeout=60.0):
        self.name, self.timeout, self.buffer, self.errors = name, timeout, b"", []
        arguments = shlex.split(command)
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("ugi")
        self.introduction = self.until("ugiok")
        for option, value in options:
            self.send(f"setoption name {option} value {value}")
        self.ready()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Kills the process. Safe to call twice."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass

    def send(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise EngineError(f"{self.name} exited before {line[:60]!r} could be sent") from error

    def read(self, deadline):
        """Returns the next line. Fails if none arrives before `deadline`, a value of `time.perf_counter`."""
        while b"\n" not in self.buffer:
            left = deadline - time.perf_counter()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise EngineError(f"{self.name} did not answer in time")
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                raise EngineError(f"{self.name} closed its output")
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode(errors="replace").rstrip("\r")

    def until(self, word, timeout=None):
        """Returns the lines up to the first one whose first word is `word`. Appends errors to `self.errors`."""
        deadline = time.perf_counter() + (timeout or self.timeout)
        lines = []
        while True:
            line = self.read(deadline)
            lines.append(line)
            if line.startswith("info string error"):
                self.errors.append(line[len("info string error "):])
            if line.split(" ", 1)[0] == word:
                return lines

    def ready(self):
        self.send("isready")
        return self.until("readyok")

    def ask(self, question):
        """Sends a query and returns the words after `response`."""
        self.send(f"query {question}")
        words = self.until("response")[-1].split()[1:]
        if words[:1] == ["error"]:
            raise EngineError(f"{self.name}: query {question[:60]}: {' '.join(words)}")
        return words

    def ask_word(self, question):
        words = self.ask(question)
        if len(words) != 1:
            raise EngineError(f"{self.name}: query {question[:60]}: expected one word, got {words[:9]}")
        return words[0]

    def go(self, limits, timeout=None):
        """Searches. Returns the move and all lines of the search."""
        self.send(f"go {limits}".rstrip())
        lines = self.until("bestmove", timeout)
        return lines[-1].split()[1], lines


def position(base, tokens):
    """Returns a position line. `base` is `startpos` or `fen TEXT`."""
    return f"position {base} moves {' '.join(tokens)}" if tokens else f"position {base}"


def info_number(lines, word):
    """Returns the number after `word` in the last `info` line that has it, or None."""
    for line in reversed(lines):
        words = line.split()
        if words[:1] == ["info"] and word in words[:-1]:
            return int(words[words.index(word) + 1])
    return None


def walk(engine, rng, plies, shy=False):
    """Returns the tokens of a random unfinished game with at least `plies` tokens. If a game ends early, some tokens
    are taken back and other moves are tried. If `shy` is true, each move is the one after which the sum of all points
    is lowest, so that the game lasts longer."""
    tokens, furthest, back = [], 0, 8
    while True:
        engine.send(position("startpos", tokens))
        turn = engine.ask_word("turn")
        if turn == "over":
            back = 8 if len(tokens) > furthest else 2 * back
            furthest = max(furthest, len(tokens))
            tokens = tokens[: max(0, len(tokens) - back)]
        elif turn == "chance":
            tokens.append(engine.ask_word(f"draw {rng.getrandbits(64)}"))
        elif len(tokens) >= plies:
            return tokens
        else:
            legal = engine.ask("legal")
            rng.shuffle(legal)
            tokens.append(min(legal, key=lambda token: points(engine, tokens, token)) if shy else legal[0])


def points(engine, tokens, token):
    """Returns a sort key for a token: whether it ends the game, then the sum of all points after it."""
    engine.send(position("startpos", [*tokens, token]))
    return engine.ask_word("gameover") == "true", sum(map(int, engine.ask("scores")))
