"""Spectators that try to disturb a table."""
import contextlib
import json
import multiprocessing
import os
import random
import select
import socket
import threading
import time

from table_client import Page, frame

# Requests that a spectator may or may not make; the server must answer or refuse them all.
REQUESTS = [
    *({"do": "look", "id": at, "at": at, "line": []} for at in range(0, 100, 7)),
    {"do": "look", "id": 1, "line": ["x"] * 1000},
    *({"do": "export", "format": format} for format in ("transcript", "portable")),
    {"do": "export", "format": "transcript", "id": 1},
    *({"do": "analyse", "at": at, "line": [], "multipv": 32} for at in (0, 9)),
    {"do": "analyse", "stop": True},
    {"do": "review", "nodes": 100_000_000},
    {"do": "games"},
    {"do": "game", "id": 1},
    *({"do": "offer", "what": what} for what in ("draw", "undo", "resign")),
    *({"do": "answer", "accept": accept} for accept in (True, False)),
    {"do": "move", "token": "pass", "at": 1},
    {"do": "new", "game": "keezen", "seats": [{"who": "here"}] * 4},
    {"do": "again", "sure": True},
    {"do": "setup", "text": "startpos"},
    {"do": "seat", "seat": 1, "who": "engine"},
    {"do": "renew", "role": "seat", "seat": 1},
    {"do": "import", "format": "transcript", "text": "position startpos\n" * 1000},
    *({"do": "language", "language": language} for language in ("en", "nl")),
    {"do": "why", "token": "pass", "line": []},
    *({"do": word} for word in ("hint", "undo", "resign", "ready", "create", "tables", "records", "ping")),
    *({"do": word} for word in ("go", "pause", "deal", "fair", "lots", "clear", "device")),
]


FRAMES = [frame(json.dumps(request).encode()) for request in REQUESTS]
JUNK = [frame(junk) for junk in (b"", b"{", b"[" * 60000, b'{"do":"x"}', b'{"do":' + b'"' * 999_999)]


def flood(page, frames, reads=True):
    """Sends requests as fast as the server takes them."""
    page.connect()
    rest = b""
    while True:
        readable, _, _ = select.select([page.socket] if reads else [], [page.socket], [], 1)
        if readable and not page.socket.recv(1 << 20):
            return
        rest = rest or b"".join(random.choices(frames, k=20))
        rest = rest[page.socket.send(rest[: 1 << 16], socket.MSG_DONTWAIT) :]


def flood_without_reading(page, frames):
    flood(page, frames, reads=False)


def send_part(page, text):
    """Leaves requests half open."""
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", page.server.port), 10))
            connection.sendall(text)
        time.sleep(0.2)


def join_and_leave(page, frames):
    page.connect()
    page.socket.sendall(random.choice(frames))
    page.socket.close()
    page.file.close()


def half_request(page, _):
    send_part(page, b"GET / HTTP/1.1\r\nHost: 127")


def half_upgrade(page, _):
    head = f"GET {page.path}ws HTTP/1.1\r\nHost: 127.0.0.1:{page.server.port}\r\nCookie: {page.cookie}\r\n"
    send_part(page, f"{head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-Web".encode())


ATTACKS = [flood, flood_without_reading, half_request, half_upgrade, join_and_leave]


class Attack:
    """Attacks a table from another process, whose priority is low because it stands for other computers."""

    def __init__(self, server, link, spectators):
        self.server, self.link, self.spectators = server, link, spectators
        context = multiprocessing.get_context("fork")
        self.counts = context.Array("q", [0, 0])
        self.process = context.Process(target=self.run, daemon=True)
        self.process.start()

    def run(self):
        os.nice(19)
        cookie, path = self.server.request(self.link, form="")
        for index in range(self.spectators):
            attack, frames = ATTACKS[index % len(ATTACKS)], JUNK if index % 3 == 2 else FRAMES
            arguments = (attack, Page(self.server, path, cookie), frames)
            threading.Thread(target=self.repeat, args=arguments, daemon=True).start()
        threading.Event().wait()

    def repeat(self, attack, page, frames):
        while True:
            with contextlib.suppress(OSError, EOFError):
                try:
                    self.counts[0] += 1
                    attack(page, frames)
                except AssertionError:
                    # 32 spectators are admitted, and the others are refused.
                    self.counts[1] += 1
            with contextlib.suppress(OSError, AttributeError):
                page.socket.close()
            time.sleep(0.01)

    def end(self):
        """Ends the attack. Returns the numbers of attempts and of those that were refused."""
        self.process.kill()
        self.process.join()
        return tuple(self.counts)
