"""Runs: their floors, levels and presets."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import roomgen

TRIP = """(
    name: "trip",
    acts: [(preset: "cellar", floors: 2, difficulty: (0.0, 0.5)), (name: "end", preset: "crypt", difficulty: 1.0)],
    moods: {"dark": (text: (theme: (ambient: 0.13)), acts: ["cellar"]), "plain": (acts: ["end"])},
    branches: [(name: "well", from: 1, acts: [(preset: "mine")])],
)"""


@pytest.mark.parametrize("name", roomgen.BUILT_IN_RUNS)
def test_stairs_of_a_built_in_run_meet(name: str) -> None:
    run = roomgen.Run.built_in(name)
    floors = {floor.number: floor for floor in run.floors("42nd")}
    levels = {level.floor: level for level in run.levels("42nd")}
    assert run.name == name and list(levels) == list(floors)
    for number, level in levels.items():
        floor = floors[number]
        assert level.run == (name, run.digest, floor.act, floor.branch, floor.mood)
        assert (level.preset_name, level.size) == (floor.preset, floor.size)
        if floor.above is not None and level.run.branch == levels[floor.above].run.branch:
            assert level.entry == levels[floor.above].exit
        for branch, first in floor.branches.items():
            assert (f"{branch}/0", levels[first].entry) in level.stairs


def test_the_floors_of_a_run_have_what_its_text_says() -> None:
    run = roomgen.Run.parse(TRIP)
    floors = run.floors(7)
    assert [floor.number for floor in floors] == [0, 1, 2, 3]
    assert [(floor.act, floor.branch, floor.mood) for floor in floors] == [
        ("cellar", None, "dark"),
        ("cellar", None, "dark"),
        ("end", None, "plain"),
        ("mine", "well", None),
    ]
    assert [floor.difficulty for floor in floors] == [0.0, 0.5, 1.0, 0.5]
    assert [floor.above for floor in floors] == [None, 0, 1, 1]
    assert [floor.branches for floor in floors] == [{}, {"well": 3}, {}, {}]
    assert [floor.is_last_of_act for floor in floors] == [False, True, True, True]
    assert run.level(7, 3).is_dead_end


def test_a_floor_alone_is_that_of_its_run_with_the_preset_of_the_floor() -> None:
    run = roomgen.Run.parse(TRIP)
    for level in run.levels(7):
        alone = run.level(7, level.floor)
        assert alone == level and not level.check()
        assert alone.preset is not None and alone.preset.text == run.preset_text(7, level.floor)
        assert roomgen.Preset.parse(alone.preset.text).with_size(*alone.size) == alone.preset
        assert alone.preset.digest == level.preset_digest
        again = pickle.loads(pickle.dumps(level))
        assert (again, again.run, again.preset) == (level, level.run, level.preset)
        assert roomgen.Level.from_json(level.to_json()).run == level.run
        assert level.image(scale=4).size == (level.width * 4, level.height * 4)
    assert "ambient" in run.preset_text(7, 0)
    assert roomgen.Preset.built_in("crypt").generate(7).run is None


def test_a_run_is_loaded_with_the_files_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "cave.ron").write_text('(name: "cave", base: "caves", size: (50, 40))')
    (tmp_path / "dark.ron").write_text("(theme: (ambient: 0.1))")
    path = tmp_path / "trip.run.ron"
    path.write_text('(name: "trip", acts: [(preset: "cave.ron")], moods: {"dark": (text: "dark.ron")})')
    run = roomgen.Run.load(path)
    assert (run.name, run.floors(1)[0].mood, run.level(1, 0).size) == ("trip", "dark", (50, 40))
    assert run == roomgen.Run.load(path) and hash(run) == hash(roomgen.Run.load(path))
    assert run != roomgen.Run.parse(TRIP)
    with pytest.raises(roomgen.PresetError, match="files cannot be read here"):
        roomgen.Run.parse(path.read_text())
    with pytest.raises(roomgen.FileError):
        roomgen.Run.load(tmp_path / "none.ron")


def test_what_a_run_lacks_is_refused_with_what_there_is() -> None:
    run = roomgen.Run.parse(TRIP)
    for call in (run.level, run.preset_text):
        with pytest.raises(roomgen.RequestError, match=r'"trip" has no floor 4 for this seed; it has 0, 1, 2, 3'):
            call(7, 4)
    with pytest.raises(roomgen.RequestError, match="floor is -1"):
        run.level(7, -1)
    with pytest.raises(TypeError, match="seed must be"):
        run.floors(1.5)  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="delve"):
        roomgen.Run.built_in("delv")
    with pytest.raises(roomgen.PresetError) as caught:
        roomgen.Run.parse('(name: "a", acts: [(preset: "cellar", floors: (3, 2)), (preset: "cellar")])')
    assert [problem.line for problem in caught.value.problems] == [1, 1]
