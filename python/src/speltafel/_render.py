"""Pictures as pixels, and a window that shows them. Needs the extra `render`."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# pygame would greet on standard output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
    import resvg_py
except ModuleNotFoundError as error:
    text = f"the render modes rgb_array and human need {error.name}: pip install speltafel[render]"
    raise ModuleNotFoundError(text, name=error.name) from None

# A video needs frames of one size, and the pictures of some games grow.
SIZE = (720, 720)
_BACKGROUND = (255, 255, 255)
# A machine without a screen often has no font, so this is that of pygame.
_FONT = Path(pygame.__file__).with_name("freesansbold.ttf")


def pixels(svg: str) -> NDArray[np.uint8]:
    """Returns a picture as an array of the shape (height, width, 3)."""
    return np.ascontiguousarray(pygame.surfarray.array3d(_frame(svg)).swapaxes(0, 1))


class Window:
    """A window. It is opened by the first picture."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._screen: pygame.Surface | None = None

    def show(self, svg: str) -> None:
        """Shows a picture."""
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode(SIZE)
        self._screen.blit(_frame(svg), (0, 0))
        # Without this, the system takes the window for one that hangs.
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Closes the window, if it is open."""
        if self._screen is not None:
            self._screen = None
            pygame.display.quit()


def _frame(svg: str) -> pygame.Surface:
    """Returns a picture in the middle of a frame, as large as possible."""
    picture = _draw(svg, 1)
    scale = min(most / size for most, size in zip(SIZE, picture.get_size(), strict=True))
    # Drawn again, because a picture that is scaled afterwards is blurred.
    picture = _draw(svg, scale)
    frame = pygame.Surface(SIZE)
    frame.fill(_BACKGROUND)
    left, top = ((most - size) // 2 for most, size in zip(SIZE, picture.get_size(), strict=True))
    frame.blit(picture, (left, top))
    return frame


def _draw(svg: str, zoom: float) -> pygame.Surface:
    png = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, font_files=[str(_FONT)], monospace_family="FreeSans")
    return pygame.image.load(BytesIO(png), "picture.png")
