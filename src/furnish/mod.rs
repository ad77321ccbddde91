//! Furnishing: each room gets a layout, whose formations place props clear of doors and keep the
//! room walkable.
//!
//! Consumes a checked preset, the floor plan and a block of random words for each leaf; produces a
//! [`Furnishing`]. Each room is independent: what one draws or places changes no other.

mod anchor;
mod budget;
mod choice;
mod finish;
mod heights;
mod mask;
mod pattern;
mod placing;
mod points;
mod proximity;
mod raster;
mod region;
mod room;
mod sets;
mod shape;
mod special;
mod stamping;
mod stencil;
#[cfg(test)]
mod tests;
mod vault;
mod walkway;

pub(crate) use crate::model::PropRecord;
use crate::{
    buckets::Buckets,
    floorplan::{FloorPlan, Outline},
    geom::{Cell, Direction, HalfCell, Rect},
    grid::{BitGrid, Block},
    preset::{Preset, RampInput},
    rng::{FloorSeed, LeafWords, SeedStage},
    trace::Trace,
    work::Work,
};
use choice::LayoutChooser;
use mask::MaskCache;
use room::RoomFurnisher;
use stencil::Stencils;
use vault::RoomVault;

/// The props of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Furnishing {
    /// The props by room, then by formation, then in row-major order. `kind` is an index into the
    /// preset's list.
    pub(crate) props: Vec<PropRecord>,
    /// For each room the index of its layout in the preset's list, or `None`.
    pub(crate) layouts: Vec<Option<u16>>,
    /// For each kind of the preset, whether the level has a prop of it.
    pub(crate) used: Vec<bool>,
    /// Counted steps of furnishing.
    pub(crate) work: Work,
}

/// A door in the coordinates of its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doorway {
    /// The wall that the door is in.
    side: Direction,
    /// Its first cell along that wall, from the corner of the room's rectangle.
    from: i32,
    /// Its width in cells.
    width: i32,
}

impl Doorway {
    /// The doorway of a level's `door` in the wall around `room`.
    fn of(door: Rect, room: Rect) -> Self {
        let down = (door.top() - room.top(), door.height());
        let across = (door.left() - room.left(), door.width());
        let (side, (from, width)) = if door.right() == room.left() {
            (Direction::West, down)
        } else if door.left() == room.right() {
            (Direction::East, down)
        } else if door.bottom() == room.top() {
            (Direction::North, across)
        } else {
            (Direction::South, across)
        };
        Self { side, from, width }
    }

    /// The rectangle of cells in front of the door, `depth` cells deep, in a room of this (width,
    /// height).
    fn before(&self, depth: i32, (width, height): (i32, i32)) -> Rect {
        match self.side {
            Direction::North => Rect::of(self.from, 0, self.width, depth.min(height)),
            Direction::South => Rect::of(self.from, (height - depth).max(0), self.width, depth.min(height)),
            Direction::West => Rect::of(0, self.from, depth.min(width), self.width),
            Direction::East => Rect::of((width - depth).max(0), self.from, depth.min(width), self.width),
        }
    }
}

/// A room while it is furnished.
#[derive(Clone, Copy, Debug)]
struct Site<'plan> {
    room: u32,
    rect: Rect,
    doorways: &'plan [Doorway],
    /// The level's entry and exit in room coordinates, if the room contains them.
    ends: [Option<Cell>; 2],
    outline: Outline,
    vault: Option<RoomVault<'plan>>,
    input: RampInput,
}

impl Site<'_> {
    /// The (width, height) of the room's rectangle.
    fn sides(&self) -> (i32, i32) {
        (self.rect.width(), self.rect.height())
    }

    /// A rectangle in room coordinates, converted to level coordinates.
    fn in_level(&self, rect: Rect) -> Rect {
        Rect::of(self.rect.left() + rect.left(), self.rect.top() + rect.top(), rect.width(), rect.height())
    }

    /// The first floor cell of the first row.
    #[cold]
    fn first_cell(&self) -> Cell {
        Cell::new(self.outline.row(0, self.sides().into()).start, 0)
    }

    /// Where walking starts: the cells before the first door, or the first floor cell if there is
    /// none.
    fn entrance(&self) -> Rect {
        let doorway = self.doorways.first();
        doorway.map_or_else(|| Rect::from_cell(self.first_cell()), |doorway| doorway.before(1, self.sides()))
    }

    /// Single cells that must stay free of obstacles, besides door clearances: entry, exit, and the
    /// first cell of a room without doors.
    fn clear_cells(&self) -> impl Iterator<Item = Cell> {
        let start = self.doorways.is_empty().then(|| self.first_cell());
        self.ends.into_iter().chain([start]).flatten()
    }

    /// An upper bound on the rows visited when an anchor is moved onto the floor.
    ///
    /// The search visits rows outward from the anchor. Floor in any row is at most about a room's
    /// width away, so the search stops after about that many rows on either side.
    #[inline]
    fn floor_search_rows(&self) -> u64 {
        let rows = if self.outline.is_whole() { 0 } else { 2 * self.rect.width().min(self.rect.height()) };
        1 + u64::from(rows.unsigned_abs())
    }

    /// The anchor, moved to the nearest floor if the room's shape has cut that point away.
    #[inline]
    fn on_floor(&self, anchor: Cell) -> Cell {
        if self.outline.is_whole() {
            return anchor;
        }
        let nearest = self.outline.nearest(HalfCell::new(anchor.x, anchor.y), self.sides().into());
        Cell::new(nearest.x, nearest.y)
    }
}

/// The inputs of furnishing a level.
#[derive(Clone, Copy)]
struct FurnishInput<'level> {
    preset: &'level Preset,
    plan: &'level FloorPlan,
    /// For each room, the ends of its passages.
    ends: &'level Buckets<u32>,
    difficulty: f32,
}

/// What stamping uses besides the room: cached masks and vault stencils, jitter limits, and the
/// room's random words.
struct Tools<'room, D> {
    masks: &'room mut MaskCache,
    stencils: &'room mut Stencils,
    reaches: &'room [JitterLimit],
    draw: &'room mut D,
}

/// The largest jitter of a kind's props, [right or left, up or down] in 1/256 m: upright, and
/// turned by a quarter.
type JitterLimit = Option<[[i32; 2]; 2]>;

/// The reach of each kind of a preset; `None` for kinds without jitter.
fn reaches(preset: &Preset) -> impl Iterator<Item = JitterLimit> {
    let each = preset.placings.iter().map(|placing| placing.jitter).zip(&preset.kinds);
    each.map(|(jitter, kind)| {
        let reach = |turn| kind.slack(turn).map(|slack| slack.min(jitter));
        (jitter > 0).then(|| [reach(Direction::North), reach(Direction::East)])
    })
}

/// Buffers and caches of furnishing, reused from room to room and from level to level of one
/// preset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Furnisher {
    masks: MaskCache,
    stencils: Stencils,
    block: RoomFurnisher<Block>,
    grid: RoomFurnisher<BitGrid>,
    doorways: Vec<Doorway>,
    choice: LayoutChooser,
    reaches: Vec<JitterLimit>,
    /// The number of props in the last level. Sizes the next level's list, instead of growing it by
    /// doubling.
    props: usize,
}

/// For each room the ends of its passages, in passage order.
///
/// An end is twice the passage's index, plus one at the passage's second room. Cost: linear in
/// rooms and passages.
fn passage_ends(plan: &FloorPlan) -> Buckets<u32> {
    let ends = (0..).zip(&plan.passages).flat_map(|(number, passage)| {
        let [one, other] = passage.rooms;
        [(one, 2 * number), (other, 2 * number + 1)]
    });
    Buckets::new(plan.rooms.len(), ends)
}

/// The door at one end of a passage, in the coordinates of the room there.
fn doorway(plan: &FloorPlan, end: u32, room: Rect) -> Doorway {
    let doors = plan.passages[end as usize / 2].doors();
    Doorway::of(if end.is_multiple_of(2) { doors[0] } else { doors[doors.len() - 1] }, room)
}

/// After this many rooms of a large level, the total number of props is extrapolated from them.
const SAMPLE: usize = 1024;

/// More props than most rooms have.
const ROOM: usize = 256;

/// Reserves memory for the props of the remaining rooms, extrapolated from the `done` ones.
///
/// So the list of a large level grows once. Doubling it would hold it in memory twice. Reserves
/// slightly more than extrapolated, to avoid further growth.
fn make_place(props: &mut Vec<PropRecord>, done: u64, rooms: u64) {
    let to_come = props.len() as u64 * rooms.saturating_sub(done) / done.max(1);
    // At least a fixed fraction of the list, so that copying stays linear even if the remaining
    // rooms are much fuller.
    let more = ((to_come + to_come / 32) as usize).max(props.len() / 16);
    props.reserve_exact(more + ROOM);
}

impl Furnisher {
    /// Furnishes all rooms of a plan.
    ///
    /// Cost: linear in the rooms' cells times the formations of a layout, and in the rooms times
    /// the layouts. A formation that stacks or has proximity rules also visits all earlier
    /// formations of its room.
    pub(crate) fn furnish(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        seed: &FloorSeed,
        difficulty: f32,
        trace: &mut impl Trace,
    ) -> Furnishing {
        let ends = passage_ends(plan);
        let draw = seed.leaves(SeedStage::Furnish);
        let level = FurnishInput { preset, plan, ends: &ends, difficulty };
        self.furnish_rooms(level, 0..plan.rooms.len(), draw, trace)
    }

    /// Furnishes all rooms on the current thread pool. Gives the same props, since each room has
    /// its own random words.
    #[cfg(feature = "parallel")]
    pub(crate) fn furnish_in_parallel(
        preset: &Preset,
        plan: &FloorPlan,
        seed: &FloorSeed,
        difficulty: f32,
    ) -> Furnishing {
        use rayon::prelude::*;

        use crate::trace::NoTrace;

        /// Rooms for each task: enough to amortise its buffers, few enough to balance the load.
        const ROOMS: usize = 256;
        let ends = passage_ends(plan);
        let level = FurnishInput { preset, plan, ends: &ends, difficulty };
        let starts: Vec<_> = (0..plan.rooms.len()).step_by(ROOMS).collect();
        let furnish = |furnisher: &mut Self, start: usize| {
            let rooms = start..plan.rooms.len().min(start + ROOMS);
            let draw = seed.leaves(SeedStage::Furnish);
            furnisher.furnish_rooms(level, rooms, draw, &mut NoTrace)
        };
        let parts: Vec<_> = starts.into_par_iter().map_init(Self::default, furnish).collect();
        let mut all = Furnishing { used: vec![false; preset.kinds.len()], ..Furnishing::default() };
        all.props.reserve_exact(parts.iter().map(|part| part.props.len()).sum());
        for part in parts {
            all.props.extend(part.props);
            all.layouts.extend(part.layouts);
            all.work += part.work;
            all.used.iter_mut().zip(part.used).for_each(|(all, part)| *all |= part);
        }
        all
    }

    /// Furnishes the rooms with ids in `rooms`.
    fn furnish_rooms(
        &mut self,
        FurnishInput { preset, plan, ends, difficulty }: FurnishInput<'_>,
        rooms: std::ops::Range<usize>,
        mut draw: LeafWords,
        trace: &mut impl Trace,
    ) -> Furnishing {
        let mut out = Furnishing { used: vec![false; preset.kinds.len()], ..Furnishing::default() };
        out.layouts.reserve_exact(rooms.len());
        if rooms.len() <= SAMPLE {
            out.props.reserve_exact(self.props + self.props / 8);
        }
        let (first, number) = (rooms.start, rooms.len());
        self.choice.begin(&preset.layouts);
        if self.reaches.is_empty() {
            self.reaches.extend(reaches(preset));
        }
        for id in rooms {
            let room = &plan.rooms[id];
            if id - first >= SAMPLE && out.props.capacity() - out.props.len() < ROOM {
                make_place(&mut out.props, (id - first) as u64, number as u64);
            }
            draw.move_to(room.leaf);
            let vault = room.vault.and_then(|placed| Some((placed, placed.of(preset)?)));
            let is_done = vault.is_some_and(|(_, (vault, _))| vault.is_alone());
            let input = RampInput { progress: room.progress, difficulty };
            let chosen = if is_done { None } else { self.choice.layout(&preset.layouts, room, input, &mut draw) };
            out.layouts.push(chosen);
            let layout = chosen.and_then(|number| preset.layouts.get(usize::from(number)));
            if layout.is_none() && vault.is_none() {
                continue;
            }
            let vault = vault.map(|(placed, (_, drawing))| {
                let number = (placed.vault, placed.drawing);
                RoomVault { drawing, number, at: placed.at }
            });
            let inside = |cell: Cell| {
                room.rect.contains(cell).then(|| Cell::new(cell.x - room.rect.left(), cell.y - room.rect.top()))
            };
            self.doorways.clear();
            self.doorways.extend(ends.get(id as u32).iter().map(|&end| doorway(plan, end, room.rect)));
            let ends = [inside(plan.entry), inside(plan.exit)];
            let (rect, outline) = (room.rect, room.outline);
            let site = Site { room: id as u32, rect, doorways: &self.doorways, ends, outline, vault, input };
            let Self { masks, stencils, reaches, .. } = self;
            let mut tools = Tools { masks, stencils, reaches, draw: &mut draw };
            if Block::fits(room.rect.width(), room.rect.height()) {
                self.block.furnish(preset, layout, &site, &mut tools, &mut out, trace);
            } else {
                self.grid.furnish(preset, layout, &site, &mut tools, &mut out, trace);
            }
        }
        self.props = out.props.len();
        out.work += self.block.take_work();
        out.work += self.grid.take_work();
        out.work.choices += std::mem::take(&mut self.choice.work);
        out
    }
}
