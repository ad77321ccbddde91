"""A converter to Fantasy Grounds reads maps for virtual tabletops: what it makes of them has each wall, door and light of the map, and
its picture.

Usage: uvtt.py CONVERTER MAP.uvtt...
"""

import base64
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path


def compare(converter, path):
    level = json.loads(path.read_text())
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        (made / "settings.conf").write_text("[paths]\nwritejpg = no\n")
        command = [sys.executable, converter, "--config", made / "settings.conf", "--output", made, path.resolve()]
        subprocess.run(command, check=True, cwd=made)
        scene = ET.parse(made / f"{path.stem}.xml").getroot()
        assert (made / f"{path.stem}.png").read_bytes() == base64.b64decode(level["image"])
    side, (width, height) = level["resolution"]["pixels_per_grid"], level["resolution"]["map_size"].values()
    assert scene.findtext("gridsize") == f"{side},{side}"
    occluders = scene.find("occluders").findall("occluder")
    doors = [occluder for occluder in occluders if occluder.find("toggleable") is not None]
    walls = [occluder for occluder in occluders if occluder.find("toggleable") is None]
    assert len(doors) == len(level["portals"]) and not any(door.find("allow_vision") is not None for door in doors)
    rings = [[point.values() for point in ring] for ring in level["line_of_sight"] + level["objects_line_of_sight"]]
    assert len(walls) == len(rings)
    for wall, ring in zip(walls, rings):
        # From the middle of the map, in pixels, y upwards, less half a pixel where that lies between two.
        at = [number for x, y in ring for number in ((x - width / 2) * side, (height / 2 - y) * side)]
        found = [float(number) for number in wall.findtext("points").split(",")]
        assert len(found) == len(at) and all(abs(one - other) <= 0.5 for one, other in zip(found, at))
    lights = scene.find("lights").findall("light")
    assert [light.findtext("color") for light in lights] == [f"#{light['color']}" for light in level["lights"]]
    print(f"{path.name}: {len(walls)} walls, {len(doors)} doors, {len(lights)} lights")


for name in sys.argv[2:]:
    compare(sys.argv[1], Path(name))
sys.exit(0 if sys.argv[2:] else 1)
