"""A full validator of JSON Schemas accepts level files, and refuses broken ones. Arguments: the schema, then level files."""

import copy
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

schema, *levels = [json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in sys.argv[1:]]
assert levels, "no level files were given"
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)

# What breaks a file, each from a sound one.
BREAKS = {
    "another format": lambda level: level.update(format=2),
    "an unknown field": lambda level: level.update(weather="rain"),
    "no tiles": lambda level: level.pop("tiles"),
    "a tile that there is not": lambda level: level["tiles"].__setitem__(0, "?" * level["width"]),
    "a short row": lambda level: level["tiles"].__setitem__(0, "###"),
    "a negative seed": lambda level: level.update(seed=-1),
    "a digest of capitals": lambda level: level.update(digest="F" * 16),
    "no rooms": lambda level: level.update(rooms=[]),
    "a room of a kind that there is not": lambda level: level["rooms"][0].update(kind="Attic"),
    "a room without depth": lambda level: level["rooms"][0].pop("depth"),
    "a room of text": lambda level: level["rooms"].__setitem__(0, "a room"),
    "a path of text": lambda level: level.update(path=["0"]),
    "half a cell": lambda level: level.update(entry=[1.5, 2]),
    "a cell of three": lambda level: level.update(exit=[1, 2, 3]),
    "a prop as wide as nothing": lambda level: level["props"][0].update(width=0),
    "a fifth turn": lambda level: level["props"][0].update(turn=5),
    "a colour by name": lambda level: next(iter(level["kinds"].values())).update(color="red"),
    "a lock that is a number": lambda level: level["passages"][0].update(lock=1),
    "a one-way door from a room by its name": lambda level: level["passages"][0].update(one_way="0"),
    "a shortcut that saves less than nothing": lambda level: level["passages"][0].update(saves=-1),
    "a key without a room": lambda level: level.update(keys=[{"name": "red", "use": "Key", "cell": [1, 1], "opens": [0]}]),
    "a key of a use that there is not": lambda level: level.update(
        keys=[{"name": "red", "use": "Crowbar", "room": 0, "cell": [1, 1], "opens": [0]}]
    ),
    "a glyph that is a tile": lambda level: next(iter(level["kinds"].values())).update(glyph="#"),
}

for path, level in zip(sys.argv[2:], levels):
    faults = [fault.message for fault in validator.iter_errors(level)]
    assert not faults, f"{path}: {faults[:3]}"
    for what, damage in BREAKS.items():
        broken = copy.deepcopy(level)
        damage(broken)
        assert not validator.is_valid(broken), f"{path} with {what} is accepted"
print(f"{len(levels)} level files accepted, {len(BREAKS)} breaks of each refused")
