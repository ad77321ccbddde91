"""Which levels environments play: drawn from seeds and difficulties, chosen by their metrics."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, repeat
from os import PathLike
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._native import BUILT_IN, METRICS, Level, Preset
from .errors import RequestError

__all__ = ["LADDER", "SEARCHED", "Curriculum", "Seeds", "environments", "sizes"]

_Block: TypeAlias = "tuple[NDArray[np.uint64], float | NDArray[np.float32]]"
_Values: TypeAlias = "dict[str, NDArray[np.number[Any]]]"
Seeds: TypeAlias = range | Sequence[int] | NDArray[np.integer]

_BLOCK = 64
"""The levels that are measured at once."""

SEARCHED = 160 * _BLOCK
"""The most levels that are measured to find one whose metrics lie in their ranges: 10,240."""


LADDER = {
    "arena": 48,
    "caves": 64,
    "cellar": 48,
    "crypt": 56,
    "garden": 48,
    "grove": 48,
    "library": 48,
    "mine": 64,
    "sewer": 64,
    "temple": 72,
    "warehouse": 48,
}
"""The side of the smallest squares, a multiple of 8 cells, in which the shortest play of a preset
grows with the difficulty by a twentieth at least, and its locked passages with it; but gardens and
groves have none at any difficulty, and cellars one. Where there is less room, more rooms of their
own size and vaults leave the path less of it, and its locks."""


def sizes(preset: str) -> dict[str, tuple[int, int]]:
    """The sizes of the environments of a built-in preset, by the word in their names.

    `S`, `M` and `L` are a ladder: levels grow from one to the next, and with the difficulty in each
    (`LADDER`; `M` and `L` have 16 and 32 more cells a side). `25x25` is small and fast, and the
    difficulty says little there: it may go either way.
    """
    side = LADDER.get(preset, 64)
    sides = {"25x25": 25, "S": side, "M": side + 16, "L": side + 32}
    return {word: (cells, cells) for word, cells in sides.items()}


def environments(kind: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and the arguments of each environment: of all built-in presets at all `sizes`.

    `kind` stands before the name of the preset.
    """
    for name in BUILT_IN:
        for word, size in sizes(name).items():
            yield f"roomgen/{kind}{name.capitalize()}-{word}-v0", {"preset": name, "size": size}


class Curriculum:
    """A preset, and the seeds and difficulties from which its levels are drawn.

    `preset` is a `Preset`, the name of a built-in one, or the path of a preset's file; `size` is
    its width and height in cells, the preset's own if left out. `difficulty` is a number from 0 to
    1, or a pair: each level's is drawn evenly between both. `seeds` are those that levels are drawn
    from, evenly; all from 0 to 2**63 - 2 if left out. They are below 2**63, so that infos can hold
    them as int64.

    `where` names metrics of `roomgen.METRICS` and the least and greatest value of each: only levels
    with all of them in their ranges are drawn. Up to `SEARCHED` seeds of one difficulty are
    measured once, at the start. Among more, or with a range of difficulties, each level is searched
    for, at most `SEARCHED` times; that there is one is tried at the start, by as many levels.

    Raises `RequestError` for arguments out of range, and if no level is found whose metrics lie in
    their ranges: the message names the range that most of the levels miss.
    """

    def __init__(
        self,
        preset: Preset | str | PathLike[str],
        *,
        size: tuple[int, int] | None = None,
        difficulty: float | tuple[float, float] = 0.0,
        floor: int = 0,
        seeds: Seeds | None = None,
        where: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        self.preset = _preset(preset)
        if size is not None:
            self.preset = self.preset.with_size(*_pair(size, "size"))
        if isinstance(difficulty, (tuple, list)):
            low, high = _pair(difficulty, "difficulty")
        else:
            low, high = difficulty, difficulty
        self.floor = floor
        self.difficulties = (low, high)
        # The generator checks floor and difficulties.
        for end in self.difficulties:
            self.preset.generate(0, floor=floor, difficulty=end)
        if low > high:
            raise RequestError(f"difficulty is {difficulty}; allowed: the lower one first")
        self._seeds = range(sys.maxsize) if seeds is None else _seeds(seeds)
        if not (where is None or isinstance(where, Mapping)):
            raise TypeError(f"where is {where!r}; allowed: names of metrics with pairs of numbers")
        self.where = {name: _range(name, ends) for name, ends in (where or {}).items()}
        self._is_searched = bool(self.where)
        if not self.where:
            return
        if low == high and len(self._seeds) <= SEARCHED:
            candidates = np.asarray(self._seeds, dtype=np.uint64)
            values = self._measured(candidates, low)
            self._seeds = candidates[self._matches(values)]
            self._is_searched = False
            if not len(self._seeds):
                raise self._none_found(values)
        else:
            self._search(_probes(self._seeds, low, high))

    def draw(self, rng: np.random.Generator) -> tuple[int, float]:
        """Draws a level: its seed and its difficulty.

        Raises `RequestError` if none of `SEARCHED` levels has its metrics in their ranges.
        """
        low, high = self.difficulties
        difficulty = low if low == high else min(float(np.float32(rng.uniform(low, high))), high)
        if not self._is_searched:
            return int(self._seeds[int(rng.integers(len(self._seeds)))]), difficulty
        count = len(self._seeds)
        drawn = (rng.integers(count, size=_BLOCK) for _ in repeat(None))
        seed = self._search((_at(self._seeds, positions), difficulty) for positions in drawn)
        return seed, difficulty

    def choose(
        self, rngs: Sequence[np.random.Generator], options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        """The seed and the difficulty of a level for each generator of random numbers.

        `options` are those of a reset: `level_seed` and `difficulty` name what else is drawn, as
        one number or as one for each. Raises `RequestError` for others, and as `draw` does.
        """
        if not (options is None or isinstance(options, Mapping)):
            raise TypeError(f"options is {options!r}; allowed: a dict of level_seed, difficulty")
        options = options or {}
        if unknown := options.keys() - {"level_seed", "difficulty"}:
            names = sorted(unknown, key=str)
            raise RequestError(f"options has {names}; allowed: level_seed, difficulty")
        seeds = np.zeros(len(rngs), dtype=np.uint64)
        difficulties = np.zeros(len(rngs), dtype=np.float32)
        if len(options) < 2:
            for number, rng in enumerate(rngs):
                seeds[number], difficulties[number] = self.draw(rng)
        if "level_seed" in options:
            seeds[:] = _each(options["level_seed"], "level_seed", "iu", 2**63 - 1, len(rngs))
        if "difficulty" in options:
            difficulties[:] = _each(options["difficulty"], "difficulty", "iuf", 1, len(rngs))
        return seeds, difficulties

    def generate(self, seed: int, difficulty: float) -> Level:
        """The level of a seed and a difficulty."""
        return self.preset.generate(seed, floor=self.floor, difficulty=difficulty)

    def _search(self, blocks: Iterator[_Block]) -> int:
        """The first seed of at most `SEARCHED` whose level has all metrics in their ranges."""
        measured = []
        for seeds, difficulty in islice(blocks, SEARCHED // _BLOCK):
            measured.append(self._measured(seeds, difficulty))
            found = seeds[self._matches(measured[-1])]
            if len(found):
                return int(found[0])
        raise self._none_found(
            {name: np.concatenate([values[name] for values in measured]) for name in self.where}
        )

    def _measured(
        self, seeds: NDArray[np.uint64], difficulty: float | NDArray[np.float32]
    ) -> _Values:
        """The metrics of the level of each seed, as far as they have ranges."""
        batch = self.preset.generate_batch(
            seeds,
            floor=self.floor,
            difficulty=difficulty,
            tiles=False,
            walkable=False,
            metrics=list(self.where),
        )
        return {name: batch.metrics[name] for name in self.where}

    def _fits(self, values: _Values, name: str) -> NDArray[np.bool_]:
        least, most = self.where[name]
        return np.asarray((values[name] >= least) & (values[name] <= most), dtype=np.bool_)

    def _matches(self, values: _Values) -> NDArray[np.bool_]:
        """Whether each level has all metrics in their ranges."""
        matches = np.ones(len(next(iter(values.values()))), dtype=np.bool_)
        for name in self.where:
            matches &= self._fits(values, name)
        return matches

    def _none_found(self, values: _Values) -> RequestError:
        ranges = {
            name: f"{name} from {least} to {most}" for name, (least, most) in self.where.items()
        }
        counts = {name: int(self._fits(values, name).sum()) for name in ranges}
        rarest = min(counts, key=lambda name: counts[name])
        found = values[rarest]
        count = f"{counts[rarest]} of them have {ranges[rarest]}; " if len(ranges) > 1 else ""
        return RequestError(
            f"none of {len(found)} levels has {', '.join(ranges.values())}: {count}{rarest} lies "
            f"between {found.min():g} and {found.max():g}",
            hint="widen the ranges, give other seeds, or see Preset.survey for what levels have",
        )


def _at(
    seeds: range | NDArray[np.uint64], positions: NDArray[np.integer] | Sequence[int]
) -> NDArray[np.uint64]:
    """The seeds at these positions. Positions of a range may be as large as its length."""
    return np.array([seeds[int(position)] for position in positions], dtype=np.uint64)


def _probes(seeds: range | NDArray[np.uint64], low: float, high: float) -> Iterator[_Block]:
    """`SEARCHED` levels that stand for all: seeds from the first to the last, and in each block
    difficulties from the lowest to the highest."""
    fractions = np.linspace(0.0, 1.0, _BLOCK)
    # Rounded, a difficulty may lie a little above the highest.
    difficulties = np.minimum((low + fractions * (high - low)).astype(np.float32), np.float32(high))
    blocks, last = SEARCHED // _BLOCK, len(seeds) - 1
    for block in range(blocks):
        places = range(block, SEARCHED, blocks)
        yield _at(seeds, [last * place // (SEARCHED - 1) for place in places]), difficulties


def _preset(preset: Preset | str | PathLike[str]) -> Preset:
    if isinstance(preset, Preset):
        return preset
    if isinstance(preset, str) and (preset in BUILT_IN or not preset.endswith(".ron")):
        return Preset.built_in(preset)
    return Preset.load(preset)


def _pair(value: object, name: str) -> tuple[Any, Any]:
    if isinstance(value, (tuple, list)) and len(value) == 2:
        least, most = value
        if all(isinstance(end, (int, float, np.number)) for end in value):
            return least, most
    raise RequestError(f"{name} is {value!r}; allowed: a pair of numbers")


def _range(name: str, ends: object) -> tuple[float, float]:
    known = [metric.name for metric in METRICS]
    if name not in known:
        raise RequestError(f"there is no metric {name!r}; the metrics are {', '.join(known)}")
    least, most = _pair(ends, f"where[{name!r}]")
    if not least <= most:
        raise RequestError(
            f"where[{name!r}] is {ends!r}; allowed: the least value, then the greatest"
        )
    return least, most


def _seeds(seeds: Seeds) -> range | NDArray[np.uint64]:
    """Seeds, checked: at least one, whole numbers, each from 0 to 2**63 - 1."""
    allowed = "allowed: at least one whole number from 0 to 2**63 - 1"
    if isinstance(seeds, range):
        if not seeds:
            raise RequestError(f"seeds is {seeds!r}; {allowed}")
        least, most = sorted((seeds[0], seeds[-1]))
    else:
        array = _array(seeds, "seeds", allowed)
        if array.ndim != 1 or array.dtype.kind not in "iu" or not array.size:
            raise RequestError(f"seeds have shape {array.shape} and type {array.dtype}; {allowed}")
        least, most = int(array.min()), int(array.max())
    if least < 0 or most >= 2**63:
        raise RequestError(f"seeds go from {least} to {most}; {allowed}")
    return seeds if isinstance(seeds, range) else array.astype(np.uint64)


def _each(value: object, name: str, kinds: str, most: int, count: int) -> NDArray[Any]:
    """An option for each environment, from one number or from `count`."""
    what = "whole numbers" if kinds == "iu" else "numbers"
    allowed = f"allowed: {what} from 0 to {most}, one or {count}"
    array = _array(value, f"option {name}", allowed)
    is_shaped = array.shape in [(), (count,)]
    if not is_shaped or array.dtype.kind not in kinds or not np.all((array >= 0) & (array <= most)):
        raise RequestError(f"option {name} is {value!r}; {allowed}")
    return array


def _array(value: object, name: str, allowed: str) -> NDArray[Any]:
    """A value as an array. Raises `RequestError` for lists of different lengths."""
    try:
        return np.asarray(value)
    except ValueError as error:
        raise RequestError(f"{name} is {value!r}; {allowed}") from error
