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
import base64
import contextlib
import http.client
import json
import os
import random
import re
import socket
import sqlite3
import struct
import subprocess
import tempfile
import threading
import time

GAMES = [("keezen", 4), ("jeex", 2), ("wieniet", 2), ("checkers", 2)]
TIMEOUT_S = 60
CLOCK = {"base": 3600_000, "inc": 1000}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", default="target/release/speltafel-table")
    parser.add_argument("engine", nargs="?", default="target/release/speltafel")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Server:
    """The program, at one address for the whole test."""

    def __init__(self, options, data):
        self.command = [options.table, "--referee", os.path.abspath(options.engine), "--data", data]
        self.port, self.link = 0, None
        # Whether a new game begins, so that a browser may be shown another game than before.
        self.begins = False

    def start(self):
        command = [*self.command, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        link = self.process.stdout.readline().split()[-1]
        assert self.link in (None, link), f"the address has changed: {link}"
        self.link, self.port = link, int(re.search(r":(\d+)/", link)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def request(self, path, cookie=None, form=None):
        """Sends a request and returns the cookie that the answer sets, and where it leads."""
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        if cookie:
            headers["Cookie"] = cookie
        connection = http.client.HTTPConnection("127.0.0.1", self.port, TIMEOUT_S)
        connection.request("GET" if form is None else "POST", path, form, headers)
        answer = connection.getresponse()
        connection.close()
        return answer.getheader("Set-Cookie", "").split(";")[0], answer.getheader("Location")


class Browser(threading.Thread):
    """Plays random legal moves for its seats, and remembers what it was shown."""

    def __init__(self, server, path, cookie, seed):
        super().__init__(daemon=True)
        self.server, self.path, self.cookie, self.random = server, path, cookie, random.Random(seed)
        self.lock, self.socket = threading.Lock(), None
        self.links, self.game, self.shown = None, None, None
        self.connected, self.error = 0, None

    def run(self):
        try:
            while True:
                with contextlib.suppress(OSError, EOFError):
                    self.connect()
                    while True:
                        self.handle(json.loads(self.receive()))
                self.socket = None
                time.sleep(0.02)
        except Exception as error:  # The main thread reports it.
            self.error = repr(error)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT_S)
        key = base64.b64encode(os.urandom(16)).decode()
        origin = f"http://127.0.0.1:{self.server.port}"
        lines = [f"GET {self.path}ws HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", f"Origin: {origin}"]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", f"Cookie: {self.cookie}"]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = connection.makefile("rb")
        status = self.file.readline()
        if not status:
            raise EOFError
        assert b" 101 " in status, f"the cookie is not accepted: {status}"
        while self.file.readline() not in (b"\r\n", b""):
            pass
        self.socket, self.fresh = connection, True

    def receive(self):
        while True:
            head = self.file.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                raise EOFError
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
            text = self.file.read(length)
            if len(text) < length:
                raise EOFError
            if head[0] & 15 == 1:
                return text

    def send(self, message):
        text = json.dumps(message).encode()
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
        with self.lock, contextlib.suppress(OSError, AttributeError):
            self.socket.sendall(b"\x81" + length + mask + masked)

    def handle(self, message):
        kind = message["is"]
        if kind == "links":
            self.links = message
        elif kind == "game":
            self.next_game = message["game"]
        elif kind == "table":
            self.check(message)
            self.shown = message
            if message["legal"]:
                token = self.random.choice(message["legal"])["token"]
                self.send({"do": "move", "token": token, "at": message["at"]})

    def check(self, table):
        """Compares the first state after a restart with what was shown before."""
        if not self.fresh:
            self.game = self.next_game
            return
        self.fresh = False
        before, name = self.shown, self.game
        self.game = self.next_game
        if before is None:
            self.connected += 1
            return
        assert table["you"]["seats"] is not None
        same = self.game == name and table["at"] >= before["at"]
        if same and table["over"] == before["over"] and table["you"]["viewer"] == before["you"]["viewer"]:
            same = table["tokens"][: before["at"]] == before["tokens"]
        elif same:
            pairs = zip(before["tokens"], table["tokens"])
            same = all(one == other for one, other in pairs if "?" not in one + other and one[0] != "!")
        assert same or self.server.begins, f"{name}: {before['at']} tokens, now {self.game}: {table['at']}"
        self.connected += 1


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
    with tempfile.TemporaryDirectory() as data:
        server = Server(options, data)
        server.start()
        owner = server.request(server.link[server.link.index("/join") :])[0]
        path = server.request("/", owner)[1]
        host = Browser(server, path, owner, rng.random())
        browsers = [host]
        host.start()
        begun, finished = 0, 0

        def begin():
            nonlocal begun
            game, seats = GAMES[begun % len(GAMES)]
            server.begins = True
            request = {"do": "new", "game": game, "seats": [{"who": "link"}] * seats, "pace": 0}
            if begun % 3 == 2:
                request["clock"] = CLOCK
            host.send(request)
            begun += 1
            wait(lambda: all(b.game == game and b.shown["at"] < 9 for b in browsers), "new game", browsers)
            server.begins = False

        wait(lambda: host.links, "links", browsers)
        host.send({"do": "new", "game": "keezen", "seats": [{"who": "link"}] * 4, "pace": 0})
        begun = 1
        wait(lambda: host.game == "keezen" and len(host.links["seats"]) == 4, "keezen", browsers)
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
