"""Pictures and drawings of games: a level, and what the observation says of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._native import OPENABLE, Level
from .tables import Passages

__all__ = ["draw", "draw_text"]

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
    passages = level.passages
    for row in np.flatnonzero(passages.lock >= 0):
        for door in _doors(passages, int(row)):
            dimmed[door] = locks[door] == 0
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


def _doors(passages: Passages, row: int) -> list[tuple[slice, slice]]:
    """The cells of a passage's doors, one or two."""
    first = (passages.x, passages.y, passages.width, passages.height)
    second = (passages.second_x, passages.second_y, passages.second_width, passages.second_height)
    rects = [[int(column[row]) for column in columns] for columns in (first, second)]
    return [(slice(y, y + height), slice(x, x + width)) for x, y, width, height in rects if width > 0]
