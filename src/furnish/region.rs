//! Shapes that follow a room's floor and doors: the border along the walls, and the route between
//! doors, the entry, the exit or points.
//!
//! Consumes the floor and the doors of a room, and the ends of a route; produces sets of cells.

use super::{
    axis::AxisRoute,
    context::Doorway,
    props::ONE_CELL,
    route::{RouteEnds, RouteGoals, RouteStart},
};
use crate::{
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::CellSet,
    preset::RouteVia,
};

/// Reusable buffers to compute borders and routes.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionFinder<S> {
    region: S,
    inner: S,
    origins: S,
    /// The cell where the route begins.
    start: Cell,
    /// The extent of the room's rectangle. `is_whole`: whether all of it is floor, so that
    /// distances are computed without a search.
    room: Extent,
    is_whole: bool,
    /// Unless `is_whole`: the number of steps from `start` to each cell of the room and of a margin
    /// of one cell around it, in row-major order.
    steps: Vec<u32>,
    /// The cells reached, by their positions in `steps`, the nearest first.
    queue: Vec<u32>,
    /// The last route of the current room, and its ends; `None` if there is none yet.
    route: S,
    known: Option<RouteEnds>,
    /// For each direction, the cells that a path traced back to `start` has already entered in that
    /// direction.
    traced: [S; 4],
    /// The work counted: 64-bit words of rings, and cells of routes.
    pub(super) work: u64,
}

/// The number of steps to a cell that is not floor.
const FAR: u32 = u32::MAX;

/// The number of steps to a floor cell that is not reached.
const UNREACHED: u32 = FAR - 1;

impl<S: CellSet> RegionFinder<S> {
    /// Forgets the route of the previous room.
    pub(super) fn clear(&mut self) {
        self.known = None;
    }

    /// The top left cells of footprints that touch ring `inset` of the floor and lie entirely in
    /// that ring and the rings inside it.
    ///
    /// Ring 0 is the floor along the walls, and each ring encloses the next. Cost: a few operations
    /// on whole sets for each ring.
    pub(super) fn border(&mut self, floor: &S, room: Extent, inset: i32, footprint: Extent) -> &mut S {
        let Self { region, inner, origins, work, .. } = self;
        region.assign(floor);
        inner.assign_eroded(region);
        for _ in 0..inset {
            if region.is_empty() {
                break;
            }
            std::mem::swap(region, inner);
            inner.assign_eroded(region);
            *work += region.words();
        }
        if footprint == ONE_CELL {
            region.subtract(inner);
            return region;
        }
        touching_others(region, room, footprint, origins);
        region.subtract(origins);
        touching_others(inner, room, footprint, origins);
        // A footprint that touches no cell outside of the inner rings lies entirely in them.
        inner.assign(region);
        inner.subtract(origins);
        region.subtract(inner);
        region
    }

    /// The cells of shortest paths over the floor from the start of a route to each of its goals,
    /// or of those by the room's axis where that is asked for and floor.
    ///
    /// Each shortest path goes straight as far as it can. Computed once for routes of the same ends
    /// that follow each other in a room. Cost: the cells of the paths; in a room that is not a
    /// rectangle, a breadth-first search of it.
    pub(super) fn route(&mut self, floor: &S, room: Extent, doorways: &[Doorway], ends: RouteEnds) -> &mut S {
        if self.known != Some(ends) {
            self.find_route(floor, room, doorways, ends);
            self.route.assign(&self.region);
            self.known = Some(ends);
        }
        self.region.assign(&self.route);
        &mut self.region
    }

    /// The cells of a road that passes a room, which a route follows.
    pub(super) fn road(&mut self, cells: impl Iterator<Item = Cell>, room: Extent) -> &mut S {
        self.region.reset(room.width, room.height);
        cells.for_each(|cell| self.region.insert(cell.x, cell.y));
        &mut self.region
    }

    fn find_route(&mut self, floor: &S, room: Extent, doorways: &[Doorway], ends: RouteEnds) {
        self.room = room;
        let Extent { width, height } = room;
        self.region.reset(width, height);
        self.is_whole = floor.count_cells() == (width * height).unsigned_abs();
        let start = match ends.start {
            RouteStart::FirstDoor => doorways.first().map(|first| middle_before(first, room)),
            RouteStart::Nearest(point) => self.nearest_floor(floor, point),
        };
        let Some(start) = start else { return };
        self.traced.iter_mut().for_each(|traced| traced.reset(width, height));
        self.start = start;
        if !self.is_whole {
            self.measure(floor);
        }
        self.region.insert(self.start.x, self.start.y);
        let by_axis = &mut ends.via.and_then(|RouteVia::Axis| AxisRoute::new(floor, room, start));
        let inward = |door: &Doorway| (middle_before(door, room), door.side.opposite());
        match ends.goals {
            RouteGoals::Doors => doorways.iter().for_each(|door| self.reach(inward(door), by_axis, floor)),
            RouteGoals::FirstDoor => {
                doorways.iter().take(1).for_each(|door| self.reach(inward(door), by_axis, floor));
            }
            RouteGoals::OtherDoors => {
                let doors = doorways.iter().skip(1).map(|door| middle_before(door, room));
                doors.for_each(|cell| self.reach((cell, Direction::North), by_axis, floor));
            }
            RouteGoals::Nearest(point) => {
                let goal = self.nearest_reached(point);
                goal.into_iter().for_each(|cell| self.reach((cell, Direction::North), by_axis, floor));
            }
        }
        if let Some(route) = by_axis {
            route.finish(&mut self.region);
            self.work += route.work;
        }
    }

    /// Adds the cells from a goal back to `start`: by the axis if all of that way is floor, else by
    /// a shortest path that begins in the direction `heading` if possible.
    #[inline]
    fn reach(&mut self, (goal, heading): (Cell, Direction), by_axis: &mut Option<AxisRoute>, floor: &S) {
        let is_reached = by_axis.as_mut().is_some_and(|route| route.add(floor, goal, &mut self.region));
        if !is_reached {
            self.trace_back(goal, heading);
        }
    }

    /// The number of cells from a cell to the one below it in `steps`.
    fn stride(&self) -> i32 {
        self.room.width + 2
    }

    /// The position in `steps` of a cell of the room or its margin.
    fn position(&self, cell: Cell) -> usize {
        ((cell.y + 1) * self.stride() + cell.x + 1) as usize
    }

    /// Computes the steps from `start` to every floor cell by breadth-first search.
    fn measure(&mut self, floor: &S) {
        let stride = self.stride();
        self.steps.clear();
        self.steps.resize((stride * (self.room.height + 2)) as usize, FAR);
        floor.for_each(|x, y| self.steps[((y + 1) * stride + x + 1) as usize] = UNREACHED);
        let start = self.position(self.start);
        self.steps[start] = 0;
        self.queue.clear();
        self.queue.push(start as u32);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let steps = self.steps[cell as usize] + 1;
            // Floor does not lie in the margin, so that all four neighbours are in `steps`.
            for neighbour in [-stride, 1, stride, -1].map(|step| cell.wrapping_add_signed(step)) {
                let known = &mut self.steps[neighbour as usize];
                if *known == UNREACHED {
                    *known = steps;
                    self.queue.push(neighbour);
                }
            }
        }
        self.work += 4 * self.queue.len() as u64;
    }

    /// The steps from `start` to a cell of the room or its margin; at least [`UNREACHED`] if there
    /// is no way.
    fn steps_to(&self, cell: Cell) -> u32 {
        let Extent { width, height } = self.room;
        if !self.is_whole {
            self.steps[self.position(cell)]
        } else if Rect::of(0, 0, width, height).contains(cell) {
            cell.x.abs_diff(self.start.x) + cell.y.abs_diff(self.start.y)
        } else {
            FAR
        }
    }

    /// Adds the cells of a shortest path from `cell` back to `start`, first in the direction
    /// `heading` if possible; none if no path exists.
    fn trace_back(&mut self, mut cell: Cell, mut heading: Direction) {
        let mut steps = self.steps_to(cell);
        if steps >= UNREACHED {
            return;
        }
        self.region.insert(cell.x, cell.y);
        while steps > 0 {
            // An earlier path passed here with the same heading, so the rest is the same.
            let traced = &mut self.traced[heading as usize];
            if traced.contains(cell.x, cell.y) {
                return;
            }
            traced.insert(cell.x, cell.y);
            self.work += 1;
            let leads_back = |heading: &Direction| self.steps_to(cell.step(*heading)) == steps - 1;
            let straight_first = std::iter::once(heading).chain(Direction::ALL);
            let Some(next) = straight_first.into_iter().find(leads_back) else { return };
            (heading, cell, steps) = (next, cell.step(next), steps - 1);
            self.region.insert(cell.x, cell.y);
        }
    }

    /// The cell reachable from `start` that is nearest to a point of the room; of several, the
    /// first in row-major order.
    fn nearest_reached(&self, point: HalfCell) -> Option<Cell> {
        if self.is_whole {
            return Some(cell_at(point));
        }
        let stride = self.stride();
        let cells = self.queue.iter().map(|&at| Cell::new(at as i32 % stride - 1, at as i32 / stride - 1));
        cells.min_by_key(|cell| off_point(*cell, point))
    }

    /// The floor cell that is nearest to a point of the room; of several, the first in row-major
    /// order.
    fn nearest_floor(&self, floor: &S, point: HalfCell) -> Option<Cell> {
        let cell = cell_at(point);
        if self.is_whole || floor.contains(cell.x, cell.y) {
            return Some(cell);
        }
        nearest_of(floor, point)
    }
}

/// The cell of a set that is nearest to a point; of several, the first in row-major order.
pub(super) fn nearest_of<S: CellSet>(cells: &S, point: HalfCell) -> Option<Cell> {
    // The nearest cells by squares around the point, and then those that may be nearer to it than
    // the farthest of these: the corner of a square is half as far again as its side.
    let around = |radius: i32| Rect::from_cell(cell_at(point)).grown(radius);
    let is_near = |radius: &i32| around(*radius).is_none_or(|square| cells.intersects_rect(square));
    let radius = if cells.is_empty() { 0 } else { (0..).find(is_near).unwrap_or_default() };
    let mut near = cells.clone();
    around(radius + radius / 2 + 1).into_iter().for_each(|square| near.retain_rect(square));
    let mut nearest = None;
    near.for_each(|x, y| {
        let off = off_point(Cell::new(x, y), point);
        nearest = Some(nearest.map_or(off, |nearest| off.min(nearest)));
    });
    nearest.map(|(_, y, x)| Cell::new(x, y))
}

/// The first cell in row-major order that touches a point of the room's rectangle.
fn cell_at(point: HalfCell) -> Cell {
    Cell::new((point.x - 1) / 2, (point.y - 1) / 2)
}

/// The square of the distance from a cell's centre to a point, in half cells; then the cell's row
/// and column.
fn off_point(cell: Cell, point: HalfCell) -> (i64, i32, i32) {
    let centre = HalfCell::center_of(cell);
    let (x, y) = (i64::from(centre.x - point.x), i64::from(centre.y - point.y));
    (x * x + y * y, cell.y, cell.x)
}

/// Sets `touching` to the top left cells of footprints that touch a cell outside of `set`, or reach
/// beyond the room.
fn touching_others<S: CellSet>(set: &S, room: Extent, footprint: Extent, touching: &mut S) {
    let Extent { width, height } = footprint;
    touching.fill(room.width, room.height);
    touching.subtract(set);
    touching.extend(Direction::West, width - 1);
    touching.extend(Direction::North, height - 1);
    let (right, bottom) = (room.width + 1 - width, room.height + 1 - height);
    touching.insert_rect(Rect::of(right.max(0), 0, width, room.height));
    touching.insert_rect(Rect::of(0, bottom.max(0), room.width, height));
}

/// The cell in front of the middle of a door.
fn middle_before(doorway: &Doorway, room: Extent) -> Cell {
    let cells = doorway.before(1, room);
    Cell::new(cells.left() + (cells.width() - 1) / 2, cells.top() + (cells.height() - 1) / 2)
}
