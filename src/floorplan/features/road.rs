//! Roads: ways from door to door.
//!
//! Consumes the plan's graph; produces the cells of a road. It leads through the middle of doors;
//! in a room it has at most two bends where the floor allows, away from walls. It enters no room
//! with a vault, and passes no secret door, which it would give away.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::PlannedRoom,
    FeatureCells,
    ground::{Ground, before, ends_of},
    walk::walk,
};
use crate::{
    buckets::Buckets,
    geom::{Cell, Rect},
    grid::BitGrid,
    model::{DoorKind, Passage},
    preset::{RoadEnd, RoomFilter},
};

/// The most ends of a road: those of the rooms nearest to its start.
const MOST_ENDS: usize = 8;

/// The most columns, and rows, on which a stretch may bend: all of them in most rooms.
const MOST_BENDS: u32 = 64;

/// Stands for no steps and no passage.
const NONE: u32 = u32::MAX;

/// A place where a road begins or ends: a room, and a cell of its floor.
#[derive(Clone, Copy)]
struct Place {
    room: u32,
    cell: Cell,
}

/// Finds the cells of a road between two ends, by a room that passes the filter `by`.
///
/// Where an end stands for several rooms, the road leads from the other one to each of those that
/// are nearest. `None` where the level lacks an end. Cost: linear in rooms and passages, for each
/// end; and in the cells of the rooms that it passes.
pub(super) fn find(
    ground: &Ground<'_>,
    ends: [&RoadEnd; 2],
    by: Option<&RoomFilter>,
    work: &mut u64,
) -> Option<FeatureCells> {
    let graph = RoadGraph::new(ground);
    *work += 2 * graph.size();
    let [mut starts, mut goals] = ends.map(|end| places(ground, end));
    if starts.len() > goals.len() {
        std::mem::swap(&mut starts, &mut goals);
    }
    let start = *starts.first()?;
    let reach = graph.reach(start.room);
    goals.retain(|goal| reach[goal.room as usize].steps != NONE);
    goals.sort_by_key(|goal| reach[goal.room as usize].steps);
    goals.truncate(MOST_ENDS);
    let mut passages = BTreeSet::new();
    for goal in &goals {
        let detour = by.and_then(|by| {
            *work += graph.size();
            graph.detour(&reach, goal.room, by)
        });
        match detour {
            None => passages.extend(graph.way(&reach, goal.room)),
            Some((room, back)) => {
                passages.extend(graph.way(&reach, room));
                passages.extend(graph.way(&back, room));
            }
        }
    }
    if goals.is_empty() {
        return None;
    }
    let mut road = Road { ground, cells: ground.none(), work };
    road.lay(&passages, std::iter::once(start).chain(goals));
    Some(FeatureCells { own: road.cells, bridges: ground.none() })
}

/// The places that an end of a road stands for.
fn places(ground: &Ground<'_>, end: &RoadEnd) -> Vec<Place> {
    let plan = &ground.plan;
    let room_at = |position: Option<&u32>, cell: Cell| position.map(|&room| Place { room, cell });
    match *end {
        RoadEnd::Entry => room_at(plan.path.first(), plan.ends[0]).into_iter().collect(),
        RoadEnd::Exit => room_at(plan.path.last(), plan.ends[1]).into_iter().collect(),
        RoadEnd::Tag(tag) => {
            let rooms = (0..).zip(plan.rooms.iter()).filter(|(_, room)| room.tags >> tag & 1 == 1);
            let place = |(room, planned): (u32, &PlannedRoom)| {
                let (rect, off) = (planned.rect, |at: i32, from: i32, side: i32| (2 * (at - from) + 1 - side).abs());
                let cells = rect.cells().filter(|&cell| ground.floor.get(cell));
                let nearest = cells
                    .min_by_key(|cell| off(cell.x, rect.left(), rect.width()) + off(cell.y, rect.top(), rect.height()));
                Some(Place { room, cell: nearest? })
            };
            rooms.filter_map(place).collect()
        }
    }
}

/// How one comes to a room.
#[derive(Clone, Copy)]
struct Reach {
    /// The rooms passed, or [`NONE`].
    steps: u32,
    /// The passage that leads into the room, or [`NONE`] in the first.
    passage: u32,
}

/// The rooms and the passages that roads may take.
struct RoadGraph<'a> {
    ground: &'a Ground<'a>,
    /// For each room, the passages that lead out of it.
    ways: Buckets<u32>,
}

impl<'a> RoadGraph<'a> {
    fn new(ground: &'a Ground<'a>) -> Self {
        let mut ways = Buckets::default();
        let open = (0..).zip(ground.plan.passages).filter(|(_, passage)| passage.kind != DoorKind::Secret);
        ways.sort_groups(ground.plan.rooms.len(), open.map(|(id, passage)| passage.rooms.map(|room| (room, id))));
        Self { ground, ways }
    }

    /// The rooms and passages, which one search visits.
    fn size(&self) -> u64 {
        (self.ground.plan.rooms.len() + self.ground.plan.passages.len()) as u64
    }

    /// For each room, how one comes to it from another one. One passes through rooms with vaults
    /// only where there is no other way.
    fn reach(&self, start: u32) -> Vec<Reach> {
        let rooms = &self.ground.plan.rooms;
        let mut reach = vec![Reach { steps: NONE, passage: NONE }; rooms.len()];
        reach[start as usize].steps = 0;
        let (mut near, mut late, mut next) = (vec![start], Vec::new(), 0);
        loop {
            let Some(&room) = near.get(next) else {
                if late.is_empty() {
                    return reach;
                }
                near.append(&mut late);
                continue;
            };
            next += 1;
            for &passage in self.ways.get(room) {
                let beside = self.other(passage, room);
                if reach[beside as usize].steps == NONE {
                    reach[beside as usize] = Reach { steps: reach[room as usize].steps + 1, passage };
                    let has_vault = rooms[beside as usize].vault.is_some();
                    if has_vault { late.push(beside) } else { near.push(beside) }
                }
            }
        }
    }

    /// The room at the other end of a passage.
    fn other(&self, passage: u32, room: u32) -> u32 {
        let [one, other] = self.ground.plan.passages[passage as usize].rooms;
        if one == room { other } else { one }
    }

    /// The passages from a room back to where one comes from.
    fn way(&self, reach: &[Reach], room: u32) -> impl Iterator<Item = u32> {
        let mut at = room;
        std::iter::from_fn(move || {
            let passage = reach[at as usize].passage;
            (passage != NONE).then(|| {
                at = self.other(passage, at);
                passage
            })
        })
    }

    /// Of the rooms that pass a filter, the one by which the way to a goal is the shortest; with
    /// how one comes to it from the goal.
    fn detour(&self, reach: &[Reach], goal: u32, by: &RoomFilter) -> Option<(u32, Vec<Reach>)> {
        let back = self.reach(goal);
        let rooms = (0..).zip(self.ground.plan.rooms.iter()).filter(|(_, room)| by.suits(&room.facts()));
        let steps = |room: u32| [reach, &back].map(|reach| u64::from(reach[room as usize].steps)).iter().sum::<u64>();
        let reached = rooms.map(|(room, _)| room).filter(|&room| reach[room as usize].steps != NONE);
        let room = reached.min_by_key(|&room| steps(room))?;
        Some((room, back))
    }
}

/// A road that is being laid.
struct Road<'a> {
    ground: &'a Ground<'a>,
    cells: BitGrid,
    work: &'a mut u64,
}

impl Road<'_> {
    /// Lays the road through passages, and in their rooms from door to door and to its ends.
    fn lay(&mut self, passages: &BTreeSet<u32>, ends: impl Iterator<Item = Place>) {
        // The cells of each room that the road joins: its ends first.
        let mut joined: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
        for Place { room, cell } in ends {
            joined.entry(room).or_default().push(cell);
        }
        for &id in passages {
            let passage = &self.ground.plan.passages[id as usize];
            for (room, door) in ends_of(passage) {
                let sill = middle(before(door, self.ground.plan.rooms[room as usize].rect, 1));
                joined.entry(room).or_default().push(sill);
            }
            self.pass(passage);
        }
        for (room, cells) in joined {
            let planned = &self.ground.plan.rooms[room as usize];
            if planned.vault.is_none() {
                self.cross(planned.rect, &cells);
            }
        }
    }

    /// Leads through the doors and the corridor of a passage.
    fn pass(&mut self, passage: &Passage) {
        let doors: Vec<Rect> = passage.doors().iter().map(|&door| Passage::threshold(door)).collect();
        let (Some(&first), Some(&last)) = (doors.first(), doors.last()) else { return };
        let legs: Vec<Rect> = passage.legs().chain(doors.iter().copied()).collect();
        let Some(within) = legs.iter().copied().reduce(around) else { return };
        *self.work += within.area().unsigned_abs();
        let is_free = |cell: Cell| legs.iter().any(|leg| leg.contains(cell));
        let way = walk(within, middle(first), is_free, |cell| cell == middle(last));
        way.into_iter().flatten().for_each(|cell| self.cells.set(cell, true));
    }

    /// Joins cells of a room: the first two by a stretch, each other one to what is laid.
    fn cross(&mut self, room: Rect, cells: &[Cell]) {
        *self.work += room.area().unsigned_abs();
        let floor = |cell: Cell| room.contains(cell) && self.ground.floor.get(cell);
        let is_inner = |cell: Cell| floor(cell) && cell.neighbours().all(floor);
        let mut own = BitGrid::new(self.cells.width(), self.cells.height());
        for (number, &cell) in cells.iter().enumerate() {
            if number == 0 {
                own.set(cell, true);
                continue;
            }
            let direct = if number == 1 { stretch(cells[0], cell, room, floor) } else { None };
            let way = direct
                .or_else(|| walk(room, cell, |cell| is_inner(cell) || own.get(cell), |cell| own.get(cell)))
                .or_else(|| walk(room, cell, floor, |cell| own.get(cell)));
            way.into_iter().flatten().for_each(|cell| own.set(cell, true));
        }
        self.cells.union_with(&own);
    }
}

/// The way between two cells with at most two bends that touches the fewest walls; of several, the
/// one with the fewest bends, then the nearest to the middle of the room. `None` if none lies on
/// the floor.
fn stretch(from: Cell, to: Cell, room: Rect, floor: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
    // Of a long room not all columns or rows are tried, so that the cost is linear in its sides.
    let apart = |cells: i32| (cells.unsigned_abs() / MOST_BENDS + 1) as usize;
    let columns = (from.x.min(to.x)..=from.x.max(to.x))
        .step_by(apart(to.x - from.x))
        .map(|x| [Cell::new(x, from.y), Cell::new(x, to.y)]);
    let rows = (from.y.min(to.y)..=from.y.max(to.y))
        .step_by(apart(to.y - from.y))
        .map(|y| [Cell::new(from.x, y), Cell::new(to.x, y)]);
    let off = |[one, other]: [Cell; 2]| {
        let (x, y) = (one.x + other.x, one.y + other.y);
        (x - room.left() - room.right() + 1).abs() + (y - room.top() - room.bottom() + 1).abs()
    };
    let ways = columns.chain(rows).filter_map(|bends| {
        let mut way: Vec<Cell> = Vec::new();
        let corners = [from, bends[0], bends[1], to];
        for pair in corners.windows(2) {
            way.extend(line(pair[0], pair[1]));
        }
        way.push(to);
        let turns = corners.iter().skip(1).take(2).filter(|corner| ![from, to].contains(*corner)).count();
        let walls = |cell: &&Cell| !cell.neighbours().all(&floor);
        way.iter().all(|&cell| floor(cell)).then(|| ((way.iter().filter(walls).count(), turns, off(bends)), way))
    });
    ways.min_by_key(|(order, _)| *order).map(|(_, way)| way)
}

/// The cells of a straight line without its last one.
fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let cells = (to.x - from.x).abs() + (to.y - from.y).abs();
    (0..cells).map(move |step| Cell::new(from.x + dx * step, from.y + dy * step))
}

/// The cell in the middle of a line of cells, the first of two.
fn middle(line: Rect) -> Cell {
    Cell::new(line.left() + (line.width() - 1) / 2, line.top() + (line.height() - 1) / 2)
}

/// The rectangle around two others.
fn around(one: Rect, other: Rect) -> Rect {
    let (left, top) = (one.left().min(other.left()), one.top().min(other.top()));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::from_ltrb(left, top, right, bottom).unwrap_or(one)
}
