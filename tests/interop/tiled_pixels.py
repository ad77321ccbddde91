"""Tiled draws maps, and the pixels are those that their layers make of our tileset.

Usage: tiled_pixels.py MAP.tmx...   with MAP.tmj beside each

Each map is drawn by Tiled's tmxrasterizer, which exits with 0 even where it failed, and is composed here from the text of the
map: visible layers from back to front, tiles cut from the tileset, objects with a tile standing on their bottom left corner.
Nothing of it is taken from roomgen. Tiled draws the same picture of the map as JSON.
"""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as XML
from pathlib import Path

from PIL import Image, ImageChops


# Visible layers whose objects are no tiles: Tiled draws their outlines.
OUTLINES = ["keys"]


def tiles(reference, folder):
    """The tiles of a tileset by their numbers in the map, which names the tileset's file."""
    tileset = XML.parse(folder / reference.get("source")).getroot()
    image = tileset.find("image")
    sheet = Image.open(folder / image.get("source")).convert("RGBA")
    assert sheet.size == (int(image.get("width")), int(image.get("height"))), "the picture has another size"
    width, height = int(tileset.get("tilewidth")), int(tileset.get("tileheight"))
    columns, first = sheet.width // width, int(reference.get("firstgid"))
    assert columns == int(tileset.get("columns"))
    for tile in tileset.findall("tile"):
        place = int(tile.get("id"))
        left, top = place % columns * width, place // columns * height
        yield first + place, sheet.crop((left, top, left + width, top + height))


def compose(path):
    """The picture of a map, and how many tiles it is made of."""
    root = XML.parse(path).getroot()
    side = int(root.get("tilewidth"))
    size = (int(root.get("width")) * side, int(root.get("height")) * side)
    known = {number: tile for tileset in root.findall("tileset") for number, tile in tiles(tileset, path.parent)}
    picture, count = Image.new("RGBA", size), 0
    for layer in root:
        if layer.tag not in ("layer", "objectgroup") or layer.get("visible") == "0" or layer.get("name") in OUTLINES:
            continue
        places = []
        if layer.tag == "layer":
            rows = [row.rstrip(",").split(",") for row in layer.find("data").text.split()]
            for y, row in enumerate(rows):
                places += [(x * side, y * side, int(number)) for x, number in enumerate(row) if number != "0"]
        else:
            assert layer.get("draworder") == "index"
            for thing in layer:
                tile = known[int(thing.get("gid"))]
                assert tile.size == (int(thing.get("width")), int(thing.get("height"))), "a tile is stretched"
                x, y = float(thing.get("x")), float(thing.get("y")) - tile.height
                places.append((x, y, int(thing.get("gid"))))
        for x, y, number in places:
            # Tiled draws between pixels what lies between them; of that only the whole pixels are compared.
            picture.alpha_composite(known[number], (round(x), round(y)))
            count += 1
    return picture, count, between(root)


def between(root):
    """The boxes of objects that do not stand on whole pixels."""
    for thing in root.iter("object"):
        x, y = float(thing.get("x")), float(thing.get("y"))
        if thing.get("gid") and (x % 1 or y % 1):
            yield (int(x) - 1, int(y) - int(thing.get("height")) - 1, int(x) + int(thing.get("width")) + 2, int(y) + 2)


def drawn(path, folder):
    """Tiled's picture of a map; None if it has drawn nothing."""
    picture = Path(folder) / f"{path.name}.png"
    hidden = [word for name in OUTLINES for word in ("--hide-layer", name)]
    subprocess.run(["tmxrasterizer", "--no-smoothing", *hidden, path, picture], check=True, stderr=subprocess.DEVNULL)
    return Image.open(picture).convert("RGBA") if picture.exists() else None


def main(paths):
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            theirs, as_json = drawn(path, folder), drawn(path.with_suffix(".tmj"), folder)
            if theirs is None or as_json is None or theirs.tobytes() != as_json.tobytes():
                print(f"{path.name}: Tiled draws nothing, or another picture of the map as JSON")
                wrong += 1
                continue
            ours, count, loose = compose(path)
            if theirs.size != ours.size:
                print(f"{path.name}: Tiled's picture is {theirs.size}, ours {ours.size}")
                wrong += 1
                continue
            difference = ImageChops.difference(theirs, ours).convert("RGBA")
            for box in loose:
                difference.paste((0, 0, 0, 0), box)
            worst = max(high for _, high in difference.getextrema())
            # Blending rounds: one step for each translucent layer.
            seen = ours.getchannel("A").getextrema()[0] == 255 and len(ours.getcolors(1 << 24)) > 50
            if worst > 4 or not seen:
                print(f"{path.name}: differs by {worst}" if seen else f"{path.name}: there are holes in the picture")
                wrong += 1
            else:
                print(f"{path.name}: {count} tiles, no pixel differs by more than {worst}")
    sys.exit(1 if wrong or not paths else 0)


main([Path(name) for name in sys.argv[1:]])
