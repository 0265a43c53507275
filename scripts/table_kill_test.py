#!/usr/bin/env python3
"""Kills a table at random moments while people play, and checks that nothing is lost.

    scripts/table_kill_test.py [TABLE ENGINE] [--kills N] [--seed S]

A host and four guests, each with a WebSocket and a cookie as in a browser, play
random moves in several games. The server is killed with SIGKILL N times and
started again with the same data. Whatever a browser had been shown before must
be there afterwards: the same seat, the same game, and no move less. In the end
the library must have every game that was begun. Exit code 0: all of this holds.
"""
import argparse
import contextlib
import json
import random
import sqlite3
import tempfile
import threading
import time

from table_client import TIMEOUT_S, Page, Server

GAMES = [("keezen", 4), ("jeex", 2), ("wieniet", 2), ("checkers", 2)]
CLOCK = {"base": 3600_000, "inc": 1000}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", default="target/release/speltafel-table")
    parser.add_argument("engine", nargs="?", default="target/release/speltafel")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Browser(Page, threading.Thread):
    """Plays random legal moves for its seats, and remembers what it was shown."""

    # Whether a new game begins, so that a browser may be shown another game than before.
    begins = False

    def __init__(self, server, path, cookie, seed):
        threading.Thread.__init__(self, daemon=True)
        Page.__init__(self, server, path, cookie)
        self.random = random.Random(seed)
        self.links, self.shown = None, None
        self.connected, self.error = 0, None

    def run(self):
        try:
            while True:
                with contextlib.suppress(OSError, EOFError):
                    self.connect()
                    self.fresh = True
                    while True:
                        self.handle(json.loads(self.receive()))
                self.socket = None
                time.sleep(0.02)
        except Exception as error:  # The main thread reports it.
            self.error = repr(error)

    def handle(self, message):
        kind = message["is"]
        if kind == "links":
            self.links = message
        elif kind == "game":
            self.next_game = message["game"]
        elif kind == "table":
            message["game"] = self.next_game
            if self.fresh:
                self.check(message)
            self.shown = message
            self.connected += self.fresh
            self.fresh = False
            if message["legal"]:
                token = self.random.choice(message["legal"])["token"]
                self.send({"do": "move", "token": token, "at": message["at"]})

    def check(self, table):
        """Compares the first state after a restart with what was shown before."""
        before = self.shown
        if before is None:
            return
        assert table["you"]["seats"] is not None
        same = table["game"] == before["game"] and table["at"] >= before["at"]
        if same and table["over"] == before["over"] and table["you"]["viewer"] == before["you"]["viewer"]:
            same = table["tokens"][: before["at"]] == before["tokens"]
        elif same:
            pairs = zip(before["tokens"], table["tokens"])
            same = all(one == other for one, other in pairs if "?" not in one + other and one[0] != "!")
        assert same or Browser.begins, f"{before['game']}: {before['at']} tokens, now {table['game']}: {table['at']}"


def wait(condition, what, browsers):
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        for browser in browsers:
            assert browser.error is None, f"{browser.path}: {browser.error}"
        assert time.monotonic() < end, f"no {what}: {[(b.path, b.shown and b.shown['at']) for b in browsers]}"
        time.sleep(0.005)


def library(data):
    with contextlib.closing(sqlite3.connect(f"file:{data}/speltafel.sqlite?mode=ro", uri=True)) as database:
        return database.execute("SELECT game, result, moves FROM games").fetchall()


def main():
    options = arguments()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as data, Server(options.table, options.engine, data) as server:
        owner, path = server.enter()
        host = Browser(server, path, owner, rng.random())
        browsers = [host]
        host.start()
        begun, finished = 0, 0

        def begin():
            nonlocal begun
            game, seats = GAMES[begun % len(GAMES)]
            Browser.begins = True
            request = {"do": "new", "game": game, "seats": [{"who": "link"}] * seats, "pace": 0}
            if begun % 3 == 2:
                request["clock"] = CLOCK
            host.send(request)
            begun += 1
            wait(lambda: all(b.shown["game"] == game for b in browsers), "new game", browsers)
            Browser.begins = False

        wait(lambda: host.links, "links", browsers)
        host.send({"do": "new", "game": "keezen", "seats": [{"who": "link"}] * 4, "pace": 0})
        begun = 1
        wait(lambda: host.shown and host.shown["game"] == "keezen", "keezen", browsers)
        wait(lambda: len(host.links["seats"]) == 4, "links of four seats", browsers)
        # A table begins with a game of its own, which is kept because the host has moved in it.
        first = len(library(data)) - begun
        for index, link in enumerate(host.links["seats"]):
            cookie, path = server.request(link, form=f"name=Guest{index + 1}")
            browsers.append(Browser(server, path, cookie, rng.random()))
            browsers[-1].start()
        wait(lambda: all(b.connected for b in browsers), "guests", browsers)
        for kill in range(options.kills):
            time.sleep(rng.uniform(0, 0.4))
            server.kill()
            shown = max(browser.shown["at"] for browser in browsers)
            connected = [browser.connected for browser in browsers]
            server.start()
            wait(lambda: all(b.connected > c for b, c in zip(browsers, connected)), "browser after a kill", browsers)
            assert host.shown["at"] >= shown, f"{shown} tokens were shown, now there are {host.shown['at']}"
            seats = [b.shown["you"]["seats"] for b in browsers[1:]]
            players = len(host.shown["seats"])
            assert seats[:players] == [[seat + 1] for seat in range(players)], f"other seats: {seats}"
            if host.shown["paused"]:
                host.send({"do": "go"})
            if host.shown["over"] or host.shown["at"] > 120:
                finished += host.shown["over"]
                begin()
        server.kill()
        games = library(data)
        assert len(games) == first + begun, f"{first + begun} games were begun, the library has {len(games)}"
        total = sum(moves for _, _, moves in games)
        print(f"{options.kills} kills, {begun} games, {finished} of them finished, {total} tokens: nothing is lost")


if __name__ == "__main__":
    main()
