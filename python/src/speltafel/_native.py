"""A referee in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from speltafel._lines import check_line
from speltafel._queries import ERROR, query_lines, read_responses
from speltafel.errors import EngineTerminatedError, command_error
from speltafel.options import Option, Options, OptionValue
from speltafel.position import Position

if TYPE_CHECKING:
    from speltafel_native import Referee


class NativeReferee:
    """Has the methods of an engine that a game needs. The rules are those of the package `speltafel-native`."""

    def __init__(self, referee: Referee) -> None:
        self._referee: Referee | None = referee
        self._end = "the game was closed"
        self.options = Options(option for line in self._ask(["ugi"]) if (option := Option.parse(line)))

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. See `Engine.configure`."""
        self._ask([self.options.command(name, value) for name, value in options.items()])

    def queries(self, questions: Sequence[str], position: Position | str | None = None) -> list[str]:
        """Returns the answers to several queries. See `Engine.queries`."""
        lines = self._ask(query_lines(questions, position))
        return read_responses(questions, (line for line in lines if line.startswith("response")))

    def close(self) -> None:
        """Forgets the referee."""
        self._referee = None

    kill = close

    def _ask(self, lines: Sequence[str]) -> list[str]:
        """Executes lines, and returns those of the answers. Raises the first error of a command."""
        if self._referee is None:
            raise EngineTerminatedError(self._end)
        for line in lines:
            check_line(line)
        try:
            answers = self._referee.ask("\n".join(lines)).splitlines()
        except RuntimeError as error:
            self._referee, self._end = None, str(error)
            raise EngineTerminatedError(self._end) from None
        for answer in answers:
            if answer.startswith(ERROR):
                raise command_error(answer.removeprefix(ERROR))
        return answers


def open_native(is_required: bool) -> NativeReferee | None:
    """Returns a referee in this process, or None if `speltafel-native` is not installed."""
    try:
        return NativeReferee(_referee_class()())
    except ModuleNotFoundError as error:
        if is_required or error.name != "speltafel_native":
            raise
        return None


@cache
def _referee_class() -> type[Referee]:
    """Returns the class of `speltafel-native`, which must have the version of this package."""
    try:
        from speltafel_native import Referee
    except ModuleNotFoundError as error:
        text = "a game in this process needs speltafel-native: pip install ./crates/native in a checkout of speltafel"
        raise ModuleNotFoundError(text, name=error.name) from None
    try:
        own, native = version("speltafel"), version("speltafel-native")
    except PackageNotFoundError:
        # One of them is not installed but runs in a checkout, and has no version.
        return Referee
    if own != native:
        raise ImportError(f"speltafel {own} needs speltafel-native {own}, and not {native}", name="speltafel_native")
    return Referee
