"""Which levels environments play: by metrics, and on a ladder of sizes."""

from __future__ import annotations

import re
from typing import Any

import pytest

import roomgen

pytest.importorskip("gymnasium")

from roomgen.curriculum import LADDER, sizes  # noqa: E402
from roomgen.envs import RoomgenEnv, RoomgenVectorEnv  # noqa: E402

LADDER_LEVELS = 400
"""The levels of each size and difficulty by which the ladder is measured."""

FIXED_LOCKS = {"cellar": 1}
"""The locked passages of the presets that have as many at each difficulty."""

STEADY_LOCKS = {"garden", "grove"}
"""The presets whose locks are about as many at each difficulty."""


@pytest.mark.parametrize(
    "arguments", [{"seeds": range(500)}, {}, {"seeds": range(500), "difficulty": (0.0, 1.0)}]
)
def test_levels_have_the_metrics_of_the_curriculum(arguments: dict[str, Any]) -> None:
    where = {"walking_distance": (20, 60), "rooms": (5, 6)}
    env = RoomgenEnv("crypt", size=(25, 25), where=where, **arguments)
    env.reset(seed=5)
    drawn = set()
    for _ in range(30):
        drawn.add(env.reset()[1]["level_seed"])
        values = env.level.metrics(*where)
        assert all(least <= values[name] <= most for name, (least, most) in where.items())
    assert len(drawn) > 10
    # The ranges exclude some levels.
    found = [env.curriculum.generate(seed, 0.0).metrics(*where) for seed in range(50)]
    assert not all(
        20 <= each["walking_distance"] <= 60 and 5 <= each["rooms"] <= 6 for each in found
    )


@pytest.mark.parametrize(
    ("arguments", "levels"),
    [
        ({"seeds": range(50)}, 50),
        ({}, 10240),
        ({"seeds": [3, 2**62], "difficulty": (0.0, 1.0)}, 10240),
        ({"difficulty": (0.25, 0.5)}, 10240),
    ],
)
def test_metrics_that_no_level_has_are_refused_with_the_range_that_most_levels_miss(
    arguments: dict[str, Any], levels: int
) -> None:
    for where, reason in (
        ({"rooms": (1000, 2000)}, "rooms from 1000 to 2000: rooms lies between"),
        (
            {"openness": (0.0, 1.0), "rooms": (300, 301)},
            "openness from 0.0 to 1.0, rooms from 300 to 301: "
            "0 of them have rooms from 300 to 301; rooms lies between",
        ),
    ):
        for make in (RoomgenEnv, lambda **given: RoomgenVectorEnv(3, **given))[: 1 + (levels < 99)]:
            with pytest.raises(roomgen.RequestError) as failure:
                make(preset="cellar", size=(15, 15), where=where, **arguments)
            expected = rf"none of {levels} levels has {reason} \d+ and \d+"
            assert re.match(expected, str(failure.value))


def test_a_rare_metric_is_found_in_the_constructor_and_at_a_reset_whatever_the_difficulty() -> None:
    preset = roomgen.Preset.built_in("crypt").with_size(25, 25)
    rooms = preset.generate_batch(range(2000), metrics=["rooms"], difficulty=1.0).metrics["rooms"]
    # The most rooms that are rare and not unique.
    most = max(int(count) for count in rooms if 6 <= (rooms == count).sum() < 40)
    assert (rooms == most).mean() < 0.02
    env = RoomgenEnv(preset, difficulty=(0.0, 1.0), where={"rooms": (most, most)})
    for seed in range(3):
        env.reset(seed=seed)
        assert len(env.level.rooms.kind) == most


def test_each_built_in_preset_has_a_ladder_of_sizes() -> None:
    assert set(LADDER) == set(roomgen.BUILT_IN)
    for name in roomgen.BUILT_IN:
        cells = [width * height for width, height in sizes(name).values()]
        assert cells == sorted(set(cells))


@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_on_the_ladder_play_length_and_locks_rise_with_the_difficulty(name: str) -> None:
    ladder = {word: size for word, size in sizes(name).items() if word in ("S", "M", "L")}
    longest = 0.0
    for word, size in ladder.items():
        preset = roomgen.Preset.built_in(name).with_size(*size)
        plays, locks = [], []
        for difficulty in (0.0, 0.5, 1.0):
            metrics = preset.generate_batch(
                range(LADDER_LEVELS),
                difficulty=difficulty,
                tiles=False,
                walkable=False,
                metrics=["play_length", "locked_passages"],
                threads=2,
            ).metrics
            plays.append(metrics["play_length"].mean())
            locks.append(metrics["locked_passages"].mean())
        said = f"{name} {word} {size}: play {plays}, locks {locks}"
        # Means of so many levels are off by a fiftieth; in the middle nothing falls by much more.
        assert plays[2] > 1.02 * plays[0], said
        assert plays[1] > 0.97 * plays[0] and plays[2] > 0.97 * plays[1], said
        if name in FIXED_LOCKS:
            assert {round(mean, 1) for mean in locks} == {FIXED_LOCKS[name]}, said
        elif name in STEADY_LOCKS:
            assert 0 < max(locks) < 1.25 * min(locks), said
        else:
            assert locks[2] > 1.05 * locks[0], said
            assert locks[1] >= 0.95 * locks[0] and locks[2] >= 0.95 * locks[1], said
        # And from size to size.
        assert plays[0] > longest, said
        longest = plays[0]
