"""Environments of Gymnasium: find the exit of a level, with keys, switches and one-way doors.

>>> import gymnasium, roomgen.envs
>>> env = gymnasium.make("roomgen/Crypt-25x25-v0")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, observation.dtype.name, int(env.action_space.n)
((4, 25, 25), 'uint8', 4)
>>> envs = gymnasium.make_vec("roomgen/Crypt-25x25-v0", num_envs=3)
>>> envs.reset(seed=7)[0].shape
(3, 4, 25, 25)

Importing this module registers environments for each built-in preset, `roomgen/Arena-S-v0` to
`roomgen/Warehouse-L-v0`: a ladder of three sizes, in which levels are longer the higher the
difficulty, and have more locks, but for gardens and groves, which have none, and cellars, which
have one (`roomgen.curriculum.LADDER`). `roomgen/Arena-25x25-v0` and its like are smaller and
faster; at 25x25 cells the difficulty may go either way.
`gymnasium.make("roomgen.envs:roomgen/Crypt-25x25-v0")` imports the module first: Gymnasium itself
loads no plugins since 1.0.

**Actions**: 0 north, 1 east, 2 south, 3 west. A step that cannot be made leaves the player where he
is. Walking onto a key takes it, onto a switch uses it, into a locked door with a key opens the
whole passage and enters. What may be passed is decided by the library's `Floor`.

**Observations**: uint8 [4, height, width], all of the level; `roomgen.envs.PLANES` has the names.

- terrain: 0 where nobody can stand, 1 walkable, 2 the exit, 3 to 6 a one-way door, through which
  one walks north, east, south or west;
- player: 1 at the player;
- keys: a key or switch that was not taken: the number of its lock, plus 1;
- locks: a locked door: the number of its lock, plus 1, and plus 128 (`OPENABLE`) while the player
  holds a key of it. Single-use keys are used up, which this shows.

That is the whole state, but for the steps that are left, and for how many single-use keys of one
lock the player holds.

**Rewards**: 1.0 for reaching the exit, which terminates the episode; else 0.0. After `max_steps`
steps it is truncated: 8 * (width + height) if left out, twice the longest walkthrough that
was found. No mission can be lost, so a random player ends by truncation alone.

**Levels** are drawn anew for each episode: see `roomgen.curriculum.Curriculum`. `reset(seed=...)`
seeds the choice; `reset(options={"level_seed": 42})` plays the level of that seed, and
`"difficulty"` may name its difficulty. Infos have `level_seed` and `steps`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._native import OPENABLE, PLANES, Episode, Level, Preset, VectorEpisodes
from .curriculum import Curriculum, Seeds, environments
from .errors import RequestError
from .render import draw, draw_text

__all__ = ["OPENABLE", "PLANES", "Episode", "RoomgenEnv", "RoomgenVectorEnv"]

_RENDER_MODES = ["rgb_array", "ansi"]
_GREATEST = np.array([6, 1, OPENABLE - 1, 255], dtype=np.uint8)
"""The greatest value of each plane."""


class RoomgenEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One player in one level at a time. See the module for actions, observations and rewards.

    Raises `RequestError` for arguments out of range; see `roomgen.curriculum.Curriculum`.
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 10}

    def __init__(
        self,
        preset: Preset | str | PathLike[str] = "crypt",
        *,
        size: tuple[int, int] | None = None,
        difficulty: float | tuple[float, float] = 0.0,
        floor: int = 0,
        max_steps: int | None = None,
        seeds: Seeds | None = None,
        where: Mapping[str, tuple[float, float]] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.curriculum = Curriculum(
            preset, size=size, difficulty=difficulty, floor=floor, seeds=seeds, where=where
        )
        self.render_mode = _render_mode(render_mode)
        self.max_steps = _max_steps(self.curriculum, max_steps)
        """The steps after which an episode is truncated."""
        self.observation_space = _observation_space(self.curriculum.preset)
        self.action_space = spaces.Discrete(4)
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a level: the next one that is drawn, or that of `options["level_seed"]`."""
        super().reset(seed=seed)
        level_seeds, difficulties = self.curriculum.choose([self.np_random], options)
        level = self.curriculum.generate(int(level_seeds[0]), float(difficulties[0]))
        self._episode = Episode(level, max_steps=self.max_steps)
        return self._episode.observation, self._episode.info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Makes a step. Raises `RequestError` for another action, and after the episode's end."""
        return self.episode.step(action)

    @property
    def episode(self) -> Episode:
        """The game that is played. Raises `RequestError` before the first reset."""
        if self._episode is None:
            raise RequestError("there is no level yet: reset first")
        return self._episode

    @property
    def level(self) -> Level:
        """The level that is played."""
        return self.episode.level

    def render(self) -> Any:
        """What `render_mode` names: a picture as uint8 array, or text; None without a mode.

        Raises `RequestError` before the first reset.
        """
        return _rendered(self.render_mode, self.level, self.episode.observation)


class RoomgenVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many environments in one native object: the same as a `SyncVectorEnv` of `RoomgenEnv`.

    Rewards are float64 [num_envs]. An episode that has ended begins anew at the next step, whose
    action is not used: `AutoresetMode.NEXT_STEP`. `reset(seed=s)` seeds environment n with s + n;
    `seed` may also be a list with one for each. `options["level_seed"]` and
    `options["difficulty"]` are one number, or one for each environment.

    Observations are copies; with `copy=False`, each step and each reset returns the same read-only
    view, which the next one overwrites. Two threads may not step or reset one vector at a time.

    Raises `RequestError` for arguments out of range; see `roomgen.curriculum.Curriculum`.
    """

    metadata: dict[str, Any] = {
        "render_modes": _RENDER_MODES,
        "render_fps": 10,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        preset: Preset | str | PathLike[str] = "crypt",
        *,
        size: tuple[int, int] | None = None,
        difficulty: float | tuple[float, float] = 0.0,
        floor: int = 0,
        max_steps: int | None = None,
        seeds: Seeds | None = None,
        where: Mapping[str, tuple[float, float]] | None = None,
        render_mode: str | None = None,
        copy: bool = True,
    ) -> None:
        self.curriculum = Curriculum(
            preset, size=size, difficulty=difficulty, floor=floor, seeds=seeds, where=where
        )
        self.render_mode = _render_mode(render_mode)
        self.max_steps = _max_steps(self.curriculum, max_steps)
        """The steps after which an episode is truncated."""
        self._episodes = VectorEpisodes(
            self.curriculum.preset, num_envs, floor=floor, max_steps=self.max_steps
        )
        self._view = self._episodes.observations.view()
        self._view.flags.writeable = False
        self._copy = copy
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._is_begun = False
        self._rngs: list[np.random.Generator] = []
        self.num_envs = num_envs
        self.single_observation_space = _observation_space(self.curriculum.preset)
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a level in each environment."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._seed(seed)
        envs = np.arange(self.num_envs, dtype=np.int64)
        self._episodes.begin(envs, *self.curriculum.choose(self._rngs, options))
        self._over[:] = False
        self._is_begun = True
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64] | Sequence[int]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes a step in each environment, and begins a level where the last one has ended.

        `actions` are whole numbers [num_envs], 0 to 3. Raises `RequestError` for others, and before
        the first reset; no environment has made a step then.
        """
        # All is checked before levels are drawn: a refused step uses no random numbers.
        if not self._is_begun:
            raise RequestError("there is no level yet: reset first")
        try:
            array = np.asarray(actions)
        except ValueError as error:
            message = f"actions are {actions!r}; allowed: whole numbers from 0 to 3"
            raise RequestError(message) from error
        if array.dtype.kind not in "iu":
            raise RequestError(f"actions are {array.dtype}; allowed: whole numbers from 0 to 3")
        if array.shape != (self.num_envs,):
            raise RequestError(f"actions have shape {array.shape}; allowed: ({self.num_envs},)")
        ended = np.flatnonzero(self._over).astype(np.int64, copy=False)
        # Without levels to draw, the native check is early enough.
        wrong = np.flatnonzero((array < 0) | (array > 3)) if len(ended) else ended
        if len(wrong):
            env = int(wrong[0])
            raise RequestError(f"the action of environment {env} is {array[env]}; allowed: 0 to 3")
        chosen = self.curriculum.choose([self._rngs[env] for env in ended])
        array = np.require(array, np.int64, ["C", "A"])
        rewards, terminated, truncated = self._episodes.step(array, ended, *chosen)
        self._over = terminated | truncated
        return self._observations(), rewards, terminated, truncated, self._infos()

    def level(self, env: int) -> Level:
        """The level that an environment plays. Raises `RequestError` before the first reset."""
        return self._episodes.level(env)

    def render(self) -> Any:
        """A picture or text for each environment, as a tuple; None without a mode."""
        if self.render_mode is None:
            return None
        pairs = ((self.level(env), self._view[env]) for env in range(self.num_envs))
        return tuple(_rendered(self.render_mode, level, planes) for level, planes in pairs)

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Gives each environment a generator of random numbers, as `SyncVectorEnv` does."""
        if isinstance(seed, (int, np.integer)):
            each: Sequence[int | None] = [int(seed) + env for env in range(self.num_envs)]
        elif seed is None:
            each = [None] * self.num_envs
        else:
            each = seed
        if len(each) != self.num_envs:
            raise RequestError(f"there are {len(each)} seeds for {self.num_envs} environments")
        # Without a seed, a generator of random numbers goes on.
        kept: Sequence[np.random.Generator | None] = self._rngs or [None] * self.num_envs
        self._rngs = [
            seeding.np_random(one)[0] if one is not None or rng is None else rng
            for one, rng in zip(each, kept, strict=True)
        ]

    def _observations(self) -> NDArray[np.uint8]:
        return self._view.copy() if self._copy else self._view

    def _infos(self) -> dict[str, Any]:
        # Seeds are below 2**63.
        values = {
            "level_seed": self._episodes.level_seeds.view(np.int64),
            "steps": self._episodes.steps,
        }
        masks = {f"_{name}": np.ones(self.num_envs, dtype=np.bool_) for name in values}
        return {**values, **masks}


def _observation_space(preset: Preset) -> spaces.Space[NDArray[np.uint8]]:
    width, height = preset.size
    greatest = np.broadcast_to(_GREATEST[:, None, None], (len(PLANES), height, width))
    # `Any`: the type parameters of `Box` differ between versions of Gymnasium.
    space: Any = spaces.Box(low=np.zeros_like(greatest), high=greatest.copy(), dtype=np.uint8)
    return cast("spaces.Space[NDArray[np.uint8]]", space)


def _max_steps(curriculum: Curriculum, max_steps: int | None) -> int:
    """The steps of an episode, checked; the default if none are given."""
    level = curriculum.generate(0, curriculum.difficulties[0])
    return Episode(level, max_steps=max_steps).max_steps


def _render_mode(mode: str | None) -> str | None:
    if mode not in [None, *_RENDER_MODES]:
        raise RequestError(f"render_mode is {mode!r}; allowed: {', '.join(_RENDER_MODES)}")
    return mode


def _rendered(mode: str | None, level: Level, planes: NDArray[np.uint8]) -> Any:
    if mode == "rgb_array":
        return draw(level, planes)
    return draw_text(planes) if mode == "ansi" else None


def _register() -> None:
    for identifier, arguments in environments():
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point="roomgen.envs:RoomgenEnv",
                vector_entry_point="roomgen.envs:RoomgenVectorEnv",
                kwargs=arguments,
            )


_register()
