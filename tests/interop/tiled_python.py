"""The Python library pytiled_parser reads maps, and what it reads agrees with the level files beside them.

Usage: tiled_python.py MAP...   .tmj or .tmx, with LEVEL.json of the same name beside each
"""

import json
import sys
from pathlib import Path

import pytiled_parser
from pytiled_parser.tiled_object import Point, Polyline, Rectangle, Tile

from cells import blocked_by_terrain, closed

SIDE = 16


def box(rect):
    return [rect[name] * SIDE for name in ("x", "y", "width", "height")]


def of(thing):
    return [thing.coordinates.x, thing.coordinates.y, thing.size.width, thing.size.height]


def compare(path):
    game = pytiled_parser.parse_map(path)
    level = json.loads(path.with_suffix(".json").read_text())
    layers = {layer.name: layer for layer in game.layers}
    things = {name: layer.tiled_objects for name, layer in layers.items() if hasattr(layer, "tiled_objects")}

    if path.suffix == ".tmx":
        # The library leaves references to objects as text there.
        for thing in things["doors"]:
            rooms = [name for name in ("room", "leads_to", "one_way") if name in thing.properties]
            thing.properties.update({name: int(thing.properties[name]) for name in rooms})
        for thing in things["props"] + things["markers"] + things.get("keys", []):
            thing.properties["room"] = int(thing.properties["room"])

    assert (game.version, game.class_) == ("1.10", "level")
    assert (game.map_size.width, game.map_size.height) == (level["width"], level["height"])
    assert game.properties["seed"] == str(level["seed"]) and game.properties["digest"] == level["digest"]
    assert game.properties["preset_digest"] == level["preset_digest"]
    assert all(layer.class_ for layer in game.layers) and all(sheet.class_ == "roomgen" for sheet in game.tilesets.values())

    known = {first + place: tile for first, sheet in game.tilesets.items() for place, tile in (sheet.tiles or {}).items()}
    for name in ("floor", "shade", "walls", "features"):
        numbers = {number for row in layers[name].data for number in row} - {0}
        assert numbers and all(known[number].class_ for number in numbers), name
    # A cell is solid for a collider exactly where nobody can walk: by its wall, or by its terrain.
    solid = {number for number, tile in known.items() if tile.objects}
    blocking = [[[number in solid for number in row] for row in layers[name].data] for name in ("walls", "terrain") if name in layers]
    assert [[any(cells) for cells in zip(*rows)] for rows in zip(*blocking)] == closed(level)

    # Every open cell has a floor; where terrain blocks, floor shows behind a bank.
    floor = [[number > 0 for number in row] for row in layers["floor"].data]
    wet = blocked_by_terrain(level)
    for y, row in enumerate(level["tiles"]):
        assert all(floor[y][x] if tile in ".,+" else not floor[y][x] or wet[y][x] for x, tile in enumerate(row))

    assert len(things["rooms"]) == len(level["rooms"])
    rooms = {}
    for thing, room in zip(things["rooms"], level["rooms"]):
        assert isinstance(thing, Rectangle) and (thing.class_, of(thing)) == ("room", box(room))
        for name, wanted in (("room_id", "id"), ("kind", "kind"), ("depth", "depth"), ("shape", "shape")):
            assert thing.properties[name] == room[wanted], name
        assert abs(thing.properties["progress"] - room["progress"]) < 1e-6
        assert thing.properties.get("tags", "").split() == room["tags"] or any(" " in tag for tag in room["tags"])
        rooms[thing.id] = room["id"]

    doors = [(passage, door) for passage in level["passages"] for door in passage["doors"]]
    assert len(things["doors"]) == len(doors)
    for thing, (passage, door) in zip(things["doors"], doors):
        assert (thing.class_, of(thing), thing.properties["axis"]) == ("door", box(door), door["axis"])
        assert thing.properties["kind"] == passage["kind"]
        assert {rooms[thing.properties[name]] for name in ("room", "leads_to")} == set(passage["rooms"])
        assert [thing.properties.get(name) for name in ("lock", "saves")] == [passage.get(name) for name in ("lock", "saves")]
        assert rooms.get(thing.properties.get("one_way")) == passage.get("one_way")

    runs = [[int(run.coordinates.x) // 16, int(run.coordinates.y) // 16, int(run.size.width) // 16] for run in things.get("unreachable", [])]
    assert runs == level.get("unreachable", [])
    keys = things.get("keys", [])
    assert len(keys) == len(level.get("keys", []))
    for thing, key in zip(keys, level.get("keys", [])):
        assert isinstance(thing, Rectangle) and of(thing) == [key["cell"][0] * SIDE, key["cell"][1] * SIDE, SIDE, SIDE]
        assert (thing.class_, thing.name, thing.properties["use"]) == ("key", key["name"], key["use"])
        assert rooms[thing.properties["room"]] == key["room"]
        assert [int(passage) for passage in thing.properties["opens"].split()] == key["opens"]

    markers = [thing for thing in things["markers"] if thing.class_ == "marker"]
    props = {thing.properties["prop_id"]: thing for thing in things["props"] + markers}
    assert len(props) == len(level["props"]) == len(things["props"] + markers)
    for number, prop in enumerate(level["props"]):
        thing, kind = props[number], level["kinds"][prop["kind"]]
        left, top, width, height = box(prop)
        right, down = (metres * SIDE for metres in prop["offset"])
        assert isinstance(thing, Tile) and of(thing) == [left + right, top + height + down, width, height], prop
        assert known[thing.gid].properties["kind"] == thing.properties["kind"] == prop["kind"]
        assert thing.class_ == known[thing.gid].class_ == ("marker" if kind.get("marker") else "prop")
        assert rooms[thing.properties["room"]] == prop["room"]
        for name in ("blocks", "obstacle", "opaque", "tall", "elevation"):
            assert thing.properties[name] == known[thing.gid].properties[name] == kind[name]
        assert thing.properties.get("tags", "") == "\n".join(kind.get("tags", []))
        for name, text in kind.get("values", {}).items():
            assert thing.properties[f"values_{name}"] == text

    anchors = things["anchors"]
    assert len(anchors) == 9 * len(rooms) and all(isinstance(thing, Point) for thing in anchors)
    assert {thing.class_ for thing in anchors} == {"anchor"}
    (line,) = things["path"]
    start, end = line.points[0], line.points[-1]
    assert isinstance(line, Polyline) and line.class_ == "path"
    ends = [[line.coordinates.x + point.x, line.coordinates.y + point.y] for point in (start, end)]
    assert ends == [[place * SIDE + SIDE / 2 for place in level[name]] for name in ("entry", "exit")]
    count = sum(map(len, things.values()))
    print(f"{path.name}: {count} objects agree with the level")


for name in sys.argv[1:]:
    compare(Path(name))
sys.exit(0 if sys.argv[1:] else 1)
