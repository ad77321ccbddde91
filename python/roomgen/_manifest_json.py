"""The JSON of manifests: writing and strict reading. `roomgen.manifest` describes the format."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._arrow import arrow
from ._native import REVISION, Preset
from .errors import Error, ManifestError
from .selection import Selection

__all__ = ["FORMAT", "KEPT_DIGESTS", "Contents", "Parsed", "encoded", "read", "selection_fields"]

FORMAT = 1
KEPT_DIGESTS = 1 << 20
"""The most levels whose single digests a manifest holds: 11 MB of base64."""


class Contents(NamedTuple):
    """The columns and tables of a dataset, beside seed, floor, difficulty, digest and ends."""

    tiles: bool
    metrics: tuple[str, ...]
    tables: tuple[str, ...]


class Parsed(NamedTuple):
    """What a manifest's JSON says."""

    selection: Selection
    sha256: str
    digests: NDArray[np.uint64] | None
    contents: Contents | None
    version: str


COLUMNS = {"seeds": "seed", "floor": "floor", "difficulty": "difficulty"}
"""The fields that may be columns of a table, and the names of these columns."""


def selection_fields(selection: Selection, *, are_columns: bool = False) -> dict[str, Any]:
    """The fields of a manifest that say what is generated, by which revision.

    With `are_columns`, arrays are named as columns of the table around the manifest.
    """
    preset = selection.preset
    width, height = preset.size
    return {
        "revision": REVISION,
        "preset": {
            "name": preset.name,
            "preset_digest": str(preset.digest),
            "text": preset.text,
            "bases": [list(base) for base in preset.bases],
            "width": width,
            "height": height,
        },
        "count": selection.count,
        **{name: _values(name, getattr(selection, name), are_columns) for name in COLUMNS},
    }


def _values(name: str, value: Any, are_columns: bool) -> Any:
    """The seeds, floors or difficulties of a selection as JSON has them."""
    if isinstance(value, range):
        return {bound: str(getattr(value, bound)) for bound in ("start", "stop", "step")}
    if are_columns and isinstance(value, np.ndarray):
        return {"column": COLUMNS[name]}
    kinds: dict[str, Callable[[Any], Any]] = {
        "seeds": str,
        "floor": int,
        "difficulty": _shortest,
    }
    kind = kinds[name]
    return [kind(number) for number in value] if isinstance(value, np.ndarray) else kind(value)


def _shortest(difficulty: Any) -> float:
    """The shortest decimal that names the same 32-bit float."""
    return float(str(np.float32(difficulty)))


def encoded(digests: NDArray[np.uint64]) -> str:
    """Digests as little-endian bytes in base64."""
    return base64.b64encode(digests.astype("<u8", copy=False).tobytes()).decode()


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
    """A value as messages show it, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "..."


def _whole(text: Any, name: str) -> int:
    """A whole number that is given as text."""
    if isinstance(text, str) and len(text) <= 30:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and str(int(text)) == text:
            return int(text)
    raise ManifestError(f"{name!r} is {_shown(text)}; allowed: a whole number as text")


def read(text: str, table: Path | None) -> Parsed:
    """Reads a manifest's JSON; `table` is the Parquet file that it is in.

    Raises `ManifestError`.
    """
    value: Any
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ManifestError):
            raise
        raise ManifestError(f"it is no JSON: {error}") from error
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise ManifestError("a text in it has half of a surrogate pair") from error
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
    varying: dict[str, Any] = {
        "floor": _per_level(fields, columns, "floor", (int,), np.dtype(np.uint32)),
        "difficulty": _per_level(fields, columns, "difficulty", (int, float), np.dtype(np.float32)),
    }
    try:
        selection = Selection(preset, seeds, **varying)
    except (Error, TypeError, ValueError) as error:
        raise ManifestError(str(error)) from error
    if fields.get("count", int) != selection.count:
        count = fields.get("count", int)
        raise ManifestError(f"'count' is {count}, and there are {selection.count} seeds")
    sha256 = fields.get("sha256", str)
    if len(sha256) != 64 or set(sha256) - set("0123456789abcdef"):
        raise ManifestError(f"'sha256' is {_shown(sha256)}; allowed: 64 hexadecimal digits")
    digests = None if "digests" in columns else _digests(fields, selection.count, sha256)
    return Parsed(selection, sha256, digests, _contents(fields), version)


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
    names = ("name", "preset_digest", "text", "bases", "width", "height")
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
    if preset.digest != noted.number("preset_digest"):
        raise ManifestError(
            f"its preset has the digest {preset.digest}, and {noted.number('preset_digest')} is noted:"
            " the text has changed"
        )
    if preset.name != noted.get("name", str):
        name = noted.get("name", str)
        raise ManifestError(f"its preset has the name {preset.name!r}, and {name!r} is noted")
    return preset


def _columns(value: dict[str, Any], table: Path | None) -> dict[str, Any]:
    """The values that are columns of the table around the manifest; of digests, nothing."""
    columns: dict[str, Any] = {}
    for name, column in COLUMNS.items():
        if table is not None and value[name] == {"column": column}:
            pa = arrow()
            try:
                read_table = pa.parquet.read_table
                columns[name] = read_table(table, columns=[column])[column].to_numpy()
            except (OSError, KeyError, ValueError, pa.ArrowException) as error:
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
    return _array([_whole(seed, "a seed") for seed in seeds], np.dtype(np.uint64), "seeds")


def _array(numbers: list[Any], dtype: np.dtype[Any], name: str) -> NDArray[Any]:
    """Numbers as an array; whole ones within the range of its dtype."""
    if dtype.kind == "u":
        # Versions of numpy before 2 wrap what is out of range.
        most = int(np.iinfo(dtype).max)
        for number in numbers:
            if not 0 <= number <= most:
                given = _shown(number)
                raise ManifestError(f"a value of {name!r} is {given}; allowed: 0 to {most}")
    # A number beyond 32-bit floats becomes infinite, which no difficulty may be.
    with np.errstate(over="ignore"):
        try:
            return np.array(numbers, dtype=dtype)
        except OverflowError as error:
            raise ManifestError(f"a value of {name!r} is too large: {error}") from error


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
    return _array(value, dtype, name)


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
