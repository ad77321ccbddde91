"""roomgen: a procedural roguelike level generator.

A preset and a seed become a finished level, the same bytes on every machine within one `REVISION`.

>>> import roomgen
>>> crypt = roomgen.Preset.built_in("crypt").with_size(25, 25)
>>> level = crypt.generate(42)
>>> level.tiles.shape, level.tiles.dtype.name
((25, 25), 'uint8')
>>> batch = crypt.generate_batch(range(1000), threads=2, metrics=["rooms", "walking_distance"])
>>> batch.walkable.shape, batch.metrics["rooms"].dtype.name
((1000, 25, 25), 'int32')

Beside this module: `roomgen.dataset` (Parquet files and manifests), `roomgen.envs` (environments
of Gymnasium), `roomgen.minigrid`, `roomgen.player` and `roomgen.ray`. Each says what it needs.

**Processes**: presets, runs, levels, batches and manifests can be pickled, so that they travel into the
processes of `multiprocessing` and `concurrent.futures`; pools by fork and by spawn both work. What
is unpickled is tested for its form alone: `Level.check` tests the invariants of a level.
"""

from ._native import (
    BUILT_IN,
    BUILT_IN_RUNS,
    DOOR_KINDS,
    FORMATS,
    KEY_USES,
    METRICS,
    OVERLAYS,
    REVISION,
    ROOM_KINDS,
    ROOM_SHAPES,
    TURNS,
    VIEWS,
    Image,
    Level,
    Preset,
    Run,
    __version__,
)
from .batch import Batch
from .errors import (
    Error,
    ExpressionError,
    FileError,
    Finding,
    LevelError,
    ManifestError,
    PresetError,
    Problem,
    RequestError,
)
from .tables import (
    Budgets,
    Encounters,
    Format,
    Keys,
    Kind,
    Light,
    Loot,
    Members,
    Metric,
    Offer,
    Parting,
    Passages,
    Props,
    Ragged,
    Rooms,
    RunFinds,
    RunFloor,
    RunOrigin,
    Survey,
    TerrainKind,
    Walkthrough,
)

__all__ = [
    "BUILT_IN",
    "BUILT_IN_RUNS",
    "DOOR_KINDS",
    "FORMATS",
    "KEY_USES",
    "METRICS",
    "OVERLAYS",
    "REVISION",
    "ROOM_KINDS",
    "ROOM_SHAPES",
    "TURNS",
    "VIEWS",
    "Batch",
    "Budgets",
    "Encounters",
    "Error",
    "ExpressionError",
    "FileError",
    "Finding",
    "Format",
    "Image",
    "Keys",
    "Kind",
    "Level",
    "LevelError",
    "Light",
    "Loot",
    "ManifestError",
    "Members",
    "Metric",
    "Offer",
    "Parting",
    "Passages",
    "Preset",
    "PresetError",
    "Problem",
    "Props",
    "Ragged",
    "RequestError",
    "Rooms",
    "Run",
    "RunFinds",
    "RunFloor",
    "RunOrigin",
    "Survey",
    "TerrainKind",
    "Walkthrough",
    "__version__",
]
