"""Runs: their floors, levels and presets."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
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
        assert alone.preset == run.preset(7, level.floor)
        assert roomgen.Preset.parse(alone.preset.text).with_size(*alone.size) == alone.preset
        assert alone.preset.digest == level.preset_digest
        again = pickle.loads(pickle.dumps(level))
        assert (again, again.run, again.preset) == (level, level.run, level.preset)
        assert roomgen.Level.from_json(level.to_json()).run == level.run
        assert level.image(scale=4).size == (level.width * 4, level.height * 4)
        assert level.to_bytes("gif", scale=1) == alone.to_bytes("gif", scale=1)
    assert "ambient" in run.preset_text(7, 0)
    assert roomgen.Preset.built_in("crypt").generate(7).run is None


def test_a_run_is_loaded_with_the_files_that_it_names(tmp_path: Path) -> None:
    files = {
        "presets/cave.ron": '(name: "cave", base: "./rocks/big.ron", size: (50, 40))',
        "presets/rocks/big.ron": '(name: "big", base: "caves")',
        "dark.ron": "(theme: (ambient: 0.1))",
    }
    text = '''(
        name: "trip",
        acts: [(preset: "presets/cave.ron"), (name: "again", preset: "./presets/cave.ron")],
        moods: {"dark": (text: "dark.ron")},
    )'''
    path = tmp_path / "trip.run.ron"
    for name, content in {**files, path.name: text}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    run = roomgen.Run.load(path)
    assert (run.name, run.floors(1)[0].mood, run.level(1, 0).size) == ("trip", "dark", (50, 40))
    parsed = roomgen.Run.parse(text, files=files)
    assert parsed.level(1, 1) == run.level(1, 1)
    for other in (parsed, pickle.loads(pickle.dumps(run)), copy.deepcopy(parsed)):
        assert other == run and hash(other) == hash(run) and repr(other) == repr(run)
    assert run != roomgen.Run.parse(TRIP)
    # Looks count as well as rules.
    assert run != roomgen.Run.parse(text, files={**files, "dark.ron": "(theme: (ambient: 0.2))"})
    with pytest.raises(roomgen.PresetError, match='"presets/cave.ron" is a file: give its text in files'):
        roomgen.Run.parse(text)
    del files["presets/rocks/big.ron"]
    with pytest.raises(roomgen.PresetError, match='no file "presets/rocks/big.ron"; files has "dark.ron", "presets/'):
        roomgen.Run.parse(text, files)
    (tmp_path / "dark.ron").write_text("(theme: (ambient: 2))")
    with pytest.raises(roomgen.PresetError, match="ambient"):
        roomgen.Run.load(path)
    with pytest.raises(roomgen.FileError):
        roomgen.Run.load(tmp_path / "none.ron")


def test_a_run_of_one_preset_has_its_levels_below_each_other() -> None:
    cellar = roomgen.Preset.built_in("cellar").with_size(40, 30)
    run = roomgen.Run.of(cellar, floors=3)
    start = None
    for number, level in enumerate(run.levels("moss")):
        assert level == cellar.generate("moss", floor=number, difficulty=number / 2, start=start)
        assert (level.run, level.preset) == (None, cellar)
        start = level.exit
    assert number == 2 and run.preset_text(1, 2) == cellar.text
    again = pickle.loads(pickle.dumps(run))
    assert again == run == copy.copy(run) and again.level(5, 2) == run.level(5, 2)
    assert run != roomgen.Run.of(cellar, 2) and run != roomgen.Run.of(roomgen.Preset.built_in("cellar"), 3)
    with pytest.raises(roomgen.RequestError, match="floors is 10001; allowed: 1 to 10000"):
        roomgen.Run.of(cellar, 10_001)


def test_the_next_re_roll_of_a_floor_changes_its_room_alone() -> None:
    run = roomgen.Run.parse(TRIP)

    def things(level: roomgen.Level) -> dict[int, list[tuple[Any, ...]]]:
        columns = [getattr(level.props, name).tolist() for name in ("kind", "x", "y", "turn")]
        rooms = [[level.rooms.layout[room], *props] for room, *props in zip(level.props.room.tolist(), *columns)]
        found: dict[int, list[tuple[Any, ...]]] = {room: [] for room in range(len(level.rooms.kind))}
        for room, thing in zip(level.props.room.tolist(), rooms):
            found[room].append(tuple(thing))
        return found

    numbers = []
    for room in range(4):
        level = run.level(7, 2)
        number = run.next_reroll(7, 2, room)
        for tried in range(1, (number or 16) + 1):
            again = run.level(7, 2, rerolls={room: tried})
            assert again.rerolls == {room: tried} and again.run == level.run
            assert (again.tiles == level.tiles).all() and again.exit == level.exit
            before, after = things(level), things(again)
            is_changed = before.pop(room) != after.pop(room)
            assert before == after and is_changed == (tried == number)
        numbers.append(number)
        if number is not None:
            later = run.next_reroll(7, 2, room, rerolls={room: number})
            assert later is None or later > number
    assert any(numbers)
    assert run.next_reroll(7, 2, 999) is None
    with pytest.raises(TypeError, match="rerolls must be a dict"):
        run.level(7, 2, rerolls=[3])  # type: ignore[arg-type]


def test_finds_are_the_runs_of_which_python_says_the_same() -> None:
    run = roomgen.Run.built_in("delve")
    seeds = range(30)
    names = ("rooms", "dead_ends", "locked_passages", "reward")
    runs = [{level.floor: level.metrics(*names) for level in run.levels(seed)} for seed in seeds]

    def first(floors: dict[int, dict[str, Any]], name: str, least: float) -> float:
        return next((floor for floor, values in floors.items() if values[name] > least), math.nan)

    expected = [
        seed
        for seed, floors in enumerate(runs)
        if floors[1]["rooms"] > 6 and first(floors, "dead_ends", 1) <= first(floors, "locked_passages", 0)
    ]
    text = "floor(1).rooms > 6 && first(dead_ends > 1) <= first(locked_passages > 0)"
    found = run.find(text, seeds=seeds, threads=2)
    assert 0 < len(expected) < 30 and found.seeds.dtype == np.uint64 and found.seeds.tolist() == expected
    assert set(found.found) == {"floor(1).rooms", "first(dead_ends > 1)", "first(locked_passages > 0)"}
    for position, seed in enumerate(expected):
        assert found.found["floor(1).rooms"][position] == runs[seed][1]["rooms"]
        assert found.found["first(dead_ends > 1)"][position] == first(runs[seed], "dead_ends", 1)
    assert run.find(text, seeds=seeds, count=2).seeds.tolist() == expected[:2]

    sums = np.array([sum(values["rooms"] for values in floors.values()) for floors in runs], dtype=float)
    best = run.find(best="sum(rooms)", seeds=seeds, count=5)
    order = np.argsort(-sums, kind="stable")[:5]
    assert best.seeds.tolist() == order.tolist() and best.found["score"].tolist() == sums[order].tolist()
    near = run.find(near="sum(rooms) = 40", seeds=seeds, count=30, threads=2)
    assert near.found["distance"] == pytest.approx(np.abs(near.found["sum(rooms)"] - 40) / sums.std())
    # What a run does not have is no number.
    lacking = run.find("floor(9).rooms > 0 || seed == 3", seeds=seeds)
    assert lacking.seeds.tolist() == [3] and np.isnan(lacking.found["floor(9).rooms"]).all()
    with pytest.raises(roomgen.ExpressionError, match="where: error: unknown name `room`"):
        run.find("floor(1).room > 3")
    with pytest.raises(roomgen.ExpressionError):
        run.find("rooms > 3")
    with pytest.raises(roomgen.RequestError, match="nothing is sought"):
        run.find()


def test_a_survey_of_runs_has_the_levels_of_each_floor() -> None:
    run = roomgen.Run.parse(TRIP)
    surveys = run.survey(range(20), threads=2)
    levels = [level for seed in range(20) for level in run.levels(seed)]
    assert list(surveys) == [0, 1, 2, 3]
    for floor, survey in surveys.items():
        of_floor = [level for level in levels if level.floor == floor]
        rooms = [level.metrics("rooms")["rooms"] for level in of_floor]
        assert survey.levels == len(of_floor) and survey.metrics["rooms"].mean == pytest.approx(np.mean(rooms))
    assert surveys[0].pieces == roomgen.Run.parse(TRIP).survey(range(20))[0].pieces
    assert run.survey(range(0)) == {}


def test_what_a_run_lacks_is_refused_with_what_there_is() -> None:
    run = roomgen.Run.parse(TRIP)
    for call in (run.level, run.preset, run.preset_text):
        with pytest.raises(roomgen.RequestError, match=r"has no floor 4: its floors are 0 to 3"):
            call(7, 4)
    # A branch for whose stair no room suits is drawn and left out.
    well = 'branches: [(name: "well", from: 0, rooms: (min: (16, 14)), acts: [(preset: "mine")])]'
    run = roomgen.Run.parse(f'(name: "trip", acts: [(preset: "cellar", floors: 2)], {well})')
    assert len(run.floors(1)) == 3
    with pytest.raises(roomgen.RequestError, match=r"no floor 2: its floors are 0 to 1$"):
        run.level(1, 2)
    with pytest.raises(roomgen.RequestError, match="floor is -1"):
        run.level(7, -1)
    with pytest.raises(TypeError, match="seed must be"):
        run.floors(1.5)  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="delve"):
        roomgen.Run.built_in("delv")
    with pytest.raises(roomgen.PresetError) as caught:
        roomgen.Run.parse('(name: "a", acts: [(preset: "cellar", floors: (3, 2)), (preset: "cellar")])')
    assert [problem.line for problem in caught.value.problems] == [1, 1]


def test_the_files_of_a_run_are_those_of_the_tool(tool: str, tmp_path: Path) -> None:
    run = roomgen.Run.built_in("delve")
    for format, ending in (("ldtk", "ldtk"), ("tmj", "world")):
        folder = tmp_path / format
        folder.mkdir()
        arguments = ["run", "delve", "--seed=42", f"--format={format}", f"--out={folder / f'deep.{ending}'}"]
        subprocess.run([tool, *arguments], check=True, capture_output=True)
        assert run.to_files(42, format, "deep") == {path.name: path.read_bytes() for path in folder.iterdir()}
