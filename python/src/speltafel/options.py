"""The options of an engine."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from speltafel.errors import OptionError

# A value of an option; None presses a button and empties a text.
OptionValue = bool | int | str | None

_LINE = re.compile(r"\s*option\s+name\s+(.+?)\s+type\s+(check|spin|combo|string|button)(?:\s+(.*?))?\s*$", re.DOTALL)
_KEYS = re.compile(r"(?:^|\s+)(default|min|max|var)(?=\s|$)")
_EMPTY = "<empty>"


@dataclass(frozen=True)
class Option:
    """An option that an engine declares."""

    name: str
    type: str
    """`check`, `spin`, `combo`, `string` or `button`"""
    default: OptionValue = None
    """A bool for a check, an int for a spin, a str for a combo and a string, None for a button."""
    min: int | None = None
    """The smallest and the largest value of a spin."""
    max: int | None = None
    var: tuple[str, ...] = ()
    """The values of a combo."""

    @classmethod
    def parse(cls, line: str) -> Option | None:
        """Reads an `option` line. Returns None if the line is not one."""
        match = _LINE.match(line)
        if match is None:
            return None
        name, kind, rest = match[1], match[2], match[3] or ""
        if kind == "string":
            text = rest.partition("default")[2].strip()
            return cls(name, kind, "" if text == _EMPTY else text)
        parts = _KEYS.split(rest)
        pairs = list(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
        values = dict(pairs)
        try:
            if kind == "spin":
                return cls(name, kind, int(values["default"]), int(values["min"]), int(values["max"]))
        except (KeyError, ValueError):
            return None
        if kind == "check":
            return cls(name, kind, values.get("default", "").lower() == "true")
        if kind == "combo":
            return cls(name, kind, values.get("default", ""), var=tuple(value for key, value in pairs if key == "var"))
        return cls(name, kind)

    def line(self) -> str:
        """Returns the `option` line with which an engine declares this option."""
        parts = [f"option name {self.name} type {self.type}"]
        if self.type != "button":
            parts.append(f"default {self.text(self.default) or _EMPTY}")
        if self.type == "spin":
            parts.append(f"min {self.min} max {self.max}")
        return " ".join(parts + [f"var {value}" for value in self.var])

    def read(self, text: str) -> OptionValue:
        """Reads a value of a `setoption` line. Raises OptionError if the option does not accept it."""
        value: OptionValue = text.strip()
        if self.type == "check":
            value = {"true": True, "false": False}.get(text.strip().lower(), text)
        elif self.type == "spin" and re.fullmatch(r"[+-]?\d+", text.strip()):
            value = int(text)
        elif self.type == "combo":
            value = next((choice for choice in self.var if choice.lower() == text.strip().lower()), text)
        elif value == _EMPTY:
            value = ""
        self.text(value)
        return value

    def text(self, value: OptionValue) -> str:
        """Returns a value as `setoption` needs it. Raises OptionError if the option does not accept it.

        A number may also be one of NumPy, and a value of a combo may be a number.
        """
        value = _plain(value)
        if self.type == "check" and isinstance(value, bool):
            return "true" if value else "false"
        if self.type == "spin" and type(value) is int and self._is_in_range(value):
            return str(value)
        if self.type == "combo" and isinstance(value, str | int) and str(value).lower() in map(str.lower, self.var):
            return str(value)
        if self.type == "string" and (value is None or isinstance(value, str)):
            return value or ""
        if self.type == "button" and value is None:
            return ""
        raise OptionError(f"option {self.name}: {value!r} is not {self._accepted()}")

    def _is_in_range(self, value: int) -> bool:
        return (self.min is None or self.min <= value) and (self.max is None or value <= self.max)

    def _accepted(self) -> str:
        accepted = {
            "check": "True or False",
            "spin": f"a whole number from {self.min} to {self.max}",
            "combo": "one of " + ", ".join(self.var),
            "string": "a text",
        }
        return accepted.get(self.type, "None, which presses a button")


def _plain(value: OptionValue) -> OptionValue:
    """Returns a number of NumPy as one of Python. NumPy need not be installed."""
    item = getattr(value, "item", None)
    return value if item is None else item()


class Options(Mapping[str, Option]):
    """The options of an engine by name. Upper and lower case are the same."""

    def __init__(self, options: Iterable[Option] = ()) -> None:
        self._options = {option.name.lower(): option for option in options}

    def __getitem__(self, name: str) -> Option:
        return self._options[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return (option.name for option in self._options.values())

    def __len__(self) -> int:
        return len(self._options)

    def __repr__(self) -> str:
        return f"Options({list(self._options.values())!r})"

    def command(self, name: str, value: OptionValue) -> str:
        """Returns the `setoption` line for a value. Raises OptionError if there is no such option or value."""
        option = self.get(name)
        if option is None:
            close = difflib.get_close_matches(name, list(self), 1)
            raise OptionError(f"no option {name}" + (f"; did you mean {close[0]}?" if close else ""))
        text = option.text(value)
        return f"setoption name {option.name}" + (f" value {text}" if text else "")
