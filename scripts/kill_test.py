#!/usr/bin/env python3
"""Plays a tournament whose processes are killed at random, and compares it with
an undisturbed one.

    scripts/kill_test.py [ARENA ENGINE] [--games N] [--seed S] [--interval T]

The runner, the referees and the engines are killed with SIGKILL every T seconds
on average. A killed runner is started again. When all games have been played,
`run --redo faults` plays those with faults again, at first among further kills,
then in peace. In the end every game must be there once, without a fault, the
digest must be that of the undisturbed tournament, and no process may be left.
Needs Linux. Exit code 0: all of this holds.
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from processes import all_processes

MARK = "KILL_TEST"  # The environment variable of all processes, and of the engines with another value.
START_S = 0.5  # The runner is rarely killed sooner after its start, or it would never play a game.
MAX_FAILED_STARTS = 30  # Consecutive ends of the runner without a new game, after which the test gives up.
REDO_ROUNDS = 3  # Runs with `--redo faults` among kills.


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arena", nargs="?", default="target/release/speltafel-arena")
    parser.add_argument("engine", nargs="?", default="target/release/speltafel")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--interval", type=float, default=0.2)
    return parser.parse_args()


class Tournament:
    """A tournament in a folder. Without kills, its games depend only on the plan."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.results = folder / "results.jsonl"
        engine = os.path.abspath(options.engine)
        self.command = [options.arena, "run", "--quiet", "--game", "jeex", "--nodes", "1", "--concurrency", "2"]
        self.command += ["--games", str(options.games), "--referee-command", engine, "--out", str(folder)]
        self.command += ["--openings-from", "random", "--openings-plies", "4", "--openings-nodes", "100"]
        for words in ("name=a", "name=b options.Player=random"):
            self.command += ["--participant", f"{words} command={engine} env.{MARK}=engine"]

    def start(self, *flags, stderr=None):
        environment = os.environ | {MARK: "runner"}
        return subprocess.Popen(self.command + list(flags), env=environment, stdout=subprocess.DEVNULL, stderr=stderr)

    def records(self):
        return [json.loads(line) for line in self.results.read_text().splitlines()]

    def digest(self):
        status = subprocess.run([self.options.arena, "status", self.folder], capture_output=True, text=True)
        return status.stdout.split("digest: ")[1].strip()


def processes():
    """Returns the running processes of the test as pairs of a kind and a process number."""
    found = []
    for number, variables, command in all_processes():
        if f"{MARK}=engine".encode() in variables:
            found.append(("engine", number))
        elif f"{MARK}=runner".encode() in variables and len(command) > 1:
            kind = {b"run": "runner", b"guard": "guard"}.get(command[1], "referee")
            found.append((kind, number))
    return found


def play(tournament, generator, kills, *flags):
    """Runs the tournament until all its games have been played, and meanwhile kills processes."""
    failed_starts = 0
    while True:
        before, begin = os.path.getsize(tournament.results) if tournament.results.exists() else 0, time.monotonic()
        runner = tournament.start(*flags, stderr=subprocess.DEVNULL)
        try:
            while runner.poll() is None:
                time.sleep(generator.expovariate(1 / tournament.options.interval))
                kinds = ["engine"] * 4 + ["referee"] * 4 + ["runner"] * (time.monotonic() > begin + START_S)
                kind = generator.choice(kinds)
                victims = [number for other, number in processes() if other == kind]
                if victims and runner.poll() is None:
                    with contextlib.suppress(ProcessLookupError):  # The victim has just ended by itself.
                        os.kill(generator.choice(victims), signal.SIGKILL)
                        kills[kind] = kills.get(kind, 0) + 1
        finally:
            runner.kill()
            runner.wait()
        if runner.returncode == 0:
            return
        is_idle = tournament.results.exists() and os.path.getsize(tournament.results) == before
        failed_starts = failed_starts + 1 if is_idle else 0
        assert failed_starts < MAX_FAILED_STARTS, "the runner makes no progress"


def main():
    options = arguments()
    generator, kills = random.Random(options.seed), {}
    with tempfile.TemporaryDirectory() as name:
        sound, ill = [Tournament(options, pathlib.Path(name) / part) for part in ("sound", "ill")]
        assert sound.start().wait() == 0, "the undisturbed run failed"
        play(ill, generator, kills)
        faults = sum("faults" in record for record in ill.records())
        for _ in range(REDO_ROUNDS):
            play(ill, generator, kills, "--redo", "faults")
        assert ill.start("--redo", "faults").wait() == 0, "the last run failed"
        records = ill.records()
        aside = ill.folder / "redone.jsonl"
        redone = len(aside.read_text().splitlines()) if aside.exists() else 0  # There is none if no game had a fault.
        print(f"kills: {kills}; games with faults at first: {faults}; records set aside: {redone}")
        assert len(records) == len({record["id"] for record in records}) == options.games, f"{len(records)} games"
        assert not any("faults" in record for record in records), "a fault is left"
        assert ill.digest() == sound.digest(), "the digests differ"
        for _ in range(600):
            if not processes():
                break
            time.sleep(0.1)
        assert not processes(), f"processes are left: {processes()}"
        print(f"{options.games} games, each once, digest {ill.digest()}")


if __name__ == "__main__":
    sys.exit(main())
