"""What can go wrong with an engine."""

from __future__ import annotations

import re


class EngineError(Exception):
    """The base of all errors of an engine."""


class EngineTerminatedError(EngineError):
    """The engine has exited, or was killed because it no longer answered. All later calls fail with this error too.

    The text contains the last lines of the engine's standard error.
    """


class EngineTimeoutError(EngineError, TimeoutError):
    """The answer did not come in time. The engine has answered `isready` since then and is ready for the next call."""


class BadAnswerError(EngineError):
    """The engine broke the protocol with its answer. It is ready for the next call."""


class OptionError(EngineError, ValueError):
    """The engine has no such option, or the option does not accept the value."""


class CommandError(EngineError):
    """The engine refused a command or a query. There is a subclass for each error code of the protocol."""

    code: str = ""
    """The error code, such as `bad_argument`."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(f"{code} {text}".strip())
        self.code = code
        self.text = text
        """What the engine says about the error."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.text)


class UnknownCommandError(CommandError):
    """The line contains no command."""


class BadArgumentError(CommandError):
    """A bad or missing argument or file, an unknown option or query, or a token of another view."""


class BadFenError(CommandError):
    """A position text is refused or missing."""

    @property
    def column(self) -> int | None:
        """The column of the mistake, from 1, if the engine says it."""
        return _number(r"column (\d+)", self.text)


class IllegalMoveError(CommandError):
    """A token is not legal here."""

    @property
    def token(self) -> int | None:
        """The number of the illegal token in the position line, from 1, if the engine says it."""
        return _number(r"token (\d+)", self.text)


class GameOverError(CommandError):
    """There are tokens after the end of the game."""


class HiddenConflictError(CommandError):
    """The cards forbid this token of another seat."""


class NotYourTurnError(CommandError):
    """Another seat than that of the view is to move."""


class NotMasterError(CommandError):
    """The command needs the master history, and the position is a view."""


class NoChanceError(CommandError):
    """No event is due."""


class NoPuzzleError(CommandError):
    """The game is no puzzle whose solutions can be counted."""


class SearchRunningError(CommandError):
    """The command is not possible during a search."""


class LineTooLongError(CommandError):
    """The engine dropped a line because of its length."""


class InternalError(CommandError):
    """The engine has a bug."""


_CLASSES: dict[str, type[CommandError]] = {
    "unknown_command": UnknownCommandError,
    "bad_argument": BadArgumentError,
    "bad_fen": BadFenError,
    "illegal_move": IllegalMoveError,
    "game_over": GameOverError,
    "hidden_conflict": HiddenConflictError,
    "not_your_turn": NotYourTurnError,
    "not_master": NotMasterError,
    "no_chance": NoChanceError,
    "no_puzzle": NoPuzzleError,
    "search_running": SearchRunningError,
    "line_too_long": LineTooLongError,
    "internal_error": InternalError,
}


def command_error(text: str) -> CommandError:
    """Returns the error for the words after `error`: a code and a text. Newer engines may have unknown codes."""
    code, _, rest = text.strip().partition(" ")
    return _CLASSES.get(code, CommandError)(code, rest.strip())


def _number(pattern: str, text: str) -> int | None:
    match = re.match(pattern, text)
    return int(match[1]) if match else None
