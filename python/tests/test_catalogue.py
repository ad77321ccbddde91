"""The levels of Python are those of the catalogue: the seed contract of the repository."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import roomgen
from siphash import siphash24

SEEDS = [*range(10), *((2**64 - 1) // divisor for divisor in range(1, 11))]
LARGE = 3000


def entries(root: Path) -> tuple[list[str], list[list[str]]]:
    """The names of the columns, and the words of each line."""
    lines = (root / "tests/golden/catalogue.txt").read_text().splitlines()
    assert lines[0] == f"revision {roomgen.REVISION}"
    columns = lines[1].split(": ")[1].split(",")[0].split()
    return columns, [line.split() for line in lines[2:]]


def preset(root: Path, name: str, style: str, size: str) -> roomgen.Preset:
    text = (root / f"presets/{name}.ron").read_text()
    if ("style: Corridors(" in text) != (style == "corridors"):
        title, rules = {
            "corridors": ("with corridors", "rooms: (min: 4), style: Corridors(width: (1, 2), margin: (1, 1))"),
            "adjacent": ("wall to wall", "style: Adjacent(door: (1, 2))"),
        }[style]
        text = f'(name: "{name} {title}", base: "{name}", floorplan: ({rules}))'
    width, height = map(int, size.split("x"))
    return roomgen.Preset.parse(text).with_size(width, height)


def test_the_hash_is_that_of_its_source() -> None:
    # The first values of `vectors_sip64` have another key; these are of the empty text and of
    # 0, 1, 2, with the key zero.
    assert siphash24(b"") == 0x1E924B9D737700D7
    assert siphash24(bytes(range(15))) != siphash24(bytes(range(16)))


@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_digest_of_levels_is_that_of_the_catalogue(root: Path, large: bool) -> None:
    columns, lines = entries(root)
    level = columns.index("level")
    checked = 0
    for name, style, size, *words in lines:
        width, height = map(int, size.split("x"))
        if (width * height > LARGE) != large:
            continue
        seeds = np.array(SEEDS, dtype=np.uint64)
        batch = preset(root, name, style, size).generate_batch(
            seeds, tiles=False, walkable=False, digests=True, threads=2
        )
        for digest, word in zip(batch.digests, words[len(columns) :], strict=True):
            assert f"{int(digest) & 0xFF:02x}" == word[2 * level : 2 * level + 2], (name, style, size)
        assert f"{siphash24(batch.digests.astype('<u8').tobytes()):016x}" == words[level], (name, style, size)
        checked += len(batch)
    assert checked == len(SEEDS) * 11 * 2 * 3


def test_level_files_are_those_of_the_catalogue(root: Path) -> None:
    columns, lines = entries(root)
    json = columns.index("json")
    small = [line for line in lines if line[1] == "adjacent" and line[2] == "33x21"]
    checked = 0
    for name, style, size, *words in small:
        if "style: Corridors(" in (root / f"presets/{name}.ron").read_text():
            continue
        levels = preset(root, name, style, size)
        digests = [siphash24(levels.generate(seed).to_json().encode()) for seed in SEEDS]
        joined = b"".join(digest.to_bytes(8, "little") for digest in digests)
        assert f"{siphash24(joined):016x}" == words[json], name
        checked += 1
    assert checked >= 4
