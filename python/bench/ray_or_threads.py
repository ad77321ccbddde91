"""Prints how fast Ray and plain threads write the same dataset on this machine.

    python bench/ray_or_threads.py [--levels 400000] [--cpus 2]

Crypts of 25x25 with tiles and all metrics. Beside the time on the clock, which other work on the
machine lengthens, stands that of the processors, with all processes of Ray. Linux only.
"""

from __future__ import annotations

import argparse
import logging
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ray

import roomgen
import roomgen.ray
from roomgen import dataset
from roomgen.manifest import Manifest


def processor_time() -> float:
    """The seconds that this process and the ones below it have run."""
    parents, ticks = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        process = int(folder.name)
        # Numbers 4 and 14 to 17 of proc(5): the parent, and times with those of ended children.
        parents[process] = int(fields[1])
        ticks[process] = sum(int(field) for field in fields[11:15])

    def is_ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_ours(parents[process]))

    ours = sum(ticks[process] for process in parents if is_ours(process))
    return ours / os.sysconf("SC_CLK_TCK")


def measured(name: str, levels: int, write: Callable[[], Manifest]) -> str:
    """Prints the rates of a way to write levels, and returns the SHA-256 of their digests."""
    begin, begin_processors = time.perf_counter(), processor_time()
    manifest = write()
    clock, processors = time.perf_counter() - begin, processor_time() - begin_processors
    print(
        f"{name}: {levels / clock:,.0f} levels a second,"
        f" {levels / processors:,.0f} a second of processor time"
    )
    return manifest.sha256


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, default=400_000)
    parser.add_argument("--cpus", type=int, default=2)
    arguments = parser.parse_args()
    crypt, seeds = roomgen.Preset.built_in("crypt").with_size(25, 25), range(arguments.levels)
    levels, cpus = arguments.levels, arguments.cpus
    with tempfile.TemporaryDirectory() as folder:
        out, path = Path(folder) / "ray", Path(folder) / "levels.parquet"
        threads = measured(
            f"{cpus} threads", levels, lambda: dataset.write(path, crypt, seeds, threads=cpus)
        )
        begin = time.perf_counter()
        ray.init(num_cpus=cpus, log_to_driver=False, logging_level=logging.ERROR)
        print(f"start of Ray: {time.perf_counter() - begin:.1f} s")
        by_ray = measured(
            f"Ray, {cpus} CPUs", levels, lambda: roomgen.ray.generate(crypt, seeds, out)
        )
    assert by_ray == threads
    print(f"the digests of both have the SHA-256 {by_ray}")


if __name__ == "__main__":
    main()
