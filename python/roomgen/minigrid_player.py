"""A breadth-first player of MiniGrid's environments: an oracle for converted levels.

>>> import gymnasium, roomgen.minigrid
>>> from roomgen.minigrid_player import play
>>> env = gymnasium.make("roomgen/MiniGrid-Crypt-25x25-v0")
>>> _ = env.reset(seed=7)
>>> for action in play(env.unwrapped):
...     _, reward, terminated, truncated, _ = env.step(action)
>>> terminated
True

It reads the whole grid, not observations, and plays any grid of walls, doors, keys and one goal. Of
`roomgen.minigrid` it knows the switches, and that one-way doors open from one side.

Open question, and how it is answered here: the player has one hand, and a key blocks its cell. So
he carries a key only to a door that he can reach; else he puts it down in a cell that nothing else
needs, from where it can be picked up again. What is in reach never shrinks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from .errors import Error

__all__ = ["play"]

LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE = range(6)
"""Actions of MiniGrid."""

Cell = tuple[int, int]

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""MiniGrid's directions: right, down, left, up."""


class _Reach:
    """The cells to which the agent can walk, opening closed doors, and what he can face there."""

    def __init__(self, grid: Any, start: Cell, blocked: Cell | None = None) -> None:
        self.came: dict[Cell, Cell] = {start: start}
        """The cell before each cell, nearest first."""
        self.faced: dict[Cell, Cell] = {}
        """Cells of objects that cannot be walked on: where to stand to face them, nearest first."""
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for dx, dy in _STEPS:
                to = (cell[0] + dx, cell[1] + dy)
                if to in self.came or to == blocked:
                    continue
                thing = grid.get(*to)
                if thing is not None and not thing.can_overlap():
                    if thing.type == "wall" or getattr(thing, "way", (dx, dy)) != (dx, dy):
                        continue
                    if thing.type != "door" or thing.is_locked:
                        self.faced.setdefault(to, cell)
                        continue
                self.came[to] = cell
                queue.append(to)

    def path(self, end: Cell) -> list[Cell]:
        """The cells of the walk to a cell, without the first."""
        cells = []
        while self.came[end] != end:
            cells.append(end)
            end = self.came[end]
        return cells[::-1]

    def path_to_face(self, cell: Cell) -> list[Cell]:
        """The cells of the walk to where an object is faced, without the first."""
        return self.path(self.faced[cell])


def play(env: Any) -> Iterator[int]:
    """The actions that win an environment of MiniGrid: each is made before the next is asked for.

    `env` is the unwrapped environment, whose state is read between actions. Raises `roomgen.Error`
    if it finds no way.
    """
    moved: set[int] = set()
    while True:
        grid, carried = env.grid, env.carrying
        reach = _Reach(grid, _position(env))
        goal = next((cell for cell in reach.came if _is(grid.get(*cell), "goal")), None)
        if goal is not None:
            yield from _walk(env, reach.path(goal))
            return
        faced = [(cell, grid.get(*cell)) for cell in reach.faced]
        doors = [(cell, thing) for cell, thing in faced if thing.type == "door"]
        switches = [cell for cell, thing in faced if thing.type == "box"]
        keys = [(cell, thing) for cell, thing in faced if thing.type == "key"]
        if carried is not None:
            fitting = [cell for cell, door in doors if door.color == carried.color]
            if fitting:
                yield from _use(env, reach.path_to_face(fitting[0]), fitting[0], TOGGLE)
            else:
                cell, stand = _spare_cell(grid, reach)
                yield from _use(env, reach.path(stand), cell, DROP)
        elif switches:
            yield from _use(env, reach.path_to_face(switches[0]), switches[0], TOGGLE)
        else:
            colors = {door.color for _, door in doors}
            useful = [cell for cell, key in keys if key.color in colors]
            # Else a key may lie in the way.
            useful += [cell for cell, key in keys if id(key) not in moved]
            if not useful:
                raise Error("there is no way to the goal")
            moved.add(id(grid.get(*useful[0])))
            yield from _use(env, reach.path_to_face(useful[0]), useful[0], PICKUP)


def _spare_cell(grid: Any, reach: _Reach) -> tuple[Cell, Cell]:
    """The nearest empty cell without which everything else stays in reach, and where to face it."""
    for cell, before in reach.came.items():
        if grid.get(*cell) is not None:
            continue
        # The agent leaves its own cell for any next one.
        is_own = before == cell
        nexts = [to for to, at in reach.came.items() if at == cell != to] if is_own else [before]
        for stand in nexts:
            rest = _Reach(grid, stand, blocked=cell)
            if len(rest.came) == len(reach.came) - 1 and rest.faced.keys() == reach.faced.keys():
                return cell, stand
    raise Error("there is no cell in which to put a key down")


def _use(env: Any, path: list[Cell], cell: Cell, action: int) -> Iterator[int]:
    """Walks to a neighbour of a cell, faces the cell, and acts."""
    yield from _walk(env, path)
    yield from _face(env, cell)
    yield action


def _walk(env: Any, cells: list[Cell]) -> Iterator[int]:
    """Walks from cell to cell, opening closed doors."""
    for cell in cells:
        yield from _face(env, cell)
        thing = env.grid.get(*cell)
        if thing is not None and not thing.can_overlap():
            yield TOGGLE
        yield FORWARD


def _face(env: Any, cell: Cell) -> Iterator[int]:
    """Turns to a neighbouring cell."""
    x, y = _position(env)
    wanted = _STEPS.index((cell[0] - x, cell[1] - y))
    turns = (wanted - env.agent_dir) % 4
    yield from [LEFT] if turns == 3 else [RIGHT] * turns


def _position(env: Any) -> Cell:
    x, y = env.agent_pos
    return int(x), int(y)


def _is(thing: Any, kind: str) -> bool:
    return thing is not None and thing.type == kind
