"""A picture of a board, from what the protocol says about it. It knows no game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

# Pixels for the distance of 1 between neighbours.
_SCALE = 40
# A larger board shows the cells around its pieces only.
_MOST_CELLS = 100
_AROUND = 2.3
_HEX_RADIUS = 1 / math.sqrt(3)
_COLOURS = ("white", "black", "red", "blue")
# Colour words that SVG does not have, and softer tones of others.
_TONES = {
    "dark": "#40342c",
    "light": "#f7ecd8",
    "black": "#2b2b2b",
    "white": "#fbfbf8",
    "red": "#c8402f",
    "yellow": "#f2c230",
    "blue": "#3f73c4",
    "green": "#3f9a52",
}
_INK, _PALE, _CELL, _LAST = "#222", "#f4f1ea", "#d9cfbd", "#e07b00"
_COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

_Point = tuple[float, float]


def draw_board(cells: dict[str, Any], board: dict[str, Any]) -> str:
    """Returns an SVG picture of the answers to `query cells` and `query board`."""
    return _Picture(cells, board).draw()


class _Picture:
    def __init__(self, cells: dict[str, Any], board: dict[str, Any]) -> None:
        self._board = board
        self._places = cells
        self._grid = cells["grid"]
        self._colours: Sequence[str] = cells.get("colours", _COLOURS)
        self._cells: dict[str, _Point] = {name: (x, y) for name, (x, y) in cells["cells"].items()}
        if len(self._cells) > _MOST_CELLS:
            self._cells = self._near_pieces()
        self._parts: list[str] = []

    def draw(self) -> str:
        for name in self._cells:
            self._draw_cell(name)
        for side in self._places.get("sides", []):
            self._line(side["points"], self._colour(side["seat"]), 0.16, _INK)
        for piece in self._board["pieces"]:
            if piece["at"] in self._cells:
                self._draw_piece(piece)
        for name in self._board["last"]:
            if name in self._cells:
                self._shape(self._cells[name], "none", f'stroke="{_LAST}" stroke-width="0.08"')
        self._draw_yards()
        left, top, right, bottom = self._bounds()
        texts = self._texts()
        for row, (text, is_bold) in enumerate(texts):
            self._text((left + 0.2, bottom + 0.35 + row * 0.5), text, "start", 0.36, _INK, is_bold)
        width = max(right - left, max((0.23 * len(text) + 0.4 for text, _ in texts), default=0))
        height = bottom - top + 0.5 * len(texts) + 0.1
        size = f'width="{width * _SCALE:.0f}" height="{height * _SCALE:.0f}"'
        box = f'viewBox="{left:.3f} {top:.3f} {width:.3f} {height:.3f}"'
        ground = f'<rect x="{left:.3f}" y="{top:.3f}" width="100%" height="100%" fill="{_PALE}"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="monospace">'
        return "\n".join([head, ground, *self._parts, "</svg>"])

    def _near_pieces(self) -> dict[str, _Point]:
        pieces = [self._cells[piece["at"]] for piece in self._board["pieces"]]
        if not pieces:
            return self._cells
        (left, right), (top, bottom) = (
            (min(axis) - _AROUND, max(axis) + _AROUND) for axis in zip(*pieces, strict=True)
        )
        return {name: (x, y) for name, (x, y) in self._cells.items() if left <= x <= right and top <= y <= bottom}

    def _bounds(self) -> tuple[float, float, float, float]:
        points = list(self._cells.values())
        points += [(x, y) for places in self._places.get("yards", {}).values() for x, y in places]
        xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
        return min(xs) - 0.8, min(ys) - 0.8, max(xs) + 0.8, max(ys) + 0.8

    def _colour(self, seat: int) -> str:
        word = self._colours[seat - 1] if 0 < seat <= len(self._colours) else "grey"
        return _TONES.get(word, word if word.isalpha() else "grey")

    def _draw_cell(self, name: str) -> None:
        mark = self._places.get("marks", {}).get(name)
        self._shape(self._cells[name], _CELL, f'stroke="{_INK}" stroke-width="0.03"', name)
        if mark is not None:
            colour = self._colour(mark["seat"]) if "seat" in mark else "#9a8a6a"
            self._shape(self._cells[name], colour, 'fill-opacity="0.45"')

    def _shape(self, centre: _Point, fill: str, style: str, title: str = "") -> None:
        """Draws the shape of a cell."""
        x, y = centre
        end = f"><title>{escape(title)}</title></{{}}>" if title else "/>"
        if self._grid == "ring":
            self._parts.append(f'<circle cx="{x}" cy="{y}" r="0.44" fill="{fill}" {style}{end.format("circle")}')
            return
        count, radius = (6, _HEX_RADIUS) if self._grid == "hex" else (4, math.sqrt(0.5))
        turn = 0.0 if self._grid == "hex" else 45.0
        corners = (_at(centre, turn + 360 / count * corner, radius) for corner in range(count))
        self._parts.append(f'<polygon points="{_points(corners)}" fill="{fill}" {style}{end.format("polygon")}')

    def _draw_piece(self, piece: dict[str, Any]) -> None:
        centre = self._cells[piece["at"]]
        if "roads" in piece:
            self._draw_tile(centre, piece)
        elif piece["seat"] == 0:
            self._shape(centre, "#fff", f'stroke="{_INK}" stroke-width="0.05"', piece["kind"])
        else:
            self._draw_man(centre, piece)

    def _draw_tile(self, centre: _Point, piece: dict[str, Any]) -> None:
        self._shape(centre, "#6b8f71", f'stroke="{_INK}" stroke-width="0.04"', piece["kind"])
        for edge in piece["roads"]:
            self._line([centre, _at(centre, 30 + 60 * edge, 0.5)], "#fff", 0.13)
        if piece["seat"]:
            self._disc(centre, 0.2, self._colour(piece["seat"]))

    def _draw_man(self, centre: _Point, piece: dict[str, Any]) -> None:
        colour = self._colour(piece["seat"])
        ink = _INK if _is_light(colour) else "#fff"
        self._disc(centre, 0.36, colour)
        if piece.get("dir") in _COMPASS:
            angle = 45 * _COMPASS.index(piece["dir"])
            corners = (_at(centre, angle + turn, radius) for turn, radius in ((0, 0.32), (140, 0.24), (220, 0.24)))
            self._parts.append(f'<polygon points="{_points(corners)}" fill="{ink}"/>')
        else:
            self._text((centre[0], centre[1] + 0.13), piece["kind"][:1].upper(), "middle", 0.36, ink)

    def _draw_yards(self) -> None:
        """Draws the pieces that wait beside the board, in a square around their place."""
        for name, places in self._places.get("yards", {}).items():
            for seat, (count, (x, y)) in enumerate(zip(self._counts().get(name, []), places, strict=False), 1):
                for number in range(count):
                    self._disc((x - 0.45 + number % 2 * 0.9, y - 0.45 + number // 2 * 0.9), 0.36, self._colour(seat))

    def _texts(self) -> list[tuple[str, bool]]:
        """Returns a line for each seat, and whether the seat is to move."""
        hands, counts = self._board["hands"], self._counts()
        seats = max(map(len, [hands, *counts.values()]))
        lines = [(f"turn: {self._board['turn']}", False)]
        for seat in range(seats):
            parts = [hands[seat]] if seat < len(hands) else []
            parts += [f"{name} {numbers[seat]}" for name, numbers in counts.items() if seat < len(numbers)]
            lines.append((f"p{seat + 1}: {'  '.join(parts)}", self._board["turn"] == f"p{seat + 1}"))
        return lines

    def _counts(self) -> dict[str, list[int]]:
        counts: dict[str, list[int]] = self._board.get("counts", {})
        return counts

    def _disc(self, centre: _Point, radius: float, fill: str) -> None:
        place = f'cx="{centre[0]:.3f}" cy="{centre[1]:.3f}" r="{radius}"'
        self._parts.append(f'<circle {place} fill="{fill}" stroke="{_INK}" stroke-width="0.04"/>')

    def _line(self, points: Sequence[Sequence[float]], colour: str, width: float, edge: str = "") -> None:
        path = _points((x, y) for x, y in points)
        for stroke, thickness in ((edge, width + 0.06), (colour, width)):
            if stroke:
                style = f'fill="none" stroke="{stroke}" stroke-width="{thickness:.2f}" stroke-linecap="round"'
                self._parts.append(f'<polyline points="{path}" {style}/>')

    def _text(self, place: _Point, text: str, anchor: str, size: float, fill: str, is_bold: bool = False) -> None:
        weight = ' font-weight="bold"' if is_bold else ""
        style = f'font-size="{size}" text-anchor={quoteattr(anchor)} fill="{fill}"{weight}'
        self._parts.append(f'<text x="{place[0]:.3f}" y="{place[1]:.3f}" {style}>{escape(text)}</text>')


def _at(centre: _Point, angle: float, radius: float) -> _Point:
    """Returns the point in a direction: degrees clockwise from the top."""
    turn = math.radians(angle)
    return centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn)


def _points(points: Iterable[_Point]) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in points)


def _is_light(colour: str) -> bool:
    return colour in (_TONES["light"], _TONES["white"], _TONES["yellow"])
