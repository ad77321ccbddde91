"""Vectors of environments: equal to single ones, copies, threads, wrong arguments."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import roomgen

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from roomgen._native import Episode, VectorEpisodes  # noqa: E402
from roomgen.envs import RoomgenVectorEnv  # noqa: E402
from roomgen.player import BreadthFirstPlayer  # noqa: E402


def run_both(envs: Any, other: Any, steps: int) -> np.ndarray:
    """Steps two vectors with the same actions, compares all results, and counts the ends."""

    def same(one: Any, two: Any) -> None:
        assert len(one) == len(two)
        for left, right in zip(one[:-1], two[:-1], strict=True):
            assert left.dtype == right.dtype and np.array_equal(left, right)
        assert one[-1].keys() == two[-1].keys()
        for name, values in one[-1].items():
            assert values.dtype == two[-1][name].dtype and np.array_equal(values, two[-1][name]), (
                name
            )

    first = envs.reset(seed=9)
    same(first, other.reset(seed=9))
    players = [BreadthFirstPlayer() for _ in range(envs.num_envs)]
    observations, rng, ends = first[0], np.random.default_rng(2), np.zeros(2, dtype=int)
    for _ in range(steps):
        pairs = zip(players, observations, strict=True)
        clever = [player.act(planes) if player.plan(planes) else 0 for player, planes in pairs]
        actions = np.where(
            rng.random(envs.num_envs) < 0.3, rng.integers(4, size=envs.num_envs), clever
        )
        result = envs.step(actions)
        same(result, other.step(actions))
        observations, ends = result[0], ends + [result[2].sum(), result[3].sum()]
    same(envs.reset(), other.reset())
    return ends


@pytest.mark.parametrize(
    "arguments",
    [
        {"max_steps": 60},
        {"max_steps": 60, "seeds": range(5), "difficulty": (0.0, 1.0), "floor": 2},
        {"max_steps": 60, "where": {"walking_distance": (10, 40)}},
    ],
)
def test_a_vector_is_the_same_as_its_environments_one_by_one(arguments: dict[str, Any]) -> None:
    name = "roomgen/Crypt-25x25-v0"
    envs = gymnasium.make_vec(
        name, num_envs=6, vectorization_mode="vector_entry_point", **arguments
    )
    other = gymnasium.make_vec(name, num_envs=6, vectorization_mode="sync", **arguments)
    assert isinstance(envs, RoomgenVectorEnv) and isinstance(other, SyncVectorEnv)
    assert (
        envs.metadata["autoreset_mode"]
        is other.metadata["autoreset_mode"]
        is AutoresetMode.NEXT_STEP
    )
    assert envs.observation_space == other.observation_space
    assert envs.action_space == other.action_space
    assert envs.single_observation_space == other.single_observation_space
    terminated, truncated = run_both(envs, other, 300)
    assert terminated > 5 and truncated > 2


def test_vectors_run_on_several_threads() -> None:
    def play(seed: int) -> tuple[int, int]:
        envs, rng = RoomgenVectorEnv(16, "crypt", size=(25, 25)), np.random.default_rng(seed)
        total = int(envs.reset(seed=seed)[0].sum())
        for _ in range(200):
            observations, *_ = envs.step(rng.integers(4, size=16))
            total += int(observations.sum())
        return total, int(envs._episodes.level_seeds.sum())

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == [play(seed) for seed in range(8)]


def test_an_episode_begins_anew_at_the_step_after_its_end() -> None:
    envs = RoomgenVectorEnv(2, "crypt", size=(25, 25), max_steps=3)
    _, infos = envs.reset(seed=1)
    seeds = infos["level_seed"].copy()
    for step in range(1, 4):
        _, _, _, truncated, infos = envs.step([0, 0])
        assert infos["steps"].tolist() == [step, step]
        assert np.array_equal(infos["level_seed"], seeds)
    assert truncated.all()
    observations, rewards, terminated, truncated, infos = envs.step([0, 0])
    assert infos["steps"].tolist() == [0, 0] and (infos["level_seed"] != seeds).all()
    assert not rewards.any() and not terminated.any() and not truncated.any()
    for env in range(2):
        assert np.array_equal(observations[env], Episode(envs.level(env)).observation)
    # A reset ends what has ended too: the next step is a step.
    for _ in range(3):
        envs.step([0, 0])
    envs.reset(options={"level_seed": [4, 5]})
    assert envs.step([0, 0])[4]["steps"].tolist() == [1, 1]
    assert envs.step([0, 0])[4]["level_seed"].tolist() == [4, 5]


def test_observations_of_a_vector_are_copies_unless_that_is_switched_off() -> None:
    for copy in (True, False):
        envs = gymnasium.make_vec("roomgen/Crypt-25x25-v0", num_envs=3, copy=copy)
        first, _ = envs.reset(seed=1)
        kept = first.copy()
        for _ in range(10):
            second = envs.step(np.array([0, 1, 2]))[0]
        assert np.shares_memory(first, second) != copy
        assert first.flags.writeable == copy
        assert np.array_equal(first, kept) == copy


def test_the_native_vector_checks_its_arguments() -> None:
    episodes = VectorEpisodes(roomgen.Preset.built_in("crypt").with_size(25, 25), 2)
    both, seeds, difficulties = np.arange(2), np.zeros(2, np.uint64), np.zeros(2, np.float32)
    none = (both[:0], seeds[:0], difficulties[:0])
    with pytest.raises(roomgen.RequestError, match="env is 2; allowed: 0 to 1"):
        episodes.begin(both + 1, seeds, difficulties)
    with pytest.raises(roomgen.RequestError, match="difficulty"):
        episodes.begin(both, seeds, difficulties - 1)
    with pytest.raises(ValueError, match="counts"):
        episodes.begin(both, seeds[:1], difficulties)
    with pytest.raises(roomgen.RequestError, match="environment 0 has no level yet"):
        episodes.step(both, *none)
    assert not episodes.observations.any()
    episodes.begin(both, seeds, difficulties)
    for _ in range(400):
        _, terminated, truncated = episodes.step(both * 0, *none)
    assert truncated.all() and not terminated.any()
    with pytest.raises(roomgen.RequestError, match="the episode of environment 0 is over"):
        episodes.step(both, *none)
    with pytest.raises(TypeError):
        episodes.step(both.astype(np.int32), *none)  # type: ignore[arg-type]
    assert len(episodes) == 2


def test_a_refused_step_uses_no_random_numbers() -> None:
    first, second = (RoomgenVectorEnv(2, "crypt", size=(25, 25), max_steps=1) for _ in range(2))
    with pytest.raises(roomgen.RequestError, match="reset first"):
        first.step([0, 0])
    for envs in (first, second):
        envs.reset(seed=3)
        envs.step([0, 0])
    for actions in ([0, 4], [-1, 0], [0], [0.0, 1.0], [[0], [1, 2]], np.array([0, 2**64 - 1])):
        with pytest.raises(roomgen.RequestError, match="allowed"):
            first.step(actions)  # type: ignore[arg-type]
    infos = [envs.step([0, 0])[4] for envs in (first, second)]
    assert infos[0]["level_seed"].tolist() == infos[1]["level_seed"].tolist()


def test_actions_may_have_any_whole_type_and_layout() -> None:
    envs = RoomgenVectorEnv(2, "crypt", size=(25, 25))
    envs.reset(seed=3)
    unaligned = np.frombuffer(b"-" + bytes(16), dtype=np.int64, offset=1)
    swapped = np.zeros(2, dtype=">i8")
    for actions in (np.zeros(4, np.int64)[::2], np.zeros(2, np.uint8), unaligned, swapped):
        envs.step(actions)
    assert envs.step([0, 0])[4]["steps"].tolist() == [5, 5]
