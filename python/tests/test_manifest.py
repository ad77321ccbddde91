"""Manifests: written, read strictly, verified and rebuilt."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roomgen
from roomgen.errors import FileError, ManifestError, RequestError
from roomgen.manifest import Manifest
from roomgen.selection import Selection

CRYPT = roomgen.Preset.built_in("crypt").with_size(25, 25)
SMALL = """(
    name: "small",
    floorplan: (rooms: (min: 4, max: 8)),
    props: {"crate": (glyph: 'c', color: "#806040")},
    layouts: [(name: "crates", formations: [(shape: Square, prop: "crate")])],
)"""


def digests_of(
    preset: roomgen.Preset, seeds: list[int], floor: int = 0, difficulty: float = 0.0
) -> list[int]:
    """One level at a time, without batches."""
    levels = (preset.generate(seed, floor=floor, difficulty=difficulty) for seed in seeds)
    return [level.digest for level in levels]


def test_the_sum_is_that_of_the_single_levels_digests_in_order() -> None:
    seeds = [7, 3, 2**64 - 1, 3]
    manifest = Manifest.of(CRYPT, np.array(seeds, dtype=np.uint64), floor=2, difficulty=0.25)
    digests = digests_of(CRYPT, seeds, 2, 0.25)
    data = b"".join(digest.to_bytes(8, "little") for digest in digests)
    assert manifest.sha256 == hashlib.sha256(data).hexdigest()
    assert manifest.digests is not None and manifest.digests.tolist() == digests
    assert manifest.count == 4
    other = Manifest.of(CRYPT, np.array(seeds[::-1], dtype=np.uint64), floor=2, difficulty=0.25)
    assert other.sha256 != manifest.sha256


def test_blocks_and_threads_do_not_change_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Manifest.of(CRYPT, range(100))
    monkeypatch.setattr("roomgen.selection.BLOCK_LEVELS", 7)
    assert Manifest.of(CRYPT, range(100), threads=2) == whole


@pytest.mark.parametrize(
    "seeds",
    [
        range(20),
        range(20, 0, -3),
        range(2**64 - 3, 2**64),
        range(5, 6),
        np.array([2**64 - 1, 0, 2**53 + 1], dtype=np.uint64),
    ],
)
def test_a_saved_manifest_is_read_back_equal(seeds: Any, tmp_path: Path) -> None:
    manifest = Manifest.of(CRYPT, seeds, floor=3, difficulty=0.1)
    manifest.save(tmp_path / "m.json")
    read = Manifest.load(tmp_path / "m.json")
    assert read == manifest and hash(read) == hash(manifest)
    assert list(map(int, read.seeds)) == list(map(int, seeds))
    assert read.to_json() == manifest.to_json()
    assert np.float32(read.difficulty) == np.float32(0.1)
    assert json.loads(manifest.to_json())["difficulty"] == 0.1
    read.verify()


def test_floors_and_difficulties_may_be_one_for_each_level(tmp_path: Path) -> None:
    floors = np.array([0, 2**32 - 1, 5], dtype=np.uint32)
    difficulties = np.array([0, 1, 1 / 3], dtype=np.float32)
    manifest = Manifest.of(CRYPT, range(3), floor=floors, difficulty=difficulties)
    manifest.save(tmp_path / "m.json")
    read = Manifest.load(tmp_path / "m.json")
    assert np.array_equal(read.floor, floors)
    assert np.array_equal(read.difficulty, difficulties)
    (batch,) = read.rebuild(tiles=True)
    for position in range(3):
        level = CRYPT.generate(
            position, floor=int(floors[position]), difficulty=float(difficulties[position])
        )
        assert np.array_equal(batch.tiles[position], level.tiles)


def test_a_preset_of_ones_own_and_its_base_are_in_the_manifest(tmp_path: Path) -> None:
    text = '(base: "./small.ron", name: "tiny")'
    preset = roomgen.Preset.parse(text, bases=[("./small.ron", SMALL)])
    Manifest.of(preset.with_size(30, 20), range(10)).save(tmp_path / "m.json")
    read = Manifest.load(tmp_path / "m.json")
    assert read.preset == preset.with_size(30, 20)
    assert read.preset.bases == preset.bases and read.preset.size == (30, 20)
    read.verify()


def test_rebuilding_yields_the_levels_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roomgen.selection.BLOCK_LEVELS", 40)
    manifest = Manifest.of(CRYPT, range(100))
    batches = list(manifest.rebuild(threads=2, metrics=["rooms"], walkable=False))
    assert [len(batch) for batch in batches] == [40, 40, 20]
    wanted = CRYPT.generate_batch(range(100), metrics=["rooms"])
    assert np.array_equal(np.concatenate([batch.tiles for batch in batches]), wanted.tiles)
    rooms = np.concatenate([batch.metrics["rooms"] for batch in batches])
    assert np.array_equal(rooms, wanted.metrics["rooms"])
    with pytest.raises(AttributeError):
        _ = batches[0].walkable


def changed(manifest: Manifest, position: int) -> dict[str, Any]:
    """The JSON of a manifest whose digest at a position is another, with a matching sum."""
    assert manifest.digests is not None
    digests = manifest.digests.copy()
    digests[position] ^= np.uint64(1 << 40)
    fields: dict[str, Any] = json.loads(manifest.to_json())
    data = digests.astype("<u8").tobytes()
    fields["digests"] = base64.b64encode(data).decode()
    fields["sha256"] = hashlib.sha256(data).hexdigest()
    return fields


@pytest.mark.parametrize("position", [0, 6, 7, 99])
def test_the_first_level_that_differs_is_named(
    position: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roomgen.selection.BLOCK_LEVELS", 7)
    manifest = Manifest.of(CRYPT, range(1000, 1200, 2), floor=4)
    path = tmp_path / "m.json"
    path.write_text(json.dumps(changed(manifest, position)))
    with pytest.raises(ManifestError, match=f"seed {1000 + 2 * position} ") as caught:
        Manifest.load(path).verify()
    assert (caught.value.seed, caught.value.floor) == (1000 + 2 * position, 4)


def test_without_single_digests_a_difference_is_found_and_a_table_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pa = pytest.importorskip("pyarrow")
    for module in ("roomgen.manifest", "roomgen._manifest_json"):
        monkeypatch.setattr(f"{module}.KEPT_DIGESTS", 10)
    manifest = Manifest.of(CRYPT, range(100))
    assert manifest.digests is None
    assert json.loads(manifest.to_json())["digests"] is None
    manifest.save(tmp_path / "m.json")
    Manifest.load(tmp_path / "m.json").verify()

    fields = json.loads(manifest.to_json())
    fields["sha256"] = "0" * 64
    (tmp_path / "m.json").write_text(json.dumps(fields))
    with pytest.raises(ManifestError, match="SHA-256") as caught:
        Manifest.load(tmp_path / "m.json").verify()
    assert caught.value.seed is None and caught.value.floor is None

    digests = np.array(digests_of(CRYPT, list(range(100))), dtype=np.uint64)
    good = pa.table({"digest": pa.chunked_array([digests[:33], digests[33:]])})
    manifest.verify(table=good)
    # A table that is given counts, even if the manifest has digests.
    monkeypatch.undo()
    full = Manifest.of(CRYPT, range(100))
    assert full.digests is not None
    digests[41] += np.uint64(1)
    with pytest.raises(ManifestError) as caught:
        full.verify(table=pa.table({"digest": digests}))
    assert caught.value.seed == 41
    with pytest.raises(ManifestError) as caught:
        manifest.verify(table=pa.table({"digest": digests}))
    assert caught.value.seed == 41
    with pytest.raises(ManifestError, match="99 digests"):
        manifest.verify(table=good.slice(0, 99))
    with pytest.raises(ManifestError, match="'digest'"):
        manifest.verify(table=pa.table({"seed": [1]}))
    with pytest.raises(ManifestError, match=r"none\.parquet"):
        manifest.verify(table=tmp_path / "none.parquet")


DAMAGES: dict[str, tuple[Any, str]] = {
    "no object": (lambda m: [], "no JSON object"),
    "another format": (lambda m: {**m, "format": 2}, "format 1"),
    "another revision": (lambda m: {**m, "revision": 6}, "revision 6"),
    "revision as text": (lambda m: {**m, "revision": "7"}, "a whole number"),
    "revision as truth": (lambda m: {**m, "revision": True}, "a whole number"),
    "a field missing": (lambda m: {k: v for k, v in m.items() if k != "seeds"}, "'seeds'"),
    "a field too many": (lambda m: {**m, "extra": 1}, "'extra'"),
    "another preset": (
        lambda m: {**m, "preset": {**m["preset"], "preset_digest": "1"}},
        "the text has changed",
    ),
    "another text": (
        lambda m: {**m, "preset": {**m["preset"], "text": SMALL}},
        "the text has changed",
    ),
    "another name": (lambda m: {**m, "preset": {**m["preset"], "name": "cave"}}, "'cave'"),
    "a broken preset": (lambda m: {**m, "preset": {**m["preset"], "text": "("}}, "cannot be read"),
    "a base of one text": (lambda m: {**m, "preset": {**m["preset"], "bases": [["a"]]}}, "a pair"),
    "an impossible size": (lambda m: {**m, "preset": {**m["preset"], "width": 1}}, "width"),
    "a size with a point": (
        lambda m: {**m, "preset": {**m["preset"], "width": 25.0}},
        "a whole number",
    ),
    "another count": (lambda m: {**m, "count": 21}, "20 seeds"),
    "seeds as numbers": (lambda m: {**m, "seeds": [1, 2]}, "as text"),
    "a negative seed": (lambda m: {**m, "seeds": ["-1"] * 20}, "is -1; allowed: 0 to 1844"),
    "a seed too large": (lambda m: {**m, "seeds": [str(2**64)] * 20}, "allowed: 0 to 1844"),
    "a seed with a zero": (lambda m: {**m, "seeds": ["01"] * 20}, "as text"),
    "a negative range": (lambda m: {**m, "seeds": {**m["seeds"], "start": "-20"}}, "first seed"),
    "no seeds": (lambda m: {**m, "seeds": []}, "no seeds"),
    "no step": (lambda m: {**m, "seeds": {**m["seeds"], "step": "0"}}, "'step'"),
    "a column without a table": (lambda m: {**m, "seeds": {"column": "seed"}}, "'start'"),
    "a negative floor": (lambda m: {**m, "floor": -1}, "floor"),
    "a floor with a point": (lambda m: {**m, "floor": [0.5] * 20}, "a whole number"),
    "floors too large": (lambda m: {**m, "floor": [2**32] * 20}, "allowed: 0 to 4294967295"),
    "a negative floor of many": (lambda m: {**m, "floor": [-1] * 20}, "is -1; allowed: 0"),
    "a difficulty beyond floats": (lambda m: {**m, "difficulty": [1e300] * 20}, "difficulty"),
    "too few floors": (lambda m: {**m, "floor": [1, 2]}, "2 values"),
    "a high difficulty": (lambda m: {**m, "difficulty": 1.5}, "1.5"),
    "a difficulty as text": (lambda m: {**m, "difficulty": "0"}, "a number"),
    "a short sum": (lambda m: {**m, "sha256": "0" * 63}, "64 hexadecimal"),
    "another sum": (lambda m: {**m, "sha256": "0" * 64}, "belong together"),
    "no digests": (lambda m: {**m, "digests": None}, "null"),
    "too few digests": (lambda m: {**m, "digests": m["digests"][:12]}, "bytes"),
    "no base64": (lambda m: {**m, "digests": "ä" + m["digests"][1:]}, "base64"),
    "another digest": (lambda m: {**m, "digests": "AAAA" + m["digests"][4:]}, "belong together"),
    "an unknown content": (lambda m: {**m, "dataset": {"tiles": True}}, "'metrics'"),
    "contents of numbers": (
        lambda m: {**m, "dataset": {"tiles": True, "metrics": [1], "tables": []}},
        "a text",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_manifest_is_refused_in_clear_words(damage: str, tmp_path: Path) -> None:
    fields = json.loads(Manifest.of(CRYPT, range(20)).to_json())
    change, message = DAMAGES[damage]
    path = tmp_path / "m.json"
    path.write_text(json.dumps(change(fields)))
    with pytest.raises(ManifestError, match=message) as caught:
        Manifest.load(path)
    assert "m.json" in str(caught.value)
    assert isinstance(caught.value, roomgen.Error)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"format": 1, "format": 1}',
        b'{"format": NaN}',
        b"[" * 100_000,
        b'{"format": ' + b"9" * 5000 + b"}",
        b"PAR1",
        b"PAR1 and no more",
    ],
)
def test_malformed_manifests_are_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(text)
    with pytest.raises(ManifestError, match=r"m\.json|pyarrow"):
        Manifest.load(path)
    path.write_bytes(text[:-1])
    with pytest.raises(ManifestError):
        Manifest.load(path)


def test_every_shortened_manifest_is_refused(tmp_path: Path) -> None:
    text = Manifest.of(roomgen.Preset.parse(SMALL), range(3)).to_json()
    path = tmp_path / "m.json"
    for length in range(0, len(text) - 2, 7):
        path.write_text(text[:length])
        with pytest.raises(ManifestError):
            Manifest.load(path)


def test_unreadable_paths_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json", tmp_path / "none" / "m.json"):
        with pytest.raises(ManifestError, match="cannot be read"):
            Manifest.load(path)


def test_endless_files_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(ManifestError, match="cannot be read: it is no regular file"):
            Manifest.load(path)
    with pytest.raises(ManifestError, match="null byte"):
        Manifest.load(tmp_path / "a\0b")
    Manifest.of(CRYPT, range(3)).save(tmp_path / "m.json")
    monkeypatch.setattr("roomgen.manifest.MOST_BYTES", (tmp_path / "m.json").stat().st_size)
    Manifest.load(tmp_path / "m.json")
    with (tmp_path / "m.json").open("a") as file:
        file.write(" ")
    with pytest.raises(ManifestError, match="larger than"):
        Manifest.load(tmp_path / "m.json")


@pytest.mark.parametrize("name", ["a\0b.json", "\ud800.json", "a" * 300, "a\0b/m.json"])
def test_impossible_names_are_file_errors(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileError):
        Manifest.of(CRYPT, range(3)).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("table", [5, [1], b"levels.parquet"])
def test_malformed_tables_are_refused(table: Any) -> None:
    with pytest.raises(TypeError, match="table is .*; allowed: a table of pyarrow"):
        Manifest.of(CRYPT, range(3)).verify(table=table)


def test_half_surrogates_and_huge_numbers_are_refused(tmp_path: Path) -> None:
    made = json.loads(Manifest.of(CRYPT, range(3)).to_json())
    preset = made["preset"]
    path = tmp_path / "m.json"
    for change in (
        {"version": "\ud800"},
        {"preset": {**preset, "text": "\ud800"}},
        {"preset": {**preset, "bases": [["\udfff", "x"]]}},
        {"dataset": {"tiles": True, "metrics": ["\ud800"], "tables": []}},
    ):
        path.write_text(json.dumps({**made, **change}))
        with pytest.raises(ManifestError, match="half of a surrogate pair"):
            Manifest.load(path)
    for name in ("floor", "difficulty"):
        path.write_text(json.dumps({**made, name: [0, 10**400, 0]}))
        with pytest.raises(ManifestError, match=f"a value of '{name}' is"):
            Manifest.load(path)


def test_saving_replaces_only_when_asked_and_leaves_nothing_else(tmp_path: Path) -> None:
    manifest = Manifest.of(CRYPT, range(5))
    path = tmp_path / "m.json"
    manifest.save(path)
    with pytest.raises(FileError, match="overwrite=True"):
        Manifest.of(CRYPT, range(6)).save(path)
    assert Manifest.load(path) == manifest
    Manifest.of(CRYPT, range(6)).save(path, overwrite=True)
    assert Manifest.load(path).count == 6
    with pytest.raises(FileError, match="no folder"):
        manifest.save(tmp_path / "none" / "m.json")
    with pytest.raises(FileError, match="is a folder"):
        manifest.save(tmp_path, overwrite=True)
    assert [file.name for file in tmp_path.iterdir()] == ["m.json"]


@pytest.mark.parametrize(
    ("seeds", "more", "error"),
    [
        ([1, 2], {}, TypeError),
        (5, {}, TypeError),
        (None, {}, TypeError),
        (np.array([1, 2]), {}, TypeError),
        (np.array([1.0]), {}, TypeError),
        (np.array([[1]], dtype=np.uint64), {}, TypeError),
        (np.array(1, dtype=np.uint64), {}, TypeError),
        (range(0), {}, RequestError),
        (np.zeros(0, dtype=np.uint64), {}, RequestError),
        (range(-1, 5), {}, RequestError),
        (range(5, -2, -1), {}, RequestError),
        (range(2**64, 2**64 + 1), {}, RequestError),
        (range(3), {"floor": -1}, RequestError),
        (range(3), {"floor": 2**32}, RequestError),
        (range(3), {"floor": 0.5}, TypeError),
        (range(3), {"floor": np.zeros(3, dtype=np.int64)}, TypeError),
        (range(3), {"floor": np.zeros(2, dtype=np.uint32)}, RequestError),
        (range(3), {"floor": np.zeros((3, 1), dtype=np.uint32)}, TypeError),
        (range(3), {"difficulty": 1.01}, RequestError),
        (range(3), {"difficulty": float("nan")}, RequestError),
        (range(3), {"difficulty": "1"}, TypeError),
        (range(3), {"difficulty": np.zeros(3)}, TypeError),
        (range(3), {"difficulty": np.zeros(4, dtype=np.float32)}, RequestError),
        (range(3), {"difficulty": np.array([0, 2, 0], dtype=np.float32)}, RequestError),
        (range(3), {"difficulty": np.array([0, np.nan, 0], dtype=np.float32)}, RequestError),
        (range(3), {"threads": 0}, RequestError),
    ],
)
def test_bad_requests_are_refused(seeds: Any, more: dict[str, Any], error: type) -> None:
    with pytest.raises(error):
        Manifest.of(CRYPT, seeds, **more)


def test_none_stands_for_the_defaults() -> None:
    selection = Selection.of(CRYPT, range(3), None, None)
    assert (selection.floor, selection.difficulty) == (0, 0.0)
    made = Manifest.of(CRYPT, range(3), floor=None, difficulty=None)
    assert made == Manifest.of(CRYPT, range(3), floor=0, difficulty=0.0)


@pytest.mark.parametrize(
    ("seeds", "more", "words"),
    [
        (np.zeros(3, np.int64), {}, r"int64 with shape \[3\]"),
        (range(3), {"floor": np.zeros(3, np.int64)}, r"int64 with shape \[3\]"),
        (range(3), {"difficulty": np.zeros(5)}, r"float64 with shape \[5\]"),
        (range(3), {"difficulty": np.array(["a"] * 3)}, r"<U1 with shape \[3\]"),
    ],
)
def test_messages_show_the_callers_array(seeds: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        Selection(CRYPT, seeds, **more)


@pytest.mark.parametrize("value", [-0.1, 1.5, np.nan])
def test_difficulties_are_refused_before_any_level_is_generated(value: float) -> None:
    difficulties = np.full(1000, 0.5, dtype=np.float32)
    difficulties[500] = value
    with pytest.raises(RequestError):
        Selection(CRYPT, range(1000), difficulty=difficulties)


def test_malformed_presets_are_refused() -> None:
    with pytest.raises(TypeError, match="preset"):
        Manifest.of("crypt", range(3))  # type: ignore[arg-type]


def test_a_manifest_does_not_share_the_callers_arrays() -> None:
    seeds = np.arange(5, dtype=np.uint64)
    manifest = Manifest.of(CRYPT, seeds)
    seeds[:] = 77
    manifest.verify()
    assert isinstance(manifest.seeds, np.ndarray)
    with pytest.raises(ValueError, match="read-only"):
        manifest.seeds[0] = 1
    assert manifest.digests is not None
    with pytest.raises(ValueError, match="read-only"):
        manifest.digests[0] = 1
    with pytest.raises(AttributeError):
        manifest.sha256 = "0" * 64  # type: ignore[misc]


def test_a_huge_range_takes_no_memory_until_it_is_generated() -> None:
    selection = Selection(CRYPT, range(2**64))
    assert selection.count == 2**64
    assert selection.at(2**64 - 1) == (2**64 - 1, 0, 0.0)
    first = next(selection.batches(tiles=False, walkable=False, digests=True))
    assert len(first) == selection.block


def test_only_tables_need_pyarrow_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roomgen import dataset

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    Manifest.of(CRYPT, range(3)).verify()
    with pytest.raises(ImportError, match=r'pip install "\./python\[arrow\]"'):
        CRYPT.generate_batch(range(3)).to_arrow()
    with pytest.raises(ImportError, match=r'pip install "\./python\[arrow\]"'):
        dataset.write(tmp_path / "levels.parquet", CRYPT, range(3))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "levels.parquet").write_bytes(b"PAR1")
    with pytest.raises(ManifestError, match=r'pip install "\./python\[arrow\]"'):
        Manifest.load(tmp_path / "levels.parquet")


def test_a_pyarrow_that_does_not_load_is_not_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("pyarrow.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ImportError, match="pyarrow.parquet") as caught:
        CRYPT.generate_batch(range(3)).to_arrow()
    assert "pip install" not in str(caught.value)


@pytest.mark.slow
def test_a_hundred_thousand_of_a_hundred_thousand_levels_are_rebuilt_equal(tmp_path: Path) -> None:
    manifest = Manifest.of(CRYPT, range(100_000), threads=2)
    manifest.save(tmp_path / "m.json")
    equal = 0
    for batch in Manifest.load(tmp_path / "m.json").rebuild(threads=2):
        first = int(batch.seeds[0])
        again = CRYPT.generate_batch(range(first, first + len(batch)), digests=True)
        same_tiles = (batch.tiles == again.tiles).all(axis=(1, 2))
        equal += int(np.count_nonzero(same_tiles & (batch.digests == again.digests)))
    assert equal == 100_000


def test_manifests_copy_arrays_and_are_frozen_after_pickling() -> None:
    made = Manifest.of(CRYPT, np.array([3, 1], dtype=np.uint64))
    assert made.digests is not None
    digests = made.digests.copy()
    manifest = Manifest(made.selection, made.sha256, digests)
    digests[0] = 1
    assert manifest == made
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert not again.digests.flags.writeable and not again.seeds.flags.writeable
