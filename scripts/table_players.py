"""Clients of many tables in one loop, which play random moves and measure the time until the board is shown."""
import contextlib
import heapq
import json
import random
import re
import selectors
import time

from table_client import TIMEOUT_S, Page

CLIENTS = 4
# The time without measurements after play has begun, and after it has ended, in seconds.
SETTLE_S = 1


class Client(Page):
    """A client that is read when something has arrived, and that reads no more of a state than it needs."""

    def __init__(self, table, path, cookie):
        super().__init__(table.load.server, path, cookie)
        self.table, self.messages = table, {}
        self.at, self.chosen, self.analyses = None, None, False

    def open(self):
        self.connect()
        self.socket.setblocking(False)
        self.table.load.selector.register(self.socket, selectors.EVENT_READ, self)
        # What has arrived together with the answer is in the buffer of the file.
        self.receive_frames(self.file.read1(1 << 20) or b"")

    def close(self):
        self.table.load.selector.unregister(self.socket)
        self.file.close()
        self.socket.close()

    def read(self):
        """Reads what has arrived."""
        data = self.file.read1(1 << 20)
        if not data:
            state = "runs" if self.server.process.poll() is None else "has ended"
            raise EOFError(f"{self.path}: the connection has ended, and the server {state}")
        self.receive_frames(data)

    def receive_frames(self, data):
        now = time.monotonic()
        self.buffer += data
        for kind, frame in self.frames():
            self.handle(kind, frame, now)

    def handle(self, kind, frame, now):
        if kind == 8:
            raise EOFError(f"{self.path}: the server has closed the connection: {frame}")
        if kind == 9:
            # If the connection has ended, the next read reports it.
            with contextlib.suppress(OSError):
                self.socket.sendall(b"\x8a\x80" + bytes(4))
        elif frame.startswith(b'{"is":"table"'):
            self.show(frame, now)
        elif not frame.startswith((b'{"is":"analysis"', b'{"is":"review"')):
            message = json.loads(frame)
            self.messages[message["is"]] = message

    def show(self, frame, now):
        """Handles a state, without reading all of it."""
        before, self.at = self.at, int(re.search(rb'"at":(\d+)', frame)[1])
        self.table.arrived(self, now)
        begin = frame.index(b'"legal":[') + len(b'"legal":')
        if frame[begin + 1 : begin + 2] != b"]" and self.chosen != self.at:
            self.chosen = self.at
            text = frame[begin : frame.index(b',"language":', begin)].decode()
            self.table.load.plan(self, random.choice(json.loads(text))["token"])
        if re.search(rb'"over":true,"options"', frame) and self.chosen != "over":
            self.chosen = "over"
            self.send({"do": "ready", "ready": True})
        if self.analyses and self.at != before:
            self.analyse()

    def analyse(self):
        self.send({"do": "analyse", "at": self.at, "line": [], "multipv": 1})

    def move(self, token):
        """Plays a move that was planned, unless the game has changed."""
        if self.chosen == self.at:
            self.table.pending = (self, self.at, time.monotonic(), set())
            self.send({"do": "move", "token": token, "at": self.at})


class Table:
    """A table and its clients: players with links and, if the game has fewer seats, spectators."""

    def __init__(self, load, path, owner):
        self.load, self.path, self.owner = load, path, owner
        self.clients, self.plays, self.waiting, self.pending = [], False, [], None

    def begin(self, game):
        """Begins a game in which all seats have links, and connects the clients."""
        self.game = game
        host = Client(self, self.path, self.owner)
        host.open()
        self.load.wait(lambda: "game" in host.messages, "hello")
        seats = next(each["seats"] for each in host.messages["hello"]["games"] if each["name"] == game)
        host.send({"do": "new", "game": game, "seats": [{"who": "link"}] * seats, "pace": 0})
        host.send({"do": "allow", "analysis": True})
        self.load.wait(lambda: host.messages.get("notice", {}).get("code") == "analysis_allowed", game)
        links = host.messages["links"]
        self.watch = links["watch"]
        for index in range(CLIENTS):
            link = links["seats"][index] if index < seats else self.watch
            cookie, path = self.load.server.request(link, form=f"name=Guest{index + 1}")
            self.clients.append(Client(self, path, cookie))
            self.clients[-1].open()
        self.load.wait(lambda: all(client.at is not None for client in self.clients), "state")
        host.close()

    def arrived(self, client, now):
        """Records the time if this is the first state after the pending move that the client gets."""
        if self.pending and client.at > self.pending[1] and client not in self.pending[3]:
            mover, _, sent, seen = self.pending
            seen.add(client)
            self.load.record(self.game, client is mover, now - sent)

    def is_quiet(self):
        return not self.pending or len(self.pending[3]) == len(self.clients)


class Load:
    """One loop for all clients of a server."""

    def __init__(self, server):
        self.server, self.selector = server, selectors.DefaultSelector()
        self.planned, self.times, self.think = [], None, 1

    def tables(self, games):
        """Creates tables for these games."""
        owner, path = self.server.enter()
        page, paths = Page(self.server, path, owner), [path]
        page.connect()
        while len(paths) < len(games):
            page.send({"do": "create"})
            while (message := json.loads(page.receive()))["is"] != "created":
                pass
            paths.append(f"/t/{message['table']}/h/")
        page.socket.close()
        tables = [Table(self, path, owner) for path in paths]
        for table, game in zip(tables, games):
            table.begin(game)
        return tables

    def plan(self, client, token):
        due = time.monotonic() + random.uniform(0.5, 1.5) * self.think
        heapq.heappush(self.planned, (due, random.random(), client, token))

    def record(self, game, own, elapsed):
        if self.times is not None:
            self.times.append((game, own, elapsed * 1000))

    def step(self, until):
        """Waits for what arrives, and plays what is planned."""
        due = min(until, self.planned[0][0]) if self.planned else until
        for key, _ in self.selector.select(max(0, due - time.monotonic())):
            key.data.read()
        while self.planned and self.planned[0][0] <= time.monotonic():
            _, _, client, token = heapq.heappop(self.planned)
            if client.table.plays:
                client.move(token)
            else:
                client.table.waiting.append((client, token))

    def wait(self, condition, what):
        end = time.monotonic() + TIMEOUT_S
        while not condition():
            assert time.monotonic() < end, f"no {what}"
            self.step(time.monotonic() + 0.1)

    def play(self, tables, think, seconds, between=lambda: None):
        """Lets these tables play. Returns (game, own, milliseconds) of each state that showed a move: `own` is whether
        it arrived at the mover. Calls `between` again and again."""
        self.think = think
        for table in tables:
            table.plays, waiting, table.waiting = True, table.waiting, []
            for client, token in waiting:
                self.plan(client, token)
        begin, times = time.monotonic(), []
        while (now := time.monotonic()) < begin + seconds:
            self.times = times if now > begin + SETTLE_S else None
            self.step(min(now + 0.1, begin + seconds))
            between()
        self.times = None
        for table in tables:
            table.plays = False
        end = time.monotonic() + SETTLE_S
        while time.monotonic() < end:
            self.step(end)
        return times
