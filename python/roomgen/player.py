"""A breadth-first player of `roomgen.envs`: an oracle for tests, and a baseline.

>>> import gymnasium, roomgen.envs
>>> from roomgen.player import BreadthFirstPlayer
>>> env, player = gymnasium.make("roomgen/Crypt-25x25-v0"), BreadthFirstPlayer()
>>> observation, info = env.reset(seed=7)
>>> reward, over = 0.0, False
>>> while not over:
...     observation, reward, terminated, truncated, info = env.step(player.act(observation))
...     over = terminated or truncated
>>> reward
1.0

It reads observations alone, and shares no code with the generator or with the search for
walkthroughs. No mission can be lost: whichever key is taken and whichever door is opened first, the
exit can be reached. So it wins by always doing what is nearest.

Open question, and how it is answered here: taking a key on the way to the exit costs nothing, so
the exit goes before everything else that can be reached. The nearest key or openable door comes
next; the shortest play may choose otherwise, and is at most as long.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from .errors import Error

__all__ = ["BreadthFirstPlayer"]

# The rules of the environment, as its documentation states them.
_EXIT = 2
_FIRST_ONE_WAY = 3
_OPENABLE = 128
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Actions 0 to 3: north, east, south, west."""


class BreadthFirstPlayer:
    """Goes to the exit if it can be reached, else to the nearest key or door that it can open."""

    def __init__(self) -> None:
        self._plan: list[int] = []
        self._next = (-1, -1)
        """Where the last action leads."""

    def act(self, observation: NDArray[np.uint8]) -> int:
        """The next action: the plan goes on while the player is where it should be.

        Raises `roomgen.Error` if there is nothing left to do: after the exit was reached, or if the
        exit, each key and each door that could be opened are out of reach.
        """
        at = _player(observation)
        if not self._plan or at != self._next:
            self._plan = self.plan(observation)
        if not self._plan:
            raise Error("there is nothing to go to: neither the exit nor a key nor a door")
        action, *self._plan = self._plan
        dx, dy = _STEPS[action]
        self._next = (at[0] + dx, at[1] + dy)
        return action

    def plan(self, observation: NDArray[np.uint8]) -> list[int]:
        """The actions up to the exit, or else up to taking the nearest key or opening a door.

        `observation` is uint8 [4, height, width]. The plan is empty at the exit, and if nothing can
        be reached.
        """
        start = _player(observation)
        # Obstacles around the level, so that each step has a cell.
        terrain, _, keys, locks = (np.pad(plane, 1).tolist() for plane in observation)
        came: dict[tuple[int, int], tuple[int, int, int]] = {}
        queue = deque([start])
        nearest: tuple[int, int] | None = None
        while queue:
            x, y = queue.popleft()
            if terrain[y + 1][x + 1] == _EXIT:
                return _way(came, start, (x, y))
            if nearest is None and (x, y) != start and (keys[y + 1][x + 1] or locks[y + 1][x + 1]):
                nearest = (x, y)
            if locks[y + 1][x + 1]:
                continue
            for action, (dx, dy) in enumerate(_STEPS):
                to = (x + dx, y + dy)
                ground, lock = terrain[to[1] + 1][to[0] + 1], locks[to[1] + 1][to[0] + 1]
                is_wrong_way = (
                    ground >= _FIRST_ONE_WAY and (ground - _FIRST_ONE_WAY + 2) % 4 == action
                )
                is_shut = 0 < lock < _OPENABLE
                if ground and not is_wrong_way and not is_shut and to != start and to not in came:
                    came[to] = (x, y, action)
                    queue.append(to)
        return [] if nearest is None else _way(came, start, nearest)


def _player(observation: NDArray[np.uint8]) -> tuple[int, int]:
    """The player's cell, as (x, y)."""
    player = observation[1]
    y, x = divmod(int(player.argmax()), player.shape[1])
    return x, y


def _way(
    came: dict[tuple[int, int], tuple[int, int, int]], start: tuple[int, int], end: tuple[int, int]
) -> list[int]:
    """The actions from the start to a cell that was reached."""
    actions = []
    while end != start:
        x, y, action = came[end]
        actions.append(action)
        end = (x, y)
    return actions[::-1]
