"""Steps per second: one environment, a vector of 256, and MiniGrid's, in the same run on one core.

    python bench/steps.py [--seconds 2] [--rounds 5] [--envs 256]

Actions are random and drawn before the clock starts; resets count. Each figure is the best of the
rounds, and the rounds of all peers alternate.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np

import roomgen.envs

ACTIONS = 65_536
"""Random actions that are drawn, and used in turn."""
PEER = "MiniGrid-MultiRoom-N6-v0"


def single(env: Any, actions: list[Any]) -> Iterator[int]:
    """Makes steps for ever, a thousand between two yields, and yields how many."""
    env.reset(seed=0)
    position = 0
    while True:
        for _ in range(1000):
            _, _, terminated, truncated, _ = env.step(actions[position])
            position = (position + 1) % len(actions)
            if terminated or truncated:
                env.reset()
        yield 1000


def vector(envs: Any, actions: Any) -> Iterator[int]:
    """Makes steps for ever, ten of each environment between two yields."""
    envs.reset(seed=0)
    position = 0
    while True:
        for _ in range(10):
            envs.step(actions[position])
            position = (position + 1) % len(actions)
        yield 10 * envs.num_envs


def rate(steps: Iterator[int], seconds: float) -> float:
    """Steps per second."""
    start, made = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds:
        made += next(steps)
    return made / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round of each peer")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--envs", type=int, default=256, help="environments of the vector")
    options = parser.parse_args()

    rng = np.random.default_rng(0)
    four, seven = rng.integers(4, size=ACTIONS), rng.integers(7, size=ACTIONS)
    many = rng.integers(4, size=(1024, options.envs))
    crypt = "roomgen/Crypt-25x25-v0"

    def vector_env(copy: bool) -> Any:
        return gymnasium.make_vec(crypt, num_envs=options.envs, copy=copy)

    peers: dict[str, Callable[[], Iterator[int]]] = {
        "roomgen, unwrapped": lambda: single(gymnasium.make(crypt).unwrapped, four.tolist()),
        "roomgen, gymnasium.make": lambda: single(gymnasium.make(crypt), four.tolist()),
        f"roomgen, vector of {options.envs}": lambda: vector(vector_env(True), many),
        f"roomgen, vector of {options.envs}, copy=False": lambda: vector(vector_env(False), many),
    }
    try:
        import minigrid  # noqa: F401

        peers[f"{PEER}, unwrapped"] = lambda: single(gymnasium.make(PEER).unwrapped, seven.tolist())
    except ImportError:
        print("MiniGrid is not installed: its row is left out")

    running = {name: start() for name, start in peers.items()}
    best = dict.fromkeys(running, 0.0)
    for _ in range(options.rounds):
        for name, steps in running.items():
            best[name] = max(best[name], rate(steps, options.seconds))
    for name, steps_per_second in best.items():
        print(f"{name:44} {steps_per_second:>12,.0f} steps/s")


if __name__ == "__main__":
    main()
