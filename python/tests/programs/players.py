"""Engines in Python for tests. The argument chooses one."""

import sys

from speltafel.serve import Info, Option, Player, Score, Search, serve


class First(Player):
    """Plays the first move."""

    name = "first"
    options = (Option("Level", "spin", 3, 0, 9), Option("Style of play", "combo", "calm", var=("calm", "wild")))
    games = 0

    def new_game(self) -> None:
        self.games += 1

    def choose(self, search: Search) -> str:
        said = f"{self.games} {self.settings['Level']} {self.settings['Style of play']} {search.position}"
        search.report(Info(string=said))
        return search.moves[0]


class Thinker(Player):
    """Searches until it must stop, and reports the last move at once."""

    def choose(self, search: Search) -> str:
        search.report(Info(depth=1, score=Score(mate=3), pv=(search.moves[-1],)))
        while not search.is_stopped:
            search.nodes += 1
            search.query("legal", search.moves[-1])
        return search.best


class Stubborn(Player):
    """Does not notice that it must stop, until its search is over."""

    def choose(self, search: Search) -> str:
        search.report(Info(pv=(search.moves[2],)))
        while True:
            search.query("legal")


class Broken(Player):
    """Fails in its first search, and plays an illegal move in the others."""

    searches = 0

    def choose(self, search: Search) -> str:
        self.searches += 1
        return "99-99" if self.searches > 1 else str(self.settings["missing"])


class Random(Player):
    """Plays at random."""

    def choose(self, search: Search) -> str:
        return self.random.choice(search.moves)


serve({player.__name__: player for player in (First, Thinker, Stubborn, Broken, Random)}[sys.argv[1]]())
