"""PyTMX loads maps in its default mode, which refuses properties with the names of attributes, and its objects are those of the
level files beside them.

Usage: pytmx_maps.py MAP.tmx...   with LEVEL.json of the same name beside each
"""

import json
import sys
from pathlib import Path

import pytmx


def compare(path):
    level = json.loads(path.with_suffix(".json").read_text())
    # Without pygame: no picture is loaded.
    game = pytmx.TiledMap(str(path))
    assert (game.width, game.height) == (level["width"], level["height"])
    rooms = list(game.get_layer_by_name("rooms"))
    assert [room.room_id for room in rooms] == [room["id"] for room in level["rooms"]]
    props = {thing.prop_id: thing for name in ("props", "markers") for thing in game.get_layer_by_name(name) if "prop_id" in thing.properties}
    assert {number: thing.kind for number, thing in props.items()} == {number: prop["kind"] for number, prop in enumerate(level["props"])}
    # What a property refers to is found by its number, and names are those of the level.
    by_number = {room.id: room for room in rooms}
    for number, prop in enumerate(level["props"]):
        thing = props[number]
        assert thing.name == prop["kind"] and by_number[thing.room].room_id == prop["room"]
        assert (thing.width, thing.height) == (prop["width"] * game.tilewidth, prop["height"] * game.tileheight)
    keys = list(game.get_layer_by_name("keys")) if level.get("keys") else []
    assert [(key.key_id, key.name, key.use) for key in keys] == [(n, key["name"], key["use"]) for n, key in enumerate(level.get("keys", []))]
    print(f"{path.name}: {len(rooms)} rooms, {len(props)} props, {len(keys)} keys")


for name in sys.argv[1:]:
    compare(Path(name))
sys.exit(0 if sys.argv[1:] else 1)
