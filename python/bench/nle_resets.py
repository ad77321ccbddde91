"""Resets NLE's `NetHackScore-v0` as often as standard input asks for: the peer of `peers.py`.

Prints the versions first. Each line `SEED COUNT` is answered by the seconds of processor time that
resets with so many seeds took, from SEED on. It has a process of its own, since NLE wants another
Gymnasium.
"""

from __future__ import annotations

import platform
import sys
import time
from importlib.metadata import version
from typing import Any

import gymnasium
import nle  # noqa: F401, registers the environments


def main() -> None:
    env: Any = gymnasium.make("NetHackScore-v0")
    packages = [f"{name} {version(name)}" for name in ("nle", "gymnasium", "numpy")]
    print(", ".join([*packages, f"Python {platform.python_version()}"]), flush=True)
    for line in sys.stdin:
        seed, count = (int(word) for word in line.split())
        seconds = 0.0
        for each in range(seed, seed + count):
            env.unwrapped.seed(core=each, disp=each)
            start = time.process_time()
            env.reset()
            seconds += time.process_time() - start
        print(seconds, flush=True)


if __name__ == "__main__":
    main()
