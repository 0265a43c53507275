#!/usr/bin/env python3
"""Plays random games at several tables at once and searches every message for hidden cards.

    scripts/table_leak_test.py [TABLE ENGINE] [--games N] [--seed S] [--tables N] [--out FILE] [--judge ENGINE]

At each table, a host, four guests and a spectator play Keezen and Querbeet. They make random moves and take them back,
ask for reviews, analyses, hints, earlier positions and kept games, reconnect, open pages twice, leave, so that engines
stand in, resign, change seats and play again, while the server is killed and started again with the same data. What
each browser gets must follow from its own view: the script knows all hands from the database, and asks an engine of its
own which has never seen more than this view. All engines of the table are logged, and their lines are searched too.

With --out, the results are appended to a file, one line a game, and games that the file has are not played again. Exit
code 0: nothing was shown to anybody who must not know it.
"""
import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import random
import signal
import sys
import tempfile
import threading
import time

from table_client import Server
from table_leak.inspector import Inspector
from table_leak.judge import Judge
from table_leak.library import Library
from table_leak.logs import follow, wrap
from table_leak.plan import plan
from table_leak.play import Play
from table_leak.table import Table


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", default="target/release/speltafel-table")
    parser.add_argument("engine", nargs="?", default="target/release/speltafel")
    parser.add_argument("--judge", help="the engine of the search (default: ENGINE)")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--kill", type=float, default=15, help="mean time between two kills in seconds")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    options.engine = os.path.abspath(options.engine)
    options.judge = os.path.abspath(options.judge) if options.judge else options.engine
    return options


class Run:
    """The games of all tables, and what was found."""

    def __init__(self, options, data):
        self.options, self.library, self.lock = options, Library(data), threading.Lock()
        lines = options.out.read_text().splitlines() if options.out and options.out.exists() else []
        self.results = [json.loads(line) for line in lines]
        done = {result.get("number") for result in self.results}
        self.numbers = iter([number for number in range(options.games) if number not in done])
        self.errors, self.over, self.kills = [], {}, 0
        self.playing = options.tables

    def note(self, result):
        """Keeps a result."""
        with self.lock:
            self.results.append(result)
            if self.options.out:
                with open(self.options.out, "a") as file:
                    file.write(json.dumps(result) + "\n")

    def next(self):
        with self.lock:
            return next(self.numbers, None)

    def play(self, table):
        """Plays games at one table until there are enough."""
        judge, table.over = Judge(self.options.judge), self.over
        try:
            inspector = Inspector(judge, self.library, table.id)
            table.begin(self.library, {"how": "new", "game": "keezen", "options": {}, "seats": 4, "more": {}})
            table.host.received.clear()
            table.seat_guests()
            while (number := self.next()) is not None:
                self.play_one(table, number, inspector)
        except Exception as error:  # The main thread reports it.
            self.errors.append(f"table {table.id}: {error!r}")
        finally:
            judge.close()
            with self.lock:
                self.playing -= 1

    def play_one(self, table, number, inspector):
        """Plays one game, and searches its messages."""
        table.did, sizes = {}, []
        play = Play(table, plan(self.options.seed, number), lambda: sizes.extend(self.inspect(table, inspector)))
        table.begin(self.library, play.plan)
        end = play.play()
        if end != "again":
            play.finish()
        play.unblock(0)
        table.sync()
        play.inspect()
        game = inspector.games[table.games[-1]]
        stood_in = len(table.host.shown.get("stood_in", []))
        result = {"number": number, "game": game.options, "tokens": len(game.tokens), "end": end, "stood in": stood_in}
        result |= {"messages": len(sizes), "bytes": sum(sizes), "requests": table.did}
        self.note({**result, "kinds": inspector.kinds, "leaks": inspector.leaks})
        inspector.leaks, inspector.kinds = [], collections.Counter()

    def inspect(self, table, inspector):
        """Searches what all browsers of a table have got. Yields the size of each message in bytes."""
        with table.changed:
            browsers = [*table.browsers(), *table.gone]
            messages = [(browser, browser.received) for browser in browsers]
            for browser in browsers:
                browser.received = []
        # Whatever a browser was shown is in the file by now.
        inspector.refresh()
        for browser, received in messages:
            texts = [(text, table.candidates(era)) for text, era in received]
            inspector.inspect(browser, texts)
            yield from (len(text) for text, _ in received)
        table.gone = [browser for browser in table.gone if browser not in browsers]

    def kill(self, server, rng):
        """Kills the server at random moments until all games are played."""
        while not self.ends_within(rng.uniform(0.2, 2 * self.options.kill)):
            server.kill()
            self.kills += 1
            server.start()

    def ends_within(self, seconds):
        end = time.monotonic() + seconds
        while self.playing and not self.errors and time.monotonic() < end:
            time.sleep(0.05)
        return not self.playing or self.errors

    def report(self, counts, leaks, opened):
        """Prints the counts and the leaks. Returns the exit code."""
        for deal, (seen, line) in opened.items():
            over = self.over.get(deal)
            # The script gets the message about the end a little later than the table ends the game.
            if over is None or over > seen + 1:
                leaks.append(f"engine: cards of all seats at {seen}, before the end at {over}: {line}")
        self.note({"engines": counts, "kills": self.kills, "leaks": leaks})
        leaks = [leak for result in self.results for leak in result["leaks"]]
        ends = collections.Counter(result["end"] for result in self.results if "end" in result)
        totals = ["tokens", "stood in", "messages", "bytes", "kills"]
        totals = [(sum(result.get(name, 0) for result in self.results), name) for name in totals]
        print(*(f"{count} {name}" for count, name in [(sum(ends.values()), "games"), *totals]), sep=", ")
        for name in ("requests", "kinds", "engines"):
            counts = sum((collections.Counter(result.get(name)) for result in self.results), collections.Counter())
            print(f"{name}:", ", ".join(f"{what} {count}" for what, count in sorted(counts.items())))
        print("ends:", dict(ends))
        print(f"{len(leaks)} leaks", *leaks[:20], *self.errors, sep="\n")
        return 1 if leaks else 2 if self.errors else 0


def play_all(run, server, options):
    """Plays all games."""
    with server:
        owner, path = server.enter()
        tables = [Table(server, owner, path, f"{options.seed}/table 0")]
        for index in range(1, options.tables):
            tables.append(Table(server, owner, tables[0].create(), f"{options.seed}/table {index}"))
        for table in tables:
            threading.Thread(target=run.play, args=(table,), daemon=True).start()
        run.kill(server, random.Random(options.seed))


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        referee, engine = wrap("referee", options.engine, folder), wrap("engine", options.engine, folder)
        run, stop, found = Run(options, data), multiprocessing.Event(), multiprocessing.Queue()
        # A process of its own, which begins before there are threads.
        multiprocessing.Process(target=follow, args=(folder, options.judge, stop, found), daemon=True).start()
        play_all(run, Server(options.table, referee, data, "--pace", "0s", "--engine", f"quick={engine}"), options)
        stop.set()
        code = run.report(*found.get(timeout=600))
    sys.exit(code)


if __name__ == "__main__":
    main()
