#!/usr/bin/env python3
"""Measures the milliseconds from writing `stop` to reading `bestmove`, per
game.

    scripts/stop_latency.py [--count 200] [--threads 2] [GAME ...]
"""
import argparse
import random
import time

from ugi import DEFAULT_ENGINE, Engine, position, walk


def measure(command, game, count, threads):
    """Returns the sorted latencies in milliseconds."""
    rng, spans = random.Random(1), []
    with Engine(command, [("Game", game), ("Threads", threads), ("Seed", 1)], game) as engine:
        line = None
        for index in range(count):
            if index % 20 == 0:
                line = position("startpos", walk(engine, rng, 4 + index // 10))
            engine.send(line)
            engine.ready()
            engine.send("go infinite")
            time.sleep(rng.uniform(0.005, 0.05))
            start = time.perf_counter()
            engine.send("stop")
            engine.until("bestmove")
            spans.append((time.perf_counter() - start) * 1000)
    return sorted(spans)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to measure (default: all)")
    parser.add_argument("--engine", default=DEFAULT_ENGINE, metavar="CMD",
                        help="command line of the engine (default: the release build)")
    parser.add_argument("--count", type=int, default=200, help="searches per game (default 200)")
    parser.add_argument("--threads", type=int, default=2, help="search threads (default 2)")
    arguments = parser.parse_args()
    games = arguments.games
    if not games:
        with Engine(arguments.engine) as engine:
            games = engine.ask("games")
    print(f"milliseconds from stop to bestmove, {arguments.count} searches per game, Threads {arguments.threads}")
    for game in games:
        spans = measure(arguments.engine, game, arguments.count, arguments.threads)
        percentile = spans[min(len(spans) - 1, len(spans) * 99 // 100)]
        print(f"{game:<16} median {spans[len(spans) // 2]:7.2f}   99th {percentile:7.2f}   worst {spans[-1]:7.2f}",
              flush=True)


if __name__ == "__main__":
    main()
