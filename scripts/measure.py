#!/usr/bin/env python3
"""Measures speed and memory, but not playing strength. Prints one result per
line. Run it on an idle machine.

    scripts/measure.py [WHAT ...] [--engine CMD] [--games GAME ...]

WHAT is one or more of these; the default is all of them:

    start     time from the start of the process to ugiok
    position  time to process a long history in a position line
    memory    resident memory after a search
    cold      nodes of a process's first search, compared with its tenth
    threads   nodes per second with two threads, compared with two processes
    depth     time to a fixed depth with one thread and with two
    stop      time from `stop` to bestmove, with two threads
    arena     games per second of the arena, and its own CPU time

Times are medians. A position line has no answer, so `isready` follows it in the
same write, and the median time of a lone `isready` is subtracted. Tokens are
moves and deals.
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

WHAT = ["start", "position", "memory", "cold", "threads", "depth", "stop", "arena"]
DEPTHS = {"checkers": 24}
COLD = ("checkers", "jeex", "wieniet")  # games with alpha-beta search, which fills the transposition table
LONG = {  # games that can last 2,000 moves, with the options that allow it
    "jeex": [("Jeex.DrawPlies", 0), ("Jeex.MaxPlies", 0), ("Jeex.Repetition", 0)],
    "keezen": [("Keezen.MaxPlies", 0)],
}


def timed(action):
    """Returns the microseconds that `action` takes."""
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1e6


def loaded(engine, line):
    """Returns the microseconds from writing `line` to `readyok`."""
    def send():
        engine.process.stdin.write(line.encode() + b"\nisready\n")
        engine.process.stdin.flush()
        engine.until("readyok")
    return timed(send)


def start(command, rounds=30):
    """Measures the time from the start of a process to `ugiok`."""
    engines = []
    spans = [timed(lambda: engines.append(Engine(command))) / 1000 for _ in range(rounds)]
    for engine in engines:
        engine.close()
    print(f"start to ugiok {statistics.median(spans):21.2f} ms   (process start and one isready included)")


def long_position(command, game, options, rounds=30):
    """Measures position lines with long histories: one that extends the previous line by a token, and a new one."""
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
    """Returns the resident memory of an engine in MiB."""
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
        sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS")}
    return sizes["VmRSS"]


def memory(command, games):
    """Measures the resident memory of an engine before and after a search."""
    for game in games:
        for hash_size in (16, 256):
            with Engine(command, [("Game", game), ("Hash", hash_size)]) as engine:
                before = resident(engine)
                engine.send(position("startpos", walk(engine, random.Random(1), 4)))
                search(engine, 3.0)
                print(f"{game:<10} Hash {hash_size:>3}: resident {resident(engine):7.1f} MiB after a search of 3 s, "
                      f"{before:.1f} before", flush=True)


def arena_order(engine, line):
    """Sends what `speltafel-arena` sends at the start of a game; then, at each step, what it sends before a `go`."""
    engine.send("setoption name Seed value 1")
    engine.send("uginewgame")
    engine.ready()
    yield
    while True:
        engine.send(line)
        engine.send("isready")
        yield


def cutegames_order(engine, line):
    """Sends what cutegames sends at the start of a game; then, at each step, what it sends before a `go`."""
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
    """Returns the nodes and milliseconds of the first searches of a new process."""
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
    """Compares a process's first search with its tenth, in the same position, to see whether the transposition table is
    allocated before the clock starts."""
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
    """Searches for a number of seconds with `go infinite`, which cannot end early, and returns its lines."""
    engine.send("go infinite")
    time.sleep(seconds)
    engine.send("stop")
    return engine.until("bestmove")


def speed(engine, line, seconds, out):
    """Appends the nodes per second of a search to `out`."""
    engine.send(line)
    out.append(info_number(search(engine, seconds), "nps") or 0)


def openings(game, count):
    """Returns position lines of balanced openings. In positions that are already won, threads would gain little."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "openings", f"{game}.txt")
    with open(path, encoding="ascii") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return ["position " + line for line in lines[:: len(lines) // count][:count]]


def threads(command, games, rounds=7, seconds=1.5):
    """Compares the nodes per second of one process with two threads and of two processes with one thread each."""
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
    """Compares the time to a depth with one thread and with two, over positions that take one thread about a second."""
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


def stop(command, games, count=200):
    """Measures the time from writing `stop` to reading `bestmove`."""
    for game in games:
        rng, spans = random.Random(1), []
        with Engine(command, [("Game", game), ("Threads", 2), ("Seed", 1)]) as engine:
            for index in range(count):
                if index % 20 == 0:
                    engine.send(position("startpos", walk(engine, rng, 4 + index // 10)))
                    engine.ready()
                engine.send("go infinite")
                time.sleep(rng.uniform(0.005, 0.05))
                engine.send("stop")
                spans.append(timed(lambda: engine.until("bestmove")) / 1000)
        spans.sort()
        print(f"{game:<16} stop to bestmove: median {spans[count // 2]:7.2f} ms, 99th percentile "
              f"{spans[count * 99 // 100]:7.2f} ms, at most {spans[-1]:7.2f} ms", flush=True)


def processor_time(pid):
    """Returns the CPU seconds of a process, and of its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
    return own / os.sysconf("SC_CLK_TCK"), children / os.sysconf("SC_CLK_TCK")


def arena(command):
    """Measures games per second with one node per move, and the CPU time of the runner itself with 100 ms per move."""
    runner = os.path.join(os.path.dirname(command), "speltafel-arena")
    usual = [runner, "run", "--quiet", "--game", "jeex", "--referee-command", command, "--concurrency", "2",
             "--openings-from", "random", "--openings-plies", "4", "--openings-nodes", "500", "--max-plies", "100",
             # Each new game clears the table. With the default of 16 MiB, that would take a sixth of the match's time.
             "--participant", "name=a options.Hash=1", "--participant", "name=b options.Hash=1"]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        out = os.path.join(folder, "fast")
        subprocess.run([*usual, "--nodes", "1", "--games", "2000", "--out", out], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        with open(os.path.join(out, "results.jsonl"), encoding="ascii") as file:
            games = [json.loads(line) for line in file]
        plies = [len(game["moves"]) - game["opening"] for game in games]
        trips = max(game["run"]["trips"] / (count + 4) for game, count in zip(games, plies))
        print(f"arena      nodes 1, concurrency 2: {len(games) / seconds:.0f} games per second of {statistics.mean(plies):.0f} plies, "
              f"at most {trips:.2f} round trips to the referee per ply (not counting 4 per game)", flush=True)
        slow = [*usual, "--movetime", "100ms", "--games", "40", "--out", os.path.join(folder, "slow")]
        with subprocess.Popen(slow, stdout=subprocess.DEVNULL) as process:
            own = engines = 0.0
            while process.poll() is None:
                time.sleep(0.1)
                try:
                    own = processor_time(process.pid)[0]
                    engines = max(engines, sum(map(sum, map(processor_time, children_of(process.pid)))))
                except (FileNotFoundError, ProcessLookupError):
                    pass
        print(f"arena      100 ms per move: CPU time of the runner {own:.2f} s, of its engines {engines:.1f} s "
              f"({own / engines:.2%})", flush=True)


def children_of(pid):
    """Returns the process ids of the children of a process, whichever of its threads started them (Linux only)."""
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            found += file.read().split()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*WHAT, []], metavar="WHAT", help="what to measure, see above")
    parser.add_argument("--engine", default=DEFAULT_ENGINE, metavar="CMD",
                        help="command line of the engine (default: the release build)")
    parser.add_argument("--games", nargs="*", metavar="GAME", help="the games to measure (default: all)")
    arguments = parser.parse_args()
    what = arguments.what or WHAT
    with Engine(arguments.engine) as engine:
        known = engine.ask("games")
    games = arguments.games or known
    if unknown := [game for game in games if game not in known]:
        parser.error(f"argument --games: unknown game {unknown[0]!r} (choose from {', '.join(known)}); "
                     "give WHAT before --games")
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
    if "stop" in what:
        stop(arguments.engine, games)
    if "arena" in what:
        arena(os.path.abspath(arguments.engine))


if __name__ == "__main__":
    main()
