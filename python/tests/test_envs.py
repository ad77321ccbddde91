"""Environments of Gymnasium: rules, observations, curricula, pictures, wrong arguments."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import roomgen

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from roomgen._native import Episode  # noqa: E402
from roomgen.curriculum import Curriculum, sizes  # noqa: E402
from roomgen.envs import OPENABLE, PLANES, RoomgenEnv, RoomgenVectorEnv  # noqa: E402
from roomgen.player import BreadthFirstPlayer  # noqa: E402

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
LOCKED = ("crypt", "mine", "temple", "warehouse", "library")
"""Presets with keys or switches in many levels of 25x25."""
OPENED = ("crypt", "temple", "warehouse", "library")
"""Those with keys."""


def crypt(seed: int, difficulty: float = 1.0) -> roomgen.Level:
    return roomgen.Preset.built_in("crypt").with_size(25, 25).generate(seed, difficulty=difficulty)


def expected_planes(episode: Episode) -> np.ndarray:
    """The observation, from the tables of the level and what was taken and opened alone."""
    level, taken, opened = episode.level, set(episode.taken), set(episode.opened)
    planes = np.zeros((4, level.height, level.width), dtype=np.uint8)
    terrain, player, keys, locks = planes
    terrain[level.walkable] = 1
    terrain[level.exit[1], level.exit[0]] = 2
    player[episode.player[1], episode.player[0]] = 1
    table, passages, rooms = level.keys, level.passages, level.room_ids
    for key in range(len(table.lock)):
        if key not in taken:
            keys[table.y[key], table.x[key]] = table.lock[key] + 1
    for number in range(len(passages.lock)):
        one_way, lock = passages.one_way[number], passages.lock[number]
        ends = {int(passages.room_a[number]), int(passages.room_b[number])}
        held = [
            use for key, use in enumerate(table.key_use) if key in taken and table.lock[key] == lock
        ]
        used = sum(passages.lock[other] == lock for other in opened)
        names = [roomgen.KEY_USES[use] for use in held]
        is_openable = "Key" in names or names.count("SingleUse") > used
        for x, y, width, height in (
            (passages.x, passages.y, passages.width, passages.height),
            (passages.second_x, passages.second_y, passages.second_width, passages.second_height),
        ):
            for row in range(y[number], y[number] + height[number]):
                for column in range(x[number], x[number] + width[number]):
                    for turn, (dx, dy) in enumerate(STEPS):
                        before, after = rooms[row - dy, column - dx], rooms[row + dy, column + dx]
                        if one_way >= 0 and (before == one_way or after in ends - {int(one_way)}):
                            terrain[row, column] = 3 + turn
                    if lock >= 0 and number not in opened and "Switch" not in names:
                        locks[row, column] = lock + 1 + OPENABLE * is_openable
    return planes


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_gymnasiums_checker_has_no_complaint(name: str) -> None:
    for word, size in sizes(name).items():
        env = gymnasium.make(f"roomgen/{name.capitalize()}-{word}-v0")
        check_env(env.unwrapped)
        assert env.unwrapped.curriculum.preset == roomgen.Preset.built_in(name).with_size(*size)
        assert env.observation_space.shape == (len(PLANES), *size)


@pytest.mark.filterwarnings("error")
def test_environments_are_made_by_the_name_of_their_module() -> None:
    env = gymnasium.make(
        "roomgen.envs:roomgen/Mine-25x25-v0", size=(30, 20), max_steps=7, difficulty=1
    )
    observation, info = env.reset(seed=1)
    assert observation.shape == (len(PLANES), 20, 30)
    assert info["steps"] == 0
    assert env.unwrapped.level.difficulty == 1
    assert env.unwrapped.max_steps == 7


@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_observations_are_those_of_the_tables_at_each_step(name: str) -> None:
    preset = roomgen.Preset.built_in(name).with_size(25, 25)
    space = RoomgenEnv(preset).observation_space
    rng, taken, opened = np.random.default_rng(1), 0, 0
    for seed in range(48):
        episode, player = Episode(preset.generate(seed, difficulty=seed % 2)), BreadthFirstPlayer()
        while not episode.is_over:
            observation = episode.observation
            assert np.array_equal(observation, expected_planes(episode))
            assert space.contains(observation)
            # All keys and locks come before the exit.
            curious = observation.copy()
            curious[0][observation[0] == 2] = 1
            plan = player.plan(curious) or player.plan(observation)
            episode.step(int(rng.integers(4)) if rng.random() < 0.2 else plan[0])
        assert np.array_equal(episode.observation, expected_planes(episode))
        taken, opened = taken + len(episode.taken), opened + len(episode.opened)
    assert name not in LOCKED or taken
    assert name not in OPENED or opened


def test_the_steps_of_a_walkthrough_win_and_no_fewer() -> None:
    for name in roomgen.BUILT_IN:
        preset = roomgen.Preset.built_in(name).with_size(40, 30)
        for seed in range(10):
            level = preset.generate(seed, difficulty=seed % 2)
            walkthrough = level.walkthrough()
            assert walkthrough is not None
            episode = Episode(level)
            # Twice the longest of many walkthroughs.
            assert 2 * walkthrough.steps < episode.max_steps
            for number, step in enumerate(np.diff(walkthrough.cells, axis=0).tolist()):
                _, reward, terminated, truncated, info = episode.step(STEPS.index(tuple(step)))
                is_last = number == walkthrough.steps - 1
                assert (reward, terminated, truncated) == (float(is_last), is_last, False)
                assert info == {"level_seed": seed, "steps": number + 1}
                assert episode.player == tuple(walkthrough.cells[number + 1])


def test_a_step_into_a_wall_or_a_locked_door_leaves_the_player_there_and_counts() -> None:
    bumps = {"wall": 0, "lock": 0, "one way": 0}
    for seed in range(30):
        episode, rng = Episode(crypt(seed), max_steps=1000), np.random.default_rng(seed)
        while not episode.is_over:
            observation, (x, y), action = episode.observation, episode.player, int(rng.integers(4))
            to = x + STEPS[action][0], y + STEPS[action][1]
            terrain, _, _, lock = (int(value) for value in observation[:, to[1], to[0]])
            why = "wall" if terrain == 0 else "lock" if 0 < lock < OPENABLE else None
            if terrain >= 3 and (terrain - 3 + 2) % 4 == action:
                why = "one way"
            steps = episode.steps
            after, _, _, _, _ = episode.step(action)
            assert episode.steps == steps + 1
            assert episode.player == ((x, y) if why else to)
            if why:
                bumps[why] += 1
                assert np.array_equal(after, observation)
    assert min(bumps.values()) > 10, bumps


def test_episodes_are_truncated_after_max_steps_and_not_at_the_exit() -> None:
    level = crypt(3)
    walkthrough = level.walkthrough()
    assert walkthrough is not None
    for max_steps, ends in (
        (walkthrough.steps, (True, False)),
        (walkthrough.steps - 1, (False, True)),
    ):
        episode, player, result = Episode(level, max_steps=max_steps), BreadthFirstPlayer(), None
        for step in np.diff(walkthrough.cells, axis=0).tolist()[:max_steps]:
            assert not episode.is_over
            result = episode.step(STEPS.index(tuple(step)))
        assert result is not None and result[2:4] == ends
        assert episode.is_over and episode.steps == max_steps
        with pytest.raises(roomgen.RequestError, match="the episode is over"):
            episode.step(0)
        assert player.plan(episode.observation) == [] or ends[1]
    assert Episode(level).max_steps == 8 * (25 + 25)


def test_a_seed_decides_all_levels_that_follow() -> None:
    def levels(env: RoomgenEnv, seed: int) -> list[int]:
        first = env.reset(seed=seed)[1]["level_seed"]
        return [first] + [env.reset()[1]["level_seed"] for _ in range(5)]

    env = RoomgenEnv("crypt", size=(25, 25))
    assert levels(env, 1) == levels(RoomgenEnv("crypt", size=(25, 25)), 1)
    assert levels(env, 1) != levels(env, 2)
    assert len(set(levels(env, 1))) == 6
    observation, info = env.reset(options={"level_seed": 42})
    assert info == {"level_seed": 42, "steps": 0}
    assert env.level == crypt(42, difficulty=0)
    assert np.array_equal(observation, Episode(env.level).observation)
    env.reset(options={"level_seed": 42, "difficulty": 1.0})
    assert env.level == crypt(42, difficulty=1)


def test_levels_come_from_the_seeds_and_difficulties_of_the_curriculum() -> None:
    for seeds in (range(10, 30, 5), [10, 15, 20, 25], np.array([10, 15, 20, 25], dtype=np.uint32)):
        env = RoomgenEnv("crypt", size=(25, 25), seeds=seeds, difficulty=(0.25, 0.5))
        env.reset(seed=1)
        drawn = set()
        for _ in range(60):
            drawn.add(env.reset()[1]["level_seed"])
            assert 0.25 <= env.level.difficulty <= 0.5
        assert drawn == {10, 15, 20, 25}
    curriculum = Curriculum("crypt", difficulty=[0, 1])
    assert len({curriculum.draw(np.random.default_rng(seed))[1] for seed in range(9)}) == 9


def test_pictures_show_the_player_and_texts_the_locks() -> None:
    env = gymnasium.make("roomgen/Crypt-25x25-v0", render_mode="rgb_array", difficulty=1).unwrapped
    env.reset(options={"level_seed": 0})
    before = env.render()
    assert before.shape == (400, 400, 3) and before.dtype == np.uint8
    (x, y), pixels = env.episode.player, before.reshape(25, 16, 25, 16, 3)
    assert np.argwhere((pixels == (255, 64, 255)).all(axis=-1).any(axis=(1, 3))).tolist() == [
        [y, x]
    ]
    plain = env.level.image(scale=16).array.reshape(25, 16, 25, 16, 3)
    assert np.argwhere((pixels != plain).any(axis=(1, 3, 4))).tolist() == [[y, x]]
    player = BreadthFirstPlayer()
    while not env.episode.opened:
        env.step(player.act(env.episode.observation))
    # The player leaves the doorway.
    env.step(player.act(env.episode.observation))
    changed = (env.render().reshape(25, 16, 25, 16, 3) != plain).any(axis=(1, 3, 4))
    taken = [(env.level.keys.y[key], env.level.keys.x[key]) for key in env.episode.taken]
    assert changed.sum() >= 3 and all(changed[cell] for cell in taken)
    text = gymnasium.make("roomgen/Crypt-25x25-v0", render_mode="ansi", difficulty=1).unwrapped
    text.reset(options={"level_seed": 0})
    drawing = text.render()
    assert [len(line) for line in drawing.splitlines()] == [25] * 25
    locks = set(text.level.keys.lock.tolist())
    assert locks and all("abc"[lock] in drawing and "ABC"[lock] in drawing for lock in locks)
    assert drawing.count("@") == 1 and drawing.count(">") == 1
    frames = RoomgenVectorEnv(2, "crypt", size=(25, 25), render_mode="ansi")
    frames.reset(seed=1)
    assert len(set(frames.render())) == 2
    silent = RoomgenEnv("crypt")
    silent.reset()
    assert silent.render() is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"preset": "castle"}, "castle"),
        ({"size": (3, 25)}, "width is 3"),
        ({"size": (25, -1)}, "height is -1"),
        ({"size": 25}, "size is 25"),
        ({"seeds": range(0)}, "at least one"),
        ({"seeds": []}, "at least one"),
        ({"seeds": range(-5, 5)}, "from -5 to 4"),
        ({"seeds": [3, -1]}, "from -1 to 3"),
        ({"seeds": [0.5]}, "type float64"),
        ({"seeds": range(2**63, 2**63 + 5)}, "seeds go from"),
        ({"max_steps": 0}, "max_steps is 0"),
        ({"max_steps": -4}, "max_steps is -4"),
        ({"difficulty": 1.5}, "difficulty"),
        ({"difficulty": (0.5, 0.1)}, "lower one first"),
        ({"difficulty": (0.5, 0.6, 0.7)}, "a pair"),
        ({"floor": -1}, "floor is -1"),
        ({"where": {"beauty": (0, 1)}}, "no metric 'beauty'"),
        ({"where": {"rooms": (7, 5)}}, "the least value"),
        ({"seeds": [[1], [2, 3]]}, "seeds is"),
        ({"where": {"rooms": 7}}, "a pair of numbers"),
        ({"where": {"rooms": ("few", "many")}}, "a pair of numbers"),
        ({"render_mode": "human"}, "render_mode is 'human'"),
    ],
)
@pytest.mark.parametrize("make", [RoomgenEnv, lambda **options: RoomgenVectorEnv(2, **options)])
def test_wrong_arguments_are_refused(make: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(roomgen.RequestError, match=message):
        make(**arguments)


@pytest.mark.parametrize("make", [RoomgenEnv, RoomgenVectorEnv])
def test_arguments_of_wrong_types_are_refused_by_name(make: Any) -> None:
    with pytest.raises(TypeError, match="where is"):
        make(where=[1])
    env = make(preset="crypt", size=(25, 25))
    with pytest.raises(TypeError, match="options is 5"):
        env.reset(options=5)
    for options in ({"level_seed": [[1], [2, 3]]}, {"difficulty": [[0], []]}, {1: 2, "a": 3}):
        with pytest.raises(roomgen.RequestError, match="option.*allowed"):
            env.reset(options=options)


@pytest.mark.parametrize("action", [-1, 4, 2**40, np.int64(7)])
def test_wrong_actions_are_refused_and_change_nothing(action: Any) -> None:
    env = RoomgenEnv("crypt", size=(25, 25))
    before, _ = env.reset(seed=1)
    with pytest.raises(roomgen.RequestError, match="allowed: 0 to 3"):
        env.step(action)
    assert env.episode.steps == 0 and np.array_equal(env.episode.observation, before)
    envs = RoomgenVectorEnv(3, "crypt", size=(25, 25))
    before, _ = envs.reset(seed=1)
    with pytest.raises(
        roomgen.RequestError, match="action of environment 2 is .*; allowed: 0 to 3"
    ):
        envs.step([0, 1, action])
    assert envs._episodes.steps.tolist() == [0, 0, 0]
    assert np.array_equal(envs._episodes.observations, before)


def test_calls_at_the_wrong_time_or_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(roomgen.RequestError, match="reset first"):
        RoomgenEnv("crypt").step(0)
    envs = RoomgenVectorEnv(2, "crypt", size=(25, 25))
    with pytest.raises(roomgen.RequestError, match="reset first"):
        envs.step([0, 0])
    with pytest.raises(roomgen.RequestError, match="reset first"):
        envs.level(0)
    envs.reset(seed=1)
    for actions in ([0], [0, 0, 0], [[0], [0]], 0):
        with pytest.raises(roomgen.RequestError, match="actions have shape"):
            envs.step(actions)
    with pytest.raises(roomgen.RequestError, match="whole numbers"):
        envs.step([0.0, 1.0])
    for options in ({"levelseed": 1}, {"level_seed": -1}, {"level_seed": "x"}, {"difficulty": 2.0}):
        with pytest.raises(roomgen.RequestError, match="allowed"):
            envs.reset(options=options)
        with pytest.raises(roomgen.RequestError, match="allowed"):
            RoomgenEnv("crypt").reset(options=options)
    with pytest.raises(roomgen.RequestError, match="3 seeds for 2"):
        envs.reset(seed=[1, 2, 3])
    for num_envs in (0, -1, 2**40):
        with pytest.raises(roomgen.RequestError, match="num_envs"):
            RoomgenVectorEnv(num_envs, "crypt")
    with pytest.raises(TypeError, match="action must be a whole number"):
        Episode(crypt(1)).step(True)  # type: ignore[arg-type]


def test_games_are_played_in_levels_of_files_and_presets_of_files(tmp_path: Any) -> None:
    path = tmp_path / "small.ron"
    path.write_text('(name: "small", base: "crypt", size: (30, 20))', encoding="utf-8")
    for preset in (path, str(path)):
        env = RoomgenEnv(preset)
        assert env.reset(seed=1)[0].shape == (4, 20, 30)
    level = roomgen.Level.from_json(crypt(5).to_json())
    assert np.array_equal(Episode(level).observation, Episode(crypt(5)).observation)
    assert Curriculum("crypt", seeds=[2**63 - 1]).draw(np.random.default_rng())[0] == 2**63 - 1


def test_a_copy_of_an_environment_plays_on_by_itself() -> None:
    env = RoomgenEnv("crypt", size=(25, 25))
    env.reset(seed=3)
    env.step(1)
    copied = copy.deepcopy(env)
    for action in (0, 1, 2, 3, 2, 2, 1):
        left, right = env.step(action), copied.step(action)
        assert (left[0] == right[0]).all() and left[1:] == right[1:]
    env.step(0)
    assert env.episode.steps == copied.episode.steps + 1
