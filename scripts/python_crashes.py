#!/usr/bin/env python3
"""Plays a tournament between an engine in Python and speltafel. In one of ten
games, the Python process is killed with SIGKILL while it thinks.

    scripts/python_crashes.py [--games N] [--programs FOLDER]

Every game must be recorded once, each kill must be a fault `crash` of the
Python engine, there must be no other fault, and no process may be left. Needs
Linux. Exit code 0: all of this holds.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from processes import all_processes

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = "PYTHON_CRASHES"  # The environment variable of all processes.
ENGINE = """
import os, signal, sys
from speltafel.serve import Player, serve

class Killed(Player):
    name = "random moves, killed in one of ten games"

    def new_game(self):
        self.moves_left = self.random.randrange(2) if self.random.random() < 0.1 else None

    def choose(self, search):
        if self.moves_left == 0:
            with open(sys.argv[1], "a") as log:
                log.write(f"{os.getpid()}\\n")
            os.kill(os.getpid(), signal.SIGKILL)
        if self.moves_left is not None:
            self.moves_left -= 1
        return self.random.choice(search.moves)

serve(Killed())
"""


def left():
    """Returns the process numbers of the tournament."""
    return [number for number, variables, _ in all_processes() if f"{MARK}=1".encode() in variables]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--programs", default=str(ROOT / "target" / "release"))
    options = parser.parse_args()
    programs = os.path.abspath(options.programs)
    path = os.pathsep.join((programs, os.environ["PATH"]))
    environment = os.environ | {MARK: "1", "PATH": path, "PYTHONPATH": str(ROOT / "python" / "src")}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "killed.py").write_text(ENGINE)
        (folder / "kills").touch()
        command = [f"{programs}/speltafel-arena", "run", "--quiet", "--game", "jeex", "--nodes", "20"]
        command += ["--run-patience-handshake", "120s"]
        command += ["--concurrency", "2", "--games", str(options.games), "--out", str(folder / "match")]
        command += ["--openings-from", "random", "--openings-plies", "4", "--openings-nodes", "100"]
        command += ["--participant", f"name=ours command={programs}/speltafel"]
        arguments = f"{folder}/killed.py {folder}/kills"
        command += ["--participant", f"name=python command={sys.executable} 'args={arguments}'"]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        results = folder / "match" / "results.jsonl"
        records = [json.loads(line) for line in results.read_text().splitlines()]
        kills = len((folder / "kills").read_text().split())
    faults = [fault for record in records for fault in record.get("faults", [])]
    print(f"{len(records)} games, {kills} kills")
    for (kind, participant), count in collections.Counter((f["kind"], f["participant"]) for f in faults).items():
        print(f"{count} faults {kind} of {participant}")
    deadline = time.monotonic() + 10
    while left() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left(), f"processes are left: {left()}"
    assert len(records) == len({record["id"] for record in records}) == options.games
    assert len(faults) == kills > 0, f"{len(faults)} faults for {kills} kills"
    assert all(fault["kind"] == "crash" and fault["participant"] == "python" for fault in faults)
    return 0


if __name__ == "__main__":
    sys.exit(main())
