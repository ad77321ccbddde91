"""What the tests share: presets, and which tests run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
import roomgen

ROOT = Path(__file__).resolve().parents[2]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; runs with --slow")
    config.addinivalue_line("markers", "ray: starts a local cluster of Ray; runs with --ray")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption("--ray", action="store_true", help="run those on a cluster of Ray too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for word in ("slow", "ray"):
        if not config.getoption(f"--{word}"):
            skip = pytest.mark.skip(reason=f"runs with --{word}")
            for item in items:
                if word in item.keywords:
                    item.add_marker(skip)


@pytest.fixture(scope="session")
def crypt() -> roomgen.Preset:
    return roomgen.Preset.built_in("crypt").with_size(25, 25)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def tool() -> str:
    """The path of the command line tool; without one the test is skipped."""
    found = os.environ.get("ROOMGEN") or shutil.which("roomgen")
    if not found:
        pytest.skip("no tool: set ROOMGEN to its path")
    return found
