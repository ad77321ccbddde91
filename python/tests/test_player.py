"""The breadth-first player wins every level, by observations alone."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest

import roomgen

pytest.importorskip("gymnasium")

from roomgen.envs import RoomgenEnv  # noqa: E402
from roomgen.player import BreadthFirstPlayer  # noqa: E402


def wins(env: RoomgenEnv, seed: int) -> int:
    """The steps with which the player wins a level; each of them moves it."""
    observation, _ = env.reset(options={"level_seed": seed})
    player, over, reward, steps = BreadthFirstPlayer(), False, 0.0, 0
    while not over:
        before = env.episode.player
        observation, reward, terminated, truncated, info = env.step(player.act(observation))
        assert env.episode.player != before, "the player and the environment differ in a rule"
        over, steps = terminated or truncated, info["steps"]
    assert reward == 1.0, f"seed {seed} is not won"
    assert player.plan(observation) == []
    return int(steps)


def levels_won(
    name: str, difficulty: float, size: tuple[int, int], seeds: range
) -> tuple[int, int]:
    """Plays levels; the numbers of those with locks and of those played in the fewest steps."""
    env, locked, shortest = RoomgenEnv(name, size=size, difficulty=difficulty), 0, 0
    for seed in seeds:
        steps = wins(env, seed)
        walkthrough = env.level.walkthrough()
        assert walkthrough is not None
        if walkthrough.is_shortest:
            assert steps >= walkthrough.steps, f"seed {seed}: fewer steps than the shortest play"
        # Without keys and locks, the nearest way to the exit is the shortest play.
        assert len(env.level.locks) or steps == walkthrough.steps
        locked += len(env.level.locks) > 0
        shortest += steps == walkthrough.steps
    return locked, shortest


@pytest.mark.parametrize("difficulty", [0.0, 1.0])
@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_the_player_wins_each_level(name: str, difficulty: float) -> None:
    # 11 presets, 2 difficulties: 1,320 levels, and 264 larger ones.
    locked, _ = levels_won(name, difficulty, (25, 25), range(60))
    more, _ = levels_won(name, difficulty, (60, 40), range(12))
    if name in ("arena", "crypt", "mine", "temple", "warehouse", "library"):
        assert more >= 6
    if name == "crypt":
        assert locked >= 50


@pytest.mark.slow
@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_the_player_wins_many_more_levels(name: str) -> None:
    for difficulty in (0.0, 0.5, 1.0):
        levels_won(name, difficulty, (25, 25), range(1000, 4000))
        levels_won(name, difficulty, (80, 60), range(200))


def test_the_player_does_what_the_planes_show() -> None:
    # A corridor: key, locked door, exit; the player in the middle.
    planes = np.zeros((4, 3, 7), dtype=np.uint8)
    terrain, at, keys, locks = planes
    terrain[1, 1:6] = 1
    terrain[1, 5] = 2
    at[1, 2], keys[1, 1], locks[1, 4] = 1, 1, 1
    player = BreadthFirstPlayer()
    assert player.plan(planes) == [3]
    keys[1, 1], locks[1, 4] = 0, 129
    assert player.plan(planes) == [1, 1]
    locks[1, 4] = 0
    assert player.plan(planes) == [1, 1, 1]
    # A one-way door to the north, east, south and west: only the last one leads back.
    for code, plan in ((3, [1, 1, 1]), (4, [1, 1, 1]), (5, [1, 1, 1]), (6, [])):
        terrain[1, 3] = code
        assert player.plan(planes) == plan, code


def test_without_keys_in_sight_locks_stop_the_player() -> None:
    env = RoomgenEnv("crypt", size=(25, 25), difficulty=1.0)
    stopped = 0
    for seed in range(30):
        observation, _ = env.reset(options={"level_seed": seed})
        player = BreadthFirstPlayer()
        with_keys = player.plan(observation)
        observation[2] = 0
        if not player.plan(observation):
            assert with_keys
            stopped += 1
            with pytest.raises(roomgen.Error, match="nothing to go to"):
                player.act(observation)
    assert stopped >= 10, "the tests play no levels in which keys matter"


def test_the_player_plans_anew_if_it_was_moved() -> None:
    env = RoomgenEnv("crypt", size=(25, 25), max_steps=5000)
    rng, player = np.random.default_rng(1), BreadthFirstPlayer()
    for seed in range(20):
        observation, _ = env.reset(options={"level_seed": seed})
        over, reward = False, 0.0
        while not over:
            action = player.act(observation)
            if rng.random() < 0.3:
                action = int(rng.integers(4))
            observation, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
        assert reward == 1.0


@pytest.mark.parametrize("module", [roomgen.envs, roomgen.player])
def test_the_examples_of_the_documentation_run(module: Any) -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted and not failed
