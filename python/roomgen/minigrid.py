"""Levels as grids of MiniGrid, and environments of MiniGrid that play them.

>>> import gymnasium, roomgen.minigrid
>>> env = gymnasium.make("roomgen/MiniGrid-Crypt-25x25-v0")
>>> observation, info = env.reset(seed=7)
>>> observation["image"].shape
(7, 7, 3)

Importing this module registers environments for each built-in preset, with the sizes of
`roomgen.curriculum.sizes`, `roomgen/MiniGrid-Crypt-S-v0` among them. Needs
`pip install "./python[minigrid]"`.

What a level has, and what stands for it:

========================= =====================================================================
rock and walls            grey `Wall`
blocking props            purple `Wall`
terrain that blocks       `Water`, a blue wall that one sees over
floor, corridors, markers empty; so are open doorways, and props that do not block
closed doors              grey `Door`, closed
secret doors              as closed doors: nobody has to search for them
locked doors              `Door` in the colour of the lock, locked; each cell and each end alone
keys                      `Key` in the colour of the lock
single-use keys           as keys: MiniGrid's keys are never used up, so one opens all its doors
switches                  `Switch`, a box in the colour of the lock. Toggling it unlocks and opens
                          all doors of this colour, and removes it. It cannot be carried
one-way doors             `OneWayDoor`, a purple door, or of its lock's colour. It opens from one
                          side only, and stays open: then one may walk both ways
the exit                  green `Goal`
========================= =====================================================================

Further differences. The player carries one thing at a time, and a key blocks its cell until it is
picked up. He must open doors before he enters. Locks have six colours: red, blue, yellow, green,
purple and grey, in the order of `Level.locks`; the seventh is red again, and its keys open both.
`Grid.decode` knows neither switches nor one-way doors: it makes boxes and doors of them.

Why one-way doors stay open: a player with one hand may have to go back for a second key, so what
was in reach must stay so. From its far side such a door never opens first, hence it is no way
around a lock. Everything that opens stays open, and what is in reach only grows: a level that can
be won in roomgen can be won in MiniGrid, as long as there is a cell in which to put a key down.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from os import PathLike
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from minigrid.core.constants import DIR_TO_VEC
from minigrid.core.grid import Grid
from minigrid.core.mission import MissionSpace
from minigrid.core.world_object import Box, Door, Goal, Key, Wall
from minigrid.minigrid_env import MiniGridEnv

from ._native import DOOR_KINDS, KEY_USES, Episode, Level, Preset
from .curriculum import Curriculum, Seeds, environments
from .errors import RequestError
from .render import door_cells

__all__ = ["LevelEnv", "OneWayDoor", "Switch", "Water", "start_direction", "to_grid"]

LOCK_COLORS = ("red", "blue", "yellow", "green", "purple", "grey")
"""The colours of locks, by their number modulo 6."""
PROP_COLOR = "purple"
ONE_WAY_COLOR = "purple"

STEPS_PER_SIDE = 16
"""The steps of an episode for each cell of width and height, unless `max_steps` is given.

`roomgen.minigrid_player` needed less than half of them for each of 18,000 levels.
"""

_WALL = ord("#")
"""The greatest tile on which nobody can stand: rock is a space."""
_FIRST_ONE_WAY = 3
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""
_OPEN = DOOR_KINDS.index("Open")
_SWITCH = KEY_USES.index("Switch")


class Switch(Box):
    """A switch: toggling it opens all locked doors of its colour, and removes it."""

    def can_pickup(self) -> bool:
        """No: it is fixed."""
        return False

    def toggle(self, env: MiniGridEnv, pos: tuple[int, int]) -> bool:
        """Opens the doors; one-way doors are unlocked, and still open from their side only."""
        for door in env.grid.grid:
            if isinstance(door, Door) and door.is_locked and door.color == self.color:
                door.is_locked = False
                door.is_open = not isinstance(door, OneWayDoor)
        env.grid.set(*pos, None)
        return True


class Water(Wall):
    """Terrain that blocks, such as water or a chasm: a wall that one sees over."""

    def __init__(self) -> None:
        super().__init__("blue")

    def see_behind(self) -> bool:
        """Yes: the far bank is in sight."""
        return True


class OneWayDoor(Door):
    """A door that opens from one side only, and stays open.

    `way` is the step (dx, dy) from the side that opens it.
    """

    def __init__(self, color: str, way: tuple[int, int], is_locked: bool = False) -> None:
        super().__init__(color, is_locked=is_locked)
        self.way = way

    def toggle(self, env: MiniGridEnv, pos: tuple[int, int]) -> bool:
        """Opens the door, if the agent stands on the right side, and has a key of its lock."""
        x, y = env.agent_pos
        if self.is_open or (pos[0] - x, pos[1] - y) != self.way:
            return False
        return bool(super().toggle(env, pos))  # type: ignore[no-untyped-call]


def to_grid(level: Level) -> Grid:
    """A level as a grid; see the module for what stands for what.

    The agent starts at `level.entry`, and the goal is at `level.exit`. Cost: about 40 microseconds
    for 25x25 cells.
    """
    terrain, _, keys, locks = Episode(level).observation
    is_blocked = terrain == 0
    # Where the tile is open, it is a prop that blocks. Rock and walls come before open tiles.
    codes = is_blocked + (is_blocked & (level.tiles > _WALL)).astype(np.uint8)
    blocks = np.array([False, *(kind.blocks for kind in level.terrain_kinds)])
    codes[is_blocked & blocks[level.terrain]] = 3
    objects = (None, Wall(), Wall(PROP_COLOR), Water())
    grid = Grid(level.width, level.height)
    grid.grid = [objects[code] for code in codes.ravel().tolist()]
    for (x, y), kind in door_cells(level.passages):
        lock, way = int(locks[y, x]), int(terrain[y, x]) - _FIRST_ONE_WAY
        if way >= 0:
            color = _lock_color(lock) if lock else ONE_WAY_COLOR
            grid.set(x, y, OneWayDoor(color, _STEPS[way], is_locked=lock > 0))
        elif lock:
            grid.set(x, y, Door(_lock_color(lock), is_locked=True))
        elif kind != _OPEN:
            grid.set(x, y, Door("grey"))
    table = level.keys
    for x, y, use in zip(table.x.tolist(), table.y.tolist(), table.key_use.tolist(), strict=True):
        color = _lock_color(int(keys[y, x]))
        grid.set(x, y, Switch(color) if use == _SWITCH else Key(color))
    grid.set(*level.exit, Goal())
    return grid


def start_direction(grid: Grid, cell: tuple[int, int]) -> int:
    """The first direction, of right, down, left and up, in which the next cell is empty."""
    x, y = cell
    for direction, (dx, dy) in enumerate(DIR_TO_VEC):
        if grid.get(x + int(dx), y + int(dy)) is None:
            return direction
    return 0


def _lock_color(value: int) -> str:
    """The colour of a lock, by its value in the planes of keys and locks."""
    return LOCK_COLORS[(value - 1) % len(LOCK_COLORS)]


class LevelEnv(MiniGridEnv):
    """An environment of MiniGrid in levels of roomgen: find the way to the goal.

    It plays `level`, or draws one for each episode: the other arguments are those of
    `roomgen.curriculum.Curriculum`. `reset(options={"level_seed": 42})` plays the level of that
    seed. `max_steps` is 16 * (width + height) if left out. Further keywords are those of
    `MiniGridEnv`, such as `render_mode`, `agent_view_size` and `see_through_walls`. The info of a
    reset has `level_seed`; `level` is the level that is played.

    Raises `RequestError` for arguments out of range.
    """

    def __init__(
        self,
        preset: Preset | str | PathLike[str] = "crypt",
        *,
        level: Level | None = None,
        size: tuple[int, int] | None = None,
        difficulty: float | tuple[float, float] = 0.0,
        floor: int = 0,
        seeds: Seeds | None = None,
        where: Mapping[str, tuple[float, float]] | None = None,
        max_steps: int | None = None,
        **options: Any,
    ) -> None:
        self._given = level
        self._options: Mapping[str, Any] | None = None
        self.curriculum = Curriculum(
            preset, size=size, difficulty=difficulty, floor=floor, seeds=seeds, where=where
        )
        width, height = self.curriculum.preset.size if level is None else level.size
        if max_steps is None:
            max_steps = STEPS_PER_SIDE * (width + height)
        else:
            max_steps = _max_steps(max_steps)
        self.level = level
        """The level that is played; None before the first reset draws one."""
        super().__init__(
            mission_space=MissionSpace(mission_func=self._gen_mission),
            width=width,
            height=height,
            max_steps=max_steps,
            **options,
        )

    @staticmethod
    def _gen_mission() -> str:
        return "open the doors and get to the goal"

    def _gen_grid(self, width: int, height: int) -> None:
        self.mission = self._gen_mission()
        self.level = self._given
        if self.level is None:
            seeds, difficulties = self.curriculum.choose([self.np_random], self._options)
            self.level = self.curriculum.generate(int(seeds[0]), float(difficulties[0]))
        self.grid = to_grid(self.level)
        self.agent_pos = self.level.entry
        self.agent_dir = start_direction(self.grid, self.level.entry)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a level: the next one that is drawn, or that of `options["level_seed"]`."""
        if options and self._given is not None:
            raise RequestError(
                f"options is {options!r}, but the level was given: none are allowed"
            )
        self._options = options
        observation: Any
        observation, _ = super().reset(seed=seed)
        return observation, {} if self.level is None else {"level_seed": self.level.seed}


def _max_steps(value: object) -> int:
    """The steps of an episode, checked."""
    if not isinstance(value, (bool, np.bool_)) and isinstance(value, SupportsIndex):
        max_steps = operator.index(value)
        if max_steps >= 1:
            return max_steps
    raise RequestError(f"max_steps is {value!r}; allowed: whole numbers from 1")


def _register() -> None:
    for identifier, arguments in environments("MiniGrid-"):
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier, entry_point="roomgen.minigrid:LevelEnv", kwargs=arguments
            )


_register()
