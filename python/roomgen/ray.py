"""Datasets made on many machines by Ray: a folder of Parquet files and its manifest.

>>> import roomgen, roomgen.ray
>>> crypt = roomgen.Preset.built_in("crypt").with_size(25, 25)
>>> roomgen.ray.generate(crypt, range(10**8), "/shared/crypt")  # doctest: +SKIP

Needs Ray: `pip install "./python[ray]"`, on all machines of the cluster, which share the folder.

The levels are cut into parts of as many seeds. A task generates a part and writes it as a file of
its own into a folder for unfinished parts. Complete files are renamed to `part-NNNNNNNN.parquet`,
by the number of the part. Ray repeats the task of a killed worker; a file of the same part replaces
the other one, so that no row is there twice or missing.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
import operator
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _arrow, _files, dataset
from ._manifest_json import Contents, selection_fields
from ._native import Preset
from .errors import FileError, ManifestError, RequestError
from .manifest import DigestSum, Manifest
from .selection import Selection

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["generate"]

PLAN = "plan.json"
"""The file that says what is generated in a folder."""
UNFINISHED = ".roomgen-unfinished"
"""The folder for parts that are being written. Readers of Parquet pass hidden folders over."""

MOST_THREADS = 1024
"""The most threads of a task, as of a batch."""

UNLIMITED = 1 << 40
"""A size in bytes beyond that of any part."""


def generate(
    preset: Preset,
    seeds: range | NDArray[np.uint64],
    out: str | os.PathLike[str],
    *,
    floor: int | NDArray[np.uint32] | None = None,
    difficulty: float | NDArray[np.float32] | None = None,
    tiles: bool = True,
    metrics: bool | Iterable[str] = True,
    part: int | None = None,
    threads: int = 1,
) -> Manifest:
    """Generates levels on the machines of a Ray cluster into a folder that all of them share.

    Takes any number of seeds. The files have the columns of `dataset.levels_table`, and `part`
    levels each; about 2**14 if left out. A task takes `threads` CPUs. The manifest is that of one
    process; `out/manifest.json` holds it. Without a running cluster, Ray starts one here.

    A second call with the same arguments makes the parts that are missing, as after an abort. Only
    one call may work in a folder at a time.

    Raises `RequestError` if the folder was begun with other arguments or by another revision, for
    numbers out of range and for no seeds, `TypeError` for another type or dtype, `FileError` if the
    folder cannot be written, `ManifestError` if a file in it does not have the rows of its part.
    """
    selection = Selection.of(preset, seeds, floor, difficulty)
    contents = dataset.choose_contents(selection, tiles, metrics, ())
    length = selection.block if part is None else _whole(part, "part", 1 << 24)
    threads = _whole(threads, "threads", MOST_THREADS)
    with _files.path_errors(Path(out)):
        path = Path(out).resolve()
    folder = _Folder(path, selection, contents, length)
    folder.begin()
    missing = folder.missing()
    if missing:
        _run(folder, missing, threads)
        with _files.file_errors(folder.path):
            folder.commit()
        missing = folder.missing()
        if missing:
            raise FileError(
                f"{len(missing)} parts are missing in {str(folder.path)!r}: call again to make them"
            )
    shutil.rmtree(folder.path / UNFINISHED, ignore_errors=True)
    manifest = folder.manifest()
    manifest.save(folder.path / "manifest.json", overwrite=True)
    return manifest


def _whole(value: Any, name: str, most: int) -> int:
    """A number from 1 on. Raises `TypeError` for other types, `RequestError` out of range."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is no whole number: {value!r}")
    number = operator.index(value)
    if not 1 <= number <= most:
        raise RequestError(f"{name} is {number}; allowed: 1 to {most}")
    return number


class _Folder:
    """A folder of parts, and the plan that all of them follow."""

    def __init__(self, path: Path, selection: Selection, contents: Contents, length: int) -> None:
        self.path = path
        self.selection = selection
        self.contents = contents
        self.length = length
        self.parts = -(-selection.count // length)
        plan = {
            "format": 1,
            **selection_fields(selection),
            "dataset": contents._asdict(),
            "part": length,
        }
        self._text = json.dumps(plan, ensure_ascii=False, indent=1) + "\n"
        self.name = hashlib.sha256(self._text.encode()).hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """All but the text of the plan, which tasks do not need and may be long."""
        return {name: value for name, value in vars(self).items() if name != "_text"}

    def bounds(self, part: int) -> tuple[int, int]:
        """The positions from the first level of a part until behind its last one."""
        return part * self.length, min((part + 1) * self.length, self.selection.count)

    def file(self, part: int) -> Path:
        return self.path / f"part-{part:08}.parquet"

    def begin(self) -> None:
        """Writes the plan, or compares it with that of an earlier call, whose parts are kept."""
        plan = self.path / PLAN
        with _files.file_errors(self.path):
            self.path.mkdir(exist_ok=True)
            if not plan.exists():
                if not all(file.name.startswith(".roomgen-") for file in self.path.iterdir()):
                    raise FileError(f"{str(self.path)!r} is not empty, and has no {PLAN}")
                with _files.replacing([plan]) as (temporary,):
                    temporary.write_text(self._text, encoding="utf-8")
            self._compare(plan.read_text(encoding="utf-8", errors="replace"))
            (self.path / UNFINISHED).mkdir(exist_ok=True)
            self.commit()

    def _compare(self, text: str) -> None:
        """Raises `RequestError` if a folder's plan is another one, and says in what."""
        if text == self._text:
            return
        # Numbers and lists as JSON has them.
        wanted = json.loads(self._text)
        try:
            noted = dict(json.loads(text))
        except (ValueError, TypeError) as error:
            raise RequestError(f"{PLAN} of {str(self.path)!r} is no plan: {error}") from error
        names = [name for name in {**wanted, **noted} if wanted.get(name) != noted.get(name)]
        raise RequestError(
            f"{str(self.path)!r} was begun with other arguments: {', '.join(names) or 'its text'}"
            " differ; take another folder"
        )

    def commit(self) -> None:
        """Renames complete files of unfinished parts to their names, and removes the others."""
        pa = _arrow.arrow()
        for file in sorted((self.path / UNFINISHED).glob("**/*.parquet")):
            try:
                metadata = pa.parquet.read_metadata(file)
                noted = metadata.metadata or {}
                part = int(noted.get(b"roomgen.part", -1))
            except (OSError, ValueError, pa.ArrowException):
                file.unlink(missing_ok=True)
                continue
            is_known = noted.get(b"roomgen.plan") == self.name.encode() and 0 <= part < self.parts
            first, end = self.bounds(part)
            if is_known and metadata.num_rows == end - first:
                os.replace(file, self.file(part))
            else:
                file.unlink(missing_ok=True)

    def missing(self) -> list[int]:
        """The parts without a file."""
        there = {file.name for file in self.path.glob("part-*.parquet")}
        return [part for part in range(self.parts) if self.file(part).name not in there]

    def manifest(self) -> Manifest:
        """The manifest of the files, whose rows are compared with the plan's in order."""
        pa = _arrow.arrow()
        digests = DigestSum()
        for part in range(self.parts):
            file = self.file(part)
            columns = ["seed", "floor", "difficulty", "digest"]
            try:
                with pa.parquet.ParquetFile(file) as parquet:
                    table = parquet.read(columns=columns)
            except (OSError, pa.ArrowException, KeyError) as error:
                raise ManifestError(
                    f"{str(file)!r} cannot be read: remove it and call again: {error}"
                ) from error
            wanted = self.selection.part(*self.bounds(part))
            for name, values in (
                ("seed", np.asarray(wanted.seeds, dtype=np.uint64)),
                ("floor", np.asarray(wanted.floor, dtype=np.uint32)),
                ("difficulty", np.asarray(wanted.difficulty, dtype=np.float32)),
            ):
                given = table[name].to_numpy() if name in table.column_names else None
                expected = np.broadcast_to(values, wanted.count)
                if given is None or not np.array_equal(given, expected):
                    raise ManifestError(
                        f"{str(file)!r} does not have the rows of its part: {name} differs; remove"
                        " the file and call again"
                    )
            column = table["digest"] if "digest" in table.column_names else None
            if column is None or column.type != pa.uint64() or column.null_count:
                raise ManifestError(
                    f"{str(file)!r} has no column 'digest' of uint64; remove the file and call"
                    " again"
                )
            digests.add(column.to_numpy())
        return Manifest(
            self.selection, digests.sha256, digests.kept, self.contents, table=self.path
        )

    def columns(self) -> list[str]:
        """The names of the columns of all parts."""
        fields = dataset.batch_fields(self.contents)
        return list(dataset.levels_table(self.selection.part(0, 1).batch(**fields)).column_names)

    def table(self, part: int, threads: int) -> pa.Table:
        """Generates a part, whose metadata says which of which plan it is."""
        levels = self.selection.part(*self.bounds(part))
        fields = dataset.batch_fields(self.contents)
        table = dataset.levels_table(levels.batch(threads=threads, **fields))
        noted = {"roomgen.part": str(part), "roomgen.plan": self.name}
        return table.replace_schema_metadata({**table.schema.metadata, **noted})


@dataclasses.dataclass(frozen=True)
class _Task:
    """Generates one part; Ray sends it to its workers.

    `folder` refers to a `_Folder` in Ray's store, which each machine gets once. Reading its pickled
    preset takes a task 2 ms.
    """

    folder: Any
    missing: tuple[int, ...]
    threads: int

    def __call__(self, rows: dict[str, NDArray[np.int64]]) -> pa.Table:
        import ray

        (row,) = rows["id"]
        folder: _Folder = ray.get(self.folder)
        return folder.table(self.missing[row], self.threads)


def _run(folder: _Folder, missing: list[int], threads: int) -> None:
    """Has Ray write the missing parts into the folder for unfinished ones."""
    try:
        import ray
        import ray.data
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        message = 'roomgen.ray needs Ray: pip install "./python[ray]"'
        raise ImportError(message, name="ray") from error
    if not ray.is_initialized():
        ray.init(logging_level=logging.WARNING, log_to_driver=False)
    task = _Task(ray.put(folder), tuple(missing), threads)
    names = folder.columns()
    with _modest(ray.data.DataContext.get_current()):
        # One block for each part, which one task turns into one file.
        parts = ray.data.range(len(missing), override_num_blocks=len(missing))
        tables = parts.map_batches(task, batch_size=1, batch_format="numpy", num_cpus=threads)
        tables.write_parquet(
            str(folder.path / UNFINISHED),
            ray_remote_args={"num_cpus": threads},
            **dataset.parquet_options(names),
        )


@contextmanager
def _modest(context: Any) -> Iterator[None]:
    """No progress bars and fewer messages, and blocks that are not split, however large."""
    settings = {"enable_progress_bars": False, "target_max_block_size": UNLIMITED}
    before = {name: getattr(context, name) for name in settings}
    logger = logging.getLogger("ray.data")
    level = logger.level
    for name, value in settings.items():
        setattr(context, name, value)
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
        for name, value in before.items():
            setattr(context, name, value)
