"""The actions and observations of each game, as numbers."""

from speltafel._env.checkers import Checkers
from speltafel._env.codec import Codec
from speltafel._env.jeex import Jeex
from speltafel._env.keezen import Keezen
from speltafel._env.querbeet import Querbeet, QuerbeetChain, QuerbeetFigure
from speltafel._env.wieniet import Wieniet

GAMES: dict[str, type[Codec]] = {
    "checkers": Checkers,
    "jeex": Jeex,
    "wieniet": Wieniet,
    "keezen": Keezen,
    "querbeet": Querbeet,
}
PUZZLES: dict[str, type[Codec]] = {
    "querbeet-figure": QuerbeetFigure,
    "querbeet-chain": QuerbeetChain,
}
CODECS = {**GAMES, **PUZZLES}
"""By the name of the game. The numbers of the first version, `v0`, never change; another numbering is a new version."""
