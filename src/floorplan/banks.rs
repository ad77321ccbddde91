//! Banks: how the two sides of a parting meander.
//!
//! Consumes the band of the parting, rooms with their floors, passages and random words; takes
//! cells from rooms that are whole rectangles. Rooms only lose cells to the terrain, never gain
//! any: each room keeps the cells before its doors, its entry and exit, and half of each row up to
//! its far wall, so it stays in one piece.

use std::ops::Range;

use super::{Passage, PlanContext, PlannedRoom, ShapedFloors, partition::Partition, shape};
use crate::{
    geom::{Cell, Rect, Size},
    model::RoomShape,
    rng::{RandomSource, SeedStage},
    trace::Trace,
};

/// The least and the greatest number of rows between two control points of a bank.
const STEP: (i32, i32) = (5, 9);
/// How many cells around a door stay floor, so that nobody steps from it into the terrain.
const AROUND_DOORS: i32 = 2;
/// How many cells around the entry and the exit stay floor.
const AROUND_ENDS: i32 = 1;
/// The least number of cells of a row that a bank leaves to a room.
const LEAST: i32 = 3;

/// Instead of a number of cells in rows without a room that is a whole rectangle.
pub(super) const NO_ROOM: i32 = -1;

/// The two banks of a parting, before its band and behind it. Their *rows* are the columns of the
/// level if the band is some rows.
#[derive(Clone, Debug)]
pub(super) struct Banks {
    is_column: bool,
    /// The cells of the cut.
    band: Rect,
    /// For each bank and each row, how many cells it gives up where nothing keeps them. Both are
    /// empty if the banks are straight.
    lines: [Vec<u8>; 2],
    /// Whether no bank gives up a cell in any row.
    are_straight: bool,
    /// For each bank and each row, how many cells a room that was a whole rectangle gave up, or
    /// [`NO_ROOM`]. Empty before [`Banks::meander`], and where the banks are straight.
    given: [Vec<i32>; 2],
}

impl Banks {
    /// Draws the banks of the level's parting, if it has one. Draws nothing if they are straight.
    ///
    /// Each bank has a control point every few rows, where it gives up another number of cells than
    /// at the last one, and straight lines between them. Cost: linear in the rows.
    pub(super) fn of<T: Trace>(context: &mut PlanContext<'_, T>, partition: &Partition) -> Option<Self> {
        let (parting, band) = partition.parting.zip(partition.band)?;
        let is_column = parting.cut.is_column;
        let rows = along(band, is_column).len();
        let meander = context.preset.partings.get(usize::from(parting.rule)).map_or(0, |rule| rule.meander);
        let lines = if meander == 0 {
            [Vec::new(), Vec::new()]
        } else {
            let draw = &mut context.stream(SeedStage::Banks);
            [(); 2].map(|()| line(rows, meander, draw))
        };
        context.trace.count(|| 2 * rows as u64);
        let are_straight = lines.iter().flatten().all(|wished| *wished == 0);
        Some(Self { is_column, band, lines, are_straight, given: [Vec::new(), Vec::new()] })
    }

    /// Whether no bank gives up a cell in any row.
    pub(super) fn are_straight(&self) -> bool {
        self.are_straight
    }

    /// For each bank and each row, how many cells a room that was a whole rectangle gave up, or
    /// [`NO_ROOM`]. Takes it out; empty if the banks are straight.
    pub(super) fn take_given(&mut self) -> [Vec<i32>; 2] {
        std::mem::take(&mut self.given)
    }

    /// The rows of the band.
    pub(super) fn rows(&self) -> Range<i32> {
        along(self.band, self.is_column)
    }

    /// The band up to both borders of the level.
    pub(super) fn whole_band(&self, size: Size) -> Rect {
        let Self { is_column, band, .. } = *self;
        match is_column {
            true => Rect::of(band.left(), 0, band.width(), size.height()),
            false => Rect::of(0, band.top(), size.width(), band.height()),
        }
    }

    /// The number of cells of the band in a row.
    pub(super) fn width(&self) -> i32 {
        across(self.band, self.is_column).len() as i32
    }

    /// For each row, how many cells a bank gives up where nothing keeps them; empty if both banks
    /// are straight.
    pub(super) fn wished(&self, bank: usize) -> &[u8] {
        &self.lines[bank]
    }

    /// The bank at which a rectangle lies, if it touches the band.
    pub(super) fn bank_of(&self, rect: Rect) -> Option<usize> {
        let (band, sides) = (across(self.band, self.is_column), across(rect, self.is_column));
        [sides.end == band.start, sides.start == band.end].iter().position(|touches| *touches)
    }

    /// The cell behind a bank in its first row, and the steps to that in the next row and to the
    /// one behind it.
    pub(super) fn corner(&self, bank: usize) -> (Cell, [Cell; 2]) {
        let band = across(self.band, self.is_column);
        let (at, step) = if bank == 0 { (band.start - 1, -1) } else { (band.end, 1) };
        let first = self.rows().start;
        match self.is_column {
            true => (Cell::new(at, first), [Cell::new(0, 1), Cell::new(step, 0)]),
            false => (Cell::new(first, at), [Cell::new(1, 0), Cell::new(0, step)]),
        }
    }

    /// How many cells of a row lie behind a bank, up to the far side of a rectangle.
    pub(super) fn depth(&self, bank: usize, rect: Rect) -> i32 {
        let (band, sides) = (across(self.band, self.is_column), across(rect, self.is_column));
        if bank == 0 { band.start - sides.start } else { sides.end - band.end }
    }

    /// The cells of a row behind a bank, up to a depth.
    pub(super) fn strip(&self, bank: usize, row: i32, cells: i32) -> Rect {
        let band = across(self.band, self.is_column);
        self.cells_of_row(row, if bank == 0 { band.start - cells } else { band.end }, cells)
    }

    /// The cells of a row in the band, and so many behind each bank.
    pub(super) fn line(&self, row: i32, [before, behind]: [i32; 2]) -> Rect {
        let band = across(self.band, self.is_column);
        self.cells_of_row(row, band.start - before, before + band.len() as i32 + behind)
    }

    fn cells_of_row(&self, row: i32, from: i32, cells: i32) -> Rect {
        if self.is_column { Rect::of(from, row, cells, 1) } else { Rect::of(row, from, 1, cells) }
    }

    /// The rows of a rectangle.
    pub(super) fn rows_of(&self, rect: Rect) -> Range<i32> {
        along(rect, self.is_column)
    }

    /// Takes cells from the rooms at the banks that are whole rectangles and hold no vault.
    ///
    /// `protected` lists cells that must stay floor. Cost: linear in rooms, passages and the rows
    /// of these rooms, plus their cells where they become other shapes.
    pub(super) fn meander(
        &mut self,
        context: &mut PlanContext<'_, impl Trace>,
        rooms: &mut [PlannedRoom],
        passages: &[Passage],
        floors: &mut ShapedFloors,
        protected: [Cell; 2],
    ) {
        if self.are_straight() {
            return;
        }
        context.trace.count(|| (rooms.len() + passages.len()) as u64);
        let is_whole = |room: &PlannedRoom| room.cut == RoomShape::Rectangle && room.vault.is_none();
        let bank_of = |room: &PlannedRoom| if is_whole(room) { self.bank_of(room.rect) } else { None };
        let bank_of: Vec<Option<usize>> = rooms.iter().map(bank_of).collect();
        // First how many cells each row may lose. Rooms at a bank have no row in common.
        let mut lost = [(); 2].map(|()| vec![NO_ROOM; self.rows().len()]);
        for (room, bank) in rooms.iter().zip(&bank_of) {
            let &Some(bank) = bank else { continue };
            let side = across(room.rect, self.is_column).len() as i32;
            lost[bank][self.lines_of(room.rect)].fill((side / 2).min(side - LEAST).max(0));
        }
        for passage in passages {
            let doors = passage.doors();
            for (room, door) in passage.rooms.into_iter().zip([doors.first(), doors.last()]) {
                if let Some((bank, door)) = bank_of[room as usize].zip(door) {
                    self.keep(bank, rooms[room as usize].rect, &mut lost[bank], door.grown(AROUND_DOORS));
                }
            }
        }
        for (room, bank) in rooms.iter().zip(&bank_of) {
            let &Some(bank) = bank else { continue };
            for cell in protected.into_iter().filter(|cell| room.rect.contains(*cell)) {
                self.keep(bank, room.rect, &mut lost[bank], Rect::of(cell.x, cell.y, 1, 1).grown(AROUND_ENDS));
            }
        }
        for ((id, room), bank) in (0..).zip(rooms).zip(bank_of) {
            let Some(bank) = bank else { continue };
            let lines = self.lines_of(room.rect);
            let lost = &mut lost[bank][lines.clone()];
            soften(lost);
            for (lost, &wished) in lost.iter_mut().zip(&self.lines[bank][lines]) {
                *lost = i32::from(wished).min(*lost);
            }
            if lost.iter().all(|lost| *lost == 0) {
                continue;
            }
            let whole = room.rect;
            context.trace.count(|| whole.area().unsigned_abs());
            self.take(room, bank, lost, floors);
            shape::report(id, whole, room, floors.of(room), context.trace);
        }
        self.given = lost;
    }

    /// Where the rows of a rectangle at a bank are in its line.
    fn lines_of(&self, rect: Rect) -> Range<usize> {
        let (rows, first) = (self.rows_of(rect), self.rows().start);
        (rows.start - first) as usize..(rows.end - first) as usize
    }

    /// Limits what the rows of a room may lose, of those at its bank, so that it keeps some cells.
    fn keep(&self, bank: usize, room: Rect, limits: &mut [i32], cells: Option<Rect>) {
        let Some(cells) = cells.and_then(|cells| cells.intersection(room)) else { return };
        let (kept, sides) = (across(cells, self.is_column), across(room, self.is_column));
        let most = if bank == 0 { sides.end - kept.end } else { kept.start - sides.start };
        for limit in &mut limits[self.lines_of(cells)] {
            *limit = most.min(*limit);
        }
    }

    /// Takes so many cells from each row of a room, at its bank. The room keeps some of each.
    fn take(&self, room: &mut PlannedRoom, bank: usize, lost: &[i32], floors: &mut ShapedFloors) {
        if room.rect.width() <= u64::BITS as i32 {
            self.take_bits(room, bank, lost, floors);
        } else {
            self.take_runs(room, bank, lost, floors);
        }
    }

    /// Does it in a room of at most 64 columns, whose rows are words.
    fn take_bits(&self, room: &mut PlannedRoom, bank: usize, lost: &[i32], floors: &mut ShapedFloors) {
        let full = u64::MAX >> (u64::BITS - room.rect.width().unsigned_abs());
        let mut left = vec![full; room.rect.height().unsigned_abs() as usize];
        if self.is_column {
            for (row, &lost) in left.iter_mut().zip(lost) {
                *row = if bank == 0 { full >> lost } else { full << lost & full };
            }
        } else {
            for (x, &lost) in lost.iter().enumerate() {
                let (kept, lost) = (left.len() - lost as usize, lost as usize);
                let given = if bank == 0 { &mut left[kept..] } else { &mut left[..lost] };
                given.iter_mut().for_each(|row| *row &= !(1 << x));
            }
        }
        floors.shrink(room, RoomShape::Bank, &left);
    }

    /// Does it in a room of any width.
    fn take_runs(&self, room: &mut PlannedRoom, bank: usize, lost: &[i32], floors: &mut ShapedFloors) {
        // Cells that all rows lose are no part of the room's bounding box.
        let all = lost.iter().copied().min().unwrap_or_default();
        let sides = across(room.rect, self.is_column);
        let (from, side) = (if bank == 0 { sides.start } else { sides.start + all }, sides.len() as i32 - all);
        let rows = self.rows_of(room.rect);
        let rect = |row: i32, rows: i32, at: i32, cells: i32| match self.is_column {
            true => Rect::of(at, row, cells, rows),
            false => Rect::of(row, at, rows, cells),
        };
        let runs = (0..).zip(lost).map(|(row, &lost)| {
            let more = lost - all;
            rect(row, 1, if bank == 0 { 0 } else { more }, side - more)
        });
        room.rect = rect(rows.start, rows.len() as i32, from, side);
        (room.cut, room.floor) = (RoomShape::Bank, floors.add(room.rect.extent(), runs));
    }
}

/// The rows of a rectangle: its columns, unless the band is some columns.
fn along(rect: Rect, is_column: bool) -> Range<i32> {
    if is_column { rect.top()..rect.bottom() } else { rect.left()..rect.right() }
}

fn across(rect: Rect, is_column: bool) -> Range<i32> {
    along(rect, !is_column)
}

/// Draws a bank: for each row, how many cells it gives up, at most `meander`.
fn line(rows: usize, meander: i32, draw: &mut impl RandomSource) -> Vec<u8> {
    let mut line = vec![0; rows];
    let mut left = line.as_mut_slice();
    let mut from = draw.within(0, meander);
    while !left.is_empty() {
        let step = draw.within(STEP.0, STEP.1);
        // Another number than the last one, so that no bank runs straight for long.
        let other = draw.within(0, meander - 1);
        let to = if other >= from { other + 1 } else { other };
        // From one control point to the next as a line of a raster is drawn: to the nearest cell.
        let (slope, towards) = ((to - from).abs(), (to - from).signum());
        let (mut rest, mut cells) = (step / 2, from);
        let (now, later) = left.split_at_mut(left.len().min(step as usize));
        for row in now {
            while rest >= step {
                (rest, cells) = (rest - step, cells + towards);
            }
            *row = cells as u8;
            rest += slope;
        }
        (left, from) = (later, to);
    }
    line
}

/// Lowers limits so that no row may lose more than one cell more than the row beside it.
fn soften(limits: &mut [i32]) {
    let lower = |limit: &mut i32, least: &mut i32| {
        *least = (*limit).min(*least + 1);
        *limit = *least;
    };
    let [mut down, mut up] = [i32::MAX - 1; 2];
    limits.iter_mut().for_each(|limit| lower(limit, &mut down));
    limits.iter_mut().rev().for_each(|limit| lower(limit, &mut up));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{model::RoomKind, rng::FloorSeed};

    #[test]
    fn limits_fall_by_one_cell_a_row_towards_what_is_kept() {
        let mut limits = vec![9, 9, 9, 0, 9, 9, 2, 9];
        soften(&mut limits);
        assert_eq!(limits, [3, 2, 1, 0, 1, 2, 2, 3]);
        let mut none: [i32; 0] = [];
        soften(&mut none);
    }

    #[test]
    fn a_bank_gives_up_no_more_than_its_wind_and_runs_straight_for_few_rows() {
        for (seed, meander) in (0..200).flat_map(|seed| [(seed, 1), (seed, 3), (seed, 8)]) {
            let line = line(50, meander, &mut FloorSeed::new(seed, 0).stream(SeedStage::Banks));
            assert_eq!(line.len(), 50);
            assert!(line.iter().all(|&cells| i32::from(cells) <= meander), "seed {seed}: {line:?}");
            let longest = line.chunk_by(|one, other| one == other).map(<[u8]>::len).max();
            assert!(longest.is_some_and(|rows| rows <= 14), "seed {seed}: {line:?}");
        }
    }

    proptest! {
        #[test]
        fn words_lose_the_cells_that_runs_lose(
            (is_column, bank, across) in (any::<bool>(), 0..2usize, 10..=64i32),
            lost in prop::collection::vec(0..9i32, 1..=64),
        ) {
            let along = lost.len() as i32;
            let rect = if is_column { Rect::of(9, 5, across, along) } else { Rect::of(5, 9, along, across) };
            let room = PlannedRoom {
                kind: RoomKind::Path, rect, depth: 0, progress: 0.0, host: None, cycle: None, leaf: 0, tags: 0,
                cut: RoomShape::Rectangle, floor: 0, vault: None, layout: None,
            };
            let (lines, given) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
            let banks = Banks { is_column, band: rect, lines, are_straight: false, given };
            let by = |take: fn(&Banks, &mut PlannedRoom, usize, &[i32], &mut ShapedFloors)| {
                let (mut room, mut floors) = (room, ShapedFloors::default());
                take(&banks, &mut room, bank, &lost, &mut floors);
                let rows: Vec<Vec<_>> = (0..room.rect.height()).map(|y| floors.of(&room).runs(y).collect()).collect();
                (room, rows)
            };
            prop_assert_eq!(by(Banks::take_bits), by(Banks::take_runs));
        }
    }
}
