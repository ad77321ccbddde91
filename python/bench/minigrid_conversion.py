"""Making a 25x25 grid: a level of roomgen, generated and converted, and MiniGrid's own rooms.

    python bench/minigrid_conversion.py [--grids 500] [--rounds 7]

`_gen_grid` of both environments is timed by processor time, in slices that alternate; each figure
is the best round.
Both draw from their own generators of random numbers, with new levels in each round.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import minigrid  # noqa: F401
import numpy as np

import roomgen
from roomgen.minigrid import LevelEnv, to_grid

PEER = "MiniGrid-MultiRoom-N6-v0"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--grids", type=int, default=500, help="of each round")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()

    crypt = roomgen.Preset.built_in("crypt").with_size(25, 25)
    env = LevelEnv(crypt)
    peer = gymnasium.make(PEER).unwrapped
    for each in (env, peer):
        each.reset(seed=0)
    levels = [crypt.generate(seed) for seed in range(options.grids)]
    rng = np.random.default_rng(0)

    def convert() -> None:
        for level in levels:
            to_grid(level)

    def generate() -> None:
        for seed in rng.integers(2**62, size=options.grids).tolist():
            crypt.generate(seed)

    def gen_grids(env: Any) -> Callable[[], None]:
        def make() -> None:
            for _ in range(options.grids):
                env._gen_grid(25, 25)

        return make

    slices = {
        "roomgen: conversion alone": convert,
        "roomgen: generation alone": generate,
        "roomgen: _gen_grid, both": gen_grids(env),
        f"{PEER}: _gen_grid": gen_grids(peer),
    }
    best = dict.fromkeys(slices, float("inf"))
    for _ in range(options.rounds):
        for name, run in slices.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], (time.process_time() - start) / options.grids)
    for name, seconds in best.items():
        print(f"{name:40} {seconds * 1e6:>10,.1f} us a grid")
    ours, theirs = (list(best.values())[position] for position in (2, 3))
    print(f"MiniGrid's takes {theirs / ours:.1f} times as long")


if __name__ == "__main__":
    main()
