"""Prints how many bytes a level takes in each format, and how many levels a second one core writes.

    python bench/formats.py [--levels 100000] [--preset crypt] [--size 25x25]

Rates are levels by second of processor time, which other work on the machine changes little. They
contain generating. Texts are measured over a twentieth of the levels, in one file.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import roomgen
from roomgen import dataset
from roomgen.selection import Selection


def texts(encode: Callable[[roomgen.Level], str]) -> Callable[[Path, roomgen.Preset, int], None]:
    """Writes level by level as texts."""

    def write(path: Path, preset: roomgen.Preset, levels: int) -> None:
        with path.open("w", encoding="utf-8") as file:
            for seed in range(levels):
                file.write(encode(preset.generate(seed)))

    return write


def numpy_arrays(is_compressed: bool) -> Callable[[Path, roomgen.Preset, int], None]:
    """Writes what the Parquet file has as arrays, a file for each batch."""

    def write(path: Path, preset: roomgen.Preset, levels: int) -> None:
        save: Any = np.savez_compressed if is_compressed else np.savez
        fields: dict[str, Any] = {"walkable": False, "digests": True, "metrics": True}
        for number, batch in enumerate(Selection(preset, range(levels)).batches(**fields)):
            arrays: dict[str, Any] = {
                "seeds": batch.seeds,
                "floors": batch.floors,
                "difficulties": batch.difficulties,
                "digests": batch.digests,
                "entries": batch.entries,
                "exits": batch.exits,
                "tiles": batch.tiles,
            }
            save(path.with_name(f"levels-{number}.npz"), **arrays, **batch.metrics)

    return write


def parquet(**options: Any) -> Callable[[Path, roomgen.Preset, int], None]:
    """Writes a dataset; its manifest does not count."""

    def write(path: Path, preset: roomgen.Preset, levels: int) -> None:
        dataset.write(path.with_suffix(".parquet"), preset, range(levels), **options)
        path.with_suffix(".manifest.json").unlink()

    return write


FORMATS: dict[str, tuple[int, Callable[[Path, roomgen.Preset, int], None]]] = {
    "JSON": (20, texts(lambda level: level.to_json())),
    "JSON lines": (20, texts(lambda level: level.to_json(line=True))),
    "numpy .npz: tiles, digest, ends, metrics": (1, numpy_arrays(False)),
    "numpy .npz, compressed: the same": (1, numpy_arrays(True)),
    "Parquet: digest, ends": (1, parquet(tiles=False, metrics=False)),
    "Parquet: tiles, digest, ends": (1, parquet(metrics=False)),
    "Parquet: tiles, digest, ends, metrics": (1, parquet()),
    "Parquet: the same, and rooms, passages, keys": (
        1,
        parquet(tables=("rooms", "passages", "keys")),
    ),
    "Parquet: the same, and props": (1, parquet(tables=dataset.TABLES)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, default=100_000)
    parser.add_argument("--preset", default="crypt")
    parser.add_argument("--size", default="25x25", metavar="WIDTHxHEIGHT")
    arguments = parser.parse_args()
    width, height = (int(side) for side in arguments.size.split("x"))
    preset = roomgen.Preset.built_in(arguments.preset).with_size(width, height)
    print(f"{preset.name} {width}x{height}, {arguments.levels} levels\n")
    print("| format | bytes a level | levels a second |\n| --- | ---: | ---: |")
    for name, (fraction, write) in FORMATS.items():
        levels = max(1, arguments.levels // fraction)
        with tempfile.TemporaryDirectory() as folder:
            begin = time.process_time()
            write(Path(folder) / "levels", preset, levels)
            taken = time.process_time() - begin
            size = sum(file.stat().st_size for file in Path(folder).iterdir())
        print(f"| {name} | {size / levels:,.1f} | {levels / taken:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
