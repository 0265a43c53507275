"""Queries and the lines with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from speltafel.errors import command_error
from speltafel.position import Position, position_line

# The beginning of a line with an error of a command.
ERROR = "info string error "


def query_lines(questions: Sequence[str], position: Position | str | None) -> list[str]:
    """Returns the lines that ask queries in a position, or in that of the last lines."""
    lines = [] if position is None else [position_line(position)]
    return lines + [f"query {question}" for question in questions]


def read_responses(questions: Iterable[str], lines: Iterable[str]) -> list[str]:
    """Returns the answers of `response` lines to these queries. Raises the first error, which names its query."""
    answers = []
    for question, line in zip(questions, lines, strict=True):
        if line.startswith("response error "):
            raise command_error(f"{line.removeprefix('response error ')} in the answer to `query {question[:80]}`")
        answers.append(line.removeprefix("response").strip())
    return answers
