"""Tables of levels: named tuples of arrays, one value for each room, passage, key and so on.

Numbers stand for names: `kind` of a prop is a position in `Preset.kinds`, `layout`, `vault`, `tags`
and `group` refer to the lists of these names, and the codes of room kinds, shapes, doors, uses of keys
and turns are positions in `roomgen.ROOM_KINDS`, `ROOM_SHAPES`, `DOOR_KINDS`, `KEY_USES` and
`TURNS`. -1 stands for none. Cells are counted from 0 at the top left, x to the right, y down.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Budgets",
    "Encounters",
    "Keys",
    "Kind",
    "Leg",
    "Light",
    "Loot",
    "Members",
    "Metric",
    "MetricSummary",
    "Offer",
    "Parting",
    "Passages",
    "Props",
    "Ragged",
    "Rooms",
    "RunFinds",
    "RunFloor",
    "RunOrigin",
    "Survey",
    "TerrainKind",
    "Walkthrough",
]

U8: TypeAlias = NDArray[np.uint8]
U32: TypeAlias = NDArray[np.uint32]
I32: TypeAlias = NDArray[np.int32]
I64: TypeAlias = NDArray[np.int64]
F32: TypeAlias = NDArray[np.float32]
BOOL: TypeAlias = NDArray[np.bool_]


class Rooms(NamedTuple):
    """The rooms by id. Each array has one value for each room."""

    kind: U8
    """Code of `roomgen.ROOM_KINDS`."""
    x: I32
    y: I32
    width: I32
    height: I32
    """The bounding rectangle of the floor, without walls, in cells."""
    shape: U8
    """Code of `roomgen.ROOM_SHAPES`."""
    depth: I32
    """The least number of passages from the start room."""
    progress: F32
    """The position along the main path, 0 to 1."""
    host: I32
    """The room that a bonus room hangs off, or -1."""
    cycle: I32
    """The number of a detour's cycle, or -1."""
    layout: I32
    """Position in `layouts`, or -1."""
    vault: I32
    """Position in `vaults`, or -1."""
    tags: U32
    """Bit n stands for the tag at position n of `tags`."""
    allowance_encounters: U32
    allowance_loot: U32
    """Its allowance: the cost of encounters and the value of loot that it was to get."""


class Passages(NamedTuple):
    """The passages by id. Each array has one value for each passage."""

    room_a: I32
    room_b: I32
    """The two rooms."""
    kind: U8
    """Code of `roomgen.DOOR_KINDS`."""
    x: I32
    y: I32
    width: I32
    height: I32
    """The cells of the door; of a corridor, of the door of `room_a`."""
    second_x: I32
    second_y: I32
    second_width: I32
    second_height: I32
    """The cells of the door of `room_b` at a corridor's other end; -1, -1, 0, 0 without a corridor."""
    lock: I32
    """The number of the lock, a position in the level's `locks`, or -1."""
    lock_kind: I32
    """The kind of prop that the lock's keys are, or -1."""
    one_way: I32
    """The room from which a one-way passage leads, or -1."""
    saves: I32
    """The number of doors that a shortcut saves, or -1."""


class Keys(NamedTuple):
    """The keys and switches of a mission. Each array has one value for each."""

    key_use: U8
    """Code of `roomgen.KEY_USES`."""
    lock: I32
    """The number of the lock that it opens, a position in the level's `locks`."""
    kind: I32
    """The kind of prop that it is."""
    room: I32
    x: I32
    y: I32
    """The room and the cell in which it lies."""


class Encounters(NamedTuple):
    """The encounters, by room. Each array has one value for each. `members` has their cells."""

    group: I32
    """Position in `groups`, or -1 for members that the room's vault draws."""
    room: I32
    cost: U32
    """What it took from the budget."""
    size: I32
    """The number of its members."""


class Members(NamedTuple):
    """The members of encounters, encounter by encounter. Each array has one value for each."""

    encounter: I32
    """Position in the level's `encounters`."""
    x: I32
    y: I32
    """The cell in which it stands: one marker is there."""


class Loot(NamedTuple):
    """What the budget of loot bought, by room. Each array has one value for each thing."""

    kind: I32
    """The kind of prop that it is."""
    room: I32
    value: U32
    """What it took from the budget: 0 for a metered thing that is no item."""
    x: I32
    y: I32
    """The room and the cell in which it lies."""


class Props(NamedTuple):
    """The props, by room. Each array has one value for each prop."""

    kind: I32
    """Position in `kinds`."""
    room: I32
    number: U32
    """Its number in its room, which edits of the level file keep."""
    x: I32
    y: I32
    width: U8
    height: U8
    """The cells of the footprint, after turning."""
    turn: U8
    """Code of `roomgen.TURNS`: where the north side of the unturned prop faces."""
    offset_x: F32
    offset_y: F32
    """The offset of the prop's centre from that of its cells, in metres right and down."""
    lit: BOOL
    """Whether the light of its kind burns; true for kinds without one."""
    offer: I32
    """The number of its offer, of which some props may be taken; -1 for other props."""


def position(value: object, whose: str) -> int:
    """A position as a number. Raises `TypeError` for slices, arrays and other types."""
    try:
        return operator.index(cast(Any, value))
    except TypeError:
        given = "slice" if isinstance(value, slice) else type(value).__name__
        message = f"{whose} takes one position, not a {given}; its arrays take slices"
        raise TypeError(message) from None


Table = TypeVar("Table", Rooms, Passages, Keys, Encounters, Members, Loot, Props)


@dataclass(frozen=True, eq=False)
class Ragged(Generic[Table]):
    """The tables of many levels, one behind the other.

    `ragged[n]` is the table of the n-th level, whose arrays are views. `len(ragged)` is the number
    of levels.
    """

    values: Table
    """The rows of all levels."""
    offsets: I64
    """Where the rows of each level begin, and behind the last one: int64 [levels + 1]."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.freeze()

    def freeze(self) -> None:
        """Makes the arrays read-only, as those of batches are."""
        for column in (*self.values, self.offsets):
            column.flags.writeable = False

    def __getitem__(self, level: int) -> Table:
        level = position(level, "a ragged table")
        if not -len(self) <= level < len(self):
            raise IndexError(f"there is no level {level}: the batch has {len(self)}")
        level %= len(self)
        rows = slice(int(self.offsets[level]), int(self.offsets[level + 1]))
        make = cast(Callable[..., Table], type(self.values))
        return make(*(column[rows] for column in self.values))

    def __iter__(self) -> Iterator[Table]:
        return (self[level] for level in range(len(self)))

    def counts(self) -> I64:
        """The number of rows of each level: int64 [levels]."""
        return np.diff(self.offsets)

    def levels(self) -> I64:
        """The position of the level of each row: int64 [rows]."""
        return np.repeat(np.arange(len(self)), self.counts())


class Budgets(NamedTuple):
    """The budgets of a level."""

    encounters: int
    """The most that its encounters cost, in all."""
    loot: int
    """The most that its loot is worth, in all."""
    quiet: int
    """Within so many steps from the entry, in eight directions, no encounter has a member."""
    groups: dict[str, int]
    """What each group costs that the level has."""


class Light(NamedTuple):
    """The light that the props of a kind shed."""

    color: tuple[int, int, int]
    """Red, green and blue, 0 to 255."""
    radius: float
    """How far it falls, in metres."""
    fade: float
    """The part of the brightness that is left at the radius, 0 to 1."""
    strength: float
    """The brightness at the prop: 1 lights a white floor in the light's colour."""


class Kind(NamedTuple):
    """A kind of props."""

    name: str
    blocks: bool
    """Whether nobody can walk over it, if it stands lower than two metres."""
    opaque: bool
    """Whether nobody sees through it."""
    width: int
    height: int
    """The cells of the unturned footprint."""
    tall: float
    """The height in metres."""
    elevation: float
    """The height of its lower side above the floor, in metres."""
    glyph: str
    """Its character in drawings of text."""
    color: tuple[int, int, int]
    """Red, green and blue, 0 to 255."""
    marker: bool
    """Whether it is a marker for the game, and no object."""
    light: Light | None
    """The light that its props shed, if they do."""
    value: int
    """What a thing of the loot takes from the budget; 0 for what is no item."""
    cost: int
    """What a member that a vault draws takes from the budget; 0 for others."""


class TerrainKind(NamedTuple):
    """A kind of terrain, such as water."""

    name: str
    glyph: str
    """Its character in drawings of text."""
    color: tuple[int, int, int]
    """Red, green and blue, 0 to 255."""
    blocks: bool
    """Whether nobody can walk over it. It never blocks sight."""
    depth: float
    """How far it lies below the floor, in metres."""
    slow: int
    """The cost of a step onto it; one onto floor costs 1."""
    is_bridge: bool
    """Whether it leads over terrain that blocks, as planks do."""
    tags: tuple[str, ...]


class RunFloor(NamedTuple):
    """What is known of a floor of a run before its level is made."""

    number: int
    """The `floor` of its level: from 0 on the main way; those of branches follow, with gaps."""
    act: str
    branch: str | None
    """The name of its branch; None on the main way."""
    mood: str | None
    preset: str
    """The name of its preset."""
    difficulty: float
    size: tuple[int, int]
    """Width and height of its level, in cells."""
    above: int | None
    """The number of the floor whose stairs lead to its entry; None where one arrives freely."""
    branches: dict[str, int]
    """The branches to which its stairs lead, each with the number of its first floor."""
    is_last_of_act: bool


class RunOrigin(NamedTuple):
    """The run of which a level is a floor, and what the run makes of that floor."""

    name: str
    digest: int
    """The digest of the run's rules."""
    act: str
    branch: str | None
    mood: str | None


class RunFinds(NamedTuple):
    """The runs that `Run.find` gives, in the order of seeds or of their rank."""

    seeds: NDArray[np.uint64]
    """uint64 [runs]."""
    found: Mapping[str, NDArray[Any]]
    """What the expressions name, by how they write it, and `score` or `distance` if the finds are
    ranked: float64 [runs], NaN where a run has no such thing."""


class Parting(NamedTuple):
    """A strip of terrain that parts a level, from one border to the opposite one."""

    name: str
    terrain: int
    """The position of its kind in `Level.terrain_kinds`."""
    band: tuple[int, int, int, int]
    """The cells of the cut: left, top, width and height. Banks may meander beyond it."""
    crossings: I32
    """The passages that cross it, ascending."""
    ends_apart: bool
    """Whether the entry and the exit lie on different sides of it."""


class Leg(NamedTuple):
    """A part of a walkthrough: a walk, and what is done at its end."""

    action: Literal["take", "open", "leave"]
    target: int | None
    """The position in `keys` that is taken, or the passage that is opened."""
    cells: I32
    """The cells of the walk, from where the leg before ended: int32 [cells, 2], as (x, y)."""


class Offer(NamedTuple):
    """Props of a level of which some may be taken; the others then go."""

    props: I32
    """Positions in `Level.props`, ascending."""
    take: int
    """How many of them may be taken: fewer than there are."""


class Walkthrough(NamedTuple):
    """A play of a level from the entry to the exit."""

    cells: I32
    """All cells, each an edge from the next: int32 [steps + 1, 2], as (x, y)."""
    legs: tuple[Leg, ...]
    steps: int
    is_shortest: bool
    """Whether no play needs fewer steps: not known of levels with very many locks."""


class Format(NamedTuple):
    """A file format in which a level is written."""

    name: str
    """What `Level.to_bytes` takes, and the tool's `--format`."""
    ending: str
    """The ending of its files, without the dot."""
    media_type: str
    about: str


class Metric(NamedTuple):
    """What a metric measures."""

    name: str
    unit: str
    about: str
    is_whole: bool
    """Whether its values are whole numbers: int32 in arrays, unless it may be absent. Else they are float64."""
    may_be_absent: bool
    """Whether a level may have nothing of what the metric measures: NaN in arrays."""


class MetricSummary(NamedTuple):
    """A metric over many levels. Without levels, the numbers are NaN and the seeds None."""

    mean: float
    deviation: float
    """The standard deviation of the levels."""
    min: float
    min_seed: int | None
    max: float
    max_seed: int | None
    """The extremes, and the smallest seed with each."""
    levels: int
    """The number of levels that have the metric."""

    def __eq__(self, other: object) -> bool:
        """Whether all numbers are equal: NaN is equal to itself here."""
        if not isinstance(other, MetricSummary):
            return NotImplemented
        pairs = zip(self, other, strict=True)
        return all(one == same or (one != one and same != same) for one, same in pairs)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)


@dataclass(frozen=True)
class Survey:
    """Metrics of many levels, summed up. The mappings are read-only."""

    levels: int
    metrics: Mapping[str, MetricSummary]
    layouts: Mapping[str, int]
    """The number of rooms with each layout."""
    vaults: Mapping[str, int]
    """The number of rooms with each vault."""
    histograms: Mapping[tuple[str, str], Sequence[tuple[float, float, int]]]
    """For pairs of metrics: the values of both at each bin, and the number of levels in it."""
    kinds: Mapping[str, int]
    """The number of props of each kind."""
    tags: Mapping[str, int]
    """The number of props with each tag."""
    pieces: Mapping[str, int]
    """The number of levels with each piece: a layout of a start room, of an end room or of a room
    of `floorplan.rooms.sizes`, or a vault."""
    terrain: Mapping[str, int]
    """The number of cells with each kind of terrain."""

    def __post_init__(self) -> None:
        bins = {pair: tuple(values) for pair, values in self.histograms.items()}
        object.__setattr__(self, "histograms", MappingProxyType(bins))
        for name in ("metrics", "layouts", "vaults", "kinds", "tags", "pieces", "terrain"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        counts = (self.layouts, self.vaults, self.histograms, self.kinds, self.tags, self.pieces, self.terrain)
        return Survey, (self.levels, *(dict(mapping) for mapping in (self.metrics, *counts)))
