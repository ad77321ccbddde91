"""Datasets by Ray: the folder's rules without a cluster, then a cluster that loses workers."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roomgen
from roomgen.errors import FileError, ManifestError, RequestError
from roomgen.manifest import Manifest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

import roomgen.ray  # noqa: E402

CRYPT = roomgen.Preset.built_in("crypt").with_size(25, 25)
PART = 100


@pytest.fixture
def without_ray(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Makes the parts in this process instead, and notes which."""
    made: list[int] = []

    def run(folder: Any, missing: list[int], threads: int) -> None:
        for part in missing:
            name = f"{os.urandom(4).hex()}_{part}.parquet"
            pq.write_table(folder.table(part, threads), folder.path / roomgen.ray.UNFINISHED / name)
            made.append(part)

    monkeypatch.setattr("roomgen.ray._run", run)
    return made


def generate(out: Path, seeds: Any = range(950), **more: Any) -> Manifest:
    return roomgen.ray.generate(CRYPT, seeds, out, **{"part": PART, "metrics": False, **more})


def test_the_manifest_is_that_of_one_process(without_ray: list[int], tmp_path: Path) -> None:
    manifest = generate(tmp_path / "out")
    assert manifest.sha256 == Manifest.of(CRYPT, range(950)).sha256
    assert without_ray == list(range(10))
    files = sorted(file.name for file in (tmp_path / "out").iterdir())
    parts = [f"part-{part:08}.parquet" for part in range(10)]
    assert files == ["manifest.json", *parts, "plan.json"]
    assert pq.read_table(tmp_path / "out/part-00000009.parquet").num_rows == 50
    read = Manifest.load(tmp_path / "out/manifest.json")
    assert read == manifest
    read.verify()


def test_a_folder_of_parts_names_the_first_level_that_differs(
    without_ray: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("roomgen.manifest", "roomgen._manifest_json"):
        monkeypatch.setattr(f"{module}.KEPT_DIGESTS", 10)
    out = tmp_path / "out"
    generate(out)
    read = Manifest.load(out / "manifest.json")
    assert read.digests is None
    read.verify()
    file = out / "part-00000003.parquet"
    table = pq.read_table(file)
    digests = table["digest"].to_numpy().copy()
    digests[7] += np.uint64(1)
    position = table.column_names.index("digest")
    pq.write_table(table.set_column(position, "digest", pa.array(digests)), file)
    with pytest.raises(ManifestError) as caught:
        read.verify()
    assert caught.value.seed == 307


def test_only_missing_parts_are_made(without_ray: list[int], tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = generate(out)
    without_ray.clear()
    assert generate(out) == first and without_ray == []
    (out / "part-00000002.parquet").unlink()
    (out / "part-00000007.parquet").unlink()
    (out / "manifest.json").unlink()
    assert generate(out) == first and without_ray == [2, 7]


def test_unfinished_parts_are_taken_when_complete_and_else_removed(
    without_ray: list[int], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    first = generate(out)
    without_ray.clear()
    unfinished = out / roomgen.ray.UNFINISHED
    unfinished.mkdir()
    data = (out / "part-00000004.parquet").read_bytes()
    os.replace(out / "part-00000003.parquet", unfinished / "complete.parquet")
    # The same part once more, as by a task that Ray repeated.
    shutil.copy(unfinished / "complete.parquet", unfinished / "twice.parquet")
    (out / "part-00000004.parquet").unlink()
    (unfinished / "shortened.parquet").write_bytes(data[:-1])
    (unfinished / "empty.parquet").write_bytes(b"")
    table = pq.read_table(out / "part-00000005.parquet")
    pq.write_table(table.slice(1), unfinished / "rows.parquet")
    other = generate(tmp_path / "other", seeds=range(1000, 1950))
    assert other.sha256 != first.sha256
    shutil.copy(tmp_path / "other/part-00000004.parquet", unfinished / "other.parquet")
    without_ray.clear()
    assert generate(out) == first and without_ray == [4]
    assert not unfinished.exists()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"seeds": range(951)}, "count, seeds"),
        ({"seeds": range(1, 951)}, "seeds"),
        ({"floor": 1}, "floor"),
        ({"difficulty": 0.5}, "difficulty"),
        ({"part": 50}, "part"),
        ({"tiles": False}, "dataset"),
        ({"metrics": ["rooms"]}, "dataset"),
    ],
)
def test_a_folder_begun_with_other_arguments_is_refused(
    more: dict[str, Any], words: str, without_ray: list[int], tmp_path: Path
) -> None:
    generate(tmp_path / "out")
    without_ray.clear()
    before = {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    with pytest.raises(RequestError, match=words):
        generate(tmp_path / "out", **more)
    assert {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()} == before
    assert without_ray == []


def test_another_preset_size_or_revision_is_refused(
    without_ray: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate(tmp_path / "out")
    for other in (CRYPT.with_size(26, 25), roomgen.Preset.built_in("grove").with_size(25, 25)):
        with pytest.raises(RequestError, match="preset"):
            roomgen.ray.generate(other, range(950), tmp_path / "out", part=PART, metrics=False)
    monkeypatch.setattr("roomgen._manifest_json.REVISION", roomgen.REVISION + 1)
    with pytest.raises(RequestError, match="revision"):
        generate(tmp_path / "out")


def test_folders_that_cannot_be_used_are_refused(without_ray: list[int], tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.tex").write_text("x")
    with pytest.raises(FileError, match="not empty"):
        generate(tmp_path / "mine")
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file", tmp_path / "none/out"):
        with pytest.raises(FileError):
            generate(path)
    (tmp_path / "mine/plan.json").write_text("[1")
    with pytest.raises(RequestError, match="no plan"):
        generate(tmp_path / "mine")
    assert without_ray == []


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"part": 0}, RequestError),
        ({"part": 2**24 + 1}, RequestError),
        ({"part": 1.5}, TypeError),
        ({"part": True}, TypeError),
        ({"part": "10"}, TypeError),
        ({"threads": 0}, RequestError),
        ({"threads": 1025}, RequestError),
        ({"threads": 1.5}, TypeError),
        ({"threads": None}, TypeError),
        ({"seeds": range(0)}, RequestError),
        ({"seeds": [1]}, TypeError),
        ({"metrics": ["steps"]}, RequestError),
    ],
)
def test_bad_requests_touch_nothing(
    more: dict[str, Any], error: type, without_ray: list[int], tmp_path: Path
) -> None:
    with pytest.raises(error):
        generate(tmp_path / "out", **more)
    assert list(tmp_path.iterdir()) == []


def test_parts_without_digests_are_refused(without_ray: list[int], tmp_path: Path) -> None:
    out = tmp_path / "out"
    generate(out)
    file = out / "part-00000004.parquet"
    table = pq.read_table(file)
    bare = table.drop_columns(["digest"])
    for wrong in (bare, bare.append_column("digest", table["digest"].cast("string"))):
        pq.write_table(wrong, file)
        with pytest.raises(ManifestError, match=r"part-00000004\.parquet.*no column 'digest'"):
            generate(out)
    for path in ("a\0b", tmp_path / "\ud800"):
        with pytest.raises(FileError):
            generate(path)  # type: ignore[arg-type]


def test_rows_that_are_not_the_plans_are_refused(without_ray: list[int], tmp_path: Path) -> None:
    out = tmp_path / "out"
    generate(out)
    # Part 3 twice, and part 4 lost.
    shutil.copy(out / "part-00000003.parquet", out / "part-00000004.parquet")
    with pytest.raises(ManifestError, match=r"part-00000004\.parquet.*seed differs"):
        generate(out)
    (out / "part-00000004.parquet").write_bytes(b"PAR1")
    with pytest.raises(ManifestError, match="cannot be read"):
        generate(out)


def test_seeds_floors_and_difficulties_may_be_arrays(
    without_ray: list[int], tmp_path: Path
) -> None:
    seeds = np.arange(950, dtype=np.uint64)[::-1] * np.uint64(10**16)
    more: dict[str, Any] = {
        "floor": np.arange(950, dtype=np.uint32),
        "difficulty": np.linspace(0, 1, 950, dtype=np.float32),
    }
    manifest = generate(tmp_path / "out", seeds=seeds, **more)
    assert manifest.sha256 == Manifest.of(CRYPT, seeds, **more).sha256
    assert Manifest.load(tmp_path / "out/manifest.json") == manifest


LEVELS = int(os.environ.get("ROOMGEN_RAY_LEVELS", "400000"))
RAY_PART = LEVELS // 100


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two machines of one CPU each, as processes here."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    store: dict[str, Any] = {"object_store_memory": 200 << 20}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **store})
    cluster.add_node(num_cpus=1, **store)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]


def workers(raylet: int) -> list[int]:
    """The workers of a machine that run a task of Ray Data now, by process id."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == raylet and b"MapBatches" in command:
            found.append(int(folder.name))
    return found


def raylet(node: Any) -> int:
    (process,) = node.all_processes["raylet"]
    return int(process.process.pid)


def count_files(out: Path) -> int:
    return sum(1 for _ in out.glob("**/*.parquet"))


def when(reached: Callable[[], bool], act: Callable[[], None]) -> threading.Thread:
    """Acts once a condition holds, beside this thread."""

    def wait() -> None:
        deadline = time.monotonic() + 300
        while not reached() and time.monotonic() < deadline:
            time.sleep(0.02)
        act()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def check_rows(out: Path, levels: int) -> None:
    """Reads all files and counts each seed."""
    files = sorted(out.glob("part-*.parquet"))
    seeds = np.concatenate([pq.read_table(file, columns=["seed"])["seed"] for file in files])
    assert len(seeds) == levels
    assert np.array_equal(np.bincount(seeds.astype(np.int64)), np.ones(levels, dtype=np.int64))


@pytest.mark.ray
def test_killed_workers_and_a_lost_machine_change_nothing(cluster: Any, tmp_path: Path) -> None:
    import ray

    ray.init(address=cluster.address, log_to_driver=False)
    out = tmp_path / "out"
    killed: list[int] = []

    def kill_worker() -> None:
        while not killed:
            for node in cluster.list_all_nodes():
                for worker in workers(raylet(node))[:1]:
                    os.kill(worker, signal.SIGKILL)
                    killed.append(worker)
            time.sleep(0.02)

    def lose_machine() -> None:
        cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)

    threads = [
        when(lambda: count_files(out) >= 25, kill_worker),
        when(lambda: count_files(out) >= 60, lose_machine),
    ]
    begin = time.monotonic()
    manifest = roomgen.ray.generate(CRYPT, range(LEVELS), out, part=RAY_PART)
    taken = time.monotonic() - begin
    for thread in threads:
        thread.join()
    assert killed and len(cluster.worker_nodes) == 0
    begin = time.monotonic()
    alone = Manifest.of(CRYPT, range(LEVELS), threads=2)
    print(
        f"\n{LEVELS} levels of 25x25, with metrics, to files by Ray, workers killed:"
        f" {len(killed)}, machines lost: 1: {LEVELS / taken:.0f} levels/s;"
        f" digests alone on two threads: {LEVELS / (time.monotonic() - begin):.0f} levels/s"
    )
    assert manifest == Manifest.load(out / "manifest.json")
    assert (manifest.sha256, manifest.count) == (alone.sha256, LEVELS)
    check_rows(out, LEVELS)


@pytest.mark.ray
def test_an_aborted_run_is_resumed_with_the_parts_that_are_missing(
    cluster: Any, tmp_path: Path
) -> None:
    import ray

    out, levels = tmp_path / "out", LEVELS // 10
    script = (
        "import ray, roomgen, roomgen.ray, sys;"
        "ray.init(address=sys.argv[1], log_to_driver=False);"
        "p = roomgen.Preset.built_in('crypt').with_size(25, 25);"
        "roomgen.ray.generate(p, range(int(sys.argv[3])), sys.argv[2], part=int(sys.argv[4]))"
    )
    arguments = [cluster.address, str(out), str(levels), str(levels // 100)]
    driver = subprocess.Popen([sys.executable, "-c", script, *arguments])
    try:
        deadline = time.monotonic() + 120
        while count_files(out) < 30 and time.monotonic() < deadline:
            assert driver.poll() is None, "the run ended early"
            time.sleep(0.02)
    finally:
        driver.kill()
        driver.wait()
    # Ray ends the tasks of a driver that is gone.
    nodes = cluster.list_all_nodes()
    while any(workers(raylet(node)) for node in nodes) and time.monotonic() < deadline:
        time.sleep(0.1)
    complete = {}
    for file in (out / roomgen.ray.UNFINISHED).glob("**/*.parquet"):
        try:
            part = int(pq.read_metadata(file).metadata[b"roomgen.part"])
        except pa.ArrowException:
            continue
        complete[part] = file.stat().st_mtime_ns
    assert 25 <= len(complete) < 100
    assert not (out / "manifest.json").exists()

    ray.init(address=cluster.address, log_to_driver=False)
    manifest = roomgen.ray.generate(CRYPT, range(levels), out, part=levels // 100)
    for part, time_ns in complete.items():
        assert (out / f"part-{part:08}.parquet").stat().st_mtime_ns == time_ns
    assert manifest.sha256 == Manifest.of(CRYPT, range(levels), threads=2).sha256
    check_rows(out, levels)
    print(f"\n{len(complete)} of 100 parts were there, {100 - len(complete)} were made")
