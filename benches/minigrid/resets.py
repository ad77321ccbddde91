"""Resets MiniGrid's KeyCorridorS6R3 as often as standard input asks for.

Prints the versions first. Each line `grid SEED COUNT` or `reset SEED COUNT` is answered by the
seconds that so many took: `grid` makes the level alone, `reset` also the first observation. The
program `benches/minigrid/levels.rs` writes these lines.
"""

import platform
import sys
import time
from importlib.metadata import version

import gymnasium
import minigrid  # noqa: F401, registers the environments


def main():
    environment = gymnasium.make("MiniGrid-KeyCorridorS6R3-v0")
    level = environment.unwrapped
    works = {
        "grid": lambda: level._gen_grid(level.width, level.height),
        "reset": environment.reset,
    }
    packages = [f"{name} {version(name)}" for name in ("minigrid", "gymnasium", "numpy")]
    print(", ".join([*packages, f"Python {platform.python_version()}"]), flush=True)
    for line in sys.stdin:
        work, seed, count = line.split()
        # Before the clock starts. The timed resets have no seed: a new random generator costs more.
        environment.reset(seed=int(seed))
        print(seconds(works[work], int(count)), flush=True)


def seconds(work, count):
    start = time.perf_counter()
    for _ in range(count):
        work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
