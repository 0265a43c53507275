"""Turns a Python class into an engine for tournaments, tables and other clients of UGI.

from speltafel.serve import Player, Search, serve

class RandomPlayer(Player):
    name = "random moves"

    def choose(self, search: Search) -> str:
        return self.random.choice(search.moves)

if __name__ == "__main__":
    serve(RandomPlayer())
"""

from __future__ import annotations

import os
import signal
import sys

from speltafel._engine import Command
from speltafel._player import Player, Search, SearchStopped
from speltafel._server import Server
from speltafel._simple import SimpleEngine
from speltafel.info import Info, Score
from speltafel.options import Option

__all__ = ["Info", "Option", "Player", "Score", "Search", "SearchStopped", "serve"]


def serve(player: Player, referee: Command | None = None) -> None:
    """Carries out the commands on standard input until its end or `quit`.

    A referee process knows the rules and answers the queries. `referee` is its command, by default `speltafel`; any
    engine with the extensions `seats`, `views` and `referee` will do.
    """
    # Without a handler, the signal ends this process at once, and the referee ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with SimpleEngine.open(referee) as engine:
        missing = {"seats", "views", "referee"} - engine.extensions
        if missing:
            raise ValueError(f"the referee {engine.name} lacks the extensions {', '.join(sorted(missing))}")
        if "Hash" in engine.options:
            engine.configure({"Hash": 1})
        try:
            Server(player, engine, sys.stdout.buffer).serve(sys.stdin.buffer)
        except BrokenPipeError:
            # What is left in the buffer has no reader, and must not fail once more at the exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
