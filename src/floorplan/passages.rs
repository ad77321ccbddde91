//! Creates passages: a door in the wall that two rooms share, or a corridor between them.
//!
//! Consumes the walls that the route joins, the rooms and the door rules; produces one [`Passage`]
//! for each joined wall.

use super::{
    Connection, Corridor, Passage, PlanContext, PlannedRoom,
    adjacency::{Adjacency, WallId},
    bend::BentCorridor,
    leaf_wall::LeafWall,
};
use crate::{
    geom::{Cell, Rect},
    preset::{DoorPlace, DoorSpec},
    rng::{RandomSource, SeedStage},
    trace::{Step, Trace},
};

/// The rooms, and which walls between them get a passage.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassageInputs<'a> {
    pub(super) adjacency: &'a Adjacency,
    /// For each wall, whether a passage leads through it.
    pub(super) joined: &'a [bool],
    pub(super) rooms: &'a [PlannedRoom],
    /// For each leaf, the id of its room; read only for leaves with rooms.
    pub(super) room_of: &'a [u32],
    /// For each leaf, the rectangle of its room.
    pub(super) rects: &'a [Rect],
    /// The cells of vaults beside which doors belong, in row-major order. A passage whose door can
    /// lie beside one of these cells gets it there.
    pub(super) welcome: &'a [Cell],
}

/// Creates a passage through each joined wall, in the order of the walls.
///
/// Draws at most two random words for each passage, and three more for a corridor that may bend.
/// Cost: linear in the walls, plus the cells of walls beside vaults.
pub(super) fn join(
    context: &mut PlanContext<'_, impl Trace>,
    &PassageInputs { adjacency, joined, rooms: all, room_of, rects, welcome }: &PassageInputs<'_>,
) -> Vec<Passage> {
    let bends_chance = context.preset.bends.at(context.level_input());
    let rules = PassageRules { doors: context.preset.doors, bends: bends_chance };
    let draw = &mut context.stream(SeedStage::Doors);
    let mut bends = &adjacency.bends[..];
    let mut passages = Vec::with_capacity(joined.iter().filter(|joined| **joined).count());
    context.trace.count(|| 2 * joined.len() as u64);
    let mut next = 0;
    while let Some(ahead) = joined[next..].iter().position(|joined| *joined) {
        let (id, wall) = (WallId::at(next + ahead), &adjacency.walls[next + ahead]);
        next += ahead + 1;
        while let [(at, _), others @ ..] = bends
            && *at < id
        {
            bends = others;
        }
        let rooms = wall.leaves.map(|leaf| room_of[leaf.index()]);
        let connection = match bends {
            [(at, bend), ..] if *at == id => bent(bend),
            _ => {
                let is_welcome = !welcome.is_empty() && rooms.iter().any(|&id| all[id as usize].vault.is_some());
                let welcome = if is_welcome { welcome } else { &[] };
                facing(wall, wall.leaves.map(|leaf| rects[leaf.index()]), rules, welcome, draw)
            }
        };
        passages.push(Passage::closed(rooms, connection));
        passages.last().into_iter().for_each(|passage| report(passage, context.trace));
    }
    passages
}

fn report(passage: &Passage, trace: &mut impl Trace) {
    let rooms = passage.rooms;
    passage.doors().iter().for_each(|&door| trace.see(|| Step::Passage { rooms, door }));
    if !passage.corridor().is_empty() {
        passage.legs().for_each(|leg| trace.see(|| Step::Corridor { rooms, leg }));
    }
}

/// The rules for a passage between rooms that face each other.
#[derive(Clone, Copy, Debug)]
struct PassageRules {
    doors: DoorSpec,
    /// The chance that a corridor has bends.
    bends: f32,
}

/// A door if the rooms share a wall, else a corridor, at a random place along the wall.
///
/// The width follows the rules and what the wall allows.
#[inline]
fn facing(
    wall: &LeafWall,
    [one, other]: [Rect; 2],
    rules: PassageRules,
    welcome: &[Cell],
    draw: &mut impl RandomSource,
) -> Connection {
    let PassageRules { doors: DoorSpec { width, place, .. }, bends } = rules;
    let width = draw.within(width.0, width.1.min(wall.to() - wall.from()));
    let (near, far) = if wall.is_column { (one.right(), other.left() - 1) } else { (one.bottom(), other.top() - 1) };
    let welcomed = if welcome.is_empty() { None } else { welcomed(wall, [near - 1, far + 1], width, welcome, draw) };
    let at = welcomed.unwrap_or_else(|| match place {
        DoorPlace::Anywhere => draw.within(wall.from(), wall.to() - width),
        DoorPlace::Middle => (wall.from() + wall.to() - width) / 2,
    });
    if near == far {
        return Connection::Door(wall.cells(near, at, width));
    }
    if bends > 0.0 && !wall.is_crossing && welcomed.is_none() && far - near > width && draw.chance(bends) {
        return FacingRooms { wall, rooms: [one, other], lines: [near, far], width }.bend(at, place, draw);
    }
    let doors = [near, far].map(|line| wall.cells(line, at, width));
    corridor(doors, &[wall.cell(near + 1, at), wall.cell(far - 1, at)])
}

/// Two rooms that face each other across `wall`.
#[derive(Clone, Copy, Debug)]
struct FacingRooms<'a> {
    wall: &'a LeafWall,
    rooms: [Rect; 2],
    /// The columns (or rows) of the doors: that beside each room.
    lines: [i32; 2],
    /// The width of the passage in cells.
    width: i32,
}

impl FacingRooms<'_> {
    /// A corridor with two bends, whose doors are at different places along the wall.
    ///
    /// It stays between the sides with which the rooms face each other, as a straight one does, so
    /// it meets no other corridor. Straight if there is only one place for a door. Requires a
    /// length of at least the width.
    #[inline(never)]
    fn bend(&self, at: i32, place: DoorPlace, draw: &mut impl RandomSource) -> Connection {
        let [near, far] = self.lines;
        let [first, second] = match place {
            DoorPlace::Anywhere => [at, self.other_place(at, draw)],
            DoorPlace::Middle => self.rooms.map(|room| self.beside_middle(room)),
        };
        let lane = draw.within(near + 1, far - self.width);
        let points = if first == second {
            vec![(near + 1, first), (far - 1, first)]
        } else {
            vec![(near + 1, first), (lane, first), (lane, second), (far - 1, second)]
        };
        let points: Vec<Cell> = points.into_iter().map(|(line, at)| self.wall.cell(line, at)).collect();
        let doors = [(near, first), (far, second)].map(|(line, at)| self.wall.cells(line, at, self.width));
        corridor(doors, &points)
    }

    /// A place along the wall other than `at`, if there is one, drawn uniformly.
    fn other_place(&self, at: i32, draw: &mut impl RandomSource) -> i32 {
        let (from, to) = (self.wall.from(), self.wall.to() - self.width);
        let other = draw.within(from, to - 1);
        if other >= at && at < to { other + 1 } else { other }
    }

    /// The place along the wall that is nearest to the middle of the room's side.
    fn beside_middle(&self, room: Rect) -> i32 {
        let (from, to) = if self.wall.is_column { (room.top(), room.bottom()) } else { (room.left(), room.right()) };
        ((from + to - self.width) / 2).clamp(self.wall.from(), self.wall.to() - self.width)
    }
}

/// A place along the wall where a door of `width` cells lies beside a cell of `welcome`, drawn
/// uniformly.
///
/// `lines` are the two columns (or rows) of room cells, one in each room, that the passage's doors
/// touch.
#[inline(never)]
fn welcomed(
    wall: &LeafWall,
    lines: [i32; 2],
    width: i32,
    welcome: &[Cell],
    draw: &mut impl RandomSource,
) -> Option<i32> {
    let is_welcome = |along: i32| {
        lines.iter().any(|&line| {
            let at = wall.cell(line, along);
            welcome.binary_search_by_key(&(at.y, at.x), |cell| (cell.y, cell.x)).is_ok()
        })
    };
    let mut places = Vec::new();
    let mut last_welcome = i32::MIN;
    for along in wall.from()..wall.to() {
        if is_welcome(along) {
            last_welcome = along;
        }
        // The first cell of the door whose last cell is `along`.
        let at = along + 1 - width;
        if at >= wall.from() && at <= last_welcome {
            places.push(at);
        }
    }
    if places.is_empty() { None } else { draw.pick(places.into_iter()) }
}

#[inline(never)]
fn bent(bend: &BentCorridor) -> Connection {
    corridor(bend.doors, bend.route())
}

#[inline(never)]
fn corridor(doors: [Rect; 2], points: &[Cell]) -> Connection {
    let mut route = points.to_vec();
    route.dedup();
    Connection::Corridor(Box::new(Corridor { doors, route }))
}
