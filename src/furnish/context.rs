//! What furnishing reads and never changes: the plan of the level; a room, its doors, and the rules
//! for it.

use super::{
    bank::RoomBank,
    content::{RoomContent, RoomVault},
    jitter::JitterLimit,
    standing::StandingProps,
};
use crate::{
    buckets::Buckets,
    floorplan::{FloorPlan, PlannedFeatures, PlannedProp, PlannedRoom, QuietZone},
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{CellWords, Grid},
    model::{Passage, PropKind, Rerolls, RoomShape},
    preset::{Formation, Layout, MaskDrawing, PlacingRules, Preset, RampInput},
    trace::{PropSource, Rejection, Step},
};

/// A door in the coordinates of its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doorway {
    /// The side of the room on which the door lies.
    pub(super) side: Direction,
    /// The door's first column (north, south) or row (east, west) in room coordinates.
    pub(super) from: i32,
    /// The door's width in cells.
    pub(super) width: i32,
}

impl Doorway {
    /// The doorway of a level's `door` in the wall around `room`.
    pub(super) fn of(door: Rect, room: Rect) -> Self {
        let side = if door.right() == room.left() {
            Direction::West
        } else if door.left() == room.right() {
            Direction::East
        } else if door.bottom() == room.top() {
            Direction::North
        } else {
            Direction::South
        };
        if side.is_east_west() {
            Self { side, from: door.top() - room.top(), width: door.height() }
        } else {
            Self { side, from: door.left() - room.left(), width: door.width() }
        }
    }

    /// The room's cells in front of the door, `depth` cells deep, in room coordinates.
    pub(super) fn before(&self, depth: i32, Extent { width, height }: Extent) -> Rect {
        match self.side {
            Direction::North => Rect::of(self.from, 0, self.width, depth.min(height)),
            Direction::South => Rect::of(self.from, (height - depth).max(0), self.width, depth.min(height)),
            Direction::West => Rect::of(0, self.from, depth.min(width), self.width),
            Direction::East => Rect::of((width - depth).max(0), self.from, depth.min(width), self.width),
        }
    }
}

/// A level to furnish.
#[derive(Clone, Copy)]
pub(super) struct LevelContext<'level> {
    pub(super) preset: &'level Preset,
    pub(super) plan: &'level FloorPlan,
    /// For each room, the numbers of its passage ends, as defined by [`sort_passage_ends`].
    pub(super) ends: &'level Buckets<u32>,
    pub(super) difficulty: f32,
    /// The layouts of all rooms, if they are chosen before any room is furnished.
    pub(super) choices: Option<&'level [LayoutChoice]>,
    /// The rooms that are furnished again.
    pub(super) rerolls: &'level Rerolls,
    /// What stood in rooms with vaults first, while they are furnished again.
    pub(super) first: Option<&'level StandingProps>,
}

/// The layout of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LayoutChoice {
    /// The position of the layout in the preset; `None` if the room has none.
    pub(super) layout: Option<u16>,
    /// The number of words of the room's leaf that the choice took. Furnishing goes on behind them.
    pub(super) words: usize,
}

/// Sorts into `ends`, for each room, the numbers of its passage ends, in passage order.
///
/// The number of an end is twice the passage's index, plus one at the passage's second room. Cost:
/// linear in rooms and passages.
pub(super) fn sort_passage_ends(plan: &FloorPlan, ends: &mut Buckets<u32>) {
    let pairs = (0..).zip(&plan.passages).map(|(number, passage)| {
        let [one, other] = passage.rooms;
        [(one, 2 * number), (other, 2 * number + 1)]
    });
    ends.sort_groups(plan.rooms.len(), pairs);
}

impl<'level> LevelContext<'level> {
    pub(super) fn input(&self, room: &PlannedRoom) -> RampInput {
        RampInput { progress: room.progress, difficulty: self.difficulty }
    }

    /// The rooms that passages join to a room, in passage order; one twice that two passages join.
    pub(super) fn joined(&self, room: u32) -> impl Iterator<Item = u32> + use<'level> {
        let Self { plan, ends, .. } = *self;
        ends.get(room).iter().map(move |&end| {
            let [one, other] = plan.passages[end as usize / 2].rooms;
            if end.is_multiple_of(2) { other } else { one }
        })
    }

    /// The doors of a room; of openings their thresholds.
    pub(super) fn doorways(&self, room: u32) -> impl Iterator<Item = Doorway> + use<'level> {
        let Self { plan, ends, .. } = *self;
        let rect = plan.rooms[room as usize].rect;
        ends.get(room).iter().map(move |&end| {
            let doors = plan.passages[end as usize / 2].doors();
            let door = if end.is_multiple_of(2) { doors[0] } else { doors[doors.len() - 1] };
            Doorway::of(Passage::threshold(door), rect)
        })
    }
}

/// A room to furnish, and the rules for it. Cells count from the room's top left cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomContext<'level> {
    pub(super) preset: &'level Preset,
    /// The layout with its position in the preset.
    pub(super) layout: Option<(u16, &'level Layout)>,
    pub(super) vault: Option<RoomVault<'level>>,
    pub(super) planned: &'level [PlannedProp],
    pub(super) kept: u32,
    pub(super) input: RampInput,
    /// The room's id.
    pub(super) id: u32,
    /// The room's rectangle in the level.
    pub(super) rect: Rect,
    /// The cells that the room's shape left; `floor_of` takes the walls of a vault from them.
    pub(super) shape: CellWords<'level>,
    /// Whether that shape has no straight walls, or lost cells to a lake.
    pub(super) is_dug: bool,
    pub(super) doorways: &'level [Doorway],
    /// The level's entry and its exit, or other stairs, in room coordinates, if the room contains
    /// them. No room has both the exit and other stairs.
    pub(super) ends: [Option<Cell>; 2],
    /// Where the room lies at the bank of a parting; `None` elsewhere.
    pub(super) bank: Option<RoomBank<'level>>,
    /// The features of the plan; `None` without roads and bridges.
    pub(super) features: Option<&'level PlannedFeatures>,
    /// The terrain of the plan, in the cells of the level; `None` if it has none.
    pub(super) terrain: Option<&'level Grid<u8>>,
    /// The cells without encounters, if some of them lie near the room.
    pub(super) quiet: Option<&'level QuietZone>,
    /// For each prop kind of the preset, its largest jitter; `None` for kinds without jitter.
    pub(super) jitter_limits: &'level [Option<JitterLimit>],
    /// What stood in the room first, if it has a vault and is furnished again.
    pub(super) first: Option<&'level StandingProps>,
}

impl<'level> RoomContext<'level> {
    pub(super) fn new(
        level: LevelContext<'level>,
        id: u32,
        RoomContent { layout, vault, planned, kept }: RoomContent<'level>,
        doorways: &'level [Doorway],
        jitter_limits: &'level [Option<JitterLimit>],
    ) -> Self {
        let LevelContext { preset, plan, first, .. } = level;
        let room = &plan.rooms[id as usize];
        let (rect, shape) = (room.rect, plan.floors.of(room));
        let in_room = |cell: Cell| rect.contains(cell).then(|| Cell::new(cell.x - rect.left(), cell.y - rect.top()));
        let way_down = || plan.stairs.iter().find_map(|stairs| in_room(stairs.cell));
        let ends = [in_room(plan.entry), in_room(plan.exit).or_else(way_down)];
        let input = level.input(room);
        let layout = layout.and_then(|number| Some((number, preset.layouts.get(usize::from(number))?)));
        let quiet = Some(&plan.quiet).filter(|quiet| quiet.may_touch(rect));
        let is_dug = room.cut.is_dug() || room.cut == RoomShape::Shore;
        let bank = RoomBank::of(preset, &plan.terrain, rect);
        let features = Some(&plan.features).filter(|features| features.has_ways());
        let terrain = plan.terrain.cells.as_ref();
        Self {
            preset,
            layout,
            vault,
            planned,
            kept,
            input,
            id,
            rect,
            shape,
            is_dug,
            doorways,
            ends,
            bank,
            features,
            terrain,
            quiet,
            jitter_limits,
            first,
        }
    }

    /// The cells of roads that pass the room.
    pub(super) fn road(&self) -> impl Iterator<Item = Cell> {
        self.features.into_iter().flat_map(|features| features.roads_in(self.rect))
    }

    /// The cells of roads and bridges, which stay free of obstacles.
    pub(super) fn ways(&self) -> impl Iterator<Item = Cell> {
        self.features.into_iter().flat_map(|features| features.ways_in(self.rect))
    }

    /// The cells of the room where no member of a group may stand.
    pub(super) fn quiet_cells(&self) -> impl Iterator<Item = Cell> {
        let (left, top) = (self.rect.left(), self.rect.top());
        let cells = self.quiet.into_iter().flat_map(|quiet| quiet.cells_in(self.rect));
        cells.map(move |cell| Cell::new(cell.x - left, cell.y - top))
    }

    /// How many props may be taken of each offer of a vault, by its index in the preset.
    pub(super) fn takes_of(&self, vault: u16) -> &'level [u32] {
        self.preset.vaults.get(usize::from(vault)).map_or(&[], |vault| &vault.offers)
    }

    /// The source of the props of the formation with this position in the room's layout.
    pub(super) fn formation_source(&self, formation: usize) -> PropSource {
        let layout = self.layout.map_or(0, |(number, _)| number);
        PropSource::Formation { layout, formation: formation as u32 }
    }

    pub(super) fn kind(&self, number: u16) -> &'level PropKind {
        &self.preset.kinds[usize::from(number)]
    }

    pub(super) fn placing(&self, kind: u16) -> &'level PlacingRules {
        &self.preset.placings[usize::from(kind)]
    }

    /// Whether what is of this kind is no thing: a marker, or terrain.
    pub(super) fn is_no_thing(&self, kind: u16) -> bool {
        self.kind(kind).marker || self.placing(kind).terrain.is_some()
    }

    pub(super) fn drawing(&self, formation: &Formation) -> &'level MaskDrawing {
        &self.preset.drawings[formation.drawing as usize]
    }

    /// The extent of the room's rectangle.
    pub(super) fn extent(&self) -> Extent {
        Extent::new(self.rect.width(), self.rect.height())
    }

    /// The centre of the room's rectangle.
    pub(super) fn centre(&self) -> HalfCell {
        HalfCell::new(self.rect.width(), self.rect.height())
    }

    /// The room's rectangle in its own coordinates.
    pub(super) fn cells(&self) -> Rect {
        Rect::of(0, 0, self.rect.width(), self.rect.height())
    }

    /// A rectangle of the room in level coordinates.
    pub(super) fn in_level(&self, rect: Rect) -> Rect {
        Rect::of(self.rect.left() + rect.left(), self.rect.top() + rect.top(), rect.width(), rect.height())
    }

    /// A point of the room in level coordinates.
    pub(super) fn point_in_level(&self, point: HalfCell) -> HalfCell {
        HalfCell::new(2 * self.rect.left() + point.x, 2 * self.rect.top() + point.y)
    }

    /// Where walking starts: the cells before the first door, or the `first` floor cell of a room
    /// without doors.
    pub(super) fn entrance(&self, first: impl FnOnce() -> Cell) -> Rect {
        let doorway = self.doorways.first();
        doorway.map_or_else(|| Rect::from_cell(first()), |doorway| doorway.before(1, self.extent()))
    }

    /// Single cells that must stay free of obstacles, besides door clearances: entry, exit, stairs,
    /// and the `first` floor cell of a room without doors.
    pub(super) fn clear_cells(&self, first: impl FnOnce() -> Cell) -> impl Iterator<Item = Cell> {
        let start = self.doorways.is_empty().then(first);
        self.ends.into_iter().chain([start]).flatten()
    }

    /// The step in which a prop on these cells of the room is rejected.
    pub(super) fn rejects(&self, prop: Rect, reason: Rejection) -> Step {
        Step::Reject { room: self.id, prop: self.in_level(prop), reason }
    }
}
