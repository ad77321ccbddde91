"""Levels a second beside MiniGrid's `MultiRoom-N6` and resets of NLE, and the cost of two threads.

    python bench/peers.py [--rounds 20] [--nle PYTHON]

Levels are crypts of 25x25. All works take turns, and the others wait. They are cut into slices of
some ten milliseconds, which have the same seeds in each round, and the fastest round of each slice
counts. The clock is that of the processor, for all of them: so other programs on the machine
disturb little. `--nle` names a Python that has NLE, which needs an environment of its own. A peer
that is not there is skipped.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import roomgen

MULTI_ROOM = "MiniGrid-MultiRoom-N6-v0"
SLICES = 10

LEAST_TO_MINIGRID = {"batch": 10.0, "cellars": 45.0, "plans": 30.0}
LEAST_TO_NLE = 15.0
LEAST_SINGLE = 0.7
MOST_TWO_THREADS = 1.2
"""The bars of the ratios that are printed."""


@dataclass
class Work:
    """Something that is measured in slices, and the fastest round of each."""

    name: str
    count: int
    """Levels or resets of a slice."""
    seconds_of: Callable[[int, int], float]
    """Does those from a seed on, so many, and returns the seconds that they took."""
    best: list[float] = field(default_factory=lambda: [float("inf")] * SLICES)

    def run(self, number: int) -> None:
        seconds = self.seconds_of(number * self.count, self.count)
        self.best[number] = min(self.best[number], seconds)

    @property
    def rate(self) -> float:
        """Levels or resets a second."""
        return SLICES * self.count / sum(self.best)


def timed(run: Callable[[range], object]) -> Callable[[int, int], float]:
    """The seconds that a function takes for a range of seeds, with all of its threads."""

    def seconds_of(seed: int, count: int) -> float:
        start = time.process_time()
        run(range(seed, seed + count))
        return time.process_time() - start

    return seconds_of


def ours(crypt: roomgen.Preset, cellar: roomgen.Preset) -> dict[str, Work]:
    def batch(
        threads: int, preset: roomgen.Preset = crypt, walkable: bool = True
    ) -> Callable[[range], object]:
        return lambda seeds: preset.generate_batch(
            seeds, tiles=True, walkable=walkable, threads=threads
        )

    def single(seeds: range) -> None:
        for seed in seeds:
            crypt.generate(seed)

    def single_tiles(seeds: range) -> None:
        for seed in seeds:
            _ = crypt.generate(seed).tiles

    return {
        "batch": Work("roomgen, batch", 2000, timed(batch(1))),
        "cellars": Work("roomgen, batch of cellars", 2000, timed(batch(1, cellar))),
        "plans": Work("roomgen, batch, tiles alone", 2000, timed(batch(1, walkable=False))),
        "two": Work("roomgen, batch, 2 threads", 2000, timed(batch(2))),
        "single": Work("roomgen, one by one", 1000, timed(single)),
        "tiles": Work("roomgen, one by one, with tiles", 1000, timed(single_tiles)),
    }


def minigrid_grids() -> Work | None:
    """MiniGrid's grids alone, without observations. None if it is not installed."""
    try:
        import gymnasium
        import minigrid  # noqa: F401, registers the environments
    except ImportError:
        print("skipped: MiniGrid is not installed")
        return None
    env: Any = gymnasium.make(MULTI_ROOM).unwrapped

    def seconds_of(seed: int, count: int) -> float:
        # Before the clock starts: a new generator of random numbers costs more than a grid's draws.
        env.reset(seed=seed)
        start = time.process_time()
        for _ in range(count):
            env._gen_grid(env.width, env.height)
        return time.process_time() - start

    packages = ", ".join(f"{name} {version(name)}" for name in ("minigrid", "gymnasium"))
    print(f"MiniGrid: {packages}")
    return Work(f"{MULTI_ROOM}, _gen_grid", 32, seconds_of)


def nle_resets(python: str | None) -> Work | None:
    """Resets of NLE in a process of its own, which ends with this one. None if it does not start."""
    if python is None:
        print("skipped: NLE, without --nle PYTHON")
        return None
    script = Path(__file__).with_name("nle_resets.py")
    pipe = subprocess.PIPE
    process = subprocess.Popen([python, str(script)], stdin=pipe, stdout=pipe, text=True)
    requests, answers = process.stdin, process.stdout
    assert requests and answers
    versions = answers.readline().strip()
    if not versions:
        print("skipped: NLE, which does not start; its message is above")
        return None
    print(f"NLE: {versions}")

    def seconds_of(seed: int, count: int) -> float:
        requests.write(f"{seed} {count}\n")
        requests.flush()
        return float(answers.readline())

    return Work("NetHackScore-v0, reset", 10, seconds_of)


def ratios(ours: dict[str, Work], grids: Work | None, resets: Work | None) -> None:
    """Prints each ratio beside its bar."""

    def row(name: str, ratio: float, bar: float, at_most: bool = False) -> None:
        is_ok = ratio <= bar if at_most else ratio >= bar
        bound = "at most" if at_most else "at least"
        print(f"| {name} | {ratio:.2f} | {bound} {bar:g} | {'ok' if is_ok else '**short**'} |")

    batch = ours["batch"].rate
    print("\n| ratio | | bar | |\n| --- | ---: | --- | --- |")
    if grids is not None:
        for work, least in LEAST_TO_MINIGRID.items():
            row(f"{ours[work].name}, to {grids.name}", ours[work].rate / grids.rate, least)
    if resets is not None:
        row(f"batch, to {resets.name}", batch / resets.rate, LEAST_TO_NLE)
    row("one by one, to batch", ours["single"].rate / batch, LEAST_SINGLE)
    row("one by one with tiles, to batch", ours["tiles"].rate / batch, LEAST_SINGLE)
    two = batch / ours["two"].rate
    row("processor time, 2 threads to 1", two, MOST_TWO_THREADS, at_most=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--nle", metavar="PYTHON", help="a Python that has NLE")
    arguments = parser.parse_args()

    numpy = f"numpy {version('numpy')}, Python {platform.python_version()}"
    print(f"roomgen {roomgen.__version__}, revision {roomgen.REVISION}; {numpy}")
    works = ours(*(roomgen.Preset.built_in(name).with_size(25, 25) for name in ("crypt", "cellar")))
    peers = grids, resets = minigrid_grids(), nle_resets(arguments.nle)
    every = [*works.values(), *(work for work in peers if work is not None)]
    for _ in range(arguments.rounds):
        for number in range(SLICES):
            for work in every:
                work.run(number)
    print("\n| work | one | a second |\n| --- | ---: | ---: |")
    for work in every:
        print(f"| {work.name} | {1e6 / work.rate:,.1f} us | {work.rate:,.0f} |")
    ratios(works, grids, resets)


if __name__ == "__main__":
    main()
