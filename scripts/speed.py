#!/usr/bin/env python3
"""Compares how long builds of the engine take for the same searches, in turns on this machine.

    scripts/speed.py [--runs N] ENGINE ENGINE...

Each engine searches the start position of each game; the first one is what the others are compared with. Figures are the
least user time of all runs: other work on the machine makes a run longer and never shorter. Compare builds that visit the
same nodes.
"""
import argparse
import os
import subprocess

NODES = {"checkers": 2_000_000, "jeex": 1_500_000, "wieniet": 2_000_000}


def user_seconds(engine, game, nodes):
    lines = ["setoption name Seed value 1", f"go nodes {nodes}"]
    process = subprocess.Popen([engine, "--game", game, *lines], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{engine} --game {game}: wait status {status}")
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
