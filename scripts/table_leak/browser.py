"""A page that keeps what it gets."""
import contextlib
import hashlib
import json
import socket
import threading
import time

from table_client import Page

# What a browser shows before the first state.
NOTHING = {"over": False, "at": 0, "legal": [], "paused": False, "offers": [], "line": "", "seats": []}
NOTHING["you"] = {"seats": []}


class Browser(Page, threading.Thread):
    """A page that keeps all messages. `link` is the number of its seat's link, 0 for a spectator, None for the host."""

    def __init__(self, table, path, cookie, name, link=None):
        threading.Thread.__init__(self, daemon=True)
        Page.__init__(self, table.server, path, cookie)
        self.table, self.name, self.link = table, name, link
        self.name_of_socket = table.random.choice(["ws?fair", "ws?fair", "ws"])
        self.away, self.closed, self.error = False, False, None
        self.connections, self.pongs, self.language = 0, 0, table.random.choice(["en", "en", "nl"])
        # Whether a review is complete, and the last error.
        self.reviewed, self.refusal = False, None
        # Whether lots are being drawn.
        self.draws_lots = False
        self.received, self.states, self.whys = [], [], []
        self.shown, self.links, self.created, self.offers, self.bits, self.library = NOTHING, None, None, {}, {}, []
        self.start()

    def run(self):
        try:
            while not self.closed:
                with contextlib.suppress(OSError, EOFError, AssertionError):
                    self.table.wait(lambda: not self.away or self.closed, 60)
                    self.connect()
                    self.connections += 1
                    if self.language != "en":
                        self.send({"do": "language", "language": self.language})
                    while True:
                        self.handle(self.receive())
                self.socket = None
                time.sleep(0.02)
        except Exception as error:  # The player of the table reports it.
            self.error = f"{self.name}: {error!r}"

    def handle(self, text):
        message = json.loads(text)
        kind = message["is"]
        with self.table.changed:
            self.received.append((text, self.table.era))
            if kind == "table":
                self.shown = message
                if message["over"]:
                    deals = [token for token in message["tokens"] if token.startswith("!deal/")]
                    self.table.over.setdefault("".join(deals[:1]), time.time())
            elif kind == "game":
                self.shown = NOTHING
            elif kind == "created":
                self.created = message["table"]
            elif kind == "links":
                self.links = message
            elif kind == "pong":
                self.pongs += 1
            elif kind == "error":
                self.refusal = text
            elif kind == "review":
                self.reviewed = message["done"] == message["of"]
            elif kind == "evening":
                self.draws_lots = bool(message["lots"] and message["lots"]["asks"])
            elif kind == "games":
                self.library = [game["id"] for game in message["games"]]
            self.table.changed.notify_all()
        deal = message if kind == "deal" else message["lots"] if kind == "evening" else None
        if deal and deal["asks"]:
            self.answer_deal(deal)

    def answer_deal(self, deal):
        """Takes part in a fair deal or in lots, as a page does."""
        for seat in set(self.seats) & set(deal["waits"]):
            bits = self.bits.setdefault((deal["id"], seat), self.table.random.randbytes(16))
            if deal["asks"] == "bits":
                self.send({"do": "bits", "id": deal["id"], "seat": seat, "bits": bits.hex()})
                continue
            text = b"speltafel-bits-1" + bytes.fromhex(deal["id"]) + bytes([seat]) + bits
            self.send({"do": "commit", "id": deal["id"], "seat": seat, "commitment": hashlib.sha256(text).hexdigest()})

    def drop(self):
        """Loses the connection."""
        with contextlib.suppress(OSError, AttributeError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.closed = True
        self.drop()

    def sync(self):
        """Waits until all requests so far are answered, or lost with the connection."""
        before = (self.connections, self.pongs)
        if self.socket:
            self.send({"do": "ping"})
            self.table.wait(lambda: (self.connections, self.pongs) != before or not self.socket, 10)

    @property
    def seats(self):
        return self.shown["you"]["seats"]
