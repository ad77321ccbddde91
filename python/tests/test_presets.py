"""Presets: reading them, their errors, lint, pickling."""

from __future__ import annotations

import copy
import pickle
import struct
import zlib
from pathlib import Path

import pytest
import roomgen


def test_every_built_in_preset_has_its_name_kinds_and_layouts() -> None:
    for name in roomgen.BUILT_IN:
        preset = roomgen.Preset.built_in(name)
        assert preset.name == name
        assert min(preset.size) >= preset.min_side
        assert [kind.name for kind in preset.kinds] == sorted(kind.name for kind in preset.kinds)
        assert len(preset.layouts) >= 6
        assert roomgen.Preset.parse(preset.text) == preset
        assert not preset.bases


def test_pools_have_the_names_of_what_they_deal() -> None:
    preset = roomgen.Preset.parse(
        """(name: "a", pools: {"halls": (each: 1)}, layouts: [
            (name: "one", pool: "halls", formations: []), (name: "plain", formations: []),
        ], vaults: [(name: "two", pool: "halls", rows: ["."])])"""
    )
    assert preset.pools == {"halls": ("one", "two")}


def test_an_unknown_preset_is_refused_with_the_nearest() -> None:
    with pytest.raises(roomgen.RequestError, match='did you mean "crypt"') as caught:
        roomgen.Preset.built_in("cript")
    assert isinstance(caught.value, ValueError)
    assert caught.value.line is None


def test_mistakes_are_raised_all_at_once_with_their_places() -> None:
    text = '(name: "mine", size: (80, 5),\n  clearence: 2, floorplan: (bonus: 3))'
    with pytest.raises(roomgen.PresetError) as caught:
        roomgen.Preset.parse(text)
    error = caught.value
    places = [(problem.line, problem.column) for problem in error.problems]
    assert places == [(1, 22), (2, 3), (2, 36)]
    assert (error.line, error.column) == places[0]
    assert error.problems[1].suggestion == "clearance"
    assert error.problems[1].hint is not None and "clearance" in error.problems[1].hint
    assert "^^^^^^^^^" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems
    assert (str(again), again.line, again.hint) == (str(error), error.line, error.hint)


def test_a_preset_is_loaded_with_its_bases_and_travels_without_the_files(tmp_path: Path) -> None:
    (tmp_path / "mine.ron").write_text('(name: "mine", base: "parts/stone.ron", size: (40, 30))')
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/stone.ron").write_text('(name: "stone", base: "deep.ron", clearance: 2)')
    (tmp_path / "parts/deep.ron").write_text('(name: "deep", base: "crypt")')
    preset = roomgen.Preset.load(tmp_path / "mine.ron").with_size(30, 31)
    assert [Path(name).name for name, _ in preset.bases] == ["stone.ron", "deep.ron"]
    again = pickle.loads(pickle.dumps(preset))
    parsed = roomgen.Preset.parse(preset.text, bases=preset.bases).with_size(30, 31)
    assert preset == again == parsed == copy.deepcopy(preset)
    assert again.size == (30, 31)
    assert hash(again) == hash(preset)
    assert again.generate(7) == preset.generate(7)
    with pytest.raises(roomgen.PresetError, match="there is no text for the base"):
        roomgen.Preset.parse(preset.text)


def test_a_problem_of_a_base_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.ron").write_text('(name: "mine", base: "stone.ron")')
    (tmp_path / "stone.ron").write_text('(clearance: "much")')
    with pytest.raises(roomgen.PresetError) as caught:
        roomgen.Preset.load(tmp_path / "mine.ron")
    (problem,) = caught.value.problems
    assert problem.base == str(tmp_path / "stone.ron")
    assert (problem.line, problem.column) == (1, 13)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "bytes.ron").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.ron", tmp_path / "bytes.ron", tmp_path, Path("/dev/null")):
        with pytest.raises(roomgen.FileError, match=path.name) as caught:
            roomgen.Preset.load(path)
        assert isinstance(caught.value, OSError)
        assert isinstance(caught.value, roomgen.Error)


@pytest.mark.parametrize(
    ("width", "height", "error"),
    [
        (3, 40, roomgen.RequestError),
        (40, -1, roomgen.RequestError),
        (2**40, 40, roomgen.RequestError),
        (16384, 16385, roomgen.RequestError),
        (16384, 16384 + 2**64, roomgen.RequestError),
        (40.0, 40, TypeError),
        ("40", 40, TypeError),
        (True, 40, TypeError),
        (None, 40, TypeError),
    ],
)
def test_a_size_out_of_range_is_refused(width: int, height: int, error: type[Exception]) -> None:
    with pytest.raises(error, match="width|height|cells"):
        roomgen.Preset.built_in("crypt").with_size(width, height)


def test_a_size_below_the_least_room_names_the_least() -> None:
    text = '(name: "halls", floorplan: (rooms: (min: 20, max: 50)))'
    with pytest.raises(roomgen.RequestError, match="at least 22"):
        roomgen.Preset.parse(text).with_size(21, 60)


def test_lint_finds_what_the_tool_finds() -> None:
    text = '(name: "mine", props: { "urn": (glyph: \'u\', color: "#c28a2e") }, layouts: [(name: "bare", formations: [])])'
    (finding, *_) = roomgen.Preset.parse(text).lint()
    assert finding.code == "unused-kind"
    assert (finding.problem.line, finding.problem.column) == (1, 25)
    assert roomgen.Preset.built_in("crypt").lint() == ()


def test_presets_differ_by_their_rules_and_size() -> None:
    crypt, mine = (roomgen.Preset.built_in(name) for name in ("crypt", "mine"))
    assert crypt != mine
    assert crypt != crypt.with_size(40, 40)
    assert crypt != "crypt"
    assert len({crypt, roomgen.Preset.built_in("crypt"), mine}) == 2


def test_objects_are_frozen(crypt: roomgen.Preset) -> None:
    level = crypt.generate(1)
    for thing in (crypt, level, level.image(scale=1)):
        with pytest.raises(AttributeError):
            thing.name = "other"  # type: ignore[union-attr]
        with pytest.raises(TypeError):
            type("Child", (type(thing),), {})


def png(width: int, height: int) -> bytes:
    """A PNG file of one colour for each pixel: its column and row."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + bytes(c for x in range(width) for c in (x, y, 99, 255)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_sprites_are_cut_from_a_picture_beside_the_preset(tmp_path: Path) -> None:
    text = """(name: "mine", base: "cellar", sprites: "my.png",
      props: { "barrel": (sprite: "1,0"), "crate": (sprite: "0,0") })"""
    (tmp_path / "mine.ron").write_text(text)
    with pytest.raises(roomgen.PresetError, match="my.png.*no such file") as caught:
        roomgen.Preset.load(tmp_path / "mine.ron")
    assert (caught.value.line, caught.value.column) == (1, 41)
    (tmp_path / "my.png").write_bytes(png(32, 16))
    preset = roomgen.Preset.load(tmp_path / "mine.ron")
    assert preset.pictures == {"my.png": png(32, 16)}
    parsed = roomgen.Preset.parse(text, pictures=preset.pictures)
    assert preset == parsed == pickle.loads(pickle.dumps(preset)) == preset.with_size(*preset.size)
    blind = roomgen.Preset.parse(text)
    assert blind != preset
    assert blind.digest == preset.digest
    assert blind.generate(7) == preset.generate(7)
    with pytest.raises(roomgen.PresetError, match="give its bytes in pictures"):
        roomgen.Preset.parse(text, pictures={})
    with pytest.raises(roomgen.PresetError, match="is no PNG picture"):
        roomgen.Preset.parse(text, pictures={"my.png": b"GIF89a"})
