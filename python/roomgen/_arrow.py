"""Batches as tables of pyarrow: columns, types and names. `roomgen.dataset` has the public part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._native import DOOR_KINDS, KEY_USES, ROOM_KINDS, ROOM_SHAPES, TURNS, Preset
from .errors import RequestError

if TYPE_CHECKING:
    import pyarrow as pa

    from .batch import Batch

__all__ = ["TABLES", "arrow", "detail_table", "levels_table"]

TABLES = ("rooms", "passages", "keys", "encounters", "members", "loot", "props")
"""The further tables of a dataset, as the fields of `Batch` are called."""

# The columns in which -1 stands for none.
_OPTIONAL = {
    "rooms": {"host", "cycle"},
    "passages": {"lock", "one_way", "saves"},
    "keys": set[str](),
    "encounters": set[str](),
    "members": set[str](),
    "loot": set[str](),
    "props": set[str](),
}


def arrow() -> Any:
    """The module pyarrow. Raises `ImportError`; without pyarrow, it says how to install it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        message = 'Parquet files and tables need pyarrow: pip install "./python[arrow]"'
        raise ImportError(message, name="pyarrow") from error
    return pyarrow


def levels_table(batch: Batch) -> pa.Table:
    """A row for each level; see `roomgen.dataset.levels_table`."""
    pa = arrow()
    columns: dict[str, Any] = {
        "seed": batch.seeds,
        "floor": batch.floors,
        "difficulty": batch.difficulties,
    }
    if hasattr(batch, "digests"):
        columns["digest"] = batch.digests
    for name, cells in (("entry", batch.entries), ("exit", batch.exits)):
        columns[f"{name}_x"], columns[f"{name}_y"] = cells[:, 0], cells[:, 1]
    if hasattr(batch, "metrics"):
        columns.update(batch.metrics)
    if hasattr(batch, "tiles"):
        levels, height, width = batch.tiles.shape
        buffers = [None, pa.py_buffer(batch.tiles)]
        kind = pa.binary(height * width)
        columns["tiles"] = pa.FixedSizeBinaryArray.from_buffers(kind, levels, buffers)
    return pa.table(columns, metadata=_metadata(batch.preset))


def detail_table(batch: Batch, name: str) -> pa.Table:
    """A row for each room, passage, key and so on; see `roomgen.dataset.detail_table`."""
    pa = arrow()
    if name not in TABLES:
        raise RequestError(f"there is no table {name!r}; the tables are {', '.join(TABLES)}")
    ragged = getattr(batch, name)
    levels, values = ragged.levels(), ragged.values._asdict()
    columns: dict[str, Any] = {
        "seed": batch.seeds[levels],
        "floor": batch.floors[levels],
        "difficulty": batch.difficulties[levels],
        "id": (np.arange(len(levels)) - ragged.offsets[:-1][levels]).astype(np.int32),
    }
    names = _names(batch.preset, name)
    for column, numbers in values.items():
        if column == "tags":
            columns[column] = _tags(numbers, batch.preset.tags)
        elif column in names:
            columns[column] = _named(numbers, names[column])
        elif column in _OPTIONAL[name]:
            columns[column] = pa.array(numbers, mask=numbers == -1)
        elif column.startswith("second_"):
            columns[column] = pa.array(numbers, mask=values["second_width"] == 0)
        else:
            columns[column] = pa.array(numbers)
    return pa.table(columns, metadata=_metadata(batch.preset))


def _metadata(preset: Preset) -> dict[str, str]:
    width, height = preset.size
    return {
        "roomgen.preset": preset.name,
        "roomgen.width": str(width),
        "roomgen.height": str(height),
    }


def _names(preset: Preset, table: str) -> dict[str, Sequence[str]]:
    """The names behind the numbers of a table's columns."""
    kinds = [kind.name for kind in preset.kinds]
    if table == "rooms":
        return {
            "kind": ROOM_KINDS,
            "shape": ROOM_SHAPES,
            "layout": preset.layouts,
            "vault": preset.vaults,
        }
    if table == "passages":
        return {"kind": DOOR_KINDS, "lock_kind": kinds}
    if table == "keys":
        return {"key_use": KEY_USES, "kind": kinds}
    if table == "encounters":
        return {"group": preset.groups}
    if table == "members":
        return {}
    if table == "loot":
        return {"kind": kinds}
    return {"kind": kinds, "turn": TURNS}


def _named(numbers: NDArray[Any], names: Sequence[str]) -> pa.DictionaryArray:
    """Numbers as the names at these positions; -1 as null."""
    pa = arrow()
    positions = numbers.astype(np.int32)
    indices = pa.array(positions, mask=positions == -1)
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, type=pa.string()))


def _tags(bits: NDArray[np.uint32], tags: Sequence[str]) -> pa.ListArray:
    """Sets of tags, a bit for each, as lists of names."""
    pa = arrow()
    is_set = (bits[:, None] >> np.arange(len(tags), dtype=np.uint32)) & 1
    offsets = np.concatenate([[0], np.cumsum(is_set.sum(axis=1))]).astype(np.int32)
    names = pa.array(tags, type=pa.string()).take(pa.array(np.nonzero(is_set)[1]))
    return pa.ListArray.from_arrays(offsets, names)
