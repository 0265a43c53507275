"""Random requests."""
import time

from .browser import NOTHING, Browser


class Requests:
    """Requests of players, host and spectators, at random moments. Each method `do_NAME` makes one."""

    def do_undo(self):
        self.table.act(self.someone(), "undo")

    def do_draw(self):
        self.table.act(self.someone(), "offer", what="draw")

    def do_resign_early(self):
        if self.plan["length"] < 400 and self.rng.random() < 0.2:
            self.resigns += 1
            self.table.act(self.someone(), "resign")

    def do_look(self):
        browser = self.anyone()
        at = self.rng.randint(0, browser.shown["at"] + 2)
        legal = [move["token"] for move in browser.shown["legal"]]
        line = [self.rng.choice([*legal, "fold", "K:in", "!deal/A/A/A/A"])] if self.rng.random() < 0.5 else []
        at = None if line and legal else at
        self.table.act(browser, "look", id=self.rng.getrandbits(30), at=at, line=line)

    def do_why(self):
        token = self.rng.choice(["fold", "A:in", "7:12=3,20=4", "J:1x2", "pass", "K:in"])
        browser = self.anyone()
        at = self.rng.randint(0, browser.shown["at"])
        browser.whys.append((token, at))
        self.table.act(browser, "why", token=token, at=at)

    def do_hint(self):
        for browser in [guest for guest in self.table.guests if guest.shown["legal"]]:
            self.table.act(self.table.host, "allow", analysis=True)
            self.table.act(browser, "hint")
            # The next move would make the hint pointless.
            self.table.wait(lambda: browser.received and b'"is":"hint"' in browser.received[-1][0], 0.3)

    def do_analyse(self):
        browser = self.anyone()
        if self.rng.random() < 0.6:
            self.table.act(self.table.host, "allow", analysis=True)
        at = self.rng.choice([None, self.rng.randint(0, browser.shown["at"])])
        self.table.act(browser, "analyse", at=at, multipv=self.rng.randint(1, 4))
        time.sleep(self.rng.uniform(0, 0.15))
        browser.send({"do": "analyse", "stop": True})
        if self.rng.random() < 0.4:
            self.table.act(self.table.host, "allow", analysis=False)

    def do_review(self):
        self.table.act(self.anyone(), "review", nodes=30)

    def do_export(self):
        self.table.act(self.anyone(), "export", format=self.rng.choice(["transcript", "portable"]))

    def do_library(self):
        text = self.rng.choice(["", "", "keezen", "guest", self.table.id])
        self.table.act(self.anyone(), "games", text=text)

    def do_kept(self):
        """Opens games of this and of other tables, whether the browser may see them or not."""
        browser, last = self.anyone(), self.table.games[-1]
        own, any_game = self.rng.choice(self.table.games), self.rng.randint(1, last)
        number = self.rng.choice([last, own, any_game, *browser.library[:2]])
        if self.rng.random() < 0.5:
            self.table.act(browser, "game", id=number)
        else:
            self.table.act(browser, "export", format="transcript", id=number)

    def do_reconnect(self):
        self.table.count("reconnect")
        self.anyone().drop()

    def do_leave(self):
        """Somebody loses the connection for a while."""
        browser = self.someone()
        if len(self.back) < 2 and browser is not self.table.host:
            self.table.count("leave")
            browser.away = True
            self.back.append(browser)
            browser.drop()

    def do_return(self):
        for browser in self.back:
            browser.away = False
        self.back.clear()
        with self.table.changed:
            self.table.changed.notify_all()

    def do_twice(self):
        """A page is open twice, or no longer."""
        table = self.table
        if len(table.others) > 2:
            table.gone.append(table.others.pop())
            return table.gone[-1].close()
        one = self.anyone()
        table.count("open twice")
        twin = Browser(table, one.path, one.cookie, one.name + " twice", one.link)
        table.wait(lambda: twin.shown is not NOTHING, 5)
        table.others.append(twin)

    def do_absence(self):
        """Engines stand in at once, or after a long time."""
        after, skill = self.rng.choice([0, 0, 0, None]), self.rng.choice([None, 3])
        self.table.act(self.table.host, "absence", after=after, clocks=True, skill=skill)

    def do_stand_in(self):
        seat = self.rng.randint(1, self.plan["seats"])
        self.table.act(self.table.host, "standin", seat=seat, on=self.rng.random() < 0.6)

    def do_stand_in_ends(self):
        guest = self.someone()
        if guest.seats:
            self.table.act(guest, "standin", seat=guest.seats[0], on=False)

    def do_engine(self):
        """An engine gets a seat, or a guest gets it back."""
        seat = self.rng.randint(1, self.plan["seats"])
        who = self.rng.choice([{"who": "engine", "nodes": 40}, {"who": "link"}, {"who": "link"}])
        self.table.act(self.table.host, "seat", seat=seat, **who)

    def do_renew(self):
        """The host renews the link of a seat; the guest opens the new one."""
        table, guest = self.table, self.someone()
        twins = [other for other in table.others if other.link == guest.link]
        if not guest.seats or twins or not table.host.socket or not table.host.links:
            return
        seat, old = guest.seats[0], table.host.links
        table.act(table.host, "renew", role="seat", seat=seat)
        if table.wait(lambda: table.host.links is not old, 3):
            table.rejoin(guest, seat)

    def do_pause(self):
        self.table.act(self.table.host, "pause")
        self.table.act(self.table.host, "go")

    def do_forbidden(self):
        """Requests that must be refused."""
        browser = self.anyone()
        line = browser.shown["line"]
        self.table.act(browser, "move", token="!end/draw/agreed", at=browser.shown["at"])
        # The host can begin a game from a whole position, but not from a view.
        if line.startswith("position seat "):
            self.table.act(browser, "setup", text=line)
            self.table.act(browser, "import", format="transcript", text=f"game {self.plan['game']}\n{line}\n")
        self.table.act(self.table.host, "again", same=True, sure=False)
        self.table.act(browser, "restart", seat=1)
