"""The lines that an engine reads, and texts that it quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

LONGEST_LINE = 16 << 20
_UGI = frozenset(["ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "query", "quit"])
_OWN = frozenset(["ponderhit", "wait", "ping"])
_BLANKS = re.compile(r"[ \t\v\f\r]+")


def command_words(line: str) -> list[str]:
    """Returns the words of a line from its command on; an empty list if there is no command.

    Words before a command of UGI are skipped. Any other command must be the first word.
    """
    words = [word for word in _BLANKS.split(line) if word]
    if words and words[0] in _OWN:
        return words
    at = next((number for number, word in enumerate(words) if word in _UGI), len(words))
    return words[at:]


def read_lines(source: BinaryIO) -> Iterator[str | None]:
    """Returns the lines of the input, and None for a line that is too long."""
    is_first = True
    while line := source.readline(LONGEST_LINE + 1):
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
            continue
        text = line.decode(errors="replace").removesuffix("\n")
        if is_first and text.strip():
            text, is_first = text.removeprefix("\ufeff"), False
        yield text


def check_line(line: str) -> None:
    """Raises ValueError for a text that is more than one line."""
    if "\n" in line or "\r" in line:
        raise ValueError(f"a command has one line, got {line[:80]!r}")


def is_mark(word: str) -> bool:
    """Returns whether a word may mark a ping or a query."""
    return len(word) <= 20 and word.isascii() and word.isprintable()


def answer_mark(words: Sequence[str]) -> str:
    """Returns the mark of a query, followed by a blank; an empty text if the query has none."""
    has_mark = bool(words) and words[0].startswith("#") and is_mark(words[0][1:])
    return f"{words[0]} " if has_mark else ""


def quoted(text: str, longest: int = 40) -> str:
    """Returns the beginning of a text in printable ASCII."""
    shown = text if len(text) <= longest else text[:longest] + "..."
    return "".join(letter if letter.isascii() and letter.isprintable() else ascii(letter)[1:-1] for letter in shown)
