"""The native half of the package. Import its names from `roomgen`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict, final, type_check_only

import numpy as np
from numpy.typing import DTypeLike, NDArray
from typing_extensions import Unpack

from .batch import Batch
from .errors import Finding
from .tables import (
    Budgets,
    Encounters,
    Format,
    Keys,
    Kind,
    Loot,
    Members,
    Metric,
    Offer,
    Parting,
    Passages,
    Props,
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
    "Episode",
    "FORMATS",
    "Image",
    "KEY_USES",
    "Level",
    "METRICS",
    "OPENABLE",
    "OVERLAYS",
    "PLANES",
    "Preset",
    "REVISION",
    "ROOM_KINDS",
    "ROOM_SHAPES",
    "Run",
    "TURNS",
    "VIEWS",
    "VectorEpisodes",
    "__version__",
]

__version__: str
REVISION: int
"""The generator's revision. Within one, a preset, a size and a seed always give the same level."""
BUILT_IN: tuple[str, ...]
"""The names of the built-in presets."""
BUILT_IN_RUNS: tuple[str, ...]
"""The names of the built-in runs."""
ROOM_KINDS: tuple[str, ...]
"""The kinds of rooms, by code."""
ROOM_SHAPES: tuple[str, ...]
"""The shapes of rooms, by code."""
DOOR_KINDS: tuple[str, ...]
"""The kinds of doors, by code."""
KEY_USES: tuple[str, ...]
"""The uses of keys, by code."""
TURNS: tuple[str, ...]
"""The directions in which props face, by code."""
VIEWS: tuple[str, ...]
"""The views of pictures."""
OVERLAYS: tuple[str, ...]
"""The overlays of pictures."""
FORMATS: tuple[Format, ...]
"""The formats in which levels are written."""
METRICS: tuple[Metric, ...]
"""What levels are measured by."""

@final
class Preset:
    """The rules by which levels are generated. Frozen, hashable, picklable.

    All methods may be called from several threads at once, and run beside each other.
    """

    @staticmethod
    def built_in(name: str) -> Preset:
        """A built-in preset, by its name in `roomgen.BUILT_IN`.

        Raises `RequestError` for another name.
        """

    @staticmethod
    def parse(
        text: str,
        *,
        bases: Sequence[tuple[str, str]] | None = None,
        pictures: Mapping[str, bytes] | None = None,
    ) -> Preset:
        """Reads a preset from its text.

        `bases` are the names and texts of its bases that are files: the preset's own, then that
        base's, and so on. `pictures` are the PNG files that `sprites` names; without it, kinds with
        sprites from them are drawn by their glyphs. Raises `PresetError` with all problems.
        """

    @staticmethod
    def load(path: str | PathLike[str]) -> Preset:
        """Reads a preset's file, and those of its bases and sprites, in its folder or below.

        Raises `PresetError` with all problems, and `FileError` if it cannot be read as text.
        """

    def with_size(self, width: int, height: int) -> Preset:
        """The same rules for levels of another size in cells.

        Raises `RequestError` if that is out of range, or less than `min_side`.
        """

    @property
    def name(self) -> str:
        """The name that its text has."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the levels, in cells."""

    @property
    def min_side(self) -> int:
        """The least side of a level, in cells."""

    @property
    def min_longer_side(self) -> int:
        """The least length of the longer side of a level that can have the parting, in cells: more
        than `min_side` where a parting needs a room on each side of it."""

    @property
    def digest(self) -> int:
        """A hash of all rules that decide a level, the same everywhere. Size, name, theme and
        comments do not count."""

    @property
    def text(self) -> str:
        """The text that it was read from."""

    @property
    def bases(self) -> tuple[tuple[str, str], ...]:
        """The names and texts of its bases that are files."""

    @property
    def pictures(self) -> dict[str, bytes]:
        """The PNG files of its sprites that were read, by the names in its text."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of props, sorted by name."""

    @property
    def layouts(self) -> tuple[str, ...]:
        """The names of the layouts."""

    @property
    def vaults(self) -> tuple[str, ...]:
        """The names of the vaults."""

    @property
    def tags(self) -> tuple[str, ...]:
        """The names of the tags of rooms."""

    @property
    def pools(self) -> dict[str, tuple[str, ...]]:
        """The layouts and vaults that each pool deals to the floors of a run, by its name."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups that encounters are made of."""

    def generate(
        self,
        seed: int | str,
        *,
        floor: int | None = None,
        difficulty: float | None = None,
        start: tuple[int, int] | None = None,
        rerolls: dict[int, int] | None = None,
    ) -> Level:
        """Generates the level of a seed, from 0 to 2**64 - 1. It cannot fail.

        A text is a seed as the tool reads it: a number such as "0x2a"; or a word with a letter or
        a date, "42nd" or "2026-11-29", which the level keeps as its `seed_word`.

        `floor` is the floor of a run, from 0; `difficulty` goes from 0 to 1; both are 0 if left
        out. With `start`, the player arrives at that cell or the nearest that a room can have.
        `rerolls` has the rooms to furnish anew, each with a number from 1: `{12: 1, 17: 3}`. Nothing
        else of the level changes; 0 leaves a room as it is.
        Raises `RequestError` for a number out of its range, and for a text that is no seed.
        """

    def next_reroll(
        self,
        seed: int | str,
        room: int,
        *,
        floor: int | None = None,
        difficulty: float | None = None,
        start: tuple[int, int] | None = None,
        rerolls: dict[int, int] | None = None,
    ) -> int | None:
        """The number of the next re-roll by which a room looks different from the level that
        `generate` gives with the same arguments.

        Tries the 16 numbers after that of the room in `rerolls`; `None` if by all of them its layout
        and props stay, or if there is no such room.
        Raises `RequestError` as `generate` does.
        """

    def generate_batch(
        self,
        seeds: range | NDArray[np.uint64],
        *,
        floor: int | NDArray[np.uint32] | None = None,
        difficulty: float | NDArray[np.float32] | None = None,
        threads: int | None = None,
        tiles: bool = True,
        walkable: bool = True,
        room_ids: bool = False,
        distances: bool = False,
        rooms: bool = False,
        passages: bool = False,
        keys: bool = False,
        encounters: bool = False,
        members: bool = False,
        loot: bool = False,
        props: bool = False,
        metrics: bool | Iterable[str] | None = None,
        digests: bool = False,
    ) -> Batch:
        """Generates the levels of many seeds as arrays; other threads of Python run meanwhile.

        `floor` and `difficulty` are one number for all levels or an array with one for each. The
        result is the same for each number of `threads`, 1 if left out. What is not asked for costs
        nothing: where `tiles`, `room_ids`, `passages` and metrics of floor plans are all, levels
        are not furnished. `metrics` takes names, or True for all. Memory: a byte for each cell of a
        level for `tiles` and for `walkable`, four for `room_ids` and for `distances`.

        Raises `RequestError` for numbers out of range and for more than 2**24 levels, `TypeError`
        for another type or dtype, `MemoryError` if the arrays do not fit. The memory of a single
        level is not part of this: one of the greatest size, 2**28 cells, takes some gigabytes.
        """

    def survey(
        self,
        seeds: range | NDArray[np.uint64],
        *,
        floor: int | None = None,
        difficulty: float | None = None,
        threads: int | None = None,
    ) -> Survey:
        """Measures the levels of many seeds and sums their metrics up, exactly."""

    def find(
        self,
        where: str | None = None,
        *,
        best: str | None = None,
        near: str | None = None,
        seeds: range | NDArray[np.uint64] | None = None,
        count: int | None = None,
        floor: int | None = None,
        difficulty: float | None = None,
        threads: int | None = None,
        **fields: Unpack[_BatchFields],
    ) -> Batch:
        """Finds the levels that an expression describes, among `seeds`: range(10000) if left out.

        `where` is a condition, such as "bridges < 0.4 && count('wolf') >= 3", in the language of docs/find.md. Finds
        are in the order of seeds, at most `count` of them. `best`, a score, and `near`, a list of
        targets such as "rooms = 30, walking_distance = 140", rank all levels of the seeds that meet
        `where`, and give the first, 20 if `count` is left out. `Batch.found` has what the
        expressions name. `fields` are those of `generate_batch`.

        Levels without what an expression asks for, or in which it divides by zero, do not match.
        Raises `ExpressionError` for a mistake in an expression, else as `generate_batch`.
        """

    def lint(self) -> tuple[Finding, ...]:
        """Finds what loads but is probably a mistake, from the text and a thousand sample levels.

        The levels have the size that the text names.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Run:
    """The floors of one game, from one text: acts of presets, moods and branches. Frozen, hashable,
    picklable.

    The stairs of its floors meet. Floors of the main way are numbered from 0; those of branches
    follow, with gaps for what may come with other seeds. Seeds are those of `Preset.generate`.
    """

    @staticmethod
    def built_in(name: str) -> Run:
        """A built-in run, by its name in `roomgen.BUILT_IN_RUNS`.

        Raises `RequestError` for another name.
        """

    @staticmethod
    def parse(text: str, files: Mapping[str, str] | None = None) -> Run:
        """Reads a run from its text.

        `files` are the texts of the files that it names, such as presets, their bases and moods, by
        their paths relative to the run's file: `{"moods/dark.ron": "(theme: (ambient: 0.1))"}`.
        Raises `PresetError` with all problems, also those of presets with the run's pieces.
        """

    @staticmethod
    def load(path: str | PathLike[str]) -> Run:
        """Reads a run's file, and those that it names, in its folder or below.

        Raises `PresetError` with all problems, and `FileError` if it cannot be read as text.
        """

    @staticmethod
    def of(preset: Preset, floors: int) -> Run:
        """A run of 1 to 10,000 floors of one preset, whose difficulty rises from 0 to 1.

        Its levels are those of the preset alone, each below the exit of the one above; they have no
        `Level.run`. Raises `RequestError` for another number of floors.
        """

    @property
    def name(self) -> str:
        """The name that its text has."""

    @property
    def digest(self) -> int:
        """A hash of all rules that decide its levels, the same everywhere. Its name does not
        count."""

    def floors(self, seed: int | str) -> tuple[RunFloor, ...]:
        """The floors of a seed by number, without making any.

        A branch for whose stairs no room suits is left out when levels are made.
        """

    def level(self, seed: int | str, floor: int, *, rerolls: dict[int, int] | None = None) -> Level:
        """Generates the level of a floor, below the stairs of the floor above.

        Its `preset` is that of the floor, with the pieces of the run. `rerolls` are those of
        `Preset.generate`; no other floor changes with them. Cost: that of the level, and of planning
        the floors above. Raises `RequestError` if the run has no such floor, and for a number out of
        its range.
        """

    def next_reroll(
        self, seed: int | str, floor: int, room: int, *, rerolls: dict[int, int] | None = None
    ) -> int | None:
        """The number of the next re-roll by which a room of a floor looks different, as
        `Preset.next_reroll`.

        Arguments and errors are those of `level`. `Preset.next_reroll` with the floor's preset knows
        neither its stairs nor what pools and metered things of the run give it.
        """

    def levels(self, seed: int | str) -> Iterator[Level]:
        """Generates the levels of all floors, one after the other."""

    def to_files(self, seed: int | str, format: str, name: str = "run") -> dict[str, bytes]:
        """Makes the files of all floors: one for the run in `"ldtk"`, maps and a world in `"tmx"` and
        `"tmj"`, with tile sheets, and those of each floor in other formats.

        Raises `RequestError` for another format, and for a run with too many floors for one file.
        """

    def preset(self, seed: int | str, floor: int) -> Preset:
        """The preset of a floor with the run's pieces, at the size of the floor.

        Raises `RequestError` if the run has no such floor.
        """

    def preset_text(self, seed: int | str, floor: int) -> str:
        """The text of a floor's preset, which has no base but in a run of one preset.

        Raises `RequestError` if the run has no such floor.
        """

    def find(
        self,
        where: str | None = None,
        *,
        best: str | None = None,
        near: str | None = None,
        seeds: range | NDArray[np.uint64] | None = None,
        count: int | None = None,
        threads: int | None = None,
    ) -> RunFinds:
        """Finds the runs that an expression over floors describes, among `seeds`: range(10000) if
        left out.

        An example is 'floor(3).count("chest") >= 2 && first(danger > 40) < 5'; docs/find.md has the
        language. No more of a run's floors is made than decides. All else is as with `Preset.find`.
        """

    def survey(
        self, seeds: range | NDArray[np.uint64], *, threads: int | None = None
    ) -> dict[int, Survey]:
        """Measures all floors of the runs of many seeds, and sums them up by the floor's number."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@type_check_only
class _BatchFields(TypedDict, total=False):
    tiles: bool
    walkable: bool
    room_ids: bool
    distances: bool
    rooms: bool
    passages: bool
    keys: bool
    encounters: bool
    members: bool
    loot: bool
    props: bool
    metrics: bool | Iterable[str] | None
    digests: bool

@type_check_only
class _ExportOptions(TypedDict, total=False):
    scale: int | None
    view: str
    overlays: Sequence[str] | None
    legend: bool
    room: int | None
    style: str
    audience: str
    light: bool
    ambient: float | None
    margin: int | None

@final
class Level:
    """A finished level. Frozen, hashable, picklable.

    Arrays are copies, made at each access: keep one rather than ask again in a loop.

    A pickle has the level as JSON, and is read as with `from_json(check=False)`: what the methods
    here rely on is tested, and no invariant, since the pickle is your own. `check()` tests these.
    As any pickle, one of a stranger may run any code: files of strangers are for `from_json`.
    """

    @staticmethod
    def from_json(text: str, *, check: bool = True) -> Level:
        """Reads a level file in JSON.

        Raises `LevelError` if it is none; also, with `check`, if it breaks an invariant. Without,
        levels that a game has edited and saved can be read too, and `check()` says what they break.
        """

    def to_json(self, *, line: bool = False) -> str:
        """The level file in JSON, the same bytes as the tool's; with `line`, as one line."""

    def to_bytes(self, format: str, **options: Unpack[_ExportOptions]) -> bytes:
        """The level's file in a format of `roomgen.FORMATS`, the same bytes as the tool's.

        The options of `image` are for `"png"`; `scale` (1 to 32) and `room` are for `"gif"` too,
        which shows how the level is made, and needs its preset. `"uvtt"`, for virtual tabletops, takes
        `scale` (pixels a square, by default 70), the overlay `grid`, `audience`, `light` and
        `ambient`. A map for Tiled comes with other files: see `to_files`. Raises `RequestError` for another format, an option of another
        format, and a value out of range; `TypeError` for another option.
        """

    def to_files(
        self, format: str, name: str = "level", **options: Unpack[_ExportOptions]
    ) -> dict[str, bytes]:
        """The level's file, `NAME.ENDING`, and those beside it, by name: for a map its tile sheet.

        Options and errors are those of `to_bytes`.
        """

    def save(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        overwrite: bool = False,
        **options: Unpack[_ExportOptions],
    ) -> None:
        """Writes the level to a file in the format of its ending, or in `format`.

        Beside a map `NAME.tmx` its tile sheet is written: `NAME-tiles.png` and others. All files
        appear complete, or none. Options and errors are those of `to_bytes`; `FileError` if a file
        cannot be written, or exists and `overwrite` is not set.
        """

    @property
    def seed(self) -> int:
        """The seed that it was made from, from 0 to 2**64 - 1."""

    @property
    def seed_word(self) -> str | None:
        """The word that stood for the seed; None if a number did."""

    @property
    def floor(self) -> int:
        """The floor of the run that it was made for, from 0."""

    @property
    def difficulty(self) -> float:
        """The difficulty that it was made for, from 0 to 1."""

    @property
    def revision(self) -> int:
        """The revision of the generator that made it."""

    @property
    def preset_name(self) -> str:
        """The name of the preset that made it."""

    @property
    def preset_digest(self) -> int:
        """The digest of the preset that made it."""

    @property
    def preset(self) -> Preset | None:
        """The preset that made it; None for a level that was read from a file."""

    @property
    def run(self) -> RunOrigin | None:
        """The run of which it is a floor; None for other levels."""

    @property
    def start(self) -> tuple[int, int] | None:
        """The cell where the request wanted the player to arrive."""

    @property
    def rerolls(self) -> dict[int, int]:
        """The rooms that the request wanted furnished anew, each with its number."""

    @property
    def digest(self) -> int:
        """A hash of the level, the same everywhere, as level files and manifests have it."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in cells."""

    @property
    def width(self) -> int:
        """Columns of cells."""

    @property
    def height(self) -> int:
        """Rows of cells."""

    @property
    def entry(self) -> tuple[int, int]:
        """Where the player arrives, as (x, y)."""

    @property
    def exit(self) -> tuple[int, int]:
        """Where the player leaves, as (x, y)."""

    @property
    def is_dead_end(self) -> bool:
        """Whether no way leads down from the exit, so that one goes back by the entry."""

    @property
    def stairs(self) -> list[tuple[str, tuple[int, int]]]:
        """The ways down beside the exit, each as its name and (x, y)."""

    @property
    def tiles(self) -> NDArray[np.uint8]:
        """The ASCII characters of level files: uint8 [height, width].

        They are 32 (rock, a space), 35 (wall, #), 46 (floor, .), 44 (corridor, a comma) and 43
        (door, +).
        """

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Whether one can stand on a cell, props in place: bool [height, width]."""

    @property
    def terrain(self) -> NDArray[np.uint8]:
        """The terrain of each cell: 0 for none, else one more than its kind in `terrain_kinds`: uint8
        [height, width]."""

    @property
    def terrain_kinds(self) -> tuple[TerrainKind, ...]:
        """The kinds of terrain that the level has."""

    @property
    def partings(self) -> tuple[Parting, ...]:
        """The strips of terrain, such as rivers, that part the level."""

    @property
    def unreachable(self) -> NDArray[np.bool_]:
        """Whether one could stand on a cell but cannot walk to it, since obstacles enclose it: bool
        [height, width]."""

    @property
    def opaque(self) -> NDArray[np.bool_]:
        """Whether a cell blocks sight: rock, a wall, a shut door or an opaque prop: bool [height,
        width]."""

    @property
    def room_ids(self) -> NDArray[np.int32]:
        """The room that has a cell as floor, or -1: int32 [height, width]."""

    def distances(self, start: tuple[int, int] | None = None) -> NDArray[np.int32]:
        """The steps from a cell, the entry if none is given, or -1: int32 [height, width]."""

    @property
    def path(self) -> NDArray[np.int32]:
        """The rooms of the main path, from the start to the end: int32 [rooms of the path]."""

    @property
    def rooms(self) -> Rooms:
        """The rooms by id, a table of `roomgen.tables.Rooms`: arrays of [rooms]."""

    @property
    def passages(self) -> Passages:
        """The passages by id, a table of `roomgen.tables.Passages`: arrays of [passages]."""

    @property
    def keys(self) -> Keys:
        """The keys and switches, a table of `roomgen.tables.Keys`: arrays of [keys]."""

    @property
    def encounters(self) -> Encounters:
        """The encounters by room, a table of `roomgen.tables.Encounters`: arrays of [encounters]."""

    @property
    def members(self) -> Members:
        """The members of `encounters`, with their cells."""

    @property
    def loot(self) -> Loot:
        """What the budget of loot bought, a table of `roomgen.tables.Loot`: arrays of [things]."""

    @property
    def budgets(self) -> Budgets | None:
        """The budgets of the level; None if its preset has none."""

    @property
    def props(self) -> Props:
        """The props by room, a table of `roomgen.tables.Props`: arrays of [props]."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Props of which some may be taken; `props.offer` has positions in this."""

    @property
    def locks(self) -> tuple[str, ...]:
        """The names of the locks, each once."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of props: those of the preset, or of the level if it was read from a file."""

    @property
    def layouts(self) -> tuple[str, ...]:
        """The names of layouts, to which tables refer by position."""

    @property
    def vaults(self) -> tuple[str, ...]:
        """The names of vaults, to which tables refer by position."""

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of rooms, to which tables refer by position."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of groups, to which tables refer by position."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the preset asked for and the level could not have."""

    def metrics(self, *names: str) -> dict[str, float | None]:
        """The metrics of these names, or all; None if absent. See `roomgen.METRICS`."""

    def check(self) -> tuple[str, ...]:
        """The invariants that the level breaks: none for any level that was generated.

        For levels from elsewhere: read without `check`, or from a pickle.
        """

    def walkthrough(self) -> Walkthrough | None:
        """The shortest play from the entry to the exit; None if there is none, as after edits."""

    def image(
        self,
        *,
        scale: int | None = None,
        view: Literal["top", "iso"] = "top",
        overlays: Sequence[str] | None = None,
        legend: bool = False,
        room: int | None = None,
        style: Literal["tiles", "ink"] = "tiles",
        audience: Literal["master", "player"] = "master",
        light: bool = True,
        ambient: float | None = None,
        margin: int | None = None,
    ) -> Image:
        """Draws the level, `scale` pixels a cell, 1 to 256; 16 if left out.

        `view` is one of `roomgen.VIEWS`, `overlays` are some of `roomgen.OVERLAYS`, `room` shows
        one room alone. The style `ink` is a page for a table, with a key. From a `player` secret
        doors, signs, markers and keys are hidden. Without `light` all of it is in even light;
        `ambient`, from 0 to 1, takes the place of the preset's. `margin` crops the rock around the
        level to as many cells. Raises `RequestError` for what cannot be drawn.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Image:
    """A picture of a level. A notebook shows it. To send it elsewhere, pickle its `array`."""

    @property
    def array(self) -> NDArray[np.uint8]:
        """Red, green and blue: uint8 [height, width, 3]."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def to_png(self) -> bytes:
        """The picture as a PNG file."""

    def _repr_png_(self) -> bytes: ...
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...

PLANES: tuple[str, ...]
"""The names of the planes of observations; `roomgen.envs` says what their values mean."""
OPENABLE: int
"""Added to a locked door in the plane of locks while the player holds a key of it."""

@final
class Episode:
    """A game in a level: the player, what was taken and opened, and the observation of it.

    `roomgen.envs` says what actions do and what observations show.
    """

    def __new__(cls, level: Level, *, max_steps: int | None = None) -> Episode:
        """Begins a game at the level's entry.

        `max_steps` is at least 1; 8 * (width + height) if left out. Raises `RequestError` for
        a number out of range.
        """

    def step(
        self, action: int | np.int64
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Makes a step: observation, reward, terminated, truncated, info.

        Raises `RequestError` for another action than 0 to 3, and after the end of the episode.
        """

    def __deepcopy__(self, memo: object, /) -> Episode:
        """The same game once more, as tree search plays on from it."""

    @property
    def observation(self) -> NDArray[np.uint8]:
        """The planes: uint8 [4, height, width], a copy."""

    def info(self) -> dict[str, Any]:
        """`level_seed` and `steps`."""

    @property
    def level(self) -> Level:
        """The level that is played."""

    @property
    def player(self) -> tuple[int, int]:
        """The player's cell, as (x, y)."""

    @property
    def taken(self) -> list[int]:
        """The positions in the level's `keys` of what was taken and used, ascending."""

    @property
    def opened(self) -> list[int]:
        """The passages that were opened with keys, ascending."""

    @property
    def steps(self) -> int:
        """The steps that were made."""

    @property
    def max_steps(self) -> int:
        """The steps after which the episode is truncated."""

    @property
    def is_over(self) -> bool:
        """Whether the last step has terminated or truncated the episode."""

@final
class VectorEpisodes:
    """Games in levels of one preset, one for each of many environments.

    Other threads of Python run while levels are generated and steps are made. One thread at a time
    may use it: a call during another one raises `RuntimeError`.
    """

    def __new__(
        cls,
        preset: Preset,
        num_envs: int,
        *,
        floor: int | None = None,
        max_steps: int | None = None,
    ) -> VectorEpisodes:
        """Environments without levels, 1 to 2**20.

        Raises `RequestError` for a number out of range, `MemoryError` if observations do not fit.
        """

    def __deepcopy__(self, memo: object, /) -> VectorEpisodes:
        """The same games once more."""

    def begin(
        self, envs: NDArray[np.int64], seeds: NDArray[np.uint64], difficulties: NDArray[np.float32]
    ) -> None:
        """Begins the level of a seed and a difficulty in each of these environments.

        Raises `RequestError` for a number out of range; nothing has changed then.
        """

    def step(
        self,
        actions: NDArray[np.int64],
        envs: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        difficulties: NDArray[np.float32],
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Makes a step in each environment: rewards, terminated, truncated, each [environments].

        The environments `envs` begin a level instead, as by `begin`; their actions are not used.
        Raises `RequestError` for numbers out of range, for environments without a level, and for
        those whose episode is over; nothing has changed then.
        """

    @property
    def observations(self) -> NDArray[np.uint8]:
        """The planes: uint8 [environments, 4, height, width]; always the same array."""

    @property
    def level_seeds(self) -> NDArray[np.uint64]:
        """uint64 [environments]; 0 without a level."""

    @property
    def steps(self) -> NDArray[np.int64]:
        """The steps of each episode: int64 [environments]."""

    def level(self, env: int) -> Level:
        """The level of an environment. Raises `RequestError` if it has none."""

    def __len__(self) -> int: ...
