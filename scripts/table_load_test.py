#!/usr/bin/env python3
"""Measures a table under load: many tables at once, and hostile spectators.

    scripts/table_load_test.py tables [TABLE ENGINE] [--tables N] [--engines N]
    scripts/table_load_test.py hostile [TABLE ENGINE] [--spectators N]

Each table has four clients with a WebSocket and a cookie as in a browser: players
with links, who make random moves after a random time to think, and spectators. The
times are those from the frame with a move to the frame with the board after it, at
the mover and at the other clients of the table, without clocks and with pace 0.
Blocks without and with load take turns on one server.

`tables`: without load, one table plays; with load, all play while engines analyse.
Also measures the memory (PSS) of the server and of the referees.

`hostile`: with load, spectators flood the table with requests, do not read, leave
requests half open, join and leave. Their process has the lowest priority, because it
stands for other computers. Players connect again and again.

Exit code 0: all targets are met. Linux only. The machine should do nothing else.
"""
import argparse
import contextlib
import os
import pathlib
import random
import re
import sys
import tempfile
import time

from table_attack import Attack
from table_client import Server
from table_players import Load

GAMES = ["keezen", "querbeet", "checkers", "jeex"]
# Spectators, who follow the game with an engine, are at tables of these.
ANALYSED = ["checkers", "jeex"]
FACTOR = 3
SERVER_MB, REFEREE_MB = 150, 15


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    rows = parser.add_subparsers(dest="row", required=True)
    for name, seconds, think in [("tables", 25, 1.0), ("hostile", 20, 0.2)]:
        row = rows.add_parser(name)
        row.add_argument("table", nargs="?", default="target/release/speltafel-table")
        row.add_argument("engine", nargs="?", default="target/release/speltafel")
        row.add_argument("--rounds", type=int, default=4, help="pairs of blocks (default: %(default)s)")
        row.add_argument("--seconds", type=float, default=seconds, help="the length of a block (default: %(default)s)")
        row.add_argument("--think", type=float, default=think, help="mean seconds before a move (default: %(default)s)")
        row.add_argument("--seed", type=int, default=1)
    rows.choices["tables"].add_argument("--tables", type=int, default=50)
    rows.choices["tables"].add_argument("--engines", type=int, default=8, help="engines that analyse")
    help = "--think of the table that plays alone, short for many times (default: %(default)s)"
    rows.choices["tables"].add_argument("--think-alone", type=float, default=0.2, help=help)
    rows.choices["hostile"].add_argument("--spectators", type=int, default=60)
    return parser.parse_args()


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


def compare(names, blocks):
    """Prints the times without and with load. Returns whether those with load are small enough."""
    met = True
    for own, place in [(True, "mover"), (False, "others")]:
        times = [[ms for _, is_own, ms in block if is_own == own] for block in blocks]
        for what, share in [("median", 0.5), ("99th percentile", 0.99)]:
            without, loaded = (percentile(block, share) for block in times)
            met &= loaded <= FACTOR * without
            counts = f"of {len(times[0])} and {len(times[1])} times"
            print(f"{place}, {what}: {names[0]} {without:.2f} ms, {names[1]} {loaded:.2f} ms, "
                  f"{loaded / without:.2f} times as long ({counts})")
    for game in sorted({game for block in blocks for game, _, _ in block}):
        medians = [percentile([ms for name, _, ms in block if name == game], 0.5) for block in blocks]
        print(f"  {game}, median of all: {medians[0]:.2f} ms, {medians[1]:.2f} ms")
    return met


def pss(pid):
    """Returns the proportional set size of a process in MB."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)[1]) * 1024 / 1e6


def referees(server):
    """Returns the processes of the server that have its priority: those of engines that analyse have a lower one."""
    found, own = [], os.getpriority(os.PRIO_PROCESS, server.process.pid)
    program = os.readlink(f"/proc/{server.process.pid}/exe")
    for thread in pathlib.Path(f"/proc/{server.process.pid}/task").iterdir():
        for pid in map(int, (thread / "children").read_text().split()):
            # Another process of the same program ends the engines when the server is killed.
            with contextlib.suppress(OSError):
                if os.getpriority(os.PRIO_PROCESS, pid) == own and os.readlink(f"/proc/{pid}/exe") != program:
                    found.append(pid)
    return found


def measure_memory(server):
    """Prints the memory of the server and its referees. Returns whether it is small enough."""
    alone, each = pss(server.process.pid), [pss(pid) for pid in referees(server)]
    each_mb, all_mb = max(each), sum(each)
    print(f"memory: server {alone:.1f} MB, {len(each)} referees of {each_mb:.1f} MB or less ({all_mb:.0f} MB in all)")
    return alone <= SERVER_MB and each_mb <= REFEREE_MB


def measure_tables(server, options):
    load = Load(server)
    tables = load.tables([GAMES[index % len(GAMES)] for index in range(options.tables)])
    analysing = [table.clients[-1] for table in tables if table.game in ANALYSED][: options.engines]
    alone, together = [], []
    for index in range(options.rounds):
        one = tables[index % min(len(GAMES), len(tables))]
        alone += load.play([one], options.think_alone, options.seconds)
        for client in analysing:
            client.analyses = True
            client.analyse()
        together += load.play(tables, options.think, options.seconds)
        met = measure_memory(server)
        for client in analysing:
            client.analyses = False
            client.send({"do": "analyse", "stop": True})
    moves = sum(own for _, own, _ in together) / options.rounds / (options.seconds - 1)
    print(f"{len(tables)} tables, {moves:.0f} moves per second, {len(analysing)} engines")
    return compare(("one table", "all tables"), (alone, together)) and met


def measure_hostile(server, options):
    load = Load(server)
    [table] = load.tables(["keezen"])
    visits = []

    def visit():
        """Connects a player again, at a moment when nobody waits for a board."""
        if table.is_quiet() and random.random() < 0.05:
            client = random.choice(table.clients)
            client.close()
            begin = time.monotonic()
            client.open()
            visits.append((time.monotonic() - begin) * 1000)

    quiet, hostile, counts = [], [], [0, 0]
    for _ in range(options.rounds):
        quiet += load.play([table], options.think, options.seconds, visit)
        attack = Attack(server, table.watch, options.spectators)
        hostile += load.play([table], options.think, options.seconds, visit)
        counts = [before + now for before, now in zip(counts, attack.end())]
    print(f"{options.spectators} spectators attacked {counts[0]} times; the server refused {counts[1]} sockets")
    print(f"players connected again {len(visits)} times, within {max(visits):.1f} ms, and were never refused")
    return compare(("without", "with"), (quiet, hostile))


def main():
    options = arguments()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as data:
        measure = {"tables": measure_tables, "hostile": measure_hostile}[options.row]
        with Server(options.table, options.engine, data) as server:
            sys.exit(not measure(server, options))


if __name__ == "__main__":
    main()
