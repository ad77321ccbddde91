"""Pictures and drawings of games: a level, and what the observation says of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ._native import DOOR_KINDS, OPENABLE, Level
from .tables import Passages

__all__ = ["door_cells", "draw", "draw_text"]

_SCALE = 16
"""Pixels of a cell."""
_PLAYER = (255, 64, 255)
"""Red, green and blue of the player: no theme has such a colour."""
_TERRAIN = "#.>↑→↓←"
"""The characters of the values of terrain."""


def draw(level: Level, planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture of a level with the player as a disc: uint8 [16 * height, 16 * width, 3].

    Keys that were taken and locked doors that were opened are drawn at half their brightness.
    `planes` are an observation of `roomgen.envs`.
    """
    picture = level.image(scale=_SCALE).array
    _, player, keys, locks = planes
    dimmed = np.zeros(player.shape, dtype=np.bool_)
    for x, y in zip(level.keys.x, level.keys.y, strict=True):
        dimmed[y, x] = keys[y, x] == 0
    barred = DOOR_KINDS.index("Barred")
    for (x, y), kind in door_cells(level.passages):
        dimmed[y, x] = kind == barred and locks[y, x] == 0
    for y, x in np.argwhere(dimmed):
        picture[_pixels(y, x)] //= 2
    distances = np.arange(_SCALE) - (_SCALE - 1) / 2
    disc = distances[:, None] ** 2 + distances[None, :] ** 2 < (0.4 * _SCALE) ** 2
    for y, x in np.argwhere(player):
        picture[_pixels(y, x)][disc] = _PLAYER
    return picture


def draw_text(planes: NDArray[np.uint8]) -> str:
    """An observation as text, a line for each row.

    `@` is the player, `>` the exit, `#` what nobody can walk on, an arrow a one-way door; a small
    letter is a key or switch, a capital the locked door that it opens.
    """
    terrain, player, keys, locks = planes
    lines = np.array(list(_TERRAIN))[np.minimum(terrain, len(_TERRAIN) - 1)]
    for plane, first in ((keys, "a"), (locks, "A")):
        for y, x in np.argwhere(plane):
            lines[y, x] = chr(ord(first) + (int(plane[y, x]) % OPENABLE - 1) % 26)
    lines[player == 1] = "@"
    return "\n".join("".join(line) for line in lines)


def _pixels(y: int, x: int) -> tuple[slice, slice]:
    return slice(y * _SCALE, (y + 1) * _SCALE), slice(x * _SCALE, (x + 1) * _SCALE)


def door_cells(passages: Passages) -> Iterator[tuple[tuple[int, int], int]]:
    """The cells of all doors, as (x, y), each with the code of its kind in `roomgen.DOOR_KINDS`."""
    first = (passages.x, passages.y, passages.width, passages.height)
    second = (passages.second_x, passages.second_y, passages.second_width, passages.second_height)
    kinds = passages.kind.tolist()
    for columns in (first, second):
        rects = zip(*(column.tolist() for column in columns), kinds, strict=True)
        for left, top, width, height, kind in rects:
            for y in range(top, top + height):
                for x in range(left, left + width):
                    yield (x, y), kind
