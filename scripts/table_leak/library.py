"""The games in the database of the table."""
import contextlib
import json
import re
import sqlite3
import threading
import time

from .lines import joined


class Game:
    """A game of the library, as the file has it."""

    def __init__(self, number, table, seats, saved):
        saved, seats = json.loads(saved)["game"], json.loads(seats)
        record = saved["record"]
        self.number, self.table, self.base = number, table, record["base"]
        self.options = {"Game": record["game"], **record.get("options", {})}
        self.tokens, self.deals = record["moves"], saved["deals"]
        # The seats of the guests, by the numbers of their links, which are in their names.
        names = [re.fullmatch(rf"{table}-(\d+)", seat["name"]) for seat in seats]
        self.seat_of = {int(name[1]): seat for seat, name in enumerate(names, 1) if name}
        self.count = len(seats)

    def unmask(self, tokens):
        """Returns the master history of a view, or None if it is the view of another game."""
        master = []
        for index, token in enumerate(tokens):
            if token.startswith(("!deal/", "!partners/")):
                own = self.tokens[index] if index < len(self.tokens) else ""
                if len(own) != len(token) or any(a not in ("?", b) for a, b in zip(token, own)):
                    return None
                token = own
            master.append(token)
        return master

    def line(self, tokens):
        return joined(f"position {self.base}", tokens)

    def keys(self):
        """Returns what decides the deal: nobody may know it before the end."""
        deal, seed = self.deals.get("deal"), self.deals.get("seed")
        words = {str(seed)} if seed else set()
        if deal:
            # Everybody is shown the numbers of this exchange and of those that were broken off before it.
            shown = {deal["id"], *(before["id"] for before in deal["again"])}
            words |= {deal["secret"], *re.findall(r'"([0-9a-f]{32})"', json.dumps(deal))} - shown
        return words


class Library:
    """The games in the database of the table."""

    def __init__(self, data):
        self.address, self.lock = f"file:{data}/speltafel.sqlite?mode=ro", threading.Lock()
        # Games that are the current one of no table do not change.
        self.games, self.open = {}, set()

    def current(self, table):
        """Returns the number of the current game of a table."""
        return self.select("SELECT game FROM tables WHERE id = ?", table)[0][0]

    def refresh(self):
        """Reads the games that may have changed. Returns all games, by number."""
        with self.lock:
            current = {number for number, in self.select("SELECT game FROM tables WHERE game IS NOT NULL")}
            changed = ", ".join(map(str, current | self.open))
            newest = max(self.games, default=0)
            rows = self.select(
                f"SELECT id, table_id, seats, saved FROM games WHERE id > ? OR id IN ({changed})", newest
            )
            for game in [Game(*row) for row in rows]:
                # A seat may have got an engine in the meantime.
                before = self.games.get(game.number, game)
                game.seat_of = {**before.seat_of, **game.seat_of}
                self.games = {**self.games, game.number: game}
            # A game that was new in between may be the current one, too.
            self.open = current | {row[0] for row in rows if row[0] > newest}
            return self.games

    def select(self, query, *values):
        for _ in range(600):
            # The file cannot be read while the program that is being killed or started has not finished.
            with contextlib.suppress(sqlite3.OperationalError):
                with contextlib.closing(sqlite3.connect(self.address, uri=True, timeout=20)) as database:
                    return database.execute(query, values).fetchall()
            time.sleep(0.1)
        raise OSError(f"{self.address} cannot be read")
