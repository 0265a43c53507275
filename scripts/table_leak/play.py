"""One game at a table."""
import time

from .requests import Requests


class Play(Requests):
    """Plays one game at a table with random requests in between."""

    def __init__(self, table, plan, inspect):
        """`inspect` searches the messages so far. It is called so often that they need little memory."""
        self.table, self.plan, self.rng, self.inspect = table, plan, plan["rng"], inspect
        self.resigns, self.back = 0, []
        self.extras = [getattr(self, name) for name in dir(self) if name.startswith("do_")]

    def play(self):
        """Plays until the game is over or is to be abandoned. Returns how it ends."""
        table, idle = self.table, 0
        while True:
            if sum(len(browser.received) for browser in table.browsers()) > 2000:
                table.sync()
                self.inspect()
            state = table.host.shown
            for browser in table.browsers():
                assert browser.error is None, browser.error
                self.answer(browser)
            if state["over"]:
                return "resign" if self.resigns else "natural"
            if state["at"] >= self.plan["length"]:
                if self.plan["end"] == "again" or self.resigns > 8:
                    return "again"
                self.resigns += 1
                table.act(self.someone(), "resign")
            elif self.rng.random() < self.plan["bold"]:
                self.rng.choice(self.extras)()
            progress = self.move()
            if not progress:
                self.wait_for_change()
            idle = 0 if progress else idle + 1
            if idle > 3:
                self.unblock(idle)
            if idle > 200:
                return "again"

    def move(self):
        """Plays a random move of whoever may. Returns whether there was one, and the game has gone on."""
        for browser in self.table.guests:
            state = browser.shown
            if browser.socket and state["legal"] and not state["paused"]:
                token = self.rng.choice(state["legal"])["token"]
                self.table.act(browser, "move", token=token, at=state["at"])
                self.table.wait(lambda: browser.shown is not state or not browser.socket, 2)
                return browser.shown is not state
        return False

    def wait_for_change(self):
        shown = [browser.shown for browser in self.table.browsers()]
        self.table.wait(lambda: any(a is not b.shown for a, b in zip(shown, self.table.browsers())), 0.05)

    def unblock(self, idle):
        """Brings everybody back, resumes a pause, and deals without those who do not answer."""
        table = self.table
        self.do_return()
        table.wait(lambda: all(browser.socket for browser in table.browsers()), 2)
        for guest in table.guests:
            if not guest.socket and table.host.socket and guest.seats:
                table.rejoin(guest, guest.seats[0])
        if table.host.shown["paused"]:
            table.act(table.host, "go")
        if idle % 8 == 7:
            table.act(table.host, "deal")
            for seat in table.host.shown["seats"]:
                if seat["who"] != "link":
                    table.act(table.host, "seat", seat=seat["seat"], who="link")

    def answer(self, browser):
        """Answers offers that wait for a browser."""
        for offer in browser.shown["offers"]:
            key = (offer["what"], offer["seat"], browser.shown["at"])
            if set(offer["waits"]) & set(browser.seats) and browser.offers.get(key, 0) < time.monotonic():
                browser.offers[key] = time.monotonic() + 2
                accept = self.rng.random() < {"resign": 0.75, "undo": 0.6, "draw": 0.05}[offer["what"]]
                self.table.act(browser, "answer", accept=accept, seat=offer["seat"], what=offer["what"])

    def someone(self):
        return self.rng.choice([guest for guest in self.table.guests if guest.seats] or [self.table.host])

    def anyone(self):
        return self.rng.choice(self.table.browsers())

    def finish(self):
        """Asks for everything after the end of a game."""
        for _ in range(self.rng.randint(0, 4)):
            asks = [self.do_look, self.do_export, self.do_library, self.do_kept, self.do_undo, self.do_analyse]
            self.rng.choice(asks)()
        if self.rng.random() < 0.12:
            reviewer = self.anyone()
            reviewer.reviewed = False
            self.table.act(reviewer, "review", nodes=60)
            self.table.wait(lambda: reviewer.reviewed, self.rng.uniform(0.1, 3))
        self.table.act(self.table.host, "review", stop=True)
