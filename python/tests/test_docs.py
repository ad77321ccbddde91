"""The cells of docs/python.md print what they say; examples in docstrings hold."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import re
from pathlib import Path
from typing import Any

import pytest

NEEDED = ["duckdb", "pyarrow", "gymnasium"]


def cells(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page, flags=re.M | re.S)


def run_cells(page: str) -> list[tuple[str, str]]:
    """What each cell says that it prints, and what it prints."""
    found, variables = [], dict[str, Any]()
    for number, cell in enumerate(cells(page), start=1):
        said = "".join(line[3:] + "\n" for line in cell.splitlines() if line.startswith("#> "))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(cell, f"cell {number}", "exec"), variables)
        found.append((said, printed.getvalue()))
    return found


def test_the_cells_of_the_page_print_what_they_say(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in NEEDED:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    page = (root / "docs/python.md").read_text()
    found = run_cells(page)
    assert len(found) == 11
    assert [said for said, _ in found] == [printed for _, printed in found]
    # The picture of the page is that of its cell.
    assert (tmp_path / "level.png").read_bytes() == (root / "output/python/level.png").read_bytes()


@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("roomgen", None),
        ("roomgen.dataset", "pyarrow"),
        ("roomgen.manifest", None),
        ("roomgen.envs", "gymnasium"),
        ("roomgen.curriculum", None),
        ("roomgen.player", "gymnasium"),
        ("roomgen.minigrid", "minigrid"),
        ("roomgen.ray", "ray"),
    ],
)
def test_examples_in_docstrings_hold(module: str, needed: str | None) -> None:
    if needed:
        pytest.importorskip(needed)
    failed, _ = doctest.testmod(importlib.import_module(module))
    assert failed == 0


if __name__ == "__main__":
    # Writes what the cells print into the page: python python/tests/test_docs.py
    path = Path(__file__).resolve().parents[2] / "docs/python.md"
    text = path.read_text()
    folder = path.parents[1] / "output/python"
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    outputs = iter([printed for _, printed in run_cells(text)])

    def blessed(match: re.Match[str]) -> str:
        code = [line for line in match[1].splitlines() if not line.startswith("#> ")]
        return "```python\n" + "\n".join(code + ["#> " + line for line in next(outputs).splitlines()]) + "\n```"

    path.write_text(re.sub(r"^```python\n(.*?)^```$", blessed, text, flags=re.M | re.S))
    for made in ("crypts.parquet", "crypts.rooms.parquet", "crypts.manifest.json", "long.json"):
        (folder / made).unlink()
