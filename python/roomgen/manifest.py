"""Manifests: what a set of levels was generated from, and the proof that it can be again.

A manifest is a small JSON file, or part of a Parquet file of `roomgen.dataset`:

>>> import roomgen
>>> from roomgen.manifest import Manifest
>>> crypt = roomgen.Preset.built_in("crypt").with_size(25, 25)
>>> manifest = Manifest.of(crypt, range(1000))
>>> manifest.count
1000
>>> manifest.verify()

Format 1 is a JSON object with these fields, all present. Numbers that may exceed 2**53 are text.

| field | content |
| --- | --- |
| `format` | 1 |
| `version`, `revision` | of the package and of the generator that made the levels |
| `preset` | `name`, `digest` (text), `text`, `bases` (pairs of name and text), `width`, `height` |
| `count` | the number of levels |
| `seeds` | `{"start", "stop", "step"}` as text, or a list of texts |
| `floor`, `difficulty` | a number, or a list with one for each level |
| `sha256` | SHA-256 of the levels' digests, little-endian 64-bit numbers in order, in hexadecimal |
| `digests` | these numbers in base64; null for more than 2**20 levels |
| `dataset` | null, or which columns and tables were written: `tiles`, `metrics`, `tables` |

In a Parquet file, `{"column": NAME}` stands for a list whose values are those of a column.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _files
from ._arrow import arrow
from ._manifest_json import FORMAT, KEPT_DIGESTS, Contents, encoded, read, selection_fields
from ._native import Preset, __version__
from .batch import Batch
from .errors import ManifestError
from .selection import Selection

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Contents", "Manifest"]

METADATA_KEY = b"roomgen.manifest"
"""Where a Parquet file holds its manifest."""

MOST_BYTES = 1 << 30
"""The greatest size of a JSON file that is read."""

NO_LAYERS = {"tiles": False, "walkable": False}
"""The fields of batches of which only the digests count."""


class DigestSum:
    """SHA-256 over digests in order, and the digests themselves while there are few."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._kept: list[NDArray[np.uint64]] | None = []
        self.count = 0

    def add(self, digests: NDArray[np.uint64]) -> None:
        self._hash.update(digests.astype("<u8", copy=False).tobytes())
        self.count += len(digests)
        if self.count > KEPT_DIGESTS:
            self._kept = None
        elif self._kept is not None:
            self._kept.append(digests)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    @property
    def kept(self) -> NDArray[np.uint64] | None:
        """All digests; None for more than `KEPT_DIGESTS`."""
        return np.concatenate(self._kept) if self._kept else None


@dataclass(frozen=True, eq=False)
class Manifest:
    """The levels of a selection by their digests. Frozen; equal if their JSON is."""

    selection: Selection
    sha256: str
    """SHA-256 of the levels' digests, as little-endian 64-bit numbers in order: 64 characters."""
    digests: NDArray[np.uint64] | None = None
    """The digests, uint64 [count]; None above 2**20 levels, or if the table beside holds them."""
    contents: Contents | None = None
    """What a dataset of these levels holds; None without one."""
    version: str = __version__
    """The version of the package that generated the levels."""
    table: Path | None = field(default=None, repr=False)
    """The Parquet file, or the folder of them, whose column `digest` stands for `digests`."""

    def __post_init__(self) -> None:
        if self.digests is not None:
            digests = np.array(self.digests)
            digests.flags.writeable = False
            object.__setattr__(self, "digests", digests)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self.digests is not None:
            self.digests.flags.writeable = False

    @staticmethod
    def of(
        preset: Preset,
        seeds: range | NDArray[np.uint64],
        *,
        floor: int | NDArray[np.uint32] | None = None,
        difficulty: float | NDArray[np.float32] | None = None,
        threads: int | None = None,
    ) -> Manifest:
        """Generates levels and notes their digests.

        Takes any number of seeds, as a range or uint64 [N]; `floor` and `difficulty` are one number
        or an array with one for each, 0 if left out. Raises `RequestError` for numbers out of range
        and for no seeds, `TypeError` for another type or dtype.
        """
        selection = Selection.of(preset, seeds, floor, difficulty)
        digests = DigestSum()
        for batch in selection.batches(threads=threads, digests=True, **NO_LAYERS):
            digests.add(batch.digests)
        return Manifest(selection, digests.sha256, digests.kept)

    @property
    def preset(self) -> Preset:
        return self.selection.preset

    @property
    def seeds(self) -> range | NDArray[np.uint64]:
        return self.selection.seeds

    @property
    def floor(self) -> int | NDArray[np.uint32]:
        return self.selection.floor

    @property
    def difficulty(self) -> float | NDArray[np.float32]:
        return self.selection.difficulty

    @property
    def count(self) -> int:
        """The number of levels."""
        return self.selection.count

    def to_json(self) -> str:
        """The manifest as JSON of format 1, the same bytes for equal manifests."""
        digests = None if self.digests is None else encoded(self.digests)
        return self._json(selection_fields(self.selection), digests)

    def to_metadata(self) -> bytes:
        """The manifest as JSON for the metadata of a table that has all of its columns."""
        fields = selection_fields(self.selection, are_columns=True)
        return self._json(fields, {"column": "digest"}).encode()

    def _json(self, selection: dict[str, Any], digests: Any) -> str:
        fields = {
            "format": FORMAT,
            "version": self.version,
            **selection,
            "sha256": self.sha256,
            "digests": digests,
            "dataset": None if self.contents is None else self.contents._asdict(),
        }
        return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Writes the manifest as a JSON file.

        Raises `FileError` if it cannot be written, or exists and `overwrite` is not set.
        """
        _files.save([(Path(path), self.to_json().encode())], overwrite)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Manifest:
        """Reads a manifest from its JSON file, or from a Parquet file that holds one.

        JSON files have at most 1 GiB. Raises `ManifestError` if it cannot be read, is damaged, or
        belongs to another revision of the generator.
        """
        path = Path(path)
        try:
            # A pipe would wait for its writer, and a device may never end.
            if not stat.S_ISREG(path.stat().st_mode):
                raise OSError("it is no regular file")
            with path.open("rb") as file:
                is_parquet = file.read(4) == b"PAR1"
                data = b"" if is_parquet else _limited(file)
            if is_parquet:
                return _read_parquet(path)
            manifest = _manifest(data.decode(), None)
        except ManifestError as error:
            raise ManifestError(f"{str(path)!r} is no usable manifest: {error}") from error
        except (OSError, ValueError) as error:
            raise ManifestError(f"{str(path)!r} cannot be read: {error}") from error
        if manifest.contents is None:
            return manifest
        table = path.with_name(path.name.removesuffix(".manifest.json") + ".parquet")
        if not table.is_file():
            table = path.parent
        return replace(manifest, table=table) if _files_of(table) else manifest

    def rebuild(self, *, threads: int | None = None, **fields: Any) -> Iterator[Batch]:
        """Generates the levels again, in batches, and compares their digests.

        Takes the fields of `Preset.generate_batch`. Raises `ManifestError` at the first level that
        differs, before its batch; without single digests, at the end.
        """
        return self._compared(None, threads, fields)

    def verify(
        self,
        *,
        threads: int | None = None,
        table: pa.Table | str | os.PathLike[str] | None = None,
    ) -> None:
        """Generates the levels again, and compares their digests.

        The single digests are those of the column `digest` of `table`, if it is given, else of the
        manifest, else of the table beside it. Raises `ManifestError` at the first level that
        differs, with its `seed` and `floor`; both are None if only the sum of all levels is known.
        """
        for _ in self._compared(table, threads, NO_LAYERS):
            pass

    def _compared(
        self,
        table: pa.Table | str | os.PathLike[str] | None,
        threads: int | None,
        fields: dict[str, Any],
    ) -> Iterator[Batch]:
        comparison = Comparison(self, table)
        for batch in self.selection.batches(threads=threads, **{**fields, "digests": True}):
            comparison.add(batch.digests)
            yield batch
        comparison.finish()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Manifest):
            return NotImplemented
        return self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __repr__(self) -> str:
        width, height = self.preset.size
        name = self.preset.name
        return f"<Manifest of {self.count} levels {name!r} {width}x{height} {self.sha256[:16]}>"


class Comparison:
    """Compares the digests of generated levels, in order, with those noted.

    These are the digests of `table` if it is given, else of the manifest, else of its table.
    """

    def __init__(
        self, manifest: Manifest, table: pa.Table | str | os.PathLike[str] | None = None
    ) -> None:
        self._manifest = manifest
        self._generated = DigestSum()
        self._expected: Callable[[int], NDArray[np.uint64]] | None = None
        is_table = hasattr(table, "column_names") and hasattr(table, "schema")
        if not (table is None or is_table or isinstance(table, (str, os.PathLike))):
            raise TypeError(
                f"table is {type(table).__module__}.{type(table).__name__}; allowed: a table of"
                " pyarrow, or the path of a Parquet file or of a folder of them"
            )
        if table is None and manifest.digests is not None:
            self._expected = _reader(iter([manifest.digests]))
        elif table is not None or manifest.table is not None:
            self._expected = _reader(_digest_column(manifest.table if table is None else table))

    def add(self, digests: NDArray[np.uint64]) -> None:
        """Compares the next digests. Raises `ManifestError` for the first that differs."""
        if self._expected is not None:
            expected = self._expected(len(digests))
            if len(expected) != len(digests):
                count = self._generated.count + len(expected)
                wanted = self._manifest.count
                raise ManifestError(f"the table has {count} digests, the manifest {wanted} levels")
            differing = np.flatnonzero(expected != digests)
            if len(differing):
                position = self._generated.count + int(differing[0])
                seed, floor, difficulty = self._manifest.selection.at(position)
                raise ManifestError(
                    f"the level of seed {seed} (floor {floor}, difficulty {difficulty:g}, position"
                    f" {position}) differs: its digest is {digests[differing[0]]}, the manifest's"
                    f" {expected[differing[0]]}",
                    seed=seed,
                    floor=floor,
                )
        self._generated.add(digests)

    def finish(self) -> None:
        """Compares the sums of all levels. Raises `ManifestError` if they differ."""
        if self._generated.sha256 == self._manifest.sha256:
            return
        if self._expected is not None:
            raise ManifestError("the levels are the table's; their SHA-256 is not the manifest's")
        raise ManifestError(
            "the levels differ: the SHA-256 of their digests is not the manifest's; the table of"
            " the levels, given as table=, names the first seed"
        )


def _digest_column(table: pa.Table | str | os.PathLike[str]) -> Iterator[NDArray[np.uint64]]:
    """The column `digest` of a table, of a Parquet file or of a folder of parts, in pieces."""
    if not isinstance(table, (str, os.PathLike)):
        yield from _digest_chunks(table)
        return
    pa = arrow()
    for file in _files_of(Path(table)):
        try:
            with pa.parquet.ParquetFile(file) as rows:
                for piece in rows.iter_batches(columns=["digest"]):
                    yield piece.column(0).to_numpy(zero_copy_only=False)
        except (OSError, pa.ArrowException, IndexError) as error:
            raise ManifestError(f"{str(file)!r} has no readable digests: {error}") from error


def _digest_chunks(table: Any) -> Iterator[NDArray[np.uint64]]:
    """The column `digest` of a table or record batch of pyarrow, in pieces."""
    if "digest" not in table.column_names:
        raise ManifestError("the table has no column 'digest'")
    column = table["digest"]
    for chunk in getattr(column, "chunks", [column]):
        yield chunk.to_numpy(zero_copy_only=False)


def _files_of(table: Path) -> list[Path]:
    """The Parquet files of a table: itself, or the parts in a folder."""
    return sorted(table.glob("part-*.parquet")) if table.is_dir() else [table]


def _reader(pieces: Iterator[NDArray[np.uint64]]) -> Callable[[int], NDArray[np.uint64]]:
    """A function that takes the next digests from pieces of any length."""
    rest = np.zeros(0, dtype=np.uint64)

    def take(count: int) -> NDArray[np.uint64]:
        nonlocal rest
        taken = [rest]
        length = len(rest)
        while length < count and (piece := next(pieces, None)) is not None:
            taken.append(piece)
            length += len(piece)
        joined = np.concatenate(taken)
        rest = joined[count:]
        return joined[:count]

    return take


def _limited(file: IO[bytes]) -> bytes:
    """The bytes of a file. Raises `ManifestError` for more than `MOST_BYTES`."""
    file.seek(0)
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ManifestError(f"it is larger than {MOST_BYTES} bytes")
    return data


def _read_parquet(path: Path) -> Manifest:
    """The manifest of a Parquet file."""
    try:
        pa = arrow()
    except ImportError as error:
        raise ManifestError(str(error)) from error
    try:
        metadata = pa.parquet.read_metadata(path).metadata or {}
    except pa.ArrowException as error:
        raise ManifestError(f"it cannot be read as Parquet: {error}") from error
    if METADATA_KEY not in metadata:
        raise ManifestError("it is a Parquet file that holds none; roomgen.dataset writes them")
    return _manifest(metadata[METADATA_KEY].decode(), path)


def _manifest(text: str, table: Path | None) -> Manifest:
    """The manifest of a JSON text; `table` is the Parquet file that it is in."""
    return Manifest(*read(text, table), table)
