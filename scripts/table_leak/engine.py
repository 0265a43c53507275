"""An engine process that must answer in time."""
import os
import select
import shlex
import subprocess
import time

TIMEOUT_S = 60


class EngineError(Exception):
    """The engine has exited or does not answer in time."""


class Engine:
    """A running engine. `command` is a command line as one string. `options` is a sequence of (name, value) pairs."""

    def __init__(self, command, options, name):
        self.name, self.buffer = name, b""
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("ugi")
        self.introduction = self.until("ugiok")
        self.send("\n".join([*(f"setoption name {option} value {value}" for option, value in options), "isready"]))
        self.until("readyok")

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

    def until(self, word):
        """Returns the lines up to the first one whose first word is `word`."""
        deadline, lines = time.perf_counter() + TIMEOUT_S, []
        while True:
            lines.append(self.read(deadline))
            if lines[-1].split(" ", 1)[0] == word:
                return lines
