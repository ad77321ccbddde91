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

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _files
from ._native import REVISION, Preset, __version__
from .batch import Batch
from .errors import Error, ManifestError
from .selection import Selection

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Contents", "Manifest"]

FORMAT = 1
KEPT_DIGESTS = 1 << 20
"""The most levels whose single digests a manifest holds: 11 MB of base64."""
METADATA_KEY = b"roomgen.manifest"
"""Where a Parquet file holds its manifest."""

NO_LAYERS = {"tiles": False, "walkable": False}
"""The fields of batches of which only the digests count."""


class Contents(NamedTuple):
    """The columns and tables of a dataset, beside seed, floor, difficulty, digest and ends."""

    tiles: bool
    metrics: tuple[str, ...]
    tables: tuple[str, ...]


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
    """The Parquet file with the column `digest`, for levels without `digests`."""

    @staticmethod
    def of(
        preset: Preset,
        seeds: range | NDArray[np.uint64],
        *,
        floor: int | NDArray[np.uint32] = 0,
        difficulty: float | NDArray[np.float32] = 0.0,
        threads: int | None = None,
    ) -> Manifest:
        """Generates levels and notes their digests.

        Takes any number of seeds, as a range or uint64 [N]; `floor` and `difficulty` are one number
        or an array with one for each. Raises `RequestError` for numbers out of range and for no
        seeds, `TypeError` for another type or dtype.
        """
        selection = Selection(preset, seeds, floor, difficulty)
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
        digests = None if self.digests is None else _encoded(self.digests)
        return self._json(selection_fields(self.selection), digests)

    def to_metadata(self) -> bytes:
        """The manifest as JSON for the metadata of a table that has all of its columns."""
        fields = selection_fields(self.selection)
        for name, column in (("seeds", "seed"), ("floor", "floor"), ("difficulty", "difficulty")):
            if isinstance(fields[name], list):
                fields[name] = {"column": column}
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
        path = Path(path)
        _files.check_new([path], overwrite=overwrite)
        with _files.replacing([path]) as (temporary,):
            temporary.write_text(self.to_json(), encoding="utf-8")

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Manifest:
        """Reads a manifest from its JSON file, or from a Parquet file that holds one.

        Raises `ManifestError` if it cannot be read, is damaged, or belongs to another revision of
        the generator.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                is_parquet = file.read(4) == b"PAR1"
            if is_parquet:
                return _read_parquet(path)
            manifest = _read(path.read_text(encoding="utf-8"), None)
        except (OSError, UnicodeDecodeError) as error:
            raise ManifestError(f"{str(path)!r} cannot be read: {error}") from error
        except ManifestError as error:
            raise ManifestError(f"{str(path)!r} is no manifest that can be used: {error}") from error
        table = path.with_name(path.name.removesuffix(".manifest.json") + ".parquet")
        if manifest.contents is not None and table.is_file():
            object.__setattr__(manifest, "table", table)
        return manifest

    def rebuild(self, *, threads: int | None = None, **fields: Any) -> Iterator[Batch]:
        """Generates the levels again, in batches, and compares their digests.

        Takes the fields of `Preset.generate_batch`. Raises `ManifestError` at the first level that
        differs, before its batch; without single digests, at the end.
        """
        return self._compared(self.table, threads, fields)

    def verify(
        self,
        *,
        threads: int | None = None,
        table: pa.Table | str | os.PathLike[str] | None = None,
    ) -> None:
        """Generates the levels again, and compares their digests.

        The single digests are those of the manifest, else of the column `digest` of `table`, else
        of the table beside the manifest. Raises `ManifestError` at the first level that differs,
        with its `seed` and `floor`; both are None if only the sum of all levels is known.
        """
        for _ in self._compared(self.table if table is None else table, threads, NO_LAYERS):
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
    """Compares the digests of generated levels, in order, with those of a manifest."""

    def __init__(
        self, manifest: Manifest, table: pa.Table | str | os.PathLike[str] | None = None
    ) -> None:
        self._manifest = manifest
        self._generated = DigestSum()
        self._noted = DigestSum()
        self._expected: Callable[[int], NDArray[np.uint64]] | None = None
        if manifest.digests is not None:
            self._expected = _reader(iter([manifest.digests]))
        elif table is not None:
            self._expected = _reader(_digest_column(table))

    def add(self, digests: NDArray[np.uint64]) -> None:
        """Compares the next digests. Raises `ManifestError` for the first that differs."""
        if self._expected is not None:
            expected = self._expected(len(digests))
            if len(expected) != len(digests):
                count = self._noted.count + len(expected)
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
            self._noted.add(expected)
        self._generated.add(digests)

    def finish(self) -> None:
        """Compares the sums of all levels. Raises `ManifestError` if they differ."""
        if self._generated.sha256 == self._manifest.sha256:
            return
        if self._expected is not None:
            raise ManifestError("the table's digests are not those of the manifest's SHA-256")
        raise ManifestError(
            "the levels differ: the SHA-256 of their digests is not the manifest's; the table of"
            " the levels, given as table=, names the first seed"
        )


def selection_fields(selection: Selection) -> dict[str, Any]:
    """The fields of a manifest that say what is generated, by which revision."""
    preset, seeds = selection.preset, selection.seeds
    width, height = preset.size
    floor, difficulty = selection.floor, selection.difficulty
    return {
        "revision": REVISION,
        "preset": {
            "name": preset.name,
            "digest": str(preset.digest),
            "text": preset.text,
            "bases": [list(base) for base in preset.bases],
            "width": width,
            "height": height,
        },
        "count": selection.count,
        "seeds": {name: str(getattr(seeds, name)) for name in ("start", "stop", "step")}
        if isinstance(seeds, range)
        else [str(seed) for seed in seeds.tolist()],
        "floor": floor.tolist() if isinstance(floor, np.ndarray) else floor,
        "difficulty": [_shortest(value) for value in difficulty]
        if isinstance(difficulty, np.ndarray)
        else _shortest(difficulty),
    }


def _shortest(difficulty: Any) -> float:
    """The shortest decimal that names the same 32-bit float."""
    return float(str(np.float32(difficulty)))


def _encoded(digests: NDArray[np.uint64]) -> str:
    return base64.b64encode(digests.astype("<u8", copy=False).tobytes()).decode()


def _digest_column(table: pa.Table | str | os.PathLike[str]) -> Iterator[NDArray[np.uint64]]:
    """The column `digest` of a table or of a Parquet file, in pieces."""
    if isinstance(table, (str, os.PathLike)):
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with pq.ParquetFile(table) as file:
                for rows in file.iter_batches(columns=["digest"]):
                    yield rows.column(0).to_numpy(zero_copy_only=False)
        except (OSError, pa.ArrowException, IndexError) as error:
            raise ManifestError(f"{str(table)!r} has no readable digests: {error}") from error
    else:
        if "digest" not in table.column_names:
            raise ManifestError("the table has no column 'digest'")
        for chunk in table["digest"].chunks:
            yield chunk.to_numpy(zero_copy_only=False)


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


def _read_parquet(path: Path) -> Manifest:
    """The manifest of a Parquet file."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise ManifestError("a Parquet file needs pyarrow: pip install roomgen[arrow]") from error
    try:
        metadata = pq.read_metadata(path).metadata or {}
        if METADATA_KEY not in metadata:
            raise ManifestError(f"{str(path)!r} holds no manifest; roomgen.dataset writes them")
        try:
            manifest = _read(metadata[METADATA_KEY].decode(), path)
        except (ManifestError, UnicodeDecodeError) as error:
            raise ManifestError(f"the manifest in {str(path)!r} cannot be used: {error}") from error
    except pa.ArrowException as error:
        raise ManifestError(f"{str(path)!r} is no readable Parquet file: {error}") from error
    return manifest


class _Fields:
    """The fields of a JSON object, each taken once, with its type checked."""

    def __init__(self, value: Any, name: str, known: tuple[str, ...]) -> None:
        if not isinstance(value, dict):
            raise ManifestError(f"{name} is no JSON object: {_shown(value)}")
        for wanted in known:
            if wanted not in value:
                raise ManifestError(f"{name} has no field {wanted!r}")
        for given in value:
            if given not in known:
                allowed = ", ".join(known)
                raise ManifestError(f"{name} has an unknown field {given!r}; allowed: {allowed}")
        self._value = value
        self._name = name

    def get(self, name: str, *types: type) -> Any:
        value = self._value[name]
        is_bool = isinstance(value, bool)
        if not isinstance(value, types) or (is_bool and bool not in types):
            wanted = " or ".join(_JSON_NAMES[kind] for kind in types)
            raise ManifestError(f"{name!r} of {self._name} is {_shown(value)}; allowed: {wanted}")
        return value

    def number(self, name: str) -> int:
        return _whole(self.get(name, str), name)


_JSON_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
    bool: "true or false",
    type(None): "null",
}


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "..."


def _whole(text: Any, name: str) -> int:
    """A whole number that is given as text."""
    if isinstance(text, str) and len(text) <= 30:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and str(int(text)) == text:
            return int(text)
    raise ManifestError(f"{name!r} is {_shown(text)}; allowed: a whole number as text")


def _read(text: str, table: Path | None) -> Manifest:
    """Reads a manifest's JSON; `table` is the Parquet file that it is in."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ManifestError):
            raise
        raise ManifestError(f"it is no JSON: {error}") from error
    # The number of the format decides which fields there are.
    if isinstance(value, dict) and value.get("format", FORMAT) != FORMAT:
        given = _shown(value["format"])
        raise ManifestError(f"its format is {given}; this version reads format {FORMAT}")
    known = ("format", "version", "revision", "preset", "count", "seeds", "floor", "difficulty")
    fields = _Fields(value, "the manifest", (*known, "sha256", "digests", "dataset"))
    revision, version = fields.get("revision", int), fields.get("version", str)
    if revision != REVISION:
        raise ManifestError(
            f"its levels are of revision {revision}, this generator has revision {REVISION}:"
            f" roomgen {version} generates them"
        )
    preset = _preset(fields)
    columns = _columns(value, table)
    seeds = columns.get("seeds")
    if seeds is None:
        seeds = _seeds(fields)
    given = {
        "floor": _per_level(fields, columns, "floor", (int,), np.dtype(np.uint32)),
        "difficulty": _per_level(fields, columns, "difficulty", (int, float), np.dtype(np.float32)),
    }
    try:
        selection = Selection(preset, seeds, **given)
    except (Error, TypeError, ValueError) as error:
        raise ManifestError(str(error)) from error
    if fields.get("count", int) != selection.count:
        count = fields.get("count", int)
        raise ManifestError(f"'count' is {count}, and there are {selection.count} seeds")
    sha256 = fields.get("sha256", str)
    if len(sha256) != 64 or set(sha256) - set("0123456789abcdef"):
        raise ManifestError(f"'sha256' is {_shown(sha256)}; allowed: 64 hexadecimal digits")
    digests = None if "digests" in columns else _digests(fields, selection.count, sha256)
    return Manifest(selection, sha256, digests, _contents(fields), version, table)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ManifestError(f"the field {twice!r} occurs twice")
    return value


def _refused(constant: str) -> Any:
    raise ManifestError(f"{constant} is no number")


def _preset(fields: _Fields) -> Preset:
    """The preset of a manifest, checked against its digest."""
    names = ("name", "digest", "text", "bases", "width", "height")
    noted = _Fields(fields.get("preset", dict), "'preset'", names)
    bases = []
    for base in noted.get("bases", list):
        is_pair = isinstance(base, list) and [type(part) for part in base] == [str, str]
        if not is_pair:
            raise ManifestError(f"a base is {_shown(base)}; allowed: a pair of name and text")
        bases.append((base[0], base[1]))
    try:
        preset = Preset.parse(noted.get("text", str), bases=bases)
        preset = preset.with_size(noted.get("width", int), noted.get("height", int))
    except ManifestError:
        raise
    except Error as error:
        raise ManifestError(f"its preset cannot be read: {error}") from error
    if preset.digest != noted.number("digest"):
        raise ManifestError(
            f"its preset has the digest {preset.digest}, and {noted.number('digest')} is noted:"
            " the text has changed"
        )
    if preset.name != noted.get("name", str):
        name = noted.get("name", str)
        raise ManifestError(f"its preset has the name {preset.name!r}, and {name!r} is noted")
    return preset


def _columns(value: dict[str, Any], table: Path | None) -> dict[str, Any]:
    """The values that are columns of the table around the manifest; of digests, nothing."""
    columns: dict[str, Any] = {}
    for name, column in (("seeds", "seed"), ("floor", "floor"), ("difficulty", "difficulty")):
        if table is not None and value[name] == {"column": column}:
            import pyarrow.parquet as pq

            try:
                columns[name] = pq.read_table(table, columns=[column])[column].to_numpy()
            except (OSError, KeyError, ValueError) as error:
                raise ManifestError(f"there is no column {column!r}: {error}") from error
    if table is not None and value["digests"] == {"column": "digest"}:
        columns["digests"] = None
    return columns


def _seeds(fields: _Fields) -> range | NDArray[np.uint64]:
    seeds = fields.get("seeds", dict, list)
    if isinstance(seeds, dict):
        bounds = _Fields(seeds, "'seeds'", ("start", "stop", "step"))
        step = bounds.number("step")
        if step == 0:
            raise ManifestError("'step' is 0; allowed: any other whole number")
        return range(bounds.number("start"), bounds.number("stop"), step)
    numbers = [_whole(seed, "a seed") for seed in seeds]
    try:
        return np.array(numbers, dtype=np.uint64)
    except OverflowError as error:
        raise ManifestError("a seed is out of range; allowed: 0 to 2**64 - 1") from error


def _per_level(
    fields: _Fields,
    columns: dict[str, Any],
    name: str,
    types: tuple[type, ...],
    dtype: np.dtype[Any],
) -> Any:
    """A floor or difficulty: one number, or an array with one for each level."""
    if name in columns:
        return columns[name]
    value = fields.get(name, *types, list)
    if not isinstance(value, list):
        return value
    for number in value:
        if isinstance(number, bool) or not isinstance(number, types):
            allowed = _JSON_NAMES[types[-1]]
            raise ManifestError(f"a value of {name!r} is {_shown(number)}; allowed: {allowed}")
    try:
        return np.array(value, dtype=dtype)
    except OverflowError as error:
        raise ManifestError(f"a value of {name!r} is out of range") from error


def _digests(fields: _Fields, count: int, sha256: str) -> NDArray[np.uint64] | None:
    """The single digests, checked against their sum."""
    text = fields.get("digests", str, type(None))
    if text is None:
        if count <= KEPT_DIGESTS:
            raise ManifestError(f"'digests' is null; {count} levels have their digests")
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ManifestError(f"'digests' is no base64: {error}") from error
    if len(data) != 8 * count:
        raise ManifestError(f"'digests' has {len(data)} bytes; {count} levels have {8 * count}")
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ManifestError("'digests' and 'sha256' do not belong together: one was changed")
    return np.frombuffer(data, dtype="<u8").astype(np.uint64)


def _contents(fields: _Fields) -> Contents | None:
    value = fields.get("dataset", dict, type(None))
    if value is None:
        return None
    noted = _Fields(value, "'dataset'", Contents._fields)
    lists = [noted.get(name, list) for name in ("metrics", "tables")]
    for name in (name for names in lists for name in names):
        if not isinstance(name, str):
            raise ManifestError(f"a name of 'dataset' is {_shown(name)}; allowed: a text")
    return Contents(noted.get("tiles", bool), *(tuple(names) for names in lists))
