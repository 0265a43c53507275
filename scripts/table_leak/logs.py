"""Engines whose lines are logged, and the search of these logs."""
import collections
import pathlib
import re
import shlex
import sys

from .judge import Judge
from .lines import tokens_of
from .words import WORDS


def wrap(kind, engine, folder):
    """Returns a program that runs the engine and logs to the folder, as `kind`."""
    script, program = pathlib.Path(__file__).with_name("wrapper.py"), pathlib.Path(folder, kind)
    logs = pathlib.Path(folder, "logs")
    logs.mkdir(exist_ok=True)
    words = [sys.executable, "-SEs", str(script), kind, str(logs), engine]
    program.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n")
    program.chmod(0o755)
    return str(program)


def shows_only(line, seat):
    """Returns whether a position line of a seat shows no hand of another seat and no partners."""
    for event, hands in re.findall(r"!(deal|partners)/(\S+)", line):
        others = [hand for other, hand in enumerate(hands.split("/"), 1) if event == "partners" or other != seat]
        if set("".join(others)) - {"?"}:
            return False
    return True


class Process:
    """What one engine was told and has answered, as its log says."""

    def __init__(self, kind):
        self.kind, self.options, self.position = kind, {}, "position startpos"
        # `waiting` are the queries without an answer, and `seat` is the seat whose view the engine has.
        self.waiting, self.seat = collections.deque(), None

    def hear(self, line, time, logs):
        """The table has sent a line."""
        words = line.split()
        if line.startswith("setoption name "):
            name, _, value = line[len("setoption name ") :].partition(" value ")
            self.options[name] = value
        elif words[:1] == ["position"]:
            self.position = line
            if self.kind == "engine":
                logs.check_view(self, line, time)
        elif words[:1] == ["query"]:
            self.waiting.append((self.position, line[len("query ") :]))
        elif words[:1] == ["go"] and self.kind == "engine":
            logs.check_mover(self, line)

    def say(self, line, logs):
        """The engine has answered a line."""
        word, _, rest = line.partition(" ")
        if word == "response" and self.waiting:
            position, question = self.waiting.popleft()
            if position.startswith("position seat "):
                logs.check_answer(self, position, question, rest)
        elif self.kind == "engine" and self.position.startswith("position seat "):
            logs.check_output(self, line)


class Logs:
    """Reads the logs of all engines, and notes what a seat must not know. `judge` is a second engine, which gets no
    more than each view."""

    def __init__(self, folder, judge):
        self.folder, self.judge = pathlib.Path(folder, "logs"), judge
        self.processes, self.read = {}, {}
        self.counts, self.leaks = collections.Counter(), []
        # The first line in which an engine got these cards of all seats, with its time.
        self.opened = {}

    def leak(self, what, process, *parts):
        self.leaks.append(" | ".join([f"{process.kind}: {what}", *map(str, parts)])[:3000])

    def catch_up(self):
        """Reads what is new. Deletes the parts of logs that are complete."""
        parts = sorted(self.folder.iterdir())
        newest = {part.stem: part for part in parts}
        for part in parts:
            process = self.processes.setdefault(part.stem, Process(part.name.split("-")[0]))
            with open(part, "rb") as file:
                file.seek(self.read.get(part, 0))
                data = file.read()
            data = data[: data.rfind(b"\n") + 1]
            self.read[part] = self.read.get(part, 0) + len(data)
            for line in data.decode(errors="replace").split("\n")[:-1]:
                time, sign, line = line.split(" ", 2) if line.count(" ") > 1 else (*line.split(" "), "")
                self.counts[f"{process.kind} {sign}"] += 1
                process.hear(line, float(time), self) if sign == ">" else process.say(line, self)
            if newest[part.stem] != part:
                part.unlink()
                del self.read[part]

    def check_view(self, process, line, time):
        """An engine that plays, analyses or reviews gets the view of one seat, or a game that is over."""
        seat = re.match(r"position seat (\d+) ", line)
        self.counts["positions of engines"] += 1
        if seat:
            process.seat = int(seat[1])
            if not shows_only(line, process.seat):
                self.leak("a view with cards of others", process, line)
            return
        deals = [token for token in tokens_of(line)[:-1] if token.startswith("!deal/")]
        if deals:
            self.opened.setdefault(deals[0], (time, line))
        process.seat = None

    def check_mover(self, process, line):
        """An engine that chooses a move for a seat has the view of this seat."""
        if process.seat is None or "observe" in line:
            return
        turn = self.judge.blind(process.options, process.position, ["turn"])[0]
        if turn != f"p{process.seat}":
            self.leak(f"a search for {turn} in a view of p{process.seat}", process, process.position)

    def check_answer(self, process, position, question, answer):
        """An answer about a view is that of an engine that has never seen more."""
        self.counts["answers about views"] += 1
        expected = self.judge.blind(process.options, position, [question])[0]
        if answer != expected and not answer.startswith("error"):
            self.leak("an answer that does not follow from the view", process, position, question, answer, expected)

    def check_output(self, process, line):
        """The moves that a search finds are possible in the view, and its lines contain nothing else."""
        unknown = set(WORDS.findall(line.encode())) - set(WORDS.findall(process.position.encode()))
        if line.startswith("info string") and unknown:
            self.leak("cards in a text", process, process.position, line)
        words = line.split()
        moves = words[words.index("pv") + 1 :][:1] if "pv" in words else words[1:2] if words[:1] == ["bestmove"] else []
        for move in moves:
            self.counts["moves of engines"] += 1
            possible = self.judge.blind(process.options, process.position, [f"canon {move}"])[0]
            if possible.startswith("error") and move not in ("0000", "resign"):
                self.leak("a move that the view does not permit", process, process.position, line)


def follow(folder, judge, stop, results):
    """Reads the logs until `stop` is set, and then sends what was found."""
    logs = Logs(folder, Judge(judge))
    while not stop.wait(1):
        logs.catch_up()
    logs.catch_up()
    results.put((logs.counts, logs.leaks, logs.opened))
