"""Batches: many levels of one preset as numpy arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._native import Level, Preset
from .tables import (
    Encounters,
    Keys,
    Loot,
    Members,
    Passages,
    Props,
    Ragged,
    Rooms,
    position,
)

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Batch"]

T = TypeVar("T")


class Batch:
    """Levels of one preset and size, as arrays with one entry for each level.

    `Preset.generate_batch` and `Preset.find` make batches. They cannot be changed: attributes are fixed, and all
    arrays are read-only. Fields that were not asked for raise `AttributeError`.
    """

    __slots__ = (
        "_digests",
        "_distances",
        "_encounters",
        "_found",
        "_keys",
        "_loot",
        "_members",
        "_metrics",
        "_passages",
        "_props",
        "_room_ids",
        "_rooms",
        "_tiles",
        "_walkable",
        "difficulties",
        "entries",
        "exits",
        "floors",
        "preset",
        "seeds",
    )

    preset: Preset
    seeds: NDArray[np.uint64]
    """uint64 [N]."""
    floors: NDArray[np.uint32]
    """uint32 [N]."""
    difficulties: NDArray[np.float32]
    """float32 [N]."""
    entries: NDArray[np.int32]
    """Where the player arrives, as (x, y): int32 [N, 2]."""
    exits: NDArray[np.int32]
    """Where the player leaves, as (x, y): int32 [N, 2]."""
    _tiles: NDArray[np.uint8] | None
    _walkable: NDArray[np.bool_] | None
    _room_ids: NDArray[np.int32] | None
    _distances: NDArray[np.int32] | None
    _rooms: Ragged[Rooms] | None
    _passages: Ragged[Passages] | None
    _keys: Ragged[Keys] | None
    _encounters: Ragged[Encounters] | None
    _members: Ragged[Members] | None
    _loot: Ragged[Loot] | None
    _props: Ragged[Props] | None
    _metrics: Mapping[str, NDArray[Any]] | None
    _digests: NDArray[np.uint64] | None
    _found: Mapping[str, NDArray[Any]] | None

    def __init__(
        self,
        *,
        preset: Preset,
        seeds: NDArray[np.uint64],
        floors: NDArray[np.uint32],
        difficulties: NDArray[np.float32],
        entries: NDArray[np.int32],
        exits: NDArray[np.int32],
        tiles: NDArray[np.uint8] | None = None,
        walkable: NDArray[np.bool_] | None = None,
        room_ids: NDArray[np.int32] | None = None,
        distances: NDArray[np.int32] | None = None,
        rooms: Ragged[Rooms] | None = None,
        passages: Ragged[Passages] | None = None,
        keys: Ragged[Keys] | None = None,
        encounters: Ragged[Encounters] | None = None,
        members: Ragged[Members] | None = None,
        loot: Ragged[Loot] | None = None,
        props: Ragged[Props] | None = None,
        metrics: Mapping[str, NDArray[Any]] | None = None,
        digests: NDArray[np.uint64] | None = None,
        found: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        fields = {
            "preset": preset,
            "seeds": seeds,
            "floors": floors,
            "difficulties": difficulties,
            "entries": entries,
            "exits": exits,
            "_tiles": tiles,
            "_walkable": walkable,
            "_room_ids": room_ids,
            "_distances": distances,
            "_rooms": rooms,
            "_passages": passages,
            "_keys": keys,
            "_encounters": encounters,
            "_members": members,
            "_loot": loot,
            "_props": props,
            "_metrics": None if metrics is None else MappingProxyType(dict(metrics)),
            "_digests": digests,
            "_found": None if found is None else MappingProxyType(dict(found)),
        }
        for name, value in fields.items():
            _freeze(value)
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a batch cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a batch cannot be changed: {name}")

    def _asked(self, name: str, value: T | None) -> T:
        if value is None:
            raise AttributeError(f"the batch has no {name}: generate_batch(..., {name}=True) makes them")
        return value

    @property
    def tiles(self) -> NDArray[np.uint8]:
        """The ASCII characters of level files: uint8 [N, height, width].

        They are 32 (rock, a space), 35 (wall, #), 46 (floor, .), 44 (corridor, a comma) and 43
        (door, +).
        """
        return self._asked("tiles", self._tiles)

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Whether one can stand on a cell, props in place: bool [N, height, width]."""
        return self._asked("walkable", self._walkable)

    @property
    def room_ids(self) -> NDArray[np.int32]:
        """The room that has a cell as floor, or -1: int32 [N, height, width]."""
        return self._asked("room_ids", self._room_ids)

    @property
    def distances(self) -> NDArray[np.int32]:
        """The steps from the entry, or -1 where nobody gets: int32 [N, height, width]."""
        return self._asked("distances", self._distances)

    @property
    def rooms(self) -> Ragged[Rooms]:
        """The rooms of all levels."""
        return self._asked("rooms", self._rooms)

    @property
    def passages(self) -> Ragged[Passages]:
        """The passages of all levels."""
        return self._asked("passages", self._passages)

    @property
    def keys(self) -> Ragged[Keys]:
        """The keys and switches of all levels."""
        return self._asked("keys", self._keys)

    @property
    def encounters(self) -> Ragged[Encounters]:
        """The encounters of all levels; `group` is a position in `preset.groups`."""
        return self._asked("encounters", self._encounters)

    @property
    def members(self) -> Ragged[Members]:
        """The members of the encounters of all levels."""
        return self._asked("members", self._members)

    @property
    def loot(self) -> Ragged[Loot]:
        """The loot of all levels; `kind` is a position in `preset.kinds`."""
        return self._asked("loot", self._loot)

    @property
    def props(self) -> Ragged[Props]:
        """The props of all levels; `kind` is a position in `preset.kinds`."""
        return self._asked("props", self._props)

    @property
    def metrics(self) -> Mapping[str, NDArray[Any]]:
        """The metrics by name: int32 [N] for whole ones, else float64 [N]; see `roomgen.METRICS`.

        Those that may be absent are float64, and NaN where they are.
        """
        return self._asked("metrics", self._metrics)

    @property
    def digests(self) -> NDArray[np.uint64]:
        """A hash of each level, the same everywhere for the same level: uint64 [N]."""
        return self._asked("digests", self._digests)

    @property
    def found(self) -> Mapping[str, NDArray[Any]]:
        """What the expressions of `Preset.find` name, by how they write it, and the rank.

        Metrics are as in `metrics`, counts int32, steps float64 and NaN where there is no way;
        `score` or `distance`, if the finds are ranked, float64.
        """
        if self._found is None:
            raise AttributeError("the batch has no found: Preset.find(...) makes them")
        return self._found

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, level: int) -> Level:
        """Generates the level at a position again, as a `Level`."""
        level = position(level, "a batch")
        return self.preset.generate(
            int(self.seeds[level]),
            floor=int(self.floors[level]),
            difficulty=float(self.difficulties[level]),
        )

    def __iter__(self) -> Iterator[Level]:
        return (self[level] for level in range(len(self)))

    def __repr__(self) -> str:
        width, height = self.preset.size
        return f"<Batch of {len(self)} levels {self.preset.name!r} {width}x{height}>"

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        fields = {name.removeprefix("_"): getattr(self, name) for name in self.__slots__}
        for name in ("metrics", "found"):
            if fields[name] is not None:
                fields[name] = dict(fields[name])
        return _restore, (fields,)

    def _with_found(self, found: Mapping[str, NDArray[Any]]) -> Batch:
        """The same batch with the values of a search."""
        _, (fields,) = self.__reduce__()
        return Batch(**{**fields, "found": found})

    def to_arrow(self) -> pa.Table:
        """The batch as a table of pyarrow, a row for each level; see `roomgen.dataset`.

        Needs pyarrow: `pip install "./python[arrow]"`.
        """
        from .dataset import levels_table

        return levels_table(self)


def _restore(fields: dict[str, Any]) -> Batch:
    return Batch(**fields)


def _freeze(value: object) -> None:
    """Makes the arrays of a field read-only."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, Ragged):
        value.freeze()
    elif isinstance(value, Mapping):
        for column in value.values():
            column.flags.writeable = False
