"""Selections: which levels are generated, in order."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from ._native import Preset
from .batch import Batch
from .errors import RequestError

__all__ = ["Selection"]

BLOCK_LEVELS = 1 << 14
"""The most levels of a block."""
BLOCK_CELLS = 1 << 25
"""The most cells of a block of several levels: with a byte for each, 32 MiB of tiles."""


@dataclass(frozen=True, eq=False)
class Selection:
    """Levels by preset, seed, floor and difficulty, at least one, in order.

    `floor` and `difficulty` are one number for all levels, or an array with one for each. Arrays
    are copied and read-only. Raises `RequestError` for numbers out of range, for no seeds and for
    arrays of another length, `TypeError` for another type or dtype.
    """

    preset: Preset
    seeds: range | NDArray[np.uint64]
    floor: int | NDArray[np.uint32] = 0
    difficulty: float | NDArray[np.float32] = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.preset, Preset):
            raise TypeError(f"preset is no roomgen.Preset: {type(self.preset).__name__}")
        seeds = self.seeds
        if isinstance(seeds, range) or _is_column(seeds, np.uint64):
            if not (seeds if isinstance(seeds, range) else seeds.size):
                raise RequestError("there are no seeds; at least one is needed")
            ends = (seeds[:1], seeds[-1:])
        else:
            ends = (seeds, seeds)
        # The generator's own checks: of both ends of the seeds, and of the extremes of the others.
        # They are the same at the least size, where a level costs least.
        smallest = self.preset.with_size(self.preset.min_longer_side, self.preset.min_side)
        for end in ends:
            smallest.generate_batch(end, tiles=False, walkable=False)
        for name, dtype in (("floor", np.uint32), ("difficulty", np.float32)):
            value = getattr(self, name)
            if _is_column(value, dtype):
                if len(value) != self.count:
                    raise RequestError(f"{name} has {len(value)} values for {self.count} seeds")
                probe = np.array([value.min(), value.max()], dtype=value.dtype)
            else:
                probe = value
            arguments: dict[str, Any] = {name: probe}
            zeros = np.zeros(2, dtype=np.uint64)
            smallest.generate_batch(zeros, tiles=False, walkable=False, **arguments)
        for name in ("seeds", "floor", "difficulty"):
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value = value.item() if value.ndim == 0 else value.copy()
                if isinstance(value, np.ndarray):
                    value.flags.writeable = False
            elif not isinstance(value, range):
                value = int(value) if name == "floor" else float(np.float32(value))
            object.__setattr__(self, name, value)

    @staticmethod
    def of(
        preset: Preset,
        seeds: range | NDArray[np.uint64],
        floor: int | NDArray[np.uint32] | None,
        difficulty: float | NDArray[np.float32] | None,
    ) -> Selection:
        """A selection of arguments as `Preset.generate_batch` takes them: None stands for 0."""
        return Selection(
            preset, seeds, 0 if floor is None else floor, 0.0 if difficulty is None else difficulty
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    @property
    def count(self) -> int:
        """The number of levels."""
        if isinstance(self.seeds, range):
            # `len` fails beyond 2**63 - 1.
            return (self.seeds[-1] - self.seeds[0]) // self.seeds.step + 1
        return len(self.seeds)

    @property
    def block(self) -> int:
        """The number of levels that are generated at a time, which bounds the memory."""
        width, height = self.preset.size
        return max(1, min(BLOCK_LEVELS, BLOCK_CELLS // (width * height)))

    def part(self, first: int, end: int) -> Selection:
        """The levels at the positions from `first` until before `end`."""
        part = object.__new__(Selection)
        object.__setattr__(part, "preset", self.preset)
        for name in ("seeds", "floor", "difficulty"):
            value = getattr(self, name)
            is_sequence = isinstance(value, (range, np.ndarray))
            object.__setattr__(part, name, value[first:end] if is_sequence else value)
        return part

    def at(self, position: int) -> tuple[int, int, float]:
        """The seed, floor and difficulty at a position."""
        floor, difficulty = self.floor, self.difficulty
        return (
            int(self.seeds[position]),
            int(floor[position] if isinstance(floor, np.ndarray) else floor),
            float(difficulty[position] if isinstance(difficulty, np.ndarray) else difficulty),
        )

    def batch(self, *, threads: int | None = None, **fields: Any) -> Batch:
        """All levels at once; see `Preset.generate_batch` for its fields and its limit."""
        return self.preset.generate_batch(
            self.seeds, floor=self.floor, difficulty=self.difficulty, threads=threads, **fields
        )

    def batches(self, *, threads: int | None = None, **fields: Any) -> Iterator[Batch]:
        """All levels, `block` at a time. The next batch is generated while one is in use."""
        firsts = iter(range(0, self.count, self.block))
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="roomgen") as executor:

            def start(first: int) -> Any:
                part = self.part(first, min(first + self.block, self.count))
                return executor.submit(part.batch, threads=threads, **fields)

            coming = start(next(firsts))
            for first in firsts:
                batch = coming.result()
                coming = start(first)
                yield batch
            yield coming.result()


def _is_column(value: object, dtype: type[np.generic]) -> TypeGuard[NDArray[Any]]:
    """Whether a value is an array [N] of a dtype; the generator refuses other arrays whole."""
    return isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype == dtype
