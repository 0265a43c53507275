#!/usr/bin/env python3
"""A bot for Keezen: it enters pawns, and otherwise plays the card that walks furthest.

speltafel-arena run --game keezen --games 40 --nodes 1 --out matches/bot \
  --participant "name=bot command=examples/python_bot.py" --participant "name=random options.Player=random"
"""

from speltafel.serve import Player, Search, serve

CARDS = "4JA235689T7QK"  # from backward to far, and the king, which enters


class Runner(Player):
    name = "runner"

    def choose(self, search: Search) -> str:
        return max(search.moves, key=lambda move: (move.endswith(":in"), CARDS.find(move[0])))


if __name__ == "__main__":
    serve(Runner())
