//! The ground on which features lie: what each kind may take, and what those before it took.

use super::{
    super::{Passage, PlannedRoom, PlannedTerrain, ShapedFloors, shape},
    FeatureCells,
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet, Grid, Morphology},
    model::{FeatureKind, RoomShape, Stairs, Tile},
    preset::{AreaAround, FeatureForm, FeatureRule, Preset, RoomFilter},
    trace::{Step, Trace},
};

/// How many cells of floor in a door's way stay as they are: whoever comes in sees what lies there.
const AROUND_DOORS: i32 = 2;
/// How many cells around an entry, an exit or other stairs stay floor.
const AROUND_ENDS: i32 = 1;

/// The plan whose ground features take.
pub(in crate::floorplan) struct PlanGround<'a> {
    pub(in crate::floorplan) rooms: &'a mut [PlannedRoom],
    pub(in crate::floorplan) floors: &'a mut ShapedFloors,
    pub(in crate::floorplan) tiles: &'a mut Grid<Tile>,
    pub(in crate::floorplan) passages: &'a [Passage],
    /// The ids of the rooms on the main path.
    pub(in crate::floorplan) path: &'a [u32],
    /// The entry and the exit.
    pub(in crate::floorplan) ends: [Cell; 2],
    pub(in crate::floorplan) stairs: &'a [Stairs],
}

/// The ground of a level while features are laid.
pub(super) struct Ground<'a> {
    pub(super) preset: &'a Preset,
    pub(super) plan: PlanGround<'a>,
    pub(super) terrain: &'a mut PlannedTerrain,
    /// The floor of rooms.
    pub(super) floor: BitGrid,
    /// The floor that no terrain that blocks may take.
    pub(super) kept: BitGrid,
    /// The cells of roads.
    pub(super) roads: BitGrid,
    ways: BitGrid,
    /// The cells of lakes, and of streams.
    lakes: BitGrid,
    streams: BitGrid,
}

impl<'a> Ground<'a> {
    pub(super) fn new(preset: &'a Preset, plan: PlanGround<'a>, terrain: &'a mut PlannedTerrain) -> Self {
        let size = plan.tiles.size();
        terrain.cells_of(size);
        let none = || BitGrid::new(size.width(), size.height());
        let floor = BitGrid::of(plan.tiles, |tile| tile == Tile::Floor);
        let mut kept = none();
        let around = |cell: Cell| Rect::from_cell(cell).grown(AROUND_ENDS);
        let stairs = plan.stairs.iter().map(|stairs| stairs.cell);
        plan.ends.into_iter().chain(stairs).filter_map(around).for_each(|cells| kept.insert_rect(cells));
        for passage in plan.passages {
            // All of an opening lies between the rooms, and one comes in by its threshold.
            for (room, door) in passage.rooms.into_iter().zip([passage.doors().first(), passage.doors().last()]) {
                let (Some(&door), room) = (door, plan.rooms[room as usize].rect) else { continue };
                kept.insert_rect(before(door, room, 1));
                kept.insert_rect(before(Passage::threshold(door), room, AROUND_DOORS));
            }
        }
        kept.intersect_with(&floor);
        Self { preset, plan, terrain, floor, kept, roads: none(), ways: none(), lakes: none(), streams: none() }
    }

    /// No cell of the level.
    pub(super) fn none(&self) -> BitGrid {
        BitGrid::new(self.floor.width(), self.floor.height())
    }

    pub(super) fn bounds(&self) -> Rect {
        self.plan.tiles.bounds()
    }

    /// Whether a kind of terrain blocks.
    pub(super) fn blocks(&self, terrain: u8) -> bool {
        self.preset.terrain.get(usize::from(terrain)).is_some_and(|rule| rule.kind.blocks)
    }

    /// Whether a lake or a stream may lie in a room: not where a vault stands, or where a pool has
    /// dealt a layout, which was chosen for the whole of the room.
    pub(super) fn may_be_wet(&self, room: &PlannedRoom, avoid: Option<&RoomFilter>) -> bool {
        room.vault.is_none() && room.layout.is_none() && !avoid.is_some_and(|rooms| rooms.suits(&room.facts()))
    }

    /// The cells around which an area lies; `None` without any.
    pub(super) fn sources(&self, around: &AreaAround) -> Option<BitGrid> {
        let cells = match around {
            AreaAround::Road => self.roads.clone(),
            AreaAround::Lake => self.lakes.clone(),
            AreaAround::Stream => self.streams.clone(),
            AreaAround::Tag(tag) => {
                let mut cells = self.none();
                let rooms = self.plan.rooms.iter().filter(|room| room.tags >> tag & 1 == 1);
                rooms.for_each(|room| cells.insert_rect(room.rect));
                cells.intersect_with(&self.floor);
                cells
            }
        };
        cells.bounds().is_some().then_some(cells)
    }

    /// Lays a feature: takes the floor if its terrain blocks, and covers its cells.
    pub(super) fn cover(&mut self, rule: &FeatureRule, cells: &FeatureCells, trace: &mut impl Trace) {
        let FeatureCells { own, bridges } = cells;
        let of = self.preset.terrain.get(usize::from(rule.terrain));
        if self.blocks(rule.terrain) {
            self.carve(own, trace);
        }
        let lies_over = matches!(rule.kind(), FeatureKind::Lake | FeatureKind::Stream);
        self.lay(own, Some(rule.terrain), lies_over, trace);
        self.lay(bridges, of.and_then(|rule| rule.bridge), true, trace);
        match rule.kind() {
            FeatureKind::Road => self.roads.union_with(own),
            FeatureKind::Lake => self.lakes.union_with(own),
            FeatureKind::Stream => self.streams.union_with(own),
            FeatureKind::Area => {}
        }
        self.ways.union_with(bridges);
        if rule.kind() == FeatureKind::Road {
            self.ways.union_with(own);
        }
        let fringe: Vec<(i32, u8)> = match (&rule.form, of.and_then(|rule| rule.fringe)) {
            (FeatureForm::Lake { fringe, .. }, _) if !fringe.is_empty() => fringe.iter().map(|&of| (1, of)).collect(),
            (FeatureForm::Lake { .. } | FeatureForm::Stream { .. }, Some(fringe)) => {
                vec![(fringe.cells, fringe.terrain)]
            }
            _ => Vec::new(),
        };
        let mut inside = own.clone();
        for (cells, terrain) in fringe {
            inside.grow(cells);
            let mut ring = inside.clone();
            ring.intersect_with(&self.floor);
            ring.difference_with(bridges);
            self.lay(&ring, Some(terrain), false, trace);
        }
    }

    /// Covers cells by a kind of terrain, or by none; if not `over` what lies there, then bare
    /// cells alone.
    fn lay(&mut self, cells: &BitGrid, terrain: Option<u8>, over: bool, trace: &mut impl Trace) {
        let number = terrain.map_or(0, |terrain| terrain + 1);
        let mut laid = cells.clone();
        let Some(ground) = &mut self.terrain.cells else { return };
        for cell in cells.iter() {
            if over || ground.get(cell) == Some(0) {
                ground.set(cell, number);
            } else {
                laid.set(cell, false);
            }
        }
        for cells in laid.runs() {
            trace.see(|| Step::Cover { terrain: terrain.map(u32::from), cells });
        }
    }

    /// Takes cells from the floors of rooms. They become solid, and so do walls that touch no floor
    /// any more.
    fn carve(&mut self, cells: &BitGrid, trace: &mut impl Trace) {
        self.floor.difference_with(cells);
        let PlanGround { rooms, floors, tiles, .. } = &mut self.plan;
        for (id, room) in (0..).zip(rooms.iter_mut()) {
            let whole = room.rect;
            if !cells.intersects_rect(whole) {
                continue;
            }
            let left = part(&self.floor, whole);
            let cut = if room.cut.is_dug() { room.cut } else { RoomShape::Shore };
            floors.replace(room, cut, &left);
            shape::report(id, whole, room, floors.of(room), trace);
            cells_of(cells, whole).for_each(|cell| tiles.set(cell, Tile::Wall));
            let is_far = |cell: Cell, tiles: &Grid<Tile>| {
                let beside = Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells);
                tiles.get(cell) == Some(Tile::Wall)
                    && beside.into_iter().all(|cell| tiles.get(cell).is_none_or(|tile| !tile.is_open()))
            };
            let bare: Vec<Cell> =
                whole.grown(1).into_iter().flat_map(Rect::cells).filter(|&cell| is_far(cell, tiles)).collect();
            bare.into_iter().for_each(|cell| tiles.set(cell, Tile::Rock));
        }
    }

    /// The cells of roads, and those of roads and bridges; `None` without any.
    pub(super) fn finish(self) -> [Option<BitGrid>; 2] {
        [self.roads, self.ways].map(|cells| cells.bounds().map(|_| cells))
    }
}

/// The cells of a part of the level, in coordinates of the part.
pub(super) fn part(cells: &BitGrid, part: Rect) -> BitGrid {
    let mut own = BitGrid::new(part.width(), part.height());
    own.set_rows(|x, y| cells.row_bits(part.left() + x, part.top() + y));
    own
}

/// The cells of a set that lie in a rectangle.
fn cells_of(cells: &BitGrid, rect: Rect) -> impl Iterator<Item = Cell> {
    rect.cells().filter(|&cell| cells.get(cell))
}

/// The rooms of a passage, each with the door that leads out of it; of an opening its threshold.
pub(super) fn ends_of(passage: &Passage) -> impl Iterator<Item = (u32, Rect)> {
    let doors = passage.doors();
    let ends = passage.rooms.into_iter().zip([doors.first(), doors.last()]);
    ends.filter_map(|(room, door)| Some((room, Passage::threshold(*door?))))
}

/// The cells of a room before one of its doors, so many cells deep.
pub(super) fn before(door: Rect, room: Rect, depth: i32) -> Rect {
    let (width, height) = (depth.min(room.width()), depth.min(room.height()));
    if door.right() == room.left() {
        Rect::of(room.left(), door.top(), width, door.height())
    } else if door.left() == room.right() {
        Rect::of(room.right() - width, door.top(), width, door.height())
    } else if door.bottom() == room.top() {
        Rect::of(door.left(), room.top(), door.width(), height)
    } else {
        Rect::of(door.left(), room.bottom() - height, door.width(), height)
    }
}
