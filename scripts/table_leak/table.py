"""A table and its people."""
import contextlib
import random
import threading
import time

from .browser import NOTHING, Browser


class Table:
    """A table with a host, four guests and a spectator."""

    def __init__(self, server, owner, path, seed):
        self.server, self.owner, self.random = server, owner, random.Random(seed)
        self.id, self.changed = path.split("/")[2], threading.Condition()
        # Even while one game is played, odd while the next one begins.
        self.era, self.games, self.did = 0, [], {}
        # The time at which each game was first seen to be over, by its first deal.
        self.over = {}
        self.host = Browser(self, path, owner, f"{self.id}/host")
        # `gone` are pages that were closed.
        self.guests, self.others, self.gone = [], [], []

    def wait(self, condition, seconds):
        with self.changed:
            return self.changed.wait_for(condition, seconds)

    def browsers(self):
        return [self.host, *self.guests, *self.others]

    def act(self, browser, do, **more):
        """Sends a request, and counts it."""
        self.count(do)
        browser.send({"do": do, **more})

    def count(self, what):
        self.did[what] = self.did.get(what, 0) + 1

    def create(self):
        """Creates another table. Returns the path of its host."""
        assert self.wait(lambda: self.host.shown is not NOTHING, 60), "no table"
        self.host.send({"do": "create"})
        assert self.wait(lambda: self.host.created, 60), "no new table"
        created, self.host.created = self.host.created, None
        return f"/t/{created}/h/"

    def join(self, link, name):
        """Opens a link, and returns the cookie and the path of the page."""
        while True:
            with contextlib.suppress(OSError):
                return self.server.request(link, form=f"name={name}")
            time.sleep(0.1)

    def seat_guests(self):
        """Lets four guests and a spectator in."""
        assert self.wait(self.has_four_links, 60), "no links"
        for number, link in enumerate([*self.host.links["seats"], self.host.links["watch"]], 1):
            cookie, path = self.join(link, f"{self.id}-{number}")
            name, others = (f"guest {number}", self.guests) if number < 5 else ("spectator", self.others)
            others.append(Browser(self, path, cookie, f"{self.id}/{name}", number % 5))
        assert self.wait(lambda: all(browser.shown is not NOTHING for browser in self.browsers()), 60), "no guests"

    def rejoin(self, guest, seat):
        """A guest opens the present link of a seat."""
        link = self.host.links["seats"][seat - 1]
        guest.cookie, guest.path = self.join(link, f"{self.id}-{guest.link}")

    def candidates(self, era):
        """Returns the numbers of the games to which a message of an era may belong."""
        return self.games[era // 2 : (era + 1) // 2 + 1]

    def begin(self, library, plan):
        """Begins a game."""
        before, first = library.current(self.id), not self.games
        self.games = self.games or [before]
        with self.changed:
            self.era += 1
        attempt = 0
        # The game with which a table begins is replaced, and this one gets its number.
        while not self.has_four_links() if first else library.current(self.id) == before:
            assert attempt < 20 and self.wait(lambda: self.host.socket, 60), f"no new game: {self.host.refusal}"
            self.request_game(plan, attempt)
            self.sync()
            attempt += 1
        self.games.append(library.current(self.id))
        library.refresh()
        self.sync()
        assert self.wait(lambda: self.host.shown is not NOTHING, 60), "no game"
        with self.changed:
            self.era += 1

    def has_four_links(self):
        return self.host.links and len(self.host.links["seats"]) == 4

    def sync(self):
        for browser in self.browsers():
            browser.sync()
            browser.offers.clear()

    def draw_lots(self):
        self.act(self.host, "lots")
        self.host.sync()
        self.wait(lambda: not self.host.draws_lots, 1)
        self.act(self.host, "deal")
        for guest in self.guests:
            if guest.seats and self.random.random() < 0.5:
                self.act(guest, "choose", player=guest.seats[0], seat=self.random.randint(1, 4))

    def request_game(self, plan, attempt):
        over = self.host.shown["over"]
        how = plan["how"] if attempt < 2 else "new"
        if how == "ready" and over:
            for guest in self.guests:
                self.act(guest, "ready")
        elif how == "again" or how == "ready":
            self.act(self.host, "again", sure=True)
        elif how == "arrange" and over:
            seats = list(range(1, len(self.host.shown["seats"]) + 1))
            self.random.shuffle(seats)
            self.act(self.host, "arrange", seats=seats)
            self.act(self.host, "again", sure=True)
        elif how == "continue" and len(self.games) > 1:
            self.act(self.host, "continue", id=self.random.choice(self.games[1:]), sure=True)
        elif how == "lots":
            self.draw_lots()
            self.act(self.host, "again", sure=True)
        else:
            seats = [{"who": "link"}] * plan["seats"]
            # Querbeet has so few deals that a seed may give one that was seen before, which is refused.
            more = {key: value for key, value in plan["more"].items() if key != "seed" or attempt < 4}
            self.act(self.host, "new", game=plan["game"], options=plan["options"], pace=0, seats=seats, **more)
