"""The player of MiniGrid wins converted levels by stepping the real environment."""

from __future__ import annotations

from collections import Counter

import pytest

import roomgen

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("minigrid")

from minigrid.core.grid import Grid  # noqa: E402
from minigrid.core.mission import MissionSpace  # noqa: E402
from minigrid.core.world_object import Door, Goal, Key, Wall  # noqa: E402
from minigrid.minigrid_env import MiniGridEnv  # noqa: E402

from roomgen.minigrid import LevelEnv, Switch  # noqa: E402
from roomgen.minigrid_player import _Reach, _spare_cell, play  # noqa: E402

MISSIONS = ("arena", "crypt", "library", "mine", "temple", "warehouse")
"""Presets whose levels have locks."""


def preset(name: str, size: tuple[int, int] = (25, 25)) -> roomgen.Preset:
    return roomgen.Preset.built_in(name).with_size(*size)


def env_of(level: roomgen.Level) -> LevelEnv:
    """An environment of one level, with a small view: the player reads the grid."""
    env = LevelEnv(level=level, agent_view_size=3, see_through_walls=True)
    env.reset()
    return env


def wins(env: LevelEnv) -> bool:
    for action in play(env):
        _, reward, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            return bool(terminated and reward > 0)
    return False


def levels_won(name: str, size: tuple[int, int], seeds: range) -> Counter[str]:
    """Plays levels; counts what they have."""
    found: Counter[str] = Counter()
    for seed in seeds:
        level = preset(name, size).generate(seed, difficulty=seed % 2)
        env = env_of(level)
        things = {type(thing).__name__ for thing in env.grid.grid}
        locked = any(isinstance(thing, Door) and thing.is_locked for thing in env.grid.grid)
        assert wins(env), f"{level!r} is not won"
        assert env.step_count < env.max_steps / 2
        assert env.agent_pos == level.exit
        found.update(things | ({"locked"} if locked else set()))
    return found


def test_a_player_wins_a_thousand_levels_by_minigrids_rules() -> None:
    found = {name: levels_won(name, (25, 25), range(102)) for name in roomgen.BUILT_IN}
    assert sum(counts["Goal"] for counts in found.values()) == 1122
    # Keys, switches and one-way doors take part: 300 of the levels have locks.
    total = sum(found.values(), Counter())
    assert total["locked"] > 300 and total["Key"] > 200 and total["Switch"] > 50, total
    assert total["OneWayDoor"] > 80, total
    assert found["crypt"]["locked"] > 90
    assert all(found[name]["locked"] > 10 for name in MISSIONS), found


def test_a_player_wins_larger_levels() -> None:
    found = {name: levels_won(name, (60, 40), range(12)) for name in roomgen.BUILT_IN}
    assert all(found[name]["locked"] >= 6 for name in MISSIONS), found


@pytest.mark.slow
@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_a_player_wins_many_more_levels(name: str) -> None:
    levels_won(name, (25, 25), range(1000, 3000))
    levels_won(name, (90, 70), range(60))


def test_without_keys_or_switches_locked_levels_are_not_won() -> None:
    stopped = 0
    for name in ("crypt", "mine", "temple"):
        for seed in range(20):
            env = env_of(preset(name).generate(seed, difficulty=1))
            env.grid.grid = [
                None if isinstance(thing, (Key, Switch)) else thing for thing in env.grid.grid
            ]
            try:
                assert wins(env)
            except roomgen.Error as error:
                assert "no way to the goal" in str(error)
                stopped += 1
    assert stopped >= 15, "the tests play no levels in which keys matter"


@pytest.mark.parametrize("name", ["MultiRoom-N6", "DoorKey-16x16", "FourRooms"])
def test_the_player_wins_minigrids_own_levels_too(name: str) -> None:
    env = gymnasium.make(f"MiniGrid-{name}-v0", max_steps=1000).unwrapped
    for seed in range(30):
        env.reset(seed=seed)
        assert wins(env), seed


class Drawn(MiniGridEnv):
    """A grid from a drawing: # wall, A agent, G goal, small letters keys, capitals locked doors."""

    def __init__(self, drawing: str) -> None:
        self.rows = drawing.split()
        super().__init__(
            mission_space=MissionSpace(mission_func=lambda: "go"),
            width=len(self.rows[0]),
            height=len(self.rows),
        )
        self.reset()

    def _gen_grid(self, width: int, height: int) -> None:
        self.grid, self.agent_dir, self.mission = Grid(width, height), 0, "go"
        names = {"r": "red", "b": "blue"}
        for y, row in enumerate(self.rows):
            for x, mark in enumerate(row):
                if mark == "A":
                    self.agent_pos = (x, y)
                elif mark in "#G":
                    self.grid.set(x, y, Wall() if mark == "#" else Goal())
                elif mark.lower() in names:
                    color = names[mark.lower()]
                    thing = Key(color) if mark.islower() else Door(color, is_locked=True)
                    self.grid.set(x, y, thing)


def test_keys_are_put_down_where_they_are_in_nobodys_way() -> None:
    # The red key is of no use and lies in the way; behind the player is room for it.
    assert wins(Drawn("########### #..Ar.b.BG# ###########"))
    # The useless key blocks a room of its own; any cell but the mouths of the corridors will do.
    assert wins(Drawn("######## #.#..b.# #Ar.##B# #.#..#G# ########"))
    # There is no way without a key.
    with pytest.raises(roomgen.Error, match="no way to the goal"):
        wins(Drawn("########### #..Ar...BG# ###########"))
    # The only cell for the key is the one in which the player stands.
    assert wins(Drawn("######## #Arb.BG# ########"))
    # Here there is none.
    with pytest.raises(roomgen.Error, match="no cell in which to put a key down"):
        wins(Drawn("####### ##b#### #rAr.B# #######"))
    # Nothing lies in the corridor, but each end is a dead end: the nearer one takes the key.
    env = Drawn("############ #..A......# ############")
    assert _spare_cell(env.grid, _Reach(env.grid, (3, 1))) == ((1, 1), (2, 1))
