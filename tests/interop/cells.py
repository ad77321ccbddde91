"""What level files say of cells, for the proofs that ask where one can walk."""


def blocked_by_terrain(level):
    """For each row, for each cell, whether its terrain blocks."""
    if "terrain" not in level:
        return [[False] * level["width"] for _ in level["tiles"]]
    blocking = {kind["symbol"] for kind in level["terrain"]["kinds"] if kind["blocks"]}
    return [[symbol in blocking for symbol in row] for row in level["terrain"]["rows"]]


def closed(level):
    """For each row, for each cell, whether it is wall, rock or terrain that blocks."""
    rows = zip(level["tiles"], blocked_by_terrain(level))
    return [[tile in " #" or is_blocked for tile, is_blocked in zip(tiles, terrain)] for tiles, terrain in rows]
