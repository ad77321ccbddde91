"""Arcade loads maps by its own loader, without a window, and what it makes of them agrees with the level files beside them.

Usage: arcade_maps.py MAP...   .tmj or .tmx, with LEVEL.json of the same name beside each
"""

import json
import sys
from pathlib import Path

import arcade

from cells import closed


def cells(sprites, height, side):
    """The cells of sprites, whose middles are counted from below."""
    return {(int(sprite.center_x) // side, height - 1 - int(sprite.center_y) // side) for sprite in sprites}


def compare(path):
    level = json.loads(path.with_suffix(".json").read_text())
    # Textures are sent to a graphics card when they are drawn first.
    game = arcade.load_tilemap(path, lazy=True)
    assert (game.width, game.height) == (level["width"], level["height"])
    layers = [game.sprite_lists[name] for name in ("walls", "terrain") if name in game.sprite_lists]
    walls = [sprite for layer in layers for sprite in layer if sprite.properties.get("blocks")]
    wanted = {(x, y) for y, row in enumerate(closed(level)) for x, is_closed in enumerate(row) if is_closed}
    assert len(walls) == len(wanted) and cells(walls, game.height, game.tile_height) == wanted
    ids = {
        sprite.properties["prop_id"]: sprite.properties["kind"]
        for name in ("props", "markers")
        for sprite in game.sprite_lists.get(name, [])
        if "prop_id" in sprite.properties
    }
    assert ids == {number: prop["kind"] for number, prop in enumerate(level["props"])}
    rooms = game.object_lists["rooms"]
    assert [room.properties["room_id"] for room in rooms] == [room["id"] for room in level["rooms"]]
    keys = game.object_lists.get("keys", [])
    assert [key.name for key in keys] == [key["name"] for key in level.get("keys", [])]
    print(f"{path.name}: {len(walls)} sprites that block, {len(ids)} of props, {len(rooms)} rooms, {len(keys)} keys")


for name in sys.argv[1:]:
    compare(Path(name))
sys.exit(0 if sys.argv[1:] else 1)
