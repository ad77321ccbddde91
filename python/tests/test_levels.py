"""Levels: arrays, tables, level files, pictures, checks."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import subprocess
from collections import deque
from pathlib import Path

import numpy as np
import pytest
import roomgen
from numpy.typing import NDArray
from siphash import siphash24


def levels(seeds: int = 5) -> list[roomgen.Level]:
    """Levels of all presets, at two difficulties."""
    found = []
    for name in roomgen.BUILT_IN:
        preset = roomgen.Preset.built_in(name).with_size(48, 32)
        found += [preset.generate(seed, difficulty=seed % 2) for seed in range(seeds)]
    return found


def steps(walkable: NDArray[np.bool_], entry: tuple[int, int]) -> NDArray[np.int32]:
    """The distances from a cell, by a search of its own."""
    found = np.full(walkable.shape, -1, dtype=np.int32)
    found[entry[1], entry[0]] = 0
    queue = deque([entry])
    while queue:
        x, y = queue.popleft()
        for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if walkable[to[1], to[0]] and found[to[1], to[0]] < 0:
                found[to[1], to[0]] = found[y, x] + 1
                queue.append(to)
    return found


def test_arrays_agree_with_the_level_file() -> None:
    for level in levels():
        file = json.loads(level.to_json())
        rows = [bytes(row).decode() for row in level.tiles]
        assert rows == file["tiles"]
        assert level.tiles.dtype == np.uint8
        assert level.tiles.shape == level.walkable.shape == level.room_ids.shape == (32, 48)
        assert str(level.seed) == file["seed"]
        assert list(level.path) == file["path"]
        assert [list(level.entry), list(level.exit)] == [file["entry"], file["exit"]]
        assert f"{level.preset_digest:016x}" == file["preset_digest"]
        assert f"{level.digest:016x}" == file["digest"]
        assert (level.preset_name, level.floor, level.revision) == (file["preset"], 0, roomgen.REVISION)


def test_unreachable_cells_are_in_the_file_too() -> None:
    pockets = 0
    for level in levels():
        assert level.unreachable.dtype == np.bool_
        assert (level.unreachable == (level.walkable & (level.distances() < 0))).all()
        stated = np.zeros_like(level.unreachable)
        for x, y, length in json.loads(level.to_json()).get("unreachable", []):
            stated[y, x : x + length] = True
        assert (stated == level.unreachable).all()
        pockets += int(stated.sum())
    assert pockets > 0


def test_walls_and_shut_doors_block_sight_and_floor_does_so_only_under_a_prop() -> None:
    hidden = 0
    for level in levels():
        tiles, opaque, passages = level.tiles, level.opaque, level.passages
        # One sees across terrain.
        solid = ((tiles == ord("#")) | (tiles == ord(" "))) & (level.terrain == 0)
        assert opaque[solid].all()
        is_open = passages.kind == roomgen.DOOR_KINDS.index("Open")
        assert (opaque[passages.y, passages.x] == ~is_open).all()
        hidden += int(opaque[tiles == ord(".")].sum())
    assert hidden > 0


def test_terrain_is_that_of_the_level_file() -> None:
    preset = roomgen.Preset.parse("""(
        name: "river", base: "library",
        terrain: {
            "water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks", depth: 0.5),
            "planks": (glyph: '=', color: "#8a6a45", slow: 2, tags: ["wood"]),
        },
        floorplan: (partings: [(name: "river", terrain: "water", width: (3, 4), meander: 3)]),
    )""")
    small = preset.with_size(48, 32)
    levels = [level for level in map(small.generate, range(20)) if level.partings]
    assert len(levels) > 5
    for level in levels:
        file = json.loads(level.to_json())["terrain"]
        kinds = level.terrain_kinds
        assert [kind.name for kind in kinds] == [kind["name"] for kind in file["kinds"]] == ["planks", "water"]
        assert [kind[3:] for kind in kinds] == [
            (False, 0.0, 2, True, ("wood",)),
            (True, 0.5, 1, False, ()),
        ]
        assert kinds[1].color == (0x2F, 0x5F, 0x8F) and kinds[1].glyph == "~"
        rows = [["." if cell == 0 else kinds[cell - 1].glyph for cell in row] for row in level.terrain.tolist()]
        assert ["".join(row) for row in rows] == file["rows"]
        (parting,), (wanted,) = level.partings, file["partings"]
        assert (parting.name, kinds[parting.terrain].name) == (wanted["name"], wanted["terrain"])
        assert parting.band == tuple(wanted["band"][side] for side in ("x", "y", "width", "height"))
        assert parting.crossings.tolist() == wanted["crossings"]
        assert parting.ends_apart is wanted["ends_apart"] is True
        assert not level.walkable[level.terrain == 2].any() and not level.opaque[level.terrain == 2].any()
    plain = roomgen.Preset.built_in("library").generate(1)
    assert not plain.terrain.any() and plain.terrain_kinds == () and plain.partings == ()


def test_room_ids_are_the_floor_of_rooms() -> None:
    for level in levels(2):
        ids, rooms = level.room_ids, level.rooms
        assert ((ids >= 0) == (level.tiles == ord("."))).all()
        for room in range(len(rooms.kind)):
            y, x = np.nonzero(ids == room)
            assert (x.min(), y.min()) == (rooms.x[room], rooms.y[room])
            assert (x.max() + 1, y.max() + 1) == (
                rooms.x[room] + rooms.width[room],
                rooms.y[room] + rooms.height[room],
            )


def test_distances_are_those_of_a_search_over_walkable_cells() -> None:
    for level in levels(2):
        assert (level.distances() == steps(level.walkable, level.entry)).all()
        assert (level.distances(level.exit) == steps(level.walkable, level.exit)).all()
        x, y = level.exit
        assert level.distances()[y, x] == level.metrics("walking_distance")["walking_distance"]


def test_tables_agree_with_the_level_file() -> None:
    keys = 0
    for level in levels():
        file = json.loads(level.to_json())
        kinds, rooms, props = level.kinds, level.rooms, level.props
        for row, room in enumerate(file["rooms"]):
            assert roomgen.ROOM_KINDS[rooms.kind[row]] == room["kind"]
            assert roomgen.ROOM_SHAPES[rooms.shape[row]] == room["shape"]
            layout = int(rooms.layout[row])
            assert (None if layout < 0 else level.layouts[layout]) == room["layout"]
            vault = int(rooms.vault[row])
            assert (None if vault < 0 else level.vaults[vault]) == room["vault"]
            tags = [tag for bit, tag in enumerate(level.tags) if rooms.tags[row] >> bit & 1]
            assert tags == room["tags"]
            host = room["host"]
            assert rooms.host[row] == (-1 if host is None else host)
            assert rooms.depth[row] == room["depth"]
        passages = level.passages
        assert len(passages.kind) == len(file["passages"])
        for row, passage in enumerate(file["passages"]):
            assert [passages.room_a[row], passages.room_b[row]] == passage["rooms"]
            assert roomgen.DOOR_KINDS[passages.kind[row]] == passage["kind"]
            doors = [(passages.x, passages.y, passages.width, passages.height)]
            doors += [(passages.second_x, passages.second_y, passages.second_width, passages.second_height)]
            found = [[int(column[row]) for column in door] for door in doors]
            wanted = [[door[side] for side in ("x", "y", "width", "height")] for door in passage["doors"]]
            assert found == (wanted + [[-1, -1, 0, 0]])[:2]
            lock = int(passages.lock[row])
            assert (None if lock < 0 else level.locks[lock]) == passage.get("lock")
            if lock >= 0:
                assert kinds[passages.lock_kind[row]].name == passage["lock"]
        assert len(props.kind) == len(file["props"])
        for row, prop in enumerate(file["props"]):
            assert kinds[props.kind[row]].name == prop["kind"]
            assert props.turn[row] == prop.get("turn", 0)
            assert props.room[row] == prop["room"]
            assert props.lit[row] == prop.get("lit", True)
        table = level.keys
        for row, key in enumerate(file.get("keys", [])):
            assert level.locks[table.lock[row]] == key["name"] == kinds[table.kind[row]].name
            assert roomgen.KEY_USES[table.key_use[row]] == key["use"]
            assert [table.x[row], table.y[row]] == key["cell"]
            keys += 1
    assert keys > 20


def test_the_columns_of_tables_are_the_fields_of_level_files() -> None:
    door = ("x", "y", "width", "height")
    # What has columns under other names than its field, or none: rows have positions.
    others: dict[str, dict[str, tuple[str, ...]]] = {
        "Room": {"id": (), "outline": ()},
        "Passage": {
            "id": (),
            "rooms": ("room_a", "room_b"),
            "doors": (*door, *(f"second_{side}" for side in door)),
            "corridor": (),
            "lock": ("lock", "lock_kind"),
        },
        "Key": {"name": ("lock", "kind"), "use": ("key_use",), "cell": ("x", "y"), "opens": (), "number": ()},
        "Encounter": {"cells": ("size",), "removed_cost": (), "numbers": ()},
        "Loot": {"item": ("kind",), "cell": ("x", "y"), "number": ()},
        "Prop": {"offset": ("offset_x", "offset_y")},
    }
    schema = json.loads((Path(__file__).parents[2] / "src/export/level.schema.json").read_text())
    tables = [roomgen.Rooms, roomgen.Passages, roomgen.Keys, roomgen.Encounters, roomgen.Loot, roomgen.Props]
    for (record, own), table in zip(others.items(), tables):
        columns: set[str] = {"offer"} if record == "Prop" else set()
        for field in schema["$defs"][record]["properties"]:
            inside = schema["$defs"]["Allowance"]["properties"] if field == "allowance" else None
            columns |= set(own.get(field, (field,))) if inside is None else {f"{field}_{name}" for name in inside}
        assert columns == set(table._fields), record


def test_encounters_loot_and_allowances_are_those_of_the_level_file() -> None:
    preset = roomgen.Preset.parse("""(
        name: "rats", size: (41, 29), layouts: [(name: "bare", formations: [])],
        props: {
            "rat": (glyph: 'r', color: "#b54a34", marker: true, tags: ["enemy"]),
            "chest": (glyph: 'C', color: "#c28a2e", tall: 0.75),
        },
        groups: {"pack": (cost: 2, members: {"rat": (2, 3)})},
        encounters: (budget: 24, quiet: 8),
        loot: (budget: 6, items: {"chest": (value: 2)}),
    )""")
    assert preset.groups == ("pack",)
    made = [preset.generate(seed) for seed in range(10)]
    read = [roomgen.Level.from_json(level.to_json()) for level in made]
    members = things = 0
    for level in made + read:
        file = json.loads(level.to_json())
        groups = {group["name"]: group["cost"] for group in file["budgets"]["groups"]}
        assert level.budgets == roomgen.Budgets(24, 6, 8, groups) and groups in ({"pack": 2}, {})
        none = {"encounters": 0, "loot": 0}
        allowed = [room.get("allowance", none) for room in file["rooms"]]
        allowances = [[allowance["encounters"], allowance["loot"]] for allowance in allowed]
        rooms = level.rooms
        assert list(map(list, zip(rooms.allowance_encounters.tolist(), rooms.allowance_loot.tolist()))) == allowances
        encounters, wanted = level.encounters, file.get("encounters", [])
        names = [None if group < 0 else level.groups[group] for group in encounters.group]
        assert names == [encounter["group"] for encounter in wanted]
        assert encounters.room.tolist() == [encounter["room"] for encounter in wanted]
        assert encounters.cost.tolist() == [encounter["cost"] for encounter in wanted]
        assert encounters.size.tolist() == [len(encounter["cells"]) for encounter in wanted]
        found = [[number, *cell] for number, encounter in enumerate(wanted) for cell in encounter["cells"]]
        assert np.stack(level.members, axis=1).tolist() == found
        loot = level.loot
        things_of = file.get("loot", [])
        assert [level.kinds[kind].name for kind in loot.kind] == [thing["item"] for thing in things_of]
        for column in ("room", "value"):
            assert getattr(loot, column).tolist() == [thing[column] for thing in things_of]
        assert np.stack([loot.x, loot.y], axis=1).tolist() == [thing["cell"] for thing in things_of]
        members += len(found)
        things += len(loot.kind)
    assert members > 50 and things > 20
    plain = roomgen.Preset.parse('(name: "bare", layouts: [(name: "bare", formations: [])])').generate(1)
    assert plain.budgets is None and len(plain.encounters.room) == len(plain.loot.room) == 0


def test_kinds_have_their_lights_and_props_say_whether_these_burn() -> None:
    level = roomgen.Preset.built_in("crypt").generate(7)
    file = json.loads(level.to_json())
    for kind in level.kinds:
        if kind.name not in file["kinds"]:
            continue
        light = file["kinds"][kind.name].get("light")
        assert (light is None) == (kind.light is None)
        if kind.light is not None:
            assert "#{:02x}{:02x}{:02x}".format(*kind.light.color) == light["color"]
            numbers = (kind.light.radius, kind.light.fade, kind.light.strength)
            assert np.allclose(numbers, [light[name] for name in ("radius", "fade", "strength")])
    burns = [level.kinds[kind].light is not None for kind in level.props.kind]
    out = burns.index(True)
    assert level.props.lit.all()
    file["props"][out]["lit"] = False
    del file["digest"]
    again = roomgen.Level.from_json(json.dumps(file))
    assert np.nonzero(~again.props.lit)[0].tolist() == [out]
    assert again != level


OFFERS = """(name: "offers", props: {
    "chest": (glyph: 'c', color: "#8a5a2b"), "urn": (glyph: 'u', color: "#c28a2e"),
}, layouts: [(name: "all", formations: [
    (shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 1),
    (shape: Square, at: Center, size: Cells(1), prop: "urn"),
])])"""


def test_offers_and_the_numbers_of_props_are_those_of_level_files() -> None:
    level = roomgen.Preset.parse(OFFERS).generate(7)
    file = json.loads(level.to_json())
    found = [{"props": offer.props.tolist(), "take": offer.take} for offer in level.offers]
    assert found == file["offers"]
    assert len(found) > 2
    expected = np.full(len(file["props"]), -1)
    for number, offer in enumerate(level.offers):
        expected[offer.props] = number
    assert level.props.offer.tolist() == expected.tolist()
    assert (expected == -1).any()
    assert roomgen.Preset.built_in("cellar").generate(7).offers == ()


def test_level_files_are_read_to_the_same_level_and_tables() -> None:
    for level in levels(2):
        for line in (False, True):
            again = roomgen.Level.from_json(level.to_json(line=line))
            assert again == level
            assert hash(again) == hash(level)
            assert again.to_json() == level.to_json()
            assert again.preset is None
            names = [kind.name for kind in again.kinds]
            assert [names[kind] for kind in again.props.kind] == [
                level.kinds[kind].name for kind in level.props.kind
            ]
            assert (again.props.x == level.props.x).all()
            assert again.check() == ()


def test_files_are_those_of_the_tool(tool: str, tmp_path: Path) -> None:
    for name in ("crypt", "mine", "grove"):
        preset = roomgen.Preset.built_in(name).with_size(40, 31)
        for seed, floor, difficulty in ((0, 0, 0.0), (2**64 - 1, 3, 0.7)):
            out = tmp_path / f"{name}.json"
            options = ["--size", "40x31", "--floor", str(floor), "--difficulty", str(difficulty)]
            subprocess.run(
                [tool, "--preset", name, "--seed", str(seed), *options, "--out", str(out)],
                check=True,
                capture_output=True,
            )
            level = preset.generate(seed, floor=floor, difficulty=difficulty)
            assert level.to_json().encode() == out.read_bytes()


def test_levels_equal_levels_alone(crypt: roomgen.Preset) -> None:
    level = crypt.generate(3)
    assert level == crypt.generate(3) and not level != crypt.generate(3)
    assert level != crypt.generate(4)
    for other in (3, None, "level", crypt):
        assert (level == other) is False
        assert (level != other) is True
    with pytest.raises(TypeError):
        level < level  # type: ignore[operator]


def test_a_start_moves_the_entry(crypt: roomgen.Preset) -> None:
    above = crypt.generate(42)
    below = crypt.generate(42, floor=1, start=above.exit)
    assert below.entry == above.exit == below.start
    with pytest.raises(roomgen.RequestError, match="start"):
        crypt.generate(42, start=(2**40, 1))
    for start in (3, (1.5, 2), "ab", (1, 2, 3)):
        with pytest.raises(TypeError, match="start"):
            crypt.generate(42, start=start)  # type: ignore[arg-type]


def test_a_reroll_changes_its_room_alone(crypt: roomgen.Preset) -> None:
    first, again = crypt.generate(42), crypt.generate(42, rerolls={1: 1, 2: 2})
    assert first.rerolls == {} and again.rerolls == {1: 1, 2: 2}
    assert first.digest != again.digest
    assert crypt.generate(42, rerolls={3: 0}).digest == first.digest
    room, number = next((room, number) for room in range(1, len(first.rooms)) if (number := crypt.next_reroll(42, room)))
    assert crypt.generate(42, rerolls={room: number}).digest != first.digest
    after = crypt.next_reroll(42, room, rerolls={room: number})
    assert after is None or after > number
    assert crypt.next_reroll(42, 10_000) is None
    read = roomgen.Level.from_json(again.to_json())
    assert read.rerolls == again.rerolls and read.digest == again.digest

    def props(level: roomgen.Level, room: int) -> list[tuple[object, ...]]:
        props = json.loads(level.to_json())["props"]
        return [(prop["kind"], prop["x"], prop["y"]) for prop in props if prop["room"] == room]

    changed = {room for room in range(len(first.rooms)) if props(first, room) != props(again, room)}
    assert changed and changed <= {1, 2}
    with pytest.raises(roomgen.RequestError, match="rerolls"):
        crypt.generate(42, rerolls={-1: 1})
    with pytest.raises(roomgen.RequestError, match="at most 4096"):
        crypt.generate(42, rerolls=dict.fromkeys(range(4097), 1))
    for wrong in ([3], {"a": 1}, {3: 1.5}, 3):
        with pytest.raises(TypeError, match="rerolls"):
            crypt.generate(42, rerolls=wrong)  # type: ignore[arg-type]


def test_a_text_is_a_seed_as_the_tool_reads_it(crypt: roomgen.Preset) -> None:
    for text in ("42nd", "2026-11-29", "H\u00f6hle 7"):
        level = crypt.generate(text)
        assert (level.seed, level.seed_word) == (siphash24(text.encode()), text)
        assert json.loads(level.to_json())["seed_word"] == text
        assert level.digest == crypt.generate(level.seed).digest
    for text, number in (("42", 42), ("0x2a", 42), ("1_000", 1000)):
        level = crypt.generate(text)
        assert (level.seed, level.seed_word) == (number, None)
    for text in ("", "1.5", "-3", "+-", "2026-13-29", str(2**64)):
        with pytest.raises(roomgen.RequestError, match="is not a seed: write a whole number from 0 to"):
            crypt.generate(text)


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**70)])
def test_a_seed_out_of_range_is_refused(crypt: roomgen.Preset, seed: int) -> None:
    with pytest.raises(roomgen.RequestError, match=f"seed is {seed}; allowed: 0 to 18446744073709551615"):
        crypt.generate(seed)


def test_arguments_of_other_types_are_refused(crypt: roomgen.Preset) -> None:
    for seed in (1.0, b"1", None, True, np.float64(3), [1]):
        with pytest.raises(TypeError, match="seed"):
            crypt.generate(seed)  # type: ignore[arg-type]
    assert crypt.generate(np.uint64(2**64 - 1)).seed == 2**64 - 1  # type: ignore[arg-type]
    for floor in (-1, 2**32):
        with pytest.raises(roomgen.RequestError, match="floor"):
            crypt.generate(1, floor=floor)
    for difficulty in (-0.1, 1.1, float("nan"), float("inf")):
        with pytest.raises(roomgen.RequestError, match="difficulty"):
            crypt.generate(1, difficulty=difficulty)
    with pytest.raises(roomgen.RequestError, match="difficulty"):
        crypt.generate(1, difficulty=10**400)
    for given in ("hard", True):
        with pytest.raises(TypeError, match="difficulty"):
            crypt.generate(1, difficulty=given)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        crypt.generate(1, 2)  # type: ignore[misc]


def test_a_text_that_is_no_level_is_refused_with_its_place(crypt: roomgen.Preset) -> None:
    text = crypt.generate(3).to_json()
    with pytest.raises(roomgen.LevelError) as caught:
        roomgen.Level.from_json(text.replace('"rooms"', '"rums"'))
    assert caught.value.line is not None and caught.value.column is not None
    assert "rums" in str(caught.value)
    with pytest.raises(roomgen.LevelError, match="preset"):
        roomgen.Level.from_json('{"name": "crypt", "layouts": []}')
    entry = json.loads(text)
    entry["entry"] = [0, 0]
    broken = json.dumps(entry)
    with pytest.raises(roomgen.LevelError):
        roomgen.Level.from_json(broken)
    assert roomgen.Level.from_json(broken, check=False).check() != ()
    with pytest.raises(TypeError):
        roomgen.Level.from_json(b"{}")  # type: ignore[arg-type]


def test_a_walkthrough_walks_and_takes_what_it_needs() -> None:
    taken = 0
    for level in levels():
        found = level.walkthrough()
        assert found is not None and found.is_shortest
        assert tuple(found.cells[0]) == level.entry
        assert tuple(found.cells[-1]) == level.exit
        assert found.steps == len(found.cells) - 1 == level.metrics("play_length")["play_length"]
        assert (np.abs(np.diff(found.cells, axis=0)).sum(axis=1) == 1).all()
        assert level.walkable[found.cells[:, 1], found.cells[:, 0]].all()
        assert [leg.action for leg in found.legs][-1] == "leave"
        for leg in found.legs:
            if leg.action == "take":
                assert leg.target is not None
                assert tuple(leg.cells[-1]) == (level.keys.x[leg.target], level.keys.y[leg.target])
                taken += 1
    assert taken > 5


def test_metrics_have_the_names_and_types_that_the_module_tells(crypt: roomgen.Preset) -> None:
    metrics = crypt.generate(5).metrics()
    assert list(metrics) == [metric.name for metric in roomgen.METRICS]
    for metric in roomgen.METRICS:
        value = metrics[metric.name]
        if value is None:
            assert metric.may_be_absent
            continue
        assert isinstance(value, int if metric.is_whole else float)
    assert crypt.generate(5).metrics("rooms", "loops") == {"rooms": metrics["rooms"], "loops": metrics["loops"]}
    with pytest.raises(roomgen.RequestError, match='no metric "room".*rooms'):
        crypt.generate(5).metrics("room")


def test_a_survey_is_the_sum_of_its_levels(crypt: roomgen.Preset) -> None:
    seeds = range(10, 400, 3)
    survey = crypt.survey(seeds, threads=2, difficulty=0.5)
    assert survey == crypt.survey(seeds, threads=1, difficulty=0.5)
    batch = crypt.generate_batch(seeds, difficulty=0.5, metrics=True, tiles=False, walkable=False)
    assert survey.levels == len(batch)
    for name, values in batch.metrics.items():
        summary = survey.metrics[name]
        present = ~np.isnan(values)
        assert summary.levels == present.sum()
        if not present.any():
            assert np.isnan(summary.mean) and summary.max_seed is None
            continue
        seeds_present, values = batch.seeds[present], values[present]
        assert summary.mean == pytest.approx(values.mean(), abs=1e-6)
        assert summary.deviation == pytest.approx(values.std(), abs=1e-6)
        assert summary.max == values.max()
        assert summary.max_seed == min(seeds_present[values == values.max()])
    assert survey.tags["enemy"] >= survey.kinds["skeleton"] > 0
    for name, count in survey.pieces.items():
        assert 0 < count <= survey.levels and name in {*survey.layouts, *survey.vaults}
    # A level with a vault has a piece.
    assert all(survey.pieces[name] <= rooms for name, rooms in survey.vaults.items())
    rooms = sum(survey.layouts.values()) + sum(survey.vaults.values())
    assert rooms >= batch.metrics["rooms"].sum()
    assert sum(count for *_, count in survey.histograms["rooms", "walking_distance"]) == len(batch)
    nothing = crypt.survey(range(0))
    assert nothing.levels == 0 and np.isnan(nothing.metrics["rooms"].min)


def test_a_picture_is_an_array_and_a_png(crypt: roomgen.Preset) -> None:
    level = crypt.generate(42)
    image = level.image(scale=8)
    assert image.array.shape == (200, 200, 3) and image.array.dtype == np.uint8
    assert image.size == (200, 200)
    assert (np.asarray(image) == image.array).all()
    assert image._repr_png_() == image.to_png()
    assert image.to_png().startswith(b"\x89PNG\r\n\x1a\n")
    # A level that was read is drawn by the theme of the built-in preset that made it.
    again = roomgen.Level.from_json(level.to_json())
    assert (again.image(scale=8).array == image.array).all()
    for name in roomgen.OVERLAYS:
        drawn = level.image(scale=8, overlays=[name])
        assert drawn.size == image.size
        assert (again.image(scale=8, overlays=[name]).array == drawn.array).all()
    assert level.image(view="iso").size != level.image().size
    assert level.image(style="ink").size > level.image(style="ink", audience="player").size > level.image().size
    assert level.image(room=0).size < level.image().size
    lit, dark, even = (level.image(scale=4, ambient=part).array.mean() for part in (None, 0, 1.0))
    assert dark < lit < even and level.image(scale=4, light=False).array.mean() > lit
    assert (level.image(scale=4, light=False, ambient=0.2).array == level.image(scale=4, light=False).array).all()
    assert level.image(margin=0).size <= level.image(margin=2).size <= level.image().size
    assert level.image(scale=16, legend=True).size[1] > level.image(scale=16).size[1]


def test_pictures_that_cannot_be_drawn_are_refused(crypt: roomgen.Preset) -> None:
    level = crypt.generate(42)
    with pytest.raises(roomgen.RequestError, match="top and iso"):
        level.image(view="side")  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="overlay"):
        level.image(overlays=["smell"])
    with pytest.raises(roomgen.RequestError, match="tiles and ink"):
        level.image(style="chalk")  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="master and player"):
        level.image(audience="cat")  # type: ignore[arg-type]
    for ambient in (1.01, -0.5, 0.123, "dusk"):
        with pytest.raises(roomgen.RequestError, match="ambient is .*; allowed: 0 to 1, with two digits"):
            level.image(ambient=ambient)  # type: ignore[arg-type]
    with pytest.raises(roomgen.RequestError, match="path is for the master"):
        level.image(audience="player", overlays=["path"])
    for scale in (0, 257, -1):
        with pytest.raises(roomgen.RequestError, match="scale"):
            level.image(scale=scale)
    with pytest.raises(roomgen.RequestError, match="room"):
        level.image(room=99)
    with pytest.raises(TypeError):
        level.image(scale=1.5)  # type: ignore[arg-type]


def test_a_pickle_keeps_a_level_as_it_is_and_check_says_what_it_breaks(crypt: roomgen.Preset) -> None:
    document = json.loads(crypt.generate(1).to_json())
    document["entry"] = document["exit"]
    edited = roomgen.Level.from_json(json.dumps(document), check=False)
    again = pickle.loads(pickle.dumps(edited))
    assert again == edited
    assert again.check() == edited.check() != ()


def _digest(level: roomgen.Level) -> tuple[int, int | None]:
    preset = level.preset
    return level.digest, None if preset is None else preset.generate(level.seed).digest


def test_levels_travel_into_spawned_processes(crypt: roomgen.Preset) -> None:
    found = [crypt.generate(seed) for seed in range(4)]
    assert [pickle.loads(pickle.dumps(level)) for level in found] == found
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        digests = pool.map(_digest, found)
    assert digests == [(level.digest, level.digest) for level in found]


def _digest_of_batch(preset: roomgen.Preset) -> list[int]:
    digests: list[int] = preset.generate_batch(range(50), threads=2, digests=True).digests.tolist()
    return digests


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_presets_generate_in_pools(crypt: roomgen.Preset, start: str) -> None:
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {start}")
    expected = _digest_of_batch(crypt)
    with multiprocessing.get_context(start).Pool(2) as pool:
        assert pool.map(_digest_of_batch, [crypt] * 4) == [expected] * 4


def test_arrays_are_copies(crypt: roomgen.Preset) -> None:
    level = crypt.generate(1)
    level.tiles[:] = 0
    level.rooms.x[:] = -7
    assert level.tiles.max() > 0 and level.rooms.x.min() >= 0
