#!/usr/bin/env python3
"""Compares the speed of several builds of the engine. The builds take turns in
searching the start positions of several games.

    scripts/speed.py [--runs N] ENGINE ENGINE...

Prints each engine's lowest user time and its ratio to that of the first engine.
The lowest time is used because other work on the machine can only make a run
slower. The comparison is valid only for builds that visit the same nodes.
"""
import argparse
import os
import subprocess

NODES = {"checkers": 2_000_000, "jeex": 1_500_000, "wieniet": 2_000_000}


def user_seconds(engine, game, nodes):
    """Returns the user CPU seconds of a search in a new process."""
    lines = ["setoption name Seed value 1", f"go nodes {nodes}"]
    process = subprocess.Popen([engine, "--game", game, *lines], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{engine} --game {game}: failed with wait status {status}")
    return usage.ru_utime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=8, help="runs of each engine and game (default 8)")
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    arguments = parser.parse_args()
    for game, nodes in NODES.items():
        times = {engine: [] for engine in arguments.engines}
        for _ in range(arguments.runs):
            for engine in arguments.engines:
                times[engine].append(user_seconds(engine, game, nodes))
        first = min(times[arguments.engines[0]])
        for engine, found in times.items():
            print(f"{game:10} {min(found):7.3f} s {min(found) / first:6.3f}  {engine}")


if __name__ == "__main__":
    main()
