"""Levels as grids of MiniGrid: what stands for what, and how it acts."""

from __future__ import annotations

import doctest
import json
from typing import Any

import numpy as np
import pytest

import roomgen

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("minigrid")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from minigrid.core.world_object import Door, Goal, Key, Wall  # noqa: E402

from roomgen.curriculum import sizes  # noqa: E402
from roomgen.minigrid import (  # noqa: E402
    LOCK_COLORS,
    LevelEnv,
    OneWayDoor,
    Switch,
    Water,
    start_direction,
    to_grid,
)
from roomgen.minigrid_player import FORWARD, PICKUP, TOGGLE  # noqa: E402
from roomgen.render import door_cells  # noqa: E402


def preset(name: str, size: tuple[int, int] = (25, 25)) -> roomgen.Preset:
    return roomgen.Preset.built_in(name).with_size(*size)


def env_of(level: roomgen.Level) -> LevelEnv:
    """An environment of one level, with a small view: the player reads the grid."""
    env = LevelEnv(level=level, agent_view_size=3, see_through_walls=True)
    env.reset()
    return env


RIVER = """(
    name: "river", base: "library",
    terrain: {
        "water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks"),
        "planks": (glyph: '=', color: "#8a6a45"),
    },
    floorplan: (partings: [(name: "river", terrain: "water", width: (3, 4), meander: 3)]),
)"""


def test_one_sees_over_water_and_cannot_walk_there() -> None:
    small = roomgen.Preset.parse(RIVER).with_size(48, 32)
    level = next(level for level in map(small.generate, range(20)) if level.partings)
    grid = to_grid(level)
    water = [kind.name for kind in level.terrain_kinds].index("water") + 1
    cells = list(zip(*np.nonzero(level.terrain == water)))
    assert len(cells) > 60
    for y, x in cells:
        thing = grid.get(int(x), int(y))
        assert isinstance(thing, Water) and thing.see_behind() and not thing.can_overlap()


@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_each_cell_becomes_what_the_level_has_there(name: str) -> None:
    for seed in range(20):
        level = preset(name, (40, 30)).generate(seed, difficulty=seed % 2)
        grid, walkable, tiles = to_grid(level), level.walkable, level.tiles
        doors = dict(door_cells(level.passages))
        wet = [number for number, kind in enumerate(level.terrain_kinds, 1) if kind.blocks]
        passages, keys = level.passages, level.keys
        key_cells = {cell: number for number, cell in enumerate(cells_of(keys))}
        assert (grid.width, grid.height) == level.size
        for y in range(level.height):
            for x in range(level.width):
                thing = grid.get(x, y)
                if not walkable[y, x]:
                    is_prop = chr(tiles[y, x]) not in " #"
                    color = "purple" if is_prop else "grey"
                    if level.terrain[y, x] in wet:
                        color = "blue"
                        assert isinstance(thing, Water) and thing.see_behind()
                    assert isinstance(thing, Wall) and thing.color == color
                elif (x, y) in doors:
                    number = door_at(passages, x, y)
                    lock, kind = int(passages.lock[number]), roomgen.DOOR_KINDS[doors[x, y]]
                    assert isinstance(thing, OneWayDoor) == (passages.one_way[number] >= 0)
                    assert isinstance(thing, Door) == (
                        kind != "Open" or isinstance(thing, OneWayDoor)
                    )
                    if isinstance(thing, Door):
                        assert not thing.is_open and thing.is_locked == (lock >= 0)
                    if lock >= 0:
                        assert thing.color == LOCK_COLORS[lock % 6]
                elif (x, y) in key_cells:
                    number = key_cells[x, y]
                    is_switch = roomgen.KEY_USES[keys.key_use[number]] == "Switch"
                    assert type(thing) is (Switch if is_switch else Key)
                    assert thing.color == LOCK_COLORS[keys.lock[number] % 6]
                else:
                    assert isinstance(thing, Goal) if (x, y) == level.exit else thing is None
        assert grid.get(*level.entry) is None
        edge = [*grid.grid[: grid.width], *grid.grid[-grid.width :]]
        edge += grid.grid[:: grid.width] + grid.grid[grid.width - 1 :: grid.width]
        assert all(isinstance(thing, Wall) for thing in edge)


def cells_of(keys: roomgen.Keys) -> list[tuple[int, int]]:
    return list(zip(keys.x.tolist(), keys.y.tolist(), strict=True))


def door_at(passages: roomgen.Passages, x: int, y: int) -> int:
    """The passage that has a cell as door."""
    for number in range(len(passages.x)):
        for left, top, width, height in (
            (passages.x, passages.y, passages.width, passages.height),
            (passages.second_x, passages.second_y, passages.second_width, passages.second_height),
        ):
            inside_x = left[number] <= x < left[number] + width[number]
            if inside_x and top[number] <= y < top[number] + height[number]:
                return number
    raise AssertionError("no door")


def test_levels_of_files_become_the_same_grids() -> None:
    level = preset("crypt").generate(5)
    assert to_grid(roomgen.Level.from_json(level.to_json())) == to_grid(level)


def test_secret_doors_are_closed_doors() -> None:
    level = next(
        level
        for level in (preset("crypt", (40, 40)).generate(seed, difficulty=1) for seed in range(100))
        if roomgen.DOOR_KINDS.index("Secret") in level.passages.kind
    )
    secret = [
        cell for cell, kind in door_cells(level.passages) if roomgen.DOOR_KINDS[kind] == "Secret"
    ]
    for cell in secret:
        door = to_grid(level).get(*cell)
        assert door.type == "door" and not door.is_locked and not door.is_open


def facing(env: Any, cell: tuple[int, int], way: tuple[int, int]) -> None:
    """Puts the agent beside a cell, so that it faces in a direction."""
    env.agent_pos = (cell[0] - way[0], cell[1] - way[1])
    env.agent_dir = ((1, 0), (0, 1), (-1, 0), (0, -1)).index(way)


def test_one_way_doors_open_from_one_side_and_stay_open() -> None:
    seen = {False: 0, True: 0}
    for seed in range(40):
        level = preset("crypt").generate(seed, difficulty=1)
        env = env_of(level)
        doors = [
            cell
            for cell, _ in door_cells(level.passages)
            if isinstance(env.grid.get(*cell), OneWayDoor)
        ]
        for cell in doors:
            door = env.grid.get(*cell)
            env.carrying = Key(door.color)
            facing(env, cell, (-door.way[0], -door.way[1]))
            env.step(TOGGLE)
            assert not door.is_open and door.is_locked == (door.color != "purple")
            was_locked = door.is_locked
            facing(env, cell, door.way)
            env.step(TOGGLE)
            assert door.is_open and not door.is_locked
            env.step(TOGGLE)
            assert door.is_open
            env.step(FORWARD)
            assert tuple(env.agent_pos) == cell
            seen[was_locked] += 1
    assert seen[False] > 10, seen


def both_locked_and_one_way(name: str, use: str) -> roomgen.Level:
    """A level, edited so that its locked passages lead one way too, which no preset makes."""
    for seed in range(100):
        level = preset(name, (60, 40)).generate(seed, difficulty=1)
        if use in [roomgen.KEY_USES[code] for code in level.keys.key_use]:
            break
    document = json.loads(level.to_json())
    for passage in document["passages"]:
        if "lock" in passage:
            passage["one_way"] = passage["rooms"][0]
    return roomgen.Level.from_json(json.dumps(document), check=False)


def test_locked_one_way_doors_need_the_key_and_the_side() -> None:
    level = both_locked_and_one_way("crypt", "Key")
    env = env_of(level)
    doors = [door for door in env.grid.grid if isinstance(door, OneWayDoor) and door.is_locked]
    assert doors
    for door in doors:
        cell = (env.grid.grid.index(door) % level.width, env.grid.grid.index(door) // level.width)
        back = (-door.way[0], -door.way[1])
        for key, way in ((None, door.way), (Key("grey"), door.way), (Key(door.color), back)):
            env.carrying = key
            facing(env, cell, way)
            env.step(TOGGLE)
            assert door.is_locked and not door.is_open
        facing(env, cell, door.way)
        env.step(TOGGLE)
        assert door.is_open and not door.is_locked


def test_a_switch_unlocks_one_way_doors_which_open_from_their_side() -> None:
    level = both_locked_and_one_way("mine", "Switch")
    env = env_of(level)
    doors = [door for door in env.grid.grid if isinstance(door, OneWayDoor) and door.is_locked]
    switches = [thing for thing in env.grid.grid if isinstance(thing, Switch)]
    assert doors and switches
    for switch in switches:
        switch.toggle(env, level.exit)
    assert not any(
        door.is_locked or door.is_open for door in doors if door.color in colors(switches)
    )
    for door in doors:
        cell = (env.grid.grid.index(door) % level.width, env.grid.grid.index(door) // level.width)
        facing(env, cell, door.way)
        env.step(TOGGLE)
        assert door.is_open == (door.color in colors(switches))


def colors(things: list[Any]) -> set[str]:
    return {thing.color for thing in things}


def test_a_switch_opens_the_doors_of_its_lock_and_goes() -> None:
    opened = 0
    for seed in range(40):
        level = preset("mine", (60, 40)).generate(seed, difficulty=1)
        env = env_of(level)
        for x, y in cells_of(level.keys):
            switch = env.grid.get(x, y)
            if not isinstance(switch, Switch):
                continue
            doors = [
                door
                for door in env.grid.grid
                if isinstance(door, Door) and door.color == switch.color
            ]
            locked = [door for door in doors if door.is_locked]
            others = [
                door for door in env.grid.grid if isinstance(door, Door) and door not in locked
            ]
            before = [(door.is_locked, door.is_open) for door in others]
            facing(env, (x, y), (1, 0))
            env.carrying = None
            env.step(PICKUP)
            assert env.carrying is None and env.grid.get(x, y) is switch
            env.step(TOGGLE)
            assert env.grid.get(x, y) is None
            assert locked and not any(door.is_locked for door in locked)
            assert all(door.is_open != isinstance(door, OneWayDoor) for door in locked)
            assert before == [(door.is_locked, door.is_open) for door in others]
            opened += 1
    assert opened > 20


@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_gymnasiums_checker_has_no_complaint(name: str) -> None:
    for word, size in sizes(name).items():
        env = gymnasium.make(f"roomgen/MiniGrid-{name.capitalize()}-{word}-v0")
        assert env.unwrapped.curriculum.preset == preset(name, size)
    env = gymnasium.make(f"roomgen/MiniGrid-{name.capitalize()}-25x25-v0")
    # MiniGrid's mode "human" looks for a font that most machines lack.
    check_env(env.unwrapped, skip_render_check=True)


def test_environments_draw_levels_from_curricula() -> None:
    env = LevelEnv("crypt", size=(30, 20), seeds=range(5), difficulty=1.0)
    _, info = env.reset(seed=1)
    drawn = [info["level_seed"]] + [env.reset()[1]["level_seed"] for _ in range(30)]
    assert set(drawn) == set(range(5))
    _, info = env.reset(seed=1)
    assert drawn[:5] == [info["level_seed"]] + [env.reset()[1]["level_seed"] for _ in range(4)]
    _, info = env.reset(options={"level_seed": 77})
    assert info == {"level_seed": 77} and env.level == preset("crypt", (30, 20)).generate(
        77, difficulty=1
    )
    assert env.agent_pos == env.level.entry and env.max_steps == 16 * (30 + 20)
    assert env.agent_dir == start_direction(env.grid, env.level.entry)
    picture = gymnasium.make(
        "roomgen/MiniGrid-Mine-25x25-v0", render_mode="rgb_array", highlight=False
    )
    picture.reset(seed=1)
    assert picture.render().shape[2] == 3


def test_wrong_arguments_are_refused() -> None:
    level = preset("crypt").generate(1)
    assert LevelEnv(max_steps=np.int64(7)).max_steps == 7
    for make, message in (
        (lambda: LevelEnv("castle"), "castle"),
        (lambda: LevelEnv(size=(2, 2)), "width is 2"),
        (lambda: LevelEnv(seeds=[]), "at least one"),
        (lambda: LevelEnv(max_steps=0), "max_steps is 0"),
        (lambda: LevelEnv(max_steps=1.5), "max_steps is 1.5"),
        (lambda: LevelEnv(max_steps=True), "max_steps is True"),
        (lambda: LevelEnv(level=level).reset(options=5), "the level was given"),
        (
            lambda: LevelEnv(where={"rooms": (900, 901)}, seeds=range(9), size=(25, 25)),
            "none of 9 levels",
        ),
        (lambda: LevelEnv(level=level).reset(options={"level_seed": 1}), "the level was given"),
        (lambda: LevelEnv().reset(options={"seed": 1}), "allowed: level_seed"),
    ):
        with pytest.raises(roomgen.RequestError, match=message):
            make()


@pytest.mark.parametrize("module", [roomgen.minigrid, roomgen.minigrid_player])
def test_the_examples_of_the_documentation_run(module: Any) -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted and not failed
