"""Runs an engine: it plays, analyses and answers queries.

`Engine` is for asyncio. `SimpleEngine` has the same methods and blocks until there is a result.
"""

from speltafel._analysis import Analysis, SimpleAnalysis
from speltafel._engine import Command, Engine, Opening
from speltafel._search import PlayResult
from speltafel._simple import SimpleEngine
from speltafel.errors import (
    BadAnswerError,
    BadArgumentError,
    BadFenError,
    CommandError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    GameOverError,
    HiddenConflictError,
    IllegalMoveError,
    InternalError,
    LineTooLongError,
    NoChanceError,
    NoPuzzleError,
    NotMasterError,
    NotYourTurnError,
    OptionError,
    SearchRunningError,
    UnknownCommandError,
)
from speltafel.info import Bound, Info, Score, Wdl
from speltafel.options import Option, Options, OptionValue
from speltafel.position import Limit, Position
from speltafel.programs import find_program

__all__ = [
    "Analysis",
    "BadAnswerError",
    "BadArgumentError",
    "BadFenError",
    "Bound",
    "Command",
    "CommandError",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "GameOverError",
    "HiddenConflictError",
    "IllegalMoveError",
    "Info",
    "InternalError",
    "Limit",
    "LineTooLongError",
    "NoChanceError",
    "NoPuzzleError",
    "NotMasterError",
    "NotYourTurnError",
    "Opening",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "PlayResult",
    "Position",
    "Score",
    "SearchRunningError",
    "SimpleAnalysis",
    "SimpleEngine",
    "UnknownCommandError",
    "Wdl",
    "find_program",
]
