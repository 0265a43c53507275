"""Keeps a game: whose turn it is, what is legal, what each seat sees, and who has won.

`Game` is a game. `match` and `simple_match` let engines play one.
"""

from speltafel._game import Fault, Game, Record
from speltafel._match import match, simple_match

__all__ = ["Fault", "Game", "Record", "match", "simple_match"]
