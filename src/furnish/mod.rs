//! Furnishing: in every room a layout stamps its formations, clipped to the room, clear of doors, and walkable.
//!
//! Consumes a checked preset, the floor plan and the stage's random words, one block of them for each leaf; produces the
//! props. Every room is furnished by itself: what one draws or places changes no other.

mod anchor;
mod budget;
mod choice;
mod finish;
mod heights;
mod limits;
mod mask;
mod pattern;
mod placing;
mod points;
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
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, Block},
    preset::{Moment, Preset},
    rng::{Leaves, Seed, Stage},
    trace::Trace,
    work::Work,
};
use choice::Choice;
use mask::MaskCache;
use room::Furniture;
use stencil::Stencils;
use vault::Drawn;

/// The props of a level, by room.
#[derive(Clone, Debug, Default)]
pub(crate) struct Furnishing {
    /// By room, then by formation, then in row order; their kinds as positions in the preset's list.
    pub(crate) props: Vec<PropRecord>,
    /// For each room, the layout that was chosen, as a position in the preset's list.
    pub(crate) layouts: Vec<Option<u16>>,
    /// For each kind of the preset, whether there is a prop of it.
    pub(crate) used: Vec<bool>,
    /// What furnishing took.
    pub(crate) work: Work,
}

/// A door as its room sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doorway {
    /// The wall that it is in.
    side: Direction,
    /// Its first cell along that wall, counted from the room's corner.
    from: i32,
    /// Its width in cells.
    width: i32,
}

impl Doorway {
    /// The door of a room, in the wall around it.
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

    /// The cells before the door, `depth` deep, in a room of `width` by `height` cells.
    fn before(&self, depth: i32, (width, height): (i32, i32)) -> Rect {
        match self.side {
            Direction::North => Rect::of(self.from, 0, self.width, depth.min(height)),
            Direction::South => Rect::of(self.from, (height - depth).max(0), self.width, depth.min(height)),
            Direction::West => Rect::of(0, self.from, depth.min(width), self.width),
            Direction::East => Rect::of((width - depth).max(0), self.from, depth.min(width), self.width),
        }
    }
}

/// What furnishing knows of a room.
#[derive(Clone, Copy, Debug)]
struct Site<'plan> {
    room: u32,
    rect: Rect,
    doorways: &'plan [Doorway],
    /// The level's entry and exit, if the room holds them, in the room's coordinates.
    ends: [Option<Cell>; 2],
    /// Which cells of the rectangle are floor.
    outline: Outline,
    /// The vault that is drawn in it.
    vault: Option<Drawn<'plan>>,
    /// Where the room lies on ramps.
    moment: Moment,
}

impl Site<'_> {
    /// Width and height in cells.
    fn sides(&self) -> (i32, i32) {
        (self.rect.width(), self.rect.height())
    }

    /// A rectangle of the room's coordinates in the level's.
    fn in_level(&self, rect: Rect) -> Rect {
        Rect::of(self.rect.left() + rect.left(), self.rect.top() + rect.top(), rect.width(), rect.height())
    }

    /// The first cell of floor in the first row.
    #[cold]
    fn first_cell(&self) -> Cell {
        Cell::new(self.outline.row(0, self.sides()).0, 0)
    }

    /// Where walking starts: before the first door, or at the first cell.
    fn entrance(&self) -> Rect {
        let doorway = self.doorways.first();
        doorway.map_or_else(|| Rect::from_cell(self.first_cell()), |doorway| doorway.before(1, self.sides()))
    }

    /// Single cells that no obstacle may stand on, doors aside.
    fn kept_free(&self) -> impl Iterator<Item = Cell> {
        let start = self.doorways.is_empty().then(|| self.first_cell());
        self.ends.into_iter().chain([start]).flatten()
    }

    /// In how many rows floor is looked for at the most where an anchor is moved onto it: in each run of it, all other floor is at most
    /// about as far away as the room is wide.
    #[inline]
    fn looks_for_floor(&self) -> u64 {
        let rows = if self.outline.is_whole() { 0 } else { 2 * self.rect.width().min(self.rect.height()) };
        1 + u64::from(rows.unsigned_abs())
    }

    /// An anchor, moved out of what the room's shape has cut away.
    #[inline]
    fn on_floor(&self, anchor: Cell) -> Cell {
        if self.outline.is_whole() { anchor } else { self.outline.nearest(anchor, self.sides()) }
    }
}

/// What a level is furnished from.
#[derive(Clone, Copy)]
struct Given<'level> {
    preset: &'level Preset,
    plan: &'level FloorPlan,
    /// For each room its ends of passages.
    ends: &'level Buckets<u32>,
    difficulty: f32,
}

/// What stamping works with besides the room: masks and vaults that were drawn before, and the room's random words.
struct Tools<'room, D> {
    masks: &'room mut MaskCache,
    stencils: &'room mut Stencils,
    reaches: &'room [Reach],
    draw: &'room mut D,
}

/// How far props of a kind may be off their place, right or left and up or down, in parts of a metre: upright, and turned across.
type Reach = Option<[[i32; 2]; 2]>;

/// The reach of each kind of a preset; `None` where it has no jitter.
fn reaches(preset: &Preset) -> impl Iterator<Item = Reach> {
    let each = preset.placings.iter().map(|placing| placing.jitter).zip(&preset.kinds);
    each.map(|(jitter, kind)| {
        let reach = |turn| kind.slack(turn).map(|slack| slack.min(jitter));
        (jitter > 0).then(|| [reach(Direction::North), reach(Direction::East)])
    })
}

/// The memory of furnishing, reused from room to room and from level to level of one preset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Furnisher {
    masks: MaskCache,
    stencils: Stencils,
    block: Furniture<Block>,
    grid: Furniture<BitGrid>,
    doorways: Vec<Doorway>,
    choice: Choice,
    reaches: Vec<Reach>,
    /// How many props the last level had: the next one's list begins a little longer, instead of growing by doubling.
    props: usize,
}

/// For each room its ends of passages, in the order of the passages: twice the passage, plus one at the second room. Cost:
/// linear in rooms and passages.
fn passage_ends(plan: &FloorPlan) -> Buckets<u32> {
    let ends = (0..).zip(&plan.passages).flat_map(|(number, passage)| {
        let [one, other] = passage.rooms;
        [(one, 2 * number), (other, 2 * number + 1)]
    });
    Buckets::new(plan.rooms.len(), ends)
}

/// The door at one end of a passage, as the room there sees it.
fn doorway(plan: &FloorPlan, end: u32, room: Rect) -> Doorway {
    let doors = plan.passages[end as usize / 2].doors();
    Doorway::of(if end.is_multiple_of(2) { doors[0] } else { doors[doors.len() - 1] }, room)
}

/// After so many rooms of a large level, the number of its props is told by theirs.
const SAMPLE: usize = 1024;

/// More props than most rooms have.
const ROOM: usize = 256;

/// Makes place for the props that are still to come, going by those of the rooms that are `done`: the list of a large level grows
/// once instead of by doubling, in which it would stand in memory twice. A little more than that, so that it hardly grows again.
fn make_place(props: &mut Vec<PropRecord>, done: u64, rooms: u64) {
    let to_come = props.len() as u64 * rooms.saturating_sub(done) / done.max(1);
    // Where the rooms to come are much fuller than those before, by a share of the list all the same: copying stays linear.
    let more = ((to_come + to_come / 32) as usize).max(props.len() / 16);
    props.reserve_exact(more + ROOM);
}

impl Furnisher {
    /// Furnishes all rooms of a plan. Cost: linear in the rooms' cells, times the formations of a layout, and in the rooms,
    /// times the layouts; a formation that stacks, or looks at what others have placed, goes through these too.
    pub(crate) fn furnish(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        seed: &Seed,
        difficulty: f32,
        trace: &mut impl Trace,
    ) -> Furnishing {
        let ends = passage_ends(plan);
        let draw = seed.leaves(Stage::Furnish);
        let level = Given { preset, plan, ends: &ends, difficulty };
        self.furnish_rooms(level, 0..plan.rooms.len(), draw, trace)
    }

    /// The same on all threads of the present pool; every room draws its own words, so the props are the same.
    #[cfg(feature = "parallel")]
    pub(crate) fn furnish_in_parallel(preset: &Preset, plan: &FloorPlan, seed: &Seed, difficulty: f32) -> Furnishing {
        use rayon::prelude::*;

        use crate::trace::NoTrace;

        /// Rooms to a task: enough to pay for its memory, few enough to spread.
        const ROOMS: usize = 256;
        let ends = passage_ends(plan);
        let level = Given { preset, plan, ends: &ends, difficulty };
        let starts: Vec<_> = (0..plan.rooms.len()).step_by(ROOMS).collect();
        let furnish = |furnisher: &mut Self, start: usize| {
            let rooms = start..plan.rooms.len().min(start + ROOMS);
            let draw = seed.leaves(Stage::Furnish);
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
        Given { preset, plan, ends, difficulty }: Given<'_>,
        rooms: std::ops::Range<usize>,
        mut draw: Leaves,
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
            draw.turn_to(room.leaf);
            let vault = room.vault.and_then(|placed| Some((placed, placed.of(preset)?)));
            let is_done = vault.is_some_and(|(_, (vault, _))| vault.is_alone());
            let moment = Moment { progress: room.progress, difficulty };
            let chosen = if is_done { None } else { self.choice.layout(&preset.layouts, room, moment, &mut draw) };
            out.layouts.push(chosen);
            let layout = chosen.and_then(|number| preset.layouts.get(usize::from(number)));
            if layout.is_none() && vault.is_none() {
                continue;
            }
            let vault = vault.map(|(placed, (_, drawing))| {
                let number = (placed.vault, placed.drawing);
                Drawn { drawing, number, at: placed.at }
            });
            let inside = |cell: Cell| {
                room.rect.contains(cell).then(|| Cell::new(cell.x - room.rect.left(), cell.y - room.rect.top()))
            };
            self.doorways.clear();
            self.doorways.extend(ends.get(id as u32).iter().map(|&end| doorway(plan, end, room.rect)));
            let ends = [inside(plan.entry), inside(plan.exit)];
            let (rect, outline) = (room.rect, room.outline);
            let site = Site { room: id as u32, rect, doorways: &self.doorways, ends, outline, vault, moment };
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
