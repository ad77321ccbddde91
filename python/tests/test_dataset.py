"""Datasets: Parquet files that pyarrow, DuckDB and polars read alike, and that can be rebuilt."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roomgen
from roomgen.errors import FileError, ManifestError, RequestError
from roomgen.manifest import Manifest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from roomgen import dataset  # noqa: E402

CRYPT = roomgen.Preset.built_in("crypt").with_size(25, 25)
LEVELS = 3000


@pytest.fixture(scope="module")
def crypts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with all tables, of several blocks."""
    path = tmp_path_factory.mktemp("crypts") / "levels.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("roomgen.selection.BLOCK_LEVELS", 700)
        dataset.write(path, CRYPT, range(LEVELS), tables=dataset.TABLES, threads=2, difficulty=0.5)
    return path


def beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.stem}.{name}.parquet")


def test_each_row_is_the_level_of_its_seed(crypts: Path) -> None:
    table = pq.read_table(crypts)
    assert table.num_rows == LEVELS
    tiles = dataset.tiles(table)
    assert tiles.shape == (LEVELS, 25, 25) and tiles.dtype == np.uint8
    assert not tiles.flags.writeable
    for position in (0, 1, 699, 700, 2999):
        level = CRYPT.generate(position, difficulty=0.5)
        row = table.slice(position, 1).to_pylist()[0]
        assert np.array_equal(tiles[position], level.tiles)
        assert row["tiles"] == level.tiles.tobytes()
        ends = ((row["entry_x"], row["entry_y"]), (row["exit_x"], row["exit_y"]))
        assert ends == (level.entry, level.exit)
        assert (row["seed"], row["floor"], row["difficulty"]) == (position, 0, 0.5)
        assert row["digest"] == level.digest
        metrics = level.metrics()
        assert {name: None if row[name] != row[name] else row[name] for name in metrics} == metrics


def names_of(level: roomgen.Level, table: str) -> list[dict[str, Any]]:
    """The rows of a level's table by plain loops over its arrays: names for numbers."""
    kinds = [kind.name for kind in level.kinds]
    lists: dict[str, dict[str, Any]] = {
        "rooms": {
            "kind": roomgen.ROOM_KINDS,
            "shape": roomgen.ROOM_SHAPES,
            "layout": level.layouts,
            "vault": level.vaults,
        },
        "passages": {"kind": roomgen.DOOR_KINDS, "lock_kind": kinds},
        "keys": {"key_use": roomgen.KEY_USES, "kind": kinds},
        "encounters": {"group": level.groups},
        "members": {},
        "loot": {"kind": kinds},
        "props": {"kind": kinds, "turn": roomgen.TURNS},
    }
    optional = {"host", "cycle", "lock", "one_way", "saves"}
    values = getattr(level, table)._asdict()
    rows = []
    for number in range(len(next(iter(values.values())))):
        row: dict[str, Any] = {"id": number}
        for column, array in values.items():
            value = array[number].item()
            if column in lists[table]:
                value = None if value == -1 else lists[table][column][value]
            elif column == "tags":
                value = [tag for bit, tag in enumerate(level.tags) if value >> bit & 1]
            elif column in optional and value == -1:
                value = None
            elif column.startswith("second_") and values["second_width"][number] == 0:
                value = None
            row[column] = value
        rows.append(row)
    return rows


@pytest.mark.parametrize("name", dataset.TABLES)
def test_each_row_of_a_table_is_that_of_the_level(crypts: Path, name: str) -> None:
    rows = pq.read_table(beside(crypts, name)).to_pylist()
    of_seed: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        seed = row.pop("seed")
        assert (row.pop("floor"), row.pop("difficulty")) == (0, 0.5)
        of_seed.setdefault(seed, []).append(row)
    for seed in [*range(120), 698, 699, 700, 701, 2999]:
        assert of_seed.get(seed, []) == names_of(CRYPT.generate(seed, difficulty=0.5), name)


def test_encounters_and_loot_have_rows_of_their_own() -> None:
    preset = roomgen.Preset.parse("""(
        name: "rats", base: "cellar", size: (41, 29),
        groups: {"pack": (cost: 2, members: {"rat": (2, 3)})},
        encounters: (budget: 24, quiet: 8),
        loot: (budget: 6, items: {"chest": (value: 2)}),
    )""")
    batch = preset.generate_batch(range(20), encounters=True, members=True, loot=True, rooms=True)
    for name in ("encounters", "members", "loot", "rooms"):
        rows = dataset.detail_table(batch, name).to_pylist()
        of_seed = [[row for row in rows if row["seed"] == seed] for seed in range(20)]
        assert len(rows) > 20
        for level, found in zip(batch, of_seed, strict=True):
            bare = [{key: row[key] for key in row if key not in ("seed", "floor", "difficulty")} for row in found]
            assert bare == names_of(level, name)
    groups = dataset.detail_table(batch, "encounters")["group"].to_pylist()
    assert "pack" in groups


def test_absent_values_and_names_occur_in_the_tables(crypts: Path) -> None:
    # Else the test above would prove little.
    rooms = pq.read_table(beside(crypts, "rooms"))
    assert 0 < rooms["host"].null_count < rooms.num_rows
    assert 0 < rooms["layout"].null_count < rooms.num_rows
    assert any(rooms["tags"].to_pylist()) and not all(rooms["tags"].to_pylist())
    passages = pq.read_table(beside(crypts, "passages"))
    assert 0 < passages["lock_kind"].null_count < passages.num_rows
    assert pa.types.is_dictionary(pq.read_table(beside(crypts, "props"))["kind"].type)


def test_the_types_are_those_of_the_documentation(crypts: Path) -> None:
    schema = pq.read_schema(crypts)
    assert schema.field("seed").type == pa.uint64() == schema.field("digest").type
    assert schema.field("floor").type == pa.uint32()
    assert schema.field("difficulty").type == pa.float32()
    assert schema.field("tiles").type == pa.binary(625)
    for metric in roomgen.METRICS:
        wanted = pa.int32() if metric.is_whole and not metric.may_be_absent else pa.float64()
        assert schema.field(metric.name).type == wanted
    tags = pq.read_schema(beside(crypts, "rooms")).field("tags").type
    assert pa.types.is_list(tags) and tags.value_type == pa.string()


def are_same(one: pa.Table, other: pa.Table) -> bool:
    """Whether two tables have the same columns and values: a metric that is absent, NaN, is itself."""
    return one.schema.equals(other.schema) and repr(one.to_pylist()) == repr(other.to_pylist())


def test_a_batch_becomes_the_same_table(crypts: Path) -> None:
    fields: dict[str, Any] = {"digests": True, "metrics": True, "difficulty": 0.5}
    tables = dict.fromkeys(dataset.TABLES, True)
    batch = CRYPT.generate_batch(range(LEVELS), **fields, **tables)
    assert are_same(batch.to_arrow(), pq.read_table(crypts))
    for name in dataset.TABLES:
        assert are_same(dataset.detail_table(batch, name), pq.read_table(beside(crypts, name)))
    plain = CRYPT.generate_batch(range(10), tiles=False).to_arrow()
    assert "tiles" not in plain.column_names and "digest" not in plain.column_names
    with pytest.raises(AttributeError):
        dataset.detail_table(CRYPT.generate_batch(range(10)), "rooms")
    with pytest.raises(RequestError, match="rooms, passages, keys, encounters, members, loot, props"):
        dataset.detail_table(batch, "walls")


def test_tiles_are_a_view_of_one_chunk_and_need_a_size() -> None:
    batch = CRYPT.generate_batch(range(10))
    table = batch.to_arrow()
    assert np.shares_memory(dataset.tiles(table), batch.tiles)
    assert np.array_equal(dataset.tiles(table.slice(3, 4)), batch.tiles[3:7])
    joined = pa.concat_tables([table.slice(8), table.slice(0, 2)])
    assert np.array_equal(dataset.tiles(joined), batch.tiles[[8, 9, 0, 1]])
    assert dataset.tiles(table.slice(0, 0)).shape == (0, 25, 25)
    bare = table.replace_schema_metadata(None)
    assert np.array_equal(dataset.tiles(bare, (25, 25)), batch.tiles)
    with pytest.raises(RequestError, match="size="):
        dataset.tiles(bare)
    with pytest.raises(RequestError, match="625"):
        dataset.tiles(bare, (25, 24))
    with pytest.raises(RequestError, match="'tiles'"):
        dataset.tiles(table.drop_columns(["tiles"]))


def test_duckdb_polars_and_pyarrow_agree(crypts: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    wanted = CRYPT.generate_batch(
        range(LEVELS), difficulty=0.5, digests=True, metrics=True, rooms=True, props=True
    )
    total = sum(int(digest) for digest in wanted.digests)
    steps = int(wanted.metrics["walking_distance"].sum())
    openness = float(wanted.metrics["openness"].sum())

    query = "SELECT count(*), sum(digest::HUGEINT), sum(walking_distance), sum(openness) FROM "
    found = duckdb.sql(f"{query} '{crypts}'").fetchall()[0]
    assert (found[0], int(found[1]), int(found[2])) == (LEVELS, total, steps)
    assert found[3] == pytest.approx(openness, rel=1e-12)

    frame = polars.read_parquet(crypts)
    assert frame.height == LEVELS and int(frame["walking_distance"].sum()) == steps
    assert frame["digest"].to_list() == wanted.digests.tolist()
    assert frame["openness"].to_list() == wanted.metrics["openness"].tolist()
    assert b"".join(frame["tiles"].to_list()) == wanted.tiles.tobytes()
    in_duckdb = duckdb.sql(f"SELECT tiles FROM '{crypts}' ORDER BY seed").fetchall()
    assert b"".join(row[0] for row in in_duckdb) == wanted.tiles.tobytes()

    props = wanted.props.values
    kinds = [kind.name for kind in CRYPT.kinds]
    counts = {
        kind: int((props.kind == number).sum())
        for number, kind in enumerate(kinds)
        if (props.kind == number).any()
    }
    file = beside(crypts, "props")
    found = duckdb.sql(f"SELECT kind, count(*) FROM '{file}' GROUP BY kind").fetchall()
    assert dict(found) == counts
    frame = polars.read_parquet(file).group_by("kind").len()
    assert dict(zip(frame["kind"].cast(polars.String), frame["len"], strict=True)) == counts
    treasuries = duckdb.sql(
        f"SELECT count(*) FROM '{beside(crypts, 'rooms')}' WHERE list_contains(tags, 'treasury')"
    ).fetchall()[0]
    bit = CRYPT.tags.index("treasury")
    assert treasuries == (int((wanted.rooms.values.tags >> np.uint32(bit) & 1).sum()),)
    assert treasuries[0] > 0


def test_levels_that_sql_picks_are_rebuilt_equal(crypts: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    picked = duckdb.sql(
        f"""SELECT seed, difficulty, digest, tiles FROM '{crypts}'
        WHERE walking_distance > 30 AND locked_passages >= 1 ORDER BY seed"""
    ).fetchall()
    assert 0 < len(picked) < LEVELS
    seeds = np.array([row[0] for row in picked], dtype=np.uint64)
    difficulties = np.array([row[1] for row in picked], dtype=np.float32)
    manifest = Manifest.of(CRYPT, seeds, difficulty=difficulties)
    assert manifest.digests is not None
    assert manifest.digests.tolist() == [row[2] for row in picked]
    manifest.save(tmp_path / "picked.json")
    batches = list(Manifest.load(tmp_path / "picked.json").rebuild(metrics=True))
    tiles = np.concatenate([batch.tiles for batch in batches])
    assert tiles.tobytes() == b"".join(row[3] for row in picked)
    for batch in batches:
        assert (batch.metrics["walking_distance"] > 30).all()
        assert (batch.metrics["locked_passages"] >= 1).all()


def test_rewritten_files_have_the_same_bytes_for_all_numbers_of_threads(
    crypts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roomgen.selection.BLOCK_LEVELS", 700)
    noted = crypts.with_name("levels.manifest.json")
    for number, source in enumerate((noted, crypts)):
        again = tmp_path / str(number) / "levels.parquet"
        again.parent.mkdir()
        manifest = dataset.rebuild(Manifest.load(source), again, threads=number + 1)
        assert manifest == Manifest.load(noted)
        names = sorted(file.name for file in crypts.parent.iterdir())
        assert sorted(file.name for file in again.parent.iterdir()) == names
        for name in names:
            assert (again.parent / name).read_bytes() == (crypts.parent / name).read_bytes(), name


def test_the_manifest_in_the_parquet_file_is_the_one_beside_it(crypts: Path) -> None:
    inside = Manifest.load(crypts)
    outside = Manifest.load(crypts.with_name("levels.manifest.json"))
    assert inside.sha256 == outside.sha256
    assert (inside.contents, inside.count) == (outside.contents, outside.count)
    assert outside.digests is not None and inside.digests is None
    inside.verify(threads=2)
    assert outside.contents == (
        True,
        tuple(metric.name for metric in roomgen.METRICS),
        dataset.TABLES,
    )


def test_chosen_seeds_floors_and_difficulties_are_columns_of_the_file(tmp_path: Path) -> None:
    seeds = np.array([2**64 - 1, 9, 4, 9], dtype=np.uint64)
    floors = np.array([0, 1, 2, 3], dtype=np.uint32)
    difficulties = np.array([0, 0.1, 0.5, 1], dtype=np.float32)
    path = tmp_path / "picked.parquet"
    given: dict[str, Any] = {"floor": floors, "difficulty": difficulties}
    dataset.write(path, CRYPT, seeds, **given, metrics=["rooms", "openness"], tiles=False)
    table = pq.read_table(path)
    assert table["seed"].to_pylist() == seeds.tolist()
    assert table["floor"].to_pylist() == floors.tolist()
    assert np.array_equal(table["difficulty"].to_numpy(), difficulties)
    assert table.column_names[-2:] == ["rooms", "openness"]
    assert "tiles" not in table.column_names
    inside = Manifest.load(path)
    assert np.array_equal(inside.seeds, seeds)
    assert np.array_equal(inside.floor, floors)
    assert np.array_equal(inside.difficulty, difficulties)
    text = pq.read_metadata(path).metadata[b"roomgen.manifest"].decode()
    assert json.loads(text)["seeds"] == {"column": "seed"}
    inside.verify()
    assert Manifest.load(tmp_path / "picked.manifest.json").digests is not None


def replaced(path: Path, **columns: Any) -> None:
    """Writes a Parquet file again with other columns and the same metadata."""
    metadata = pq.read_metadata(path).metadata
    table = pq.read_table(path)
    for name, values in columns.items():
        position = table.column_names.index(name)
        field = table.schema.field(name)
        table = table.set_column(position, field, pa.array(values, type=field.type))
    with pq.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({b"roomgen.manifest": metadata[b"roomgen.manifest"]})


def test_a_changed_digest_in_the_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "levels.parquet"
    dataset.write(path, CRYPT, range(100, 150), metrics=False)
    digests = pq.read_table(path)["digest"].to_numpy().copy()
    digests[31] ^= np.uint64(1)
    replaced(path, digest=digests)
    with pytest.raises(ManifestError) as caught:
        Manifest.load(path).verify()
    assert caught.value.seed == 131
    again = tmp_path / "again.parquet"
    with pytest.raises(ManifestError) as caught:
        dataset.rebuild(Manifest.load(path), again)
    assert caught.value.seed == 131
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "levels.manifest.json",
        "levels.parquet",
    ]


def test_tiles_need_a_size_that_can_be_read() -> None:
    table = dataset.levels_table(CRYPT.generate_batch(range(3)))
    for damage in ({}, {"roomgen.width": "25"}, {"roomgen.width": "x", "roomgen.height": "25"}):
        with pytest.raises(RequestError, match="no usable size"):
            dataset.tiles(table.replace_schema_metadata(damage))


def test_a_damaged_parquet_file_is_no_manifest(tmp_path: Path) -> None:
    path = tmp_path / "levels.parquet"
    dataset.write(path, CRYPT, range(50), metrics=False)
    data = path.read_bytes()
    for cut in (8, 100, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:cut])
        with pytest.raises(ManifestError):
            Manifest.load(path)
    bare = tmp_path / "bare.parquet"
    pq.write_table(pa.table({"seed": [1]}), bare)
    with pytest.raises(ManifestError, match="holds none"):
        Manifest.load(bare)


def test_existing_files_are_kept_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "levels.parquet"
    dataset.write(path, CRYPT, range(5), tables=["rooms", "keys"])
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert sorted(before) == [
        "levels.keys.parquet",
        "levels.manifest.json",
        "levels.parquet",
        "levels.rooms.parquet",
    ]
    with pytest.raises(FileError, match="overwrite=True"):
        dataset.write(path, CRYPT, range(6))
    path.unlink()
    with pytest.raises(FileError, match=r"levels\.rooms\.parquet"):
        dataset.write(path, CRYPT, range(6))
    path.write_bytes(before["levels.parquet"])
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    dataset.write(path, CRYPT, range(6), tables=["keys"], overwrite=True)
    assert "levels.rooms.parquet" not in [file.name for file in tmp_path.iterdir()]
    assert pq.read_table(path).num_rows == 6


def test_a_failure_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roomgen.selection.BLOCK_LEVELS", 10)
    path = tmp_path / "levels.parquet"
    original, calls = roomgen._arrow.detail_table, iter(range(100))

    def failing(*arguments: Any) -> Any:
        if next(calls) == 2:
            raise OSError("no space left on device")
        return original(*arguments)

    monkeypatch.setattr("roomgen._arrow.detail_table", failing)
    with pytest.raises(FileError, match="no space left"):
        dataset.write(path, CRYPT, range(100), tables=["rooms"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", ["SIGINT", "SIGKILL"])
def test_an_interrupted_run_leaves_no_file_of_its_name(number: str, tmp_path: Path) -> None:
    script = (
        "import sys, roomgen; from roomgen import dataset;"
        "p = roomgen.Preset.built_in('crypt').with_size(25, 25);"
        "dataset.write(sys.argv[1], p, range(10**9), metrics=False)"
    )
    path = tmp_path / "levels.parquet"
    process = subprocess.Popen([sys.executable, "-c", script, str(path)], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not sum(file.stat().st_size for file in tmp_path.iterdir()):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(getattr(signal, number))
    _, message = process.communicate(timeout=60)
    assert process.returncode != 0
    left = [file.name for file in tmp_path.iterdir()]
    if number == "SIGINT":
        assert b"KeyboardInterrupt" in message and left == []
    else:
        assert len(left) == 1 and left[0].startswith(".roomgen-") and left[0].endswith(".tmp")


@pytest.mark.parametrize(
    ("seeds", "more", "error"),
    [
        (range(0), {}, RequestError),
        (range(-3, 3), {}, RequestError),
        ([1, 2, 3], {}, TypeError),
        (np.array([1, 2, 3]), {}, TypeError),
        (range(3), {"metrics": ["steps"]}, RequestError),
        (range(3), {"metrics": "rooms"}, TypeError),
        (range(3), {"tables": ["walls"]}, RequestError),
        (range(3), {"tables": "rooms"}, TypeError),
        (range(3), {"threads": 0}, RequestError),
        (range(3), {"floor": np.zeros(3, dtype=np.int32)}, TypeError),
        (range(3), {"difficulty": 2}, RequestError),
    ],
)
def test_bad_requests_write_nothing(
    seeds: Any, more: dict[str, Any], error: type, tmp_path: Path
) -> None:
    with pytest.raises(error):
        dataset.write(tmp_path / "levels.parquet", CRYPT, seeds, **more)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["levels", "levels.json", "none/levels.parquet", ".parquet"])
def test_bad_paths_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises((RequestError, FileError)):
        dataset.write(tmp_path / name, CRYPT, range(3))
    assert list(tmp_path.iterdir()) == []


def test_a_level_of_the_file_takes_less_than_the_promised_bytes(tmp_path: Path) -> None:
    path = tmp_path / "levels.parquet"
    dataset.write(path, CRYPT, range(10_000), threads=2)
    metadata = pq.read_metadata(path)
    assert metadata.num_columns == 8 + len(roomgen.METRICS) + 1
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    chunks = [group.column(c).total_compressed_size for group in groups for c in range(31)]
    # The text of the preset, 41 kB, is the same for any number of levels.
    assert sum(chunks) / 10_000 < 75


@pytest.mark.slow
def test_a_hundred_thousand_levels_are_rewritten_byte_for_byte(tmp_path: Path) -> None:
    first, second = tmp_path / "first.parquet", tmp_path / "second.parquet"
    dataset.write(first, CRYPT, range(100_000), threads=2)
    assert first.stat().st_size / 100_000 < 110
    manifest = dataset.rebuild(Manifest.load(first), second, threads=1)
    assert manifest.count == 100_000
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_levels(tmp_path: Path) -> None:
    script = (
        "import resource, sys, roomgen; from roomgen import dataset;"
        "p = roomgen.Preset.built_in('crypt').with_size(25, 25);"
        "dataset.write(sys.argv[1], p, range(int(sys.argv[2])), metrics=False, threads=2);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )

    def peak(levels: int) -> int:
        path = tmp_path / f"{levels}.parquet"
        command = [sys.executable, "-c", script, str(path), str(levels)]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    # 350,000 more levels have 219 MB of tiles.
    assert peak(400_000) - peak(50_000) < 80_000


def test_overwriting_removes_no_file_of_another_dataset(tmp_path: Path) -> None:
    path, other = tmp_path / "crypts.parquet", tmp_path / "crypts.rooms.parquet"
    for name in dataset.TABLES:
        with pytest.raises(RequestError, match=f"does not end in .{name}.parquet"):
            dataset.write(tmp_path / f"crypts.{name}.parquet", CRYPT, range(3))
    assert list(tmp_path.iterdir()) == []
    other.write_bytes(b"mine")
    dataset.write(path, CRYPT, range(3), overwrite=True)
    dataset.write(path, CRYPT, range(4), tables=["keys"], overwrite=True)
    (tmp_path / "crypts.manifest.json").write_text("{")
    dataset.write(path, CRYPT, range(5), overwrite=True)
    assert other.read_bytes() == b"mine"
    assert (tmp_path / "crypts.keys.parquet").exists()
