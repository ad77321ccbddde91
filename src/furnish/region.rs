//! Shapes that follow a room's floor and doors: the border along the walls, and the route between
//! doors.
//!
//! Consumes the floor and the doors of a room; produces sets of cells.

use super::{context::Doorway, props::ONE_CELL};
use crate::{
    geom::{Cell, Direction, Extent, Rect},
    grid::CellSet,
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
    /// Unless `is_whole`: the number of steps from `start` to each cell of the room, in row-major
    /// order.
    steps: Vec<u32>,
    queue: Vec<Cell>,
    /// The route of the current room, valid if `is_known`.
    route: S,
    is_known: bool,
    /// For each direction, the cells that a path traced back to `start` has already entered in that
    /// direction.
    traced: [S; 4],
    /// The work counted: 64-bit words and cells visited.
    pub(super) work: u64,
}

/// The number of steps to a cell that is not reachable.
const FAR: u32 = u32::MAX;

impl<S: CellSet> RegionFinder<S> {
    /// Forgets the route of the previous room.
    pub(super) fn clear(&mut self) {
        self.is_known = false;
    }

    /// The top left cells of footprints that touch ring `inset` of the floor and lie entirely in
    /// that ring and the rings inside it.
    ///
    /// Ring 0 is the floor along the walls, and each ring encloses the next. Cost: a few operations
    /// on whole sets for each ring.
    pub(super) fn border(&mut self, floor: &S, room: Extent, inset: i32, footprint: Extent) -> &mut S {
        let Self { region, inner, origins, work, .. } = self;
        *work += 3 * floor.words();
        region.assign(floor);
        inner.assign_eroded(region);
        for _ in 0..inset {
            if region.is_empty() {
                break;
            }
            std::mem::swap(region, inner);
            inner.assign_eroded(region);
            *work += 2 * region.words();
        }
        if footprint == ONE_CELL {
            region.subtract(inner);
            return region;
        }
        // `touching_others`, called twice, inverts a set and extends it on two sides in up to three
        // steps each.
        *work += 2 * (4 + 2 * 3) * region.words();
        touching_others(region, room, footprint, origins);
        region.subtract(origins);
        touching_others(inner, room, footprint, origins);
        // A footprint that touches no cell outside of the inner rings lies entirely in them.
        inner.assign(region);
        inner.subtract(origins);
        region.subtract(inner);
        region
    }

    /// The cells of shortest paths over the floor from the first door to each other door.
    ///
    /// With one door, a path leads to the floor cell nearest to the centre; without doors, the set
    /// is empty. Each path goes straight as far as it can. Computed once for each room. Cost: the
    /// cells of the paths; in a room that is not a rectangle, a breadth-first search of it.
    pub(super) fn route(&mut self, floor: &S, room: Extent, doorways: &[Doorway]) -> &mut S {
        if !self.is_known {
            self.find_route(floor, room, doorways);
            self.route.assign(&self.region);
            self.is_known = true;
        }
        self.region.assign(&self.route);
        self.work += 2 * self.region.words();
        &mut self.region
    }

    fn find_route(&mut self, floor: &S, room: Extent, doorways: &[Doorway]) {
        self.room = room;
        let Extent { width, height } = room;
        self.region.reset(width, height);
        let [first, others @ ..] = doorways else { return };
        self.traced.iter_mut().for_each(|traced| traced.reset(width, height));
        self.work += 5 * self.region.words();
        self.start = middle_before(first, room);
        self.is_whole = floor.count_cells() == (width * height).unsigned_abs();
        if !self.is_whole {
            self.measure(floor);
        }
        self.region.insert(self.start.x, self.start.y);
        match others {
            [] => self.trace_back(self.nearest_to_centre()),
            _ => others.iter().for_each(|door| self.trace_back(middle_before(door, room))),
        }
    }

    /// Computes the steps from `start` to every floor cell by breadth-first search.
    fn measure(&mut self, floor: &S) {
        let width = self.room.width as usize;
        self.steps.clear();
        self.steps.resize(width * self.room.height as usize, FAR);
        self.queue.clear();
        self.queue.push(self.start);
        let position = |cell: Cell| cell.y as usize * width + cell.x as usize;
        self.steps[position(self.start)] = 0;
        let mut next = 0;
        self.work += self.steps.len() as u64;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            self.work += 4;
            for neighbour in cell.neighbours().filter(|neighbour| floor.contains(neighbour.x, neighbour.y)) {
                if self.steps[position(neighbour)] == FAR {
                    self.steps[position(neighbour)] = self.steps[position(cell)] + 1;
                    self.queue.push(neighbour);
                }
            }
        }
    }

    /// The steps from `start` to a cell; [`FAR`] outside the room.
    fn steps_to(&self, cell: Cell) -> u32 {
        let Extent { width, height } = self.room;
        if !Rect::of(0, 0, width, height).contains(cell) {
            FAR
        } else if self.is_whole {
            cell.x.abs_diff(self.start.x) + cell.y.abs_diff(self.start.y)
        } else {
            self.steps[cell.y as usize * width as usize + cell.x as usize]
        }
    }

    /// Adds the cells of a shortest path from `cell` back to `start`; none if no path exists.
    fn trace_back(&mut self, mut cell: Cell) {
        let mut heading = Direction::North;
        let mut steps = self.steps_to(cell);
        if steps == FAR {
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

    /// The cell reachable from `start` that is nearest to the room's centre; of several, the first
    /// in row-major order.
    fn nearest_to_centre(&self) -> Cell {
        let Extent { width, height } = self.room;
        if self.is_whole {
            return Cell::new((width - 1) / 2, (height - 1) / 2);
        }
        let off_centre = |cell: &Cell| {
            let (x, y) = (i64::from(2 * cell.x + 1 - width), i64::from(2 * cell.y + 1 - height));
            (x * x + y * y, cell.y, cell.x)
        };
        self.queue.iter().copied().min_by_key(off_centre).unwrap_or_default()
    }
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
