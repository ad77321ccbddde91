"""Batches: the same levels as one by one, on any number of threads, and what they refuse."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import roomgen

ALL = {
    "tiles": True,
    "walkable": True,
    "room_ids": True,
    "distances": True,
    "rooms": True,
    "passages": True,
    "keys": True,
    "encounters": True,
    "members": True,
    "loot": True,
    "props": True,
    "metrics": True,
    "digests": True,
}

TABLES = ("rooms", "passages", "keys", "encounters", "members", "loot", "props")


def assert_same(one: roomgen.Batch, other: roomgen.Batch) -> None:
    assert one.preset == other.preset
    for name in ("seeds", "floors", "difficulties", "entries", "exits"):
        assert (getattr(one, name) == getattr(other, name)).all(), name
    for name in ("tiles", "walkable", "room_ids", "distances", "digests"):
        left, right = getattr(one, name), getattr(other, name)
        assert left.dtype == right.dtype and (left == right).all(), name
    for name in TABLES:
        left, right = getattr(one, name), getattr(other, name)
        assert (left.offsets == right.offsets).all(), name
        for column, same in zip(left.values, right.values, strict=True):
            assert column.dtype == same.dtype and (column == same).all(), name
    assert one.metrics.keys() == other.metrics.keys()
    for name, values in one.metrics.items():
        assert np.array_equal(values, other.metrics[name], equal_nan=True), name


@pytest.mark.parametrize("name", roomgen.BUILT_IN)
def test_a_batch_has_the_levels_that_are_generated_one_by_one(name: str) -> None:
    preset = roomgen.Preset.built_in(name).with_size(41, 29)
    seeds = np.array([0, 1, 77, 2**63, 2**64 - 1], dtype=np.uint64)
    floors = np.array([0, 1, 2, 3, 2**32 - 1], dtype=np.uint32)
    difficulties = np.array([0, 0.25, 0.3, 1, 0.7], dtype=np.float32)
    batch = preset.generate_batch(seeds, floor=floors, difficulty=difficulties, threads=2, **ALL)  # type: ignore[arg-type]
    assert len(batch) == 5
    for number, level in enumerate(batch):
        assert level.seed == seeds[number]
        assert level == preset.generate(
            int(seeds[number]), floor=int(floors[number]), difficulty=float(difficulties[number])
        )
        assert (batch.tiles[number] == level.tiles).all()
        assert (batch.walkable[number] == level.walkable).all()
        assert (batch.room_ids[number] == level.room_ids).all()
        assert (batch.distances[number] == level.distances()).all()
        assert tuple(batch.entries[number]) == level.entry
        assert tuple(batch.exits[number]) == level.exit
        assert batch.digests[number] == level.digest
        for metric, value in level.metrics().items():
            in_batch = batch.metrics[metric][number]
            assert np.isnan(in_batch) if value is None else in_batch == value, metric
        for table in TABLES:
            whole, single = getattr(batch, table)[number], getattr(level, table)
            for column, same in zip(whole, single, strict=True):
                assert (column == same).all(), table


@pytest.mark.parametrize("threads", [2, 8])
def test_the_number_of_threads_changes_nothing(crypt: roomgen.Preset, threads: int) -> None:
    seeds = range(1000, 3001, 2)
    assert_same(crypt.generate_batch(seeds, **ALL), crypt.generate_batch(seeds, threads=threads, **ALL))  # type: ignore[arg-type]


def test_seeds_are_those_of_the_range(crypt: roomgen.Preset) -> None:
    for seeds in (range(5), range(9, 2, -3), range(2**64 - 3, 2**64), range(0, 2**64, 2**62), range(7, 8), range(0)):
        batch = crypt.generate_batch(seeds, digests=True)
        assert [int(seed) for seed in batch.seeds] == list(seeds)
        assert batch.tiles.shape == (len(seeds), 25, 25)
    array = np.arange(10, dtype=np.uint64)[::3]
    assert (crypt.generate_batch(array).seeds == array).all()


def test_a_batch_has_what_was_asked_for_and_names_the_rest(crypt: roomgen.Preset) -> None:
    batch = crypt.generate_batch(range(3), tiles=False, metrics=["loops", "rooms"])
    assert list(batch.metrics) == ["loops", "rooms"]
    for name in ("tiles", "room_ids", "props", "digests"):
        with pytest.raises(AttributeError, match=f"{name}=True"):
            getattr(batch, name)
    with pytest.raises(AttributeError):
        batch.colour  # type: ignore[attr-defined]


def test_what_is_asked_for_alone_is_what_whole_levels_have(crypt: roomgen.Preset) -> None:
    whole = crypt.generate_batch(range(12), **ALL)  # type: ignore[arg-type]
    none = dict.fromkeys(ALL, False)
    for name in ("entries", "exits", "tiles", "walkable", "room_ids", "distances", "digests"):
        batch = crypt.generate_batch(range(12), **{**none, **({name: True} if name in ALL else {})})  # type: ignore[arg-type]
        assert (getattr(batch, name) == getattr(whole, name)).all(), name
    for name in TABLES:
        batch = crypt.generate_batch(range(12), **{**none, name: True})  # type: ignore[arg-type]
        for column, same in zip(getattr(batch, name).values, getattr(whole, name).values, strict=True):
            assert (column == same).all(), name
    for name, values in whole.metrics.items():
        batch = crypt.generate_batch(range(12), **{**none, "metrics": [name]})  # type: ignore[arg-type]
        assert np.array_equal(batch.metrics[name], values, equal_nan=True), name


def test_batches_are_fixed(crypt: roomgen.Preset) -> None:
    batch = crypt.generate_batch(range(3), **ALL)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="cannot be changed"):
        batch.seeds = batch.seeds
    with pytest.raises(AttributeError, match="cannot be changed"):
        del batch.seeds
    for array in (batch.tiles, batch.walkable, batch.metrics["rooms"], batch.props.values.x, batch.rooms.offsets):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_batch_is_pickled_whole(crypt: roomgen.Preset) -> None:
    batch = crypt.generate_batch(range(20), **ALL)  # type: ignore[arg-type]
    again = pickle.loads(pickle.dumps(batch))
    assert_same(batch, again)
    with pytest.raises(AttributeError, match="cannot be changed"):
        again.seeds = batch.seeds


def test_ragged_tables_count_their_rows(crypt: roomgen.Preset) -> None:
    batch = crypt.generate_batch(range(50), rooms=True, metrics=["rooms"])
    assert (batch.rooms.counts() == batch.metrics["rooms"]).all()
    assert (np.bincount(batch.rooms.levels()) == batch.rooms.counts()).all()
    assert (batch.rooms[-1].x == batch.rooms[49].x).all()
    assert len(list(batch.rooms)) == 50
    for level in (50, -51):
        with pytest.raises(IndexError):
            batch.rooms[level]


@pytest.mark.parametrize(
    "seeds",
    [range(2**50), range(2**64), range(2**200), range(2**24 + 1), range(0, -(2**70), -1)],
    ids=str,
)
def test_too_many_seeds_are_refused_at_once(crypt: roomgen.Preset, seeds: range) -> None:
    with pytest.raises(roomgen.RequestError, match="at most 16777216 levels"):
        crypt.generate_batch(seeds)
    with pytest.raises(roomgen.RequestError, match="at most 16777216 levels"):
        crypt.survey(seeds)


def test_layers_beyond_all_memory_are_a_memory_error() -> None:
    # 2^24 levels of 2^28 cells: 2^52 bytes, more than any address has.
    huge = roomgen.Preset.built_in("crypt").with_size(16384, 16384)
    with pytest.raises(MemoryError, match="16777216 levels"):
        huge.generate_batch(range(2**24))


def test_seeds_out_of_range_are_refused(crypt: roomgen.Preset) -> None:
    for seeds in (range(-1, 3), range(3, -3, -1), range(2**64 - 1, 2**64 + 1)):
        with pytest.raises(roomgen.RequestError, match="seed"):
            crypt.generate_batch(seeds)


@pytest.mark.parametrize(
    "seeds",
    [
        np.arange(3),
        np.arange(3, dtype=np.uint32),
        np.arange(3, dtype=np.float64),
        np.arange(4, dtype=np.uint64).reshape(2, 2),
        np.uint64(3),
        np.arange(3, dtype=">u8"),
        np.array(["1"], dtype=object),
        [1, 2, 3],
        3,
        "123",
        None,
    ],
    ids=repr,
)
def test_seeds_of_other_types_are_refused(crypt: roomgen.Preset, seeds: object) -> None:
    with pytest.raises(TypeError, match="seeds must be a range"):
        crypt.generate_batch(seeds)  # type: ignore[arg-type]


@pytest.mark.parametrize("reverse", [False, True])
def test_arrays_of_any_strides_are_read_right(crypt: roomgen.Preset, reverse: bool) -> None:
    records = np.zeros(5, dtype=[("tag", "u1"), ("seed", "u8"), ("floor", "u4"), ("difficulty", "f4")])
    records["seed"] = [1, 2**63, 3, 4, 5]
    records["floor"] = [7, 0, 1, 2, 3]
    records["difficulty"] = [0, 0.25, 0.5, 0.75, 1]
    if reverse:
        records = records[::-1]
    batch = crypt.generate_batch(
        records["seed"], floor=records["floor"], difficulty=records["difficulty"], digests=True
    )
    assert (batch.seeds == records["seed"]).all()
    assert (batch.floors == records["floor"]).all()
    assert (batch.difficulties == records["difficulty"]).all()
    one = crypt.generate(int(records["seed"][1]), floor=int(records["floor"][1]), difficulty=records["difficulty"][1])
    assert batch.digests[1] == one.digest
    broadcast = np.broadcast_to(np.uint64(9), 4)
    assert (crypt.generate_batch(broadcast).seeds == 9).all()


LIMITED = """
import resource, sys, roomgen
crypt = roomgen.Preset.built_in("crypt").with_size(25, 25)
crypt.generate_batch(range(100), props=True)
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + (1 << 28)
resource.setrlimit(resource.RLIMIT_AS, (size, size))
try:
    crypt.generate_batch(range(2**22), tiles=False, walkable=False, {fields})
except MemoryError as error:
    print("refused:", error)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits and /proc are Linux's")
@pytest.mark.parametrize("fields", ["props=True", "tiles=True", "digests=True, rooms=True"])
def test_a_lack_of_memory_is_an_error_and_no_abort(fields: str) -> None:
    program = LIMITED.replace("tiles=False, walkable=False, {fields}", "walkable=False, {fields}")
    program = program.replace("{fields}", fields if "tiles" in fields else "tiles=False, " + fields)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(b"refused: no memory"), ended


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_while_others_generate_does_not_wait_for_them(crypt: roomgen.Preset) -> None:
    is_over = threading.Event()

    def generate() -> None:
        while not is_over.is_set():
            crypt.generate(3)

    workers = [threading.Thread(target=generate) for _ in range(2)]
    for worker in workers:
        worker.start()
    try:
        for _ in range(60):
            child = os.fork()
            if child == 0:
                signal.alarm(10)
                crypt.generate(5)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        is_over.set()
        for worker in workers:
            worker.join()


def test_arguments_out_of_range_are_refused(crypt: roomgen.Preset) -> None:
    for threads in (0, -1, 1025, 2**70):
        with pytest.raises(roomgen.RequestError, match="threads"):
            crypt.generate_batch(range(3), threads=threads)
    with pytest.raises(TypeError, match="threads"):
        crypt.generate_batch(range(3), threads=1.5)  # type: ignore[arg-type]
    for difficulty in (2, -0.5, np.array([0, 1, 1.5], dtype=np.float32), np.array([0, 1, np.nan], dtype=np.float32)):
        with pytest.raises(roomgen.RequestError, match="difficulty"):
            crypt.generate_batch(range(3), difficulty=difficulty)
    with pytest.raises(TypeError, match="difficulty.*float32"):
        crypt.generate_batch(range(3), difficulty=np.zeros(3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="floor.*uint32"):
        crypt.generate_batch(range(3), floor=np.zeros(3, dtype=np.int64))  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="2 values for 3 seeds"):
        crypt.generate_batch(range(3), floor=np.zeros(2, dtype=np.uint32))
    with pytest.raises(TypeError, match="floor"):
        crypt.generate_batch(range(3), floor=np.zeros((3, 1), dtype=np.uint32))
    with pytest.raises(roomgen.RequestError, match='no metric "beauty"'):
        crypt.generate_batch(range(3), metrics=["rooms", "beauty"])
    with pytest.raises(TypeError, match="a list of names"):
        crypt.generate_batch(range(3), metrics="rooms")
    with pytest.raises(TypeError):
        crypt.generate_batch(range(3), colour=True)  # type: ignore[call-arg]


def test_other_threads_run_while_a_batch_is_generated(crypt: roomgen.Preset) -> None:
    counted = 0
    done = threading.Event()

    def generate() -> None:
        crypt.generate_batch(range(20_000), props=True)
        done.set()

    worker = threading.Thread(target=generate)
    worker.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    worker.join()
    assert counted > 20


def test_threads_may_share_a_preset(crypt: roomgen.Preset) -> None:
    found: dict[int, list[int]] = {}

    def generate(number: int) -> None:
        found[number] = [crypt.generate(seed).digest for seed in range(200)]

    workers = [threading.Thread(target=generate, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found[0] == found[1] == found[2] == found[3]
    assert found[0] == list(crypt.generate_batch(range(200), digests=True).digests)


@pytest.mark.parametrize("call", ["generate_batch(range(2**24), tiles=False, walkable=False", "survey(range(2**24)"])
def test_an_interrupt_ends_a_batch(call: str, tmp_path: Path) -> None:
    # A shell's background jobs ignore interrupts, and so would the child.
    program = (
        "import roomgen, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "print('begins', flush=True); "
        f"roomgen.Preset.built_in('crypt').{call}, threads=2)"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"begins\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert b"KeyboardInterrupt" in errors


def test_files_of_the_tools_batch_are_these_levels(tool: str, tmp_path: Path, crypt: roomgen.Preset) -> None:
    subprocess.run(
        [tool, "batch", "--preset", "crypt", "--size", "25x25", "--seeds", "5..25"]
        + ["--format", "json", "--out-dir", str(tmp_path / "levels")],
        check=True,
        capture_output=True,
    )
    files = sorted((tmp_path / "levels").rglob("*.json"))
    assert len(files) == 20
    levels = [roomgen.Level.from_json(path.read_text()) for path in files]
    batch = crypt.generate_batch(range(5, 25), digests=True)
    assert sorted(level.digest for level in levels) == sorted(batch.digests)
    by_seed = {level.seed: level.to_json() for level in levels}
    assert all(by_seed[level.seed] == level.to_json() for level in batch)


def test_batches_and_what_is_unpickled_are_frozen(crypt: roomgen.Preset) -> None:
    batch = crypt.generate_batch(range(3), **ALL)  # type: ignore[arg-type]
    for frozen in (batch, pickle.loads(pickle.dumps(batch))):
        with pytest.raises(TypeError):
            frozen.metrics["rooms"] = frozen.metrics["loops"]
    ragged = pickle.loads(pickle.dumps(batch.rooms))
    assert not ragged.offsets.flags.writeable
    assert not any(column.flags.writeable for column in ragged.values)
    assert (ragged == batch.rooms) is False and ragged == ragged and ragged in {ragged}


def test_surveys_are_frozen_and_pickled(crypt: roomgen.Preset) -> None:
    survey = crypt.survey(range(20))
    again = pickle.loads(pickle.dumps(survey))
    assert again == survey and again.levels == 20
    for frozen in (survey, again):
        for name in ("metrics", "layouts", "vaults", "histograms", "kinds", "tags", "pieces"):
            with pytest.raises(TypeError):
                getattr(frozen, name)["more"] = None
        assert all(isinstance(bins, tuple) for bins in frozen.histograms.values())


def test_one_position_is_taken_and_no_slice(crypt: roomgen.Preset) -> None:
    batch = crypt.generate_batch(range(3), rooms=True)
    assert batch[np.int64(-1)] == batch[2]
    assert len(batch.rooms[np.int64(-1)].x) == len(batch.rooms[2].x)
    for sequence, name in ((batch, "a batch"), (batch.rooms, "a ragged table")):
        for wrong, given in ((slice(2), "slice"), (np.arange(2), "ndarray"), (1.0, "float")):
            with pytest.raises(TypeError, match=f"{name} takes one position, not a {given}"):
                sequence[wrong]  # type: ignore[index]
