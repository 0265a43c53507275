#!/usr/bin/env python3
"""Measures what is no strength: starting, long histories, memory, threads. Prints one figure a line.

    scripts/measure.py [start] [position] [memory] [cold] [threads] [depth] [arena]      (none: all seven)

How: a `position` line has no answer, so each is followed by `isready` in the same write, and the median time of an
`isready` alone is taken off; tokens are moves and deals. Every figure is a median; run it on an idle machine.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import threading
import time

from ugi import DEFAULT_ENGINE, Engine, info_number, position, walk

WHAT = ["start", "position", "memory", "cold", "threads", "depth", "arena"]
DEPTHS = {"checkers": 24}
COLD = ("checkers", "jeex", "wieniet")  # games of two sides that hide nothing: each of their searches fills the table
LONG = {  # games whose histories may grow to 2,000 moves, and the options that let them
    "jeex": [("Jeex.DrawPlies", 0), ("Jeex.MaxPlies", 0), ("Jeex.Repetition", 0)],
    "keezen": [("Keezen.MaxPlies", 0)],
}


def timed(action):
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1e6


def loaded(engine, line):
    """Microseconds from writing `line` to `readyok`."""
    def send():
        engine.process.stdin.write(line.encode() + b"\nisready\n")
        engine.process.stdin.flush()
        engine.until("readyok")
    return timed(send)


def start(command, rounds=30):
    engines = []
    spans = [timed(lambda: engines.append(Engine(command))) / 1000 for _ in range(rounds)]
    for engine in engines:
        engine.close()
    print(f"start to ugiok {statistics.median(spans):21.2f} ms   (process start and one isready included)")


def long_position(command, game, options, rounds=30):
    with Engine(command, [("Game", game), *options]) as engine:
        tokens = walk(engine, random.Random(1), 2001, shy=True)
        alone = statistics.median(timed(engine.ready) for _ in range(200))
        again, first = [], []
        for index in range(rounds):
            length = 400 + index
            loaded(engine, position("startpos", tokens[:length]))
            again.append(loaded(engine, position("startpos", tokens[: length + 1])) - alone)
            engine.send("uginewgame")
            engine.ready()
            first.append(loaded(engine, position("startpos", tokens[:2000])) - alone)
            engine.send("uginewgame")
        print(f"{game:<10} 400 tokens and one more {statistics.median(again):10.1f} us")
        print(f"{game:<10} 2,000 tokens at once   {statistics.median(first):10.1f} us   (isready alone: {alone:.1f} us)")


def resident(engine):
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
        sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS")}
    return sizes["VmRSS"]


def memory(command, games):
    for game in games:
        for hash_size in (16, 256):
            with Engine(command, [("Game", game), ("Hash", hash_size)]) as engine:
                before = resident(engine)
                engine.send(position("startpos", walk(engine, random.Random(1), 4)))
                search(engine, 3.0)
                print(f"{game:<10} Hash {hash_size:>3}: resident {resident(engine):7.1f} MiB after a search of 3 s, "
                      f"{before:.1f} before", flush=True)


def arena_order(engine, line):
    """What `speltafel-arena` sends to an engine before the `go` of its first move."""
    engine.send("setoption name Seed value 1")
    engine.send("uginewgame")
    engine.ready()
    yield
    while True:
        engine.send(line)
        engine.send("isready")
        yield


def cutegames_order(engine, line):
    """What cutegames sends to an engine before the `go` of its first move, and of each move after it."""
    engine.send("uginewgame")
    engine.send("position startpos")
    engine.ask("p1turn")
    yield
    while True:
        engine.ready()
        engine.send(line)
        engine.ask("gameover")
        yield


def first_searches(command, order, game, hash_size, line, count=10, milliseconds=100):
    """Nodes and milliseconds of the first searches of a fresh process."""
    found = []
    with Engine(command, [("Game", game), ("Hash", hash_size)]) as engine:
        steps = order(engine, line)
        next(steps)
        for _ in range(count):
            next(steps)
            lines = []
            span = timed(lambda: lines.extend(engine.go(f"movetime {milliseconds}")[1])) / 1000
            found.append((info_number(lines, "nodes") or 0, span))
    return found


def cold(command, games, sizes=(16, 128, 1024), rounds=5):
    """Does the first search of a process find its table ready? Each search is of the same position."""
    for game in (game for game in games if game in COLD):
        line = openings(game, 1)[0]
        for order in (arena_order, cutegames_order):
            for hash_size in sizes:
                runs = [first_searches(command, order, game, hash_size, line) for _ in range(rounds)]
                first, tenth = ([run[index] for run in runs] for index in (0, 9))
                nodes = [statistics.median(nodes for nodes, _ in searches) for searches in (first, tenth)]
                spans = [max(span for _, span in searches) for searches in (first, tenth)]
                print(f"{game:<10} {order.__name__.split('_')[0]:<9} Hash {hash_size:>4}: nodes of the first search of 100 ms "
                      f"{nodes[0]:>8.0f}, of the tenth {nodes[1]:>8.0f}; ms at most {spans[0]:.1f}, {spans[1]:.1f}", flush=True)


def search(engine, seconds):
    """The lines of a search of this length: none with a limit, which could end before."""
    engine.send("go infinite")
    time.sleep(seconds)
    engine.send("stop")
    return engine.until("bestmove")


def speed(engine, line, seconds, out):
    engine.send(line)
    out.append(info_number(search(engine, seconds), "nps") or 0)


def openings(game, count):
    """Balanced openings: a position that is won early says nothing about threads."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "openings", f"{game}.txt")
    with open(path, encoding="ascii") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return ["position " + line for line in lines[:: len(lines) // count][:count]]


def threads(command, games, rounds=7, seconds=1.5):
    for game in games:
        options, ratios = [("Game", game), ("Hash", 64), ("Seed", 1)], []
        with Engine(command, [*options, ("Threads", 2)]) as both, Engine(command, options) as one, \
                Engine(command, options) as other:
            for line in openings(game, rounds):
                together, apart = [], []
                speed(both, line, seconds, together)
                pair = [threading.Thread(target=speed, args=(engine, line, seconds, apart)) for engine in (one, other)]
                for thread in pair:
                    thread.start()
                for thread in pair:
                    thread.join()
                ratios.append(together[0] / max(1, sum(apart)))
                for engine in (both, one, other):
                    engine.send("uginewgame")
        print(f"{game:<10} nodes per second, Threads 2 against two processes: {statistics.median(ratios):.2f} "
              f"({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


def depth(command, games, depths, rounds=50):
    """How much sooner two threads are at a depth than one, over positions that take one thread about a second."""
    for game in (game for game in depths if game in games):
        options, times = [("Game", game), ("Hash", 64), ("Seed", 1)], ([], [])
        with Engine(command, options) as one, Engine(command, [*options, ("Threads", 2)]) as both:
            for line in openings(game, rounds):
                for engine, out in zip((one, both), times):
                    engine.send("uginewgame")
                    engine.send(line)
                    engine.ready()
                    out.append(timed(lambda: engine.go(f"depth {depths[game]}", timeout=300)))
        medians = [statistics.median(out) for out in times]
        print(f"{game:<10} time to depth {depths[game]}, {rounds} positions: Threads 1 {medians[0] / 1e6:.2f} s, Threads 2 {medians[1] / 1e6:.2f} s "
              f"(medians): {medians[0] / medians[1]:.2f} times faster; all together {sum(times[0]) / sum(times[1]):.2f}", flush=True)


def processor_time(pid):
    """Seconds of processor time of a process, and of those of its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
    return own / os.sysconf("SC_CLK_TCK"), children / os.sysconf("SC_CLK_TCK")


def arena(command):
    """Games per second of the shortest searches, and what the runner itself costs where moves take 100 ms."""
    runner = os.path.join(os.path.dirname(command), "speltafel-arena")
    usual = [runner, "run", "--quiet", "--game", "jeex", "--referee-command", command, "--concurrency", "2",
             "--openings-from", "random", "--openings-plies", "4", "--openings-nodes", "500", "--max-plies", "100",
             # A new game wipes the table: with the usual 16 MiB that is a sixth of all that such a match costs.
             "--entrant", "name=a options.Hash=1", "--entrant", "name=b options.Hash=1"]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        out = os.path.join(folder, "fast")
        subprocess.run([*usual, "--nodes", "1", "--games", "2000", "--out", out], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        with open(os.path.join(out, "results.jsonl"), encoding="ascii") as file:
            games = [json.loads(line) for line in file]
        plies = [len(game["moves"]) - game["opening"] for game in games]
        trips = max(game["run"]["trips"] / (count + 4) for game, count in zip(games, plies))
        print(f"arena      nodes 1, concurrency 2: {len(games) / seconds:.0f} games a second of {statistics.mean(plies):.0f} plies, "
              f"at most {trips:.2f} round trips to the referee a ply (4 of each game aside)", flush=True)
        slow = [*usual, "--movetime", "100", "--games", "40", "--out", os.path.join(folder, "slow")]
        with subprocess.Popen(slow, stdout=subprocess.DEVNULL) as process:
            own = engines = 0.0
            while process.poll() is None:
                time.sleep(0.1)
                try:
                    own = processor_time(process.pid)[0]
                    engines = max(engines, sum(map(sum, map(processor_time, children_of(process.pid)))))
                except (FileNotFoundError, ProcessLookupError):
                    pass
        print(f"arena      100 ms a move: the runner took {own:.2f} s, its engines {engines:.1f} s ({own / engines:.2%})", flush=True)


def children_of(pid):
    """The processes that any thread of a process has started (Linux)."""
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            found += file.read().split()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*WHAT, []], metavar="WHAT")
    parser.add_argument("--engine", default=DEFAULT_ENGINE, metavar="CMD")
    parser.add_argument("--games", nargs="*", metavar="GAME")
    arguments = parser.parse_args()
    what = arguments.what or WHAT
    with Engine(arguments.engine) as engine:
        known = engine.ask("games")
    games = arguments.games or known
    if unknown := [game for game in games if game not in known]:
        parser.error(f"argument --games: no game {unknown[0]!r} (choose from {', '.join(known)}); name what to measure before --games")
    if "start" in what:
        start(arguments.engine)
    if "position" in what:
        for game in (game for game in LONG if game in games):
            long_position(arguments.engine, game, LONG[game])
    if "memory" in what:
        memory(arguments.engine, games)
    if "cold" in what:
        cold(arguments.engine, games)
    if "threads" in what:
        threads(arguments.engine, games)
    if "depth" in what:
        depth(arguments.engine, games, DEPTHS)
    if "arena" in what:
        arena(os.path.abspath(arguments.engine))


if __name__ == "__main__":
    main()
