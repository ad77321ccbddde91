"""The cells of the pages print what they say; examples in docstrings hold."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

PAGES = {
    "docs/python.md": ["duckdb", "pyarrow", "gymnasium", "tcod"],
    "python/README.md": ["pyarrow", "gymnasium", "minigrid"],
}
"""The pages whose cells run, and what they need."""
PICTURE = "output/python/level.png"
"""A picture of the first page, which a cell makes."""


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


@pytest.mark.parametrize(("page", "needed"), PAGES.items())
def test_the_cells_of_a_page_print_what_they_say(
    page: str, needed: list[str], root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in needed:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    found = run_cells((root / page).read_text())
    assert len(found) > 5
    assert [said for said, _ in found] == [printed for _, printed in found]
    # The picture of the page is that of its cell.
    made = tmp_path / Path(PICTURE).name
    assert made.exists() == (page == "docs/python.md")
    assert not made.exists() or made.read_bytes() == (root / PICTURE).read_bytes()


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


def bless(path: Path) -> None:
    """Writes what the cells of a page print into it, from a folder for what they make."""
    text = path.read_text()
    outputs = iter([printed for _, printed in run_cells(text)])

    def blessed(match: re.Match[str]) -> str:
        code = [line for line in match[1].splitlines() if not line.startswith("#> ")]
        return "```python\n" + "\n".join(code + ["#> " + line for line in next(outputs).splitlines()]) + "\n```"

    path.write_text(re.sub(r"^```python\n(.*?)^```$", blessed, text, flags=re.M | re.S))


if __name__ == "__main__":
    # python python/tests/test_docs.py
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for page in PAGES:
            bless(root / page)
        (root / PICTURE).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(PICTURE).name, root / PICTURE)
        os.chdir(root)
