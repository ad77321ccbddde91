"""Files of levels: every format, the same bytes as the tool's."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import roomgen

FORMATS = [format.name for format in roomgen.FORMATS]


@pytest.fixture(scope="module")
def level() -> roomgen.Level:
    return roomgen.Preset.built_in("crypt").with_size(40, 31).generate(3, floor=2, difficulty=0.7)


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_files_of_all_formats_are_those_of_the_tool(
    tool: str, level: roomgen.Level, tmp_path: Path
) -> None:
    theirs, ours = tmp_path / "tool", tmp_path / "python"
    theirs.mkdir()
    ours.mkdir()
    outputs = [f"--out={theirs / f'level.{format.ending}'}" for format in roomgen.FORMATS]
    options = ["--preset=crypt", "--seed=3", "--size=40x31", "--floor=2", "--difficulty=0.7", "--full"]
    subprocess.run([tool, *options, *outputs], check=True, capture_output=True)
    # The tile sheet of all maps has the same picture.
    for format in roomgen.FORMATS:
        level.save(ours / f"level.{format.ending}", overwrite=format.name in ("tmj", "ldtk", "godot"))
    expected = read(theirs)
    assert len(expected) > len(FORMATS) + 1
    assert read(ours) == expected
    made = {}
    for format in roomgen.FORMATS:
        files = level.to_files(format.name)
        assert next(iter(files)) == f"level.{format.ending}"
        assert (len(files) > 1) == (format.name in ("tmx", "tmj", "ldtk", "godot"))
        if len(files) == 1:
            assert level.to_bytes(format.name) == files[f"level.{format.ending}"]
        made |= files
    assert made == expected


def test_a_level_that_was_read_has_the_files_of_its_built_in_preset(level: roomgen.Level) -> None:
    again = roomgen.Level.from_json(level.to_json())
    for format in FORMATS:
        assert again.to_files(format, "deep") == level.to_files(format, "deep")
    text = level.to_json().replace('"preset": "crypt"', '"preset": "mine and nobody else\'s"')
    other = roomgen.Level.from_json(text, check=False)
    assert other.to_bytes("svg").startswith(b"<svg")
    with pytest.raises(roomgen.RequestError, match="needs its preset"):
        other.to_bytes("gif")


def test_options_are_those_of_pictures_and_animations(level: roomgen.Level, tmp_path: Path) -> None:
    options: dict[str, Any] = {"scale": 6, "view": "top", "overlays": ["mission"], "legend": True, "room": 0}
    assert level.to_bytes("png", **options) == level.image(**options).to_png()
    assert level.to_bytes("PNG", scale=None, overlays=None) == level.image().to_png()
    small, room = level.to_bytes("gif", scale=2), level.to_bytes("gif", scale=2, room=0)
    # Width and height of the frames.
    assert small[6:8] == (80).to_bytes(2, "little") and room[6:8] < small[6:8]
    ink = level.to_bytes("svg", style="ink", audience="player")
    assert b'id="hatching"' in ink and b'id="numbers"' not in ink
    assert "locks and keys" in level.to_bytes("text").decode()
    assert "locks and keys" not in level.to_bytes("text", audience="player").decode()
    level.save(tmp_path / "picture.bin", format="png", scale=4)
    assert (tmp_path / "picture.bin").read_bytes() == level.image(scale=4).to_png()


def test_unknown_formats_are_refused_with_those_that_are_allowed(level: roomgen.Level, tmp_path: Path) -> None:
    for call in (level.to_bytes, level.to_files):
        with pytest.raises(roomgen.RequestError, match='there is no format "bmp"; the formats are ron, json, .* and gif$'):
            call("bmp")
        with pytest.raises(roomgen.RequestError, match="scale is for png and gif and uvtt, not for csv"):
            call("csv", scale=3)
        with pytest.raises(roomgen.RequestError, match="view is for png, not for gif"):
            call("gif", view="iso")
        with pytest.raises(TypeError, match="no option \"zoom\"; allowed: scale, view, overlays, legend, room, style, audience, light, ambient, margin"):
            call("png", zoom=3)  # type: ignore[call-arg]
        for format, most in (("png", 256), ("gif", 32)):
            with pytest.raises(roomgen.RequestError, match=f"scale is 257; allowed: 1 to {most}"):
                call(format, scale=257)
            with pytest.raises(roomgen.RequestError, match="room"):
                call(format, room=99)
        with pytest.raises(TypeError):
            call(3)  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="tmx comes with other files beside it; use to_files or save"):
        level.to_bytes("tmx")
    for name in ("level", "level.bmp"):
        with pytest.raises(roomgen.RequestError, match=r"ending of no format; allowed: \.ron, .*or give format"):
            level.save(tmp_path / name)
    with pytest.raises(roomgen.FileError, match="no folder"):
        level.save(tmp_path / "none" / "level.ron")
    assert read(tmp_path) == {}
    # A file that is there stays, and so do those beside it.
    (tmp_path / "level-tiles.tsx").write_text("mine")
    with pytest.raises(roomgen.FileError, match="exists already; overwrite=True replaces it"):
        level.save(str(tmp_path / "level.tmx"))
    assert read(tmp_path) == {"level-tiles.tsx": b"mine"}
    level.save(tmp_path / "level.tmx", overwrite=True)
    assert read(tmp_path) == level.to_files("tmx")
