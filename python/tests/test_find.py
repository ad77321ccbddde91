"""Preset.find: conditions, ranks and targets, compared with Python's own arithmetic."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import roomgen


@pytest.fixture(scope="module")
def crypt() -> roomgen.Preset:
    return roomgen.Preset.built_in("crypt").with_size(40, 30)


class Missing(Exception):
    """The level does not have what is asked for, or divides by zero."""


NAMES = [
    "rooms", "loops", "dead_ends", "bridges", "openness", "prop_density", "symmetry", "linearity",
    "walking_distance", "room_size", "layout_entropy", "danger", "reward", "guarded_rewards", "first_reward",
    "play_length", "seed",
]  # fmt: skip


def number(dice: random.Random, depth: int) -> tuple[str, Any]:
    """A random number as text, and as a function of a level's values."""
    sort = dice.randrange(8 if depth > 0 else 3)
    if sort == 0:
        whole = dice.randrange(40)
        return str(whole), lambda _: whole
    if sort == 1:
        decimal = dice.randrange(1, 3000) / 1000 + 1 / 7919
        return repr(decimal), lambda _: decimal
    if sort == 2:
        name = dice.choice(NAMES)

        def look(values: dict[str, float]) -> float:
            value = values[name]
            if math.isnan(value):
                raise Missing
            return value

        return name, look
    left, a = number(dice, depth - 1)
    right, b = number(dice, depth - 1)
    if sort == 7:
        test, p = condition(dice, depth - 1)
        return f"({test} ? {left} : {right})", lambda values: a(values) if p(values) else b(values)
    operator = "+-*/"[sort - 3]

    def compute(values: dict[str, float]) -> float:
        x, y = a(values), b(values)
        if operator == "/" and y == 0:
            raise Missing
        return {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y}[operator]()

    return f"({left} {operator} {right})", compute


def condition(dice: random.Random, depth: int) -> tuple[str, Any]:
    """A random condition as text, and as a function of a level's values."""
    sort = dice.randrange(5 if depth > 0 else 1)
    if sort <= 1:
        left, a = number(dice, depth)
        right, b = number(dice, depth)
        operator = dice.choice(["<", "<=", ">", ">="])
        tests = {
            "<": lambda x, y: x < y,
            "<=": lambda x, y: x <= y,
            ">": lambda x, y: x > y,
            ">=": lambda x, y: x >= y,
        }
        return f"{left} {operator} {right}", lambda values: tests[operator](a(values), b(values))
    left, p = condition(dice, depth - 1)
    if sort == 2:
        return f"!({left})", lambda values: not p(values)
    right, q = condition(dice, depth - 1)
    decides = sort == 4
    operator = "||" if decides else "&&"

    def both(values: dict[str, float]) -> bool:
        # What decides does so on either side, also beside what has no value.
        results: list[bool | None] = []
        for part in (p, q):
            try:
                results.append(part(values))
            except Missing:
                results.append(None)
        if decides in results:
            return decides
        if None in results:
            raise Missing
        return not decides

    return f"({left}) {operator} ({right})", both


def test_random_conditions_are_those_of_python(crypt: roomgen.Preset) -> None:
    seeds = range(40)
    batch = crypt.generate_batch(seeds, metrics=True, tiles=False, walkable=False, difficulty=0.5)
    levels = [
        {"seed": seed, **{name: values[position].item() for name, values in batch.metrics.items()}}
        for position, seed in enumerate(seeds)
    ]
    dice = random.Random(42)
    some, none, missing = 0, 0, 0
    for _ in range(1000):
        text, oracle = condition(dice, 3)
        expected = []
        for values in levels:
            try:
                if oracle(values):
                    expected.append(values["seed"])
            except Missing:
                missing += 1
        found = crypt.find(text, seeds=seeds, difficulty=0.5, tiles=False, walkable=False)
        assert found.seeds.tolist() == expected, text
        some += 0 < len(expected) < len(seeds)
        none += not expected
    assert some > 100 and none > 50 and missing > 200, (some, none, missing)


def test_finds_are_a_batch_with_what_was_asked_for(crypt: roomgen.Preset) -> None:
    found = crypt.find(
        "count('chest') >= 1 && steps('entry', 'exit') > 20", count=5, floor=2, threads=2, rooms=True, digests=True
    )
    assert len(found) == 5 and (found.floors == 2).all() and (np.diff(found.seeds.astype(np.int64)) > 0).all()
    for position, level in enumerate(found):
        assert level.digest == found.digests[position]
        steps = found.found['steps("entry", "exit")'][position]
        assert steps == level.metrics("walking_distance")["walking_distance"] > 20
        chests = sum(level.kinds[kind].name == "chest" for kind in level.props.kind)
        assert found.found['count("chest")'][position] == chests >= 1
    assert found.tiles.shape == (5, 30, 40) and len(found.rooms) == 5
    again = crypt.find("count('chest') >= 1 && steps('entry', 'exit') > 20", count=5, floor=2)
    assert again.seeds.tolist() == found.seeds.tolist()
    with pytest.raises(AttributeError, match="Preset.find"):
        _ = crypt.generate_batch(range(2)).found
    assert len(crypt.find("rooms > 900", seeds=range(50))) == 0


def test_ranks_put_the_best_and_the_nearest_first(crypt: roomgen.Preset) -> None:
    seeds = range(200)
    batch = crypt.generate_batch(seeds, metrics=["rooms", "walking_distance", "dead_ends"])
    rooms, steps = batch.metrics["rooms"].astype(float), batch.metrics["walking_distance"].astype(float)
    best = crypt.find(best="walking_distance - 2 * rooms", seeds=seeds, count=7, threads=2)
    order = np.argsort(-(steps - 2 * rooms), kind="stable")[:7]
    assert best.seeds.tolist() == order.tolist()
    assert best.found["score"].tolist() == (steps - 2 * rooms)[order].tolist()
    near = crypt.find("dead_ends > 0", near="rooms = 9, walking_distance = 40", seeds=seeds)
    distance = np.hypot((rooms - 9) / rooms.std(), (steps - 40) / steps.std())
    distance[batch.metrics["dead_ends"] == 0] = np.inf
    order = np.argsort(distance, kind="stable")[:20]
    assert sorted(near.seeds.tolist()) == sorted(order.tolist())
    assert near.found["distance"] == pytest.approx(distance[near.seeds.astype(np.int64)])


def test_mistakes_say_where_and_what_is_meant(crypt: roomgen.Preset) -> None:
    with pytest.raises(roomgen.ExpressionError, match="where: error: unknown name `bridge`") as raised:
        crypt.find("rooms > 3 &&\n bridge < 1")
    assert (raised.value.line, raised.value.column) == (2, 2)
    assert "did you mean `bridges`?" in (raised.value.hint or "")
    for arguments, words in [
        ({}, "nothing is sought"),
        ({"best": "rooms", "near": "rooms = 3"}, "give one of them"),
        ({"best": "rooms > 3"}, "a number is expected"),
        ({"near": "rooms"}, "`=` and the number that is wanted"),
        ({"where": "count('wlof') > 3"}, "unknown kind"),
        ({"where": "rooms > 1", "count": 0}, "count is 0; allowed: 1 to"),
    ]:
        with pytest.raises(ValueError, match=words):
            crypt.find(**arguments)
    with pytest.raises(TypeError, match="colour"):
        crypt.find("rooms > 1", count=1, colour=True)
