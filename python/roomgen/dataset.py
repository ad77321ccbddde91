"""Datasets: levels by the million as Parquet files, with a manifest from which they can be rebuilt.

>>> import roomgen
>>> from roomgen import dataset
>>> crypt = roomgen.Preset.built_in("crypt").with_size(25, 25)
>>> manifest = dataset.write("levels.parquet", crypt, range(100_000), threads=2)  # doctest: +SKIP

Needs pyarrow: `pip install "./python[arrow]"`. DuckDB, polars, pandas, Spark and others read the
files. `roomgen.manifest` has the format of manifests.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _arrow, _files
from ._arrow import TABLES
from ._native import Preset
from .batch import Batch
from .errors import ManifestError, RequestError
from .manifest import METADATA_KEY, Comparison, Contents, DigestSum, Manifest
from .selection import Selection

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["TABLES", "detail_table", "levels_table", "rebuild", "tiles", "write"]


def levels_table(batch: Batch) -> pa.Table:
    """A batch as a table, a row for each level.

    Columns: `seed` uint64, `floor` uint32, `difficulty` float32, `digest` uint64, `entry_x`,
    `entry_y`, `exit_x`, `exit_y` int32; the metrics by name, int32 if whole and never absent, else float64; `tiles`,
    fixed-size binary: the ASCII characters row by row. Digests, metrics and tiles are there if the
    batch has them. The metadata has `roomgen.preset`, `roomgen.width` and `roomgen.height`.
    """
    return _arrow.levels_table(batch)


def detail_table(batch: Batch, name: str) -> pa.Table:
    """A table of `TABLES`, a row for each room, passage, key or prop of all levels of a batch.

    Columns: `seed`, `floor` and `difficulty` of the level; `id` int32, the position within the
    level, which columns such as `room` refer to; then those of the class in `roomgen.tables`.
    Names are dictionary columns, `tags` is a list of texts, and null stands for none.

    Raises `AttributeError` if the batch has no such table, `RequestError` for another name.
    """
    return _arrow.detail_table(batch, name)


def tiles(table: pa.Table, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
    """The tiles of a table as uint8 [levels, height, width], read-only.

    It is a view of the column's memory if that is one chunk, else a copy. `size` is the width and
    height of the levels, for tables that have lost their metadata.

    Raises `RequestError` without tiles, or if the size is not theirs.
    """
    pa = _arrow.arrow()
    if "tiles" not in table.column_names or not pa.types.is_fixed_size_binary(table["tiles"].type):
        raise RequestError("the table has no column 'tiles' of fixed-size binary")
    if size is None:
        metadata = table.schema.metadata or {}
        try:
            size = (int(metadata[b"roomgen.width"]), int(metadata[b"roomgen.height"]))
        except (KeyError, ValueError) as error:
            message = "the table's metadata has no usable size: give size=(width, height)"
            raise RequestError(message) from error
    width, height = size
    cells = table["tiles"].type.byte_width
    if width < 1 or height < 1 or width * height != cells:
        raise RequestError(f"levels of {width}x{height} do not have {cells} tiles")
    views = []
    for chunk in table["tiles"].chunks:
        bytes_of_chunk = np.frombuffer(chunk.buffers()[1], dtype=np.uint8)
        part = bytes_of_chunk[chunk.offset * cells : (chunk.offset + len(chunk)) * cells]
        views.append(part.reshape(-1, height, width))
    if len(views) == 1:
        return views[0]
    joined = np.concatenate(views) if views else np.zeros((0, height, width), dtype=np.uint8)
    joined.flags.writeable = False
    return joined


def write(
    path: str | os.PathLike[str],
    preset: Preset,
    seeds: range | NDArray[np.uint64],
    *,
    floor: int | NDArray[np.uint32] | None = None,
    difficulty: float | NDArray[np.float32] | None = None,
    threads: int | None = None,
    tiles: bool = True,
    metrics: bool | Iterable[str] = True,
    tables: Sequence[str] = (),
    overwrite: bool = False,
) -> Manifest:
    """Generates levels into a Parquet file, and its manifest beside it.

    `NAME.parquet` has the columns of `levels_table`; `NAME.TABLE.parquet` those of `detail_table`
    for each name in `tables`; `NAME.manifest.json` is the manifest, which the metadata of
    `NAME.parquet` has as well. Takes any number of seeds, as a range or uint64 [N]; `floor` and
    `difficulty` are one number or an array with one for each, 0 if left out; `metrics` takes names,
    or True for all. `threads` generate, 1 if left out; the calling thread compresses. The memory is
    that of two blocks of at most 2**14 levels, and of the array of seeds if there is one. The bytes
    do not depend on `threads`.

    The files appear when all of them are complete. With `overwrite`, they replace those of an
    older dataset of this name; the other tables that its manifest names are removed.

    Raises `FileError` if a file cannot be written or exists, `RequestError` for numbers out of
    range, for no seeds, unknown names and a `NAME` that ends in `.rooms` or another table's name,
    `TypeError` for another type or dtype.
    """
    selection = Selection.of(preset, seeds, floor, difficulty)
    contents = choose_contents(selection, tiles, metrics, tables)
    return _write(Path(path), selection, contents, threads, overwrite, None)


def rebuild(
    manifest: Manifest,
    path: str | os.PathLike[str],
    *,
    threads: int | None = None,
    overwrite: bool = False,
) -> Manifest:
    """Writes the dataset of a manifest again.

    The bytes are the same with the same versions of this package and pyarrow.

    The manifest of levels without a dataset, as `Manifest.of` makes it, gives one with tiles and
    all metrics. Raises as `write` does, and `ManifestError` if a level differs: then nothing is
    written.
    """
    contents = manifest.contents or choose_contents(manifest.selection, True, True, ())
    try:
        _check_names(manifest.selection, contents)
    except RequestError as error:
        raise ManifestError(str(error)) from error
    return _write(Path(path), manifest.selection, contents, threads, overwrite, manifest)


def choose_contents(
    selection: Selection, tiles: bool, metrics: bool | Iterable[str], tables: Sequence[str]
) -> Contents:
    """What to write, with names checked and in their order, each once."""
    if isinstance(tables, str):
        raise TypeError("tables is a single name: give a list of names")
    if not isinstance(metrics, (bool, str)):
        metrics = list(metrics)
    given = set(tables)
    contents = Contents(
        bool(tiles),
        # The generator checks the names and puts each once.
        tuple(getattr(selection.preset.generate_batch(range(0), metrics=metrics), "metrics", ())),
        tuple(name for name in TABLES if name in given) + tuple(sorted(given - set(TABLES))),
    )
    _check_names(selection, contents)
    return contents


def _check_names(selection: Selection, contents: Contents) -> None:
    """Raises `RequestError` for a metric or a table that there is not."""
    selection.preset.generate_batch(range(0), metrics=contents.metrics)
    for name in contents.tables:
        if name not in TABLES:
            raise RequestError(f"there is no table {name!r}; the tables are {', '.join(TABLES)}")


def batch_fields(contents: Contents) -> dict[str, Any]:
    """The fields of the batches that a dataset needs."""
    wanted = {name: True for name in contents.tables}
    return {
        "tiles": contents.tiles,
        "walkable": False,
        "digests": True,
        "metrics": contents.metrics,
        **wanted,
    }


def parquet_options(names: Sequence[str]) -> dict[str, Any]:
    """The settings of pyarrow's writers for columns of these names.

    Digests have no order that compression could use. Tiles are plain bytes: zstd finds rows of
    walls again. Seeds are differences. All other columns have few values, which a dictionary holds.
    """
    plain = {"seed", "digest", "tiles"}
    return {
        "compression": "zstd",
        "compression_level": 9,
        "use_dictionary": [name for name in names if name not in plain],
        "column_encoding": {"seed": "DELTA_BINARY_PACKED"},
        "data_page_size": 1 << 22,
        "write_statistics": [name for name in names if name != "tiles"],
    }


def _write(
    path: Path,
    selection: Selection,
    contents: Contents,
    threads: int | None,
    overwrite: bool,
    expected: Manifest | None,
) -> Manifest:
    """Writes a dataset; with `expected`, only if all levels are those of that manifest."""
    parquet = _arrow.arrow().parquet
    if path.suffix != ".parquet":
        raise RequestError(f"the file {path.name!r} does not end in .parquet")
    for name in TABLES:
        if path.stem.endswith(f".{name}"):
            raise RequestError(
                f"the file {path.name!r} is named as a dataset's table: take a name that does not"
                f" end in .{name}.parquet"
            )
    beside = {name: path.with_name(f"{path.stem}.{name}.parquet") for name in TABLES}
    noted = path.with_name(f"{path.stem}.manifest.json")
    _files.check_new([path, *beside.values(), noted], overwrite=overwrite)
    older = _tables_of(noted)
    paths = [*(beside[name] for name in contents.tables), path, noted]
    digests = DigestSum()
    comparison = None if expected is None else Comparison(expected)
    with _files.replacing(paths) as temporary:
        *for_tables, for_levels, for_manifest = temporary
        with ExitStack() as stack:
            writers: dict[Path, Any] = {}

            def append(file: Path, table: pa.Table) -> None:
                if file not in writers:
                    options = parquet_options(table.column_names)
                    writer = parquet.ParquetWriter(file, table.schema, **options)
                    writers[file] = stack.enter_context(writer)
                writers[file].write_table(table, row_group_size=max(1, len(table)))

            for batch in selection.batches(threads=threads, **batch_fields(contents)):
                digests.add(batch.digests)
                if comparison is not None:
                    comparison.add(batch.digests)
                append(for_levels, _arrow.levels_table(batch))
                for name, file in zip(contents.tables, for_tables, strict=True):
                    append(file, _arrow.detail_table(batch, name))
            if comparison is not None:
                comparison.finish()
            manifest = Manifest(selection, digests.sha256, digests.kept, contents, table=path)
            writers[for_levels].add_key_value_metadata({METADATA_KEY: manifest.to_metadata()})
        for_manifest.write_text(manifest.to_json(), encoding="utf-8")
    for name in TABLES:
        if name in older and name not in contents.tables:
            with _files.file_errors(beside[name]):
                beside[name].unlink(missing_ok=True)
    return manifest


def _tables_of(noted: Path) -> tuple[str, ...]:
    """The tables that a dataset's manifest names; none if there is none that can be read."""
    try:
        older = Manifest.load(noted)
    except ManifestError:
        return ()
    return () if older.contents is None else older.contents.tables
