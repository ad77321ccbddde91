//! The terrain of a plan: which cells have which kind, and the parting that laid it.
//!
//! Consumes the band of a parting, its banks, rooms, passages and tiles; produces
//! a [`PlannedTerrain`]. Terrain that blocks takes no cell that one can walk on; crossings have
//! bridges, and floor beside terrain its fringe.

use super::{
    Note, NoteCode, Passage, PlanContext, PlannedRoom,
    banks::{Banks, NO_ROOM},
    partition::{self, Partition},
};
use crate::{
    geom::{Cell, Rect, Size},
    grid::{BitGrid, CellSet, Grid, Morphology},
    model::{RoomKind, RoomShape, Tile},
    preset::{FringeRule, Preset},
    trace::{Step, Trace},
};

/// The terrain of a level, which several things may lay. By default it has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedTerrain {
    /// For each cell 0, or one more than the position of its kind in the preset's list. `None`
    /// until something is laid.
    pub(crate) cells: Option<Grid<u8>>,
    /// The partings of the level; at most one.
    pub(crate) partings: Vec<PlannedParting>,
}

impl PlannedTerrain {
    /// The cells of a level of a size, to lay something.
    pub(crate) fn cells_of(&mut self, size: Size) -> &mut Grid<u8> {
        self.cells.get_or_insert_with(|| Grid::filled(size, 0))
    }
}

/// A strip of terrain that parts the level, from one border to the opposite one.
#[derive(Clone, Debug)]
pub(crate) struct PlannedParting {
    /// The rule, by position in the preset's list.
    pub(crate) rule: u8,
    /// The cells of the cut, up to both borders of the level. All of them have the terrain, but
    /// those of crossings; beside them, the banks may meander.
    pub(crate) band: Rect,
    /// The ids of the passages that cross it.
    pub(crate) crossings: Vec<u32>,
    /// Whether the main path begins and ends on different sides.
    pub(crate) ends_apart: bool,
}

/// What a plan has when terrain is laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanToCover<'a> {
    pub(super) rooms: &'a [PlannedRoom],
    pub(super) passages: &'a [Passage],
    pub(super) tiles: &'a Grid<Tile>,
    /// For each leaf, the rectangle of the room that it may hold, before it is shaped.
    pub(super) rects: &'a [Rect],
}

/// Lays the terrain of the level's parting, if it has one. Returns notes if nothing crosses it, or
/// if the path begins and ends on one side where it may not.
///
/// Cost: linear in rooms, passages and the cells of the parting.
pub(super) fn lay(
    context: &mut PlanContext<'_, impl Trace>,
    partition: &Partition,
    banks: Option<Banks>,
    plan: &PlanToCover<'_>,
) -> (PlannedTerrain, Vec<Note>) {
    let Some((parting, mut banks)) = partition.parting.zip(banks) else { return Default::default() };
    let preset: &Preset = context.preset;
    let rule = &preset.partings[usize::from(parting.rule)];
    let bridge = preset.terrain.get(usize::from(rule.terrain)).and_then(|terrain| terrain.bridge);
    let mut cover = Cover { cells: Grid::filled(preset.size(), 0), covered: 0, bounds: None };
    let band = banks.whole_band(preset.size());
    context.trace.see(|| Step::Cover { terrain: Some(rule.terrain.into()), cells: band });
    if banks.are_straight() {
        cover.fill(band, rule.terrain + 1);
    } else {
        let reach = reach(&mut banks, plan, partition::inside(preset.size()));
        cover.lay_rows(&banks, band, &reach, rule.terrain, context.trace);
    }
    let side = |room: u32| plan.rooms[room as usize].leaf >= partition.before_band;
    let crosses = |passage: &Passage| side(passage.rooms[0]) != side(passage.rooms[1]);
    let crossings: Vec<u32> =
        (0..).zip(plan.passages).filter(|(_, passage)| crosses(passage)).map(|(id, _)| id).collect();
    for passage in crossings.iter().map(|&id| &plan.passages[id as usize]) {
        passage.legs().for_each(|leg| cover.lay(leg, bridge, context.trace));
        passage.doors().iter().for_each(|&door| cover.lay(door, None, context.trace));
    }
    if let Some(fringe) = preset.terrain.get(usize::from(rule.terrain)).and_then(|terrain| terrain.fringe) {
        cover.lay_fringe(rule.terrain, fringe, plan.tiles, context.trace);
    }
    context.trace.count(|| cover.covered + plan.passages.len() as u64);
    let end = |kind| (0..).zip(plan.rooms).find(|(_, room)| room.kind == kind).map(|(id, _)| side(id));
    let ends_apart = end(RoomKind::Start).zip(end(RoomKind::End)).is_some_and(|(start, end)| start != end);
    let shortfalls =
        [(NoteCode::CrossingShort, crossings.is_empty()), (NoteCode::EndsTogether, parting.parts_ends && !ends_apart)];
    let note = |(code, _)| Note { code, wanted: 1, got: 0, about: Some(rule.name.to_string()) };
    let notes = shortfalls.into_iter().filter(|(_, is_short)| *is_short).map(note).collect();
    let partings = vec![PlannedParting { rule: parting.rule, band, crossings, ends_apart }];
    (PlannedTerrain { cells: Some(cover.cells), partings }, notes)
}

/// Terrain that is being laid.
struct Cover {
    cells: Grid<u8>,
    /// The number of cells counted.
    covered: u64,
    /// A rectangle around all cells that are laid.
    bounds: Option<Rect>,
}

impl Cover {
    /// Covers the cells of a band up to both borders, and beside it so many cells of each row as
    /// the banks reach.
    fn lay_rows<T: Trace>(&mut self, banks: &Banks, band: Rect, reach: &[Vec<i32>; 2], terrain: u8, trace: &mut T) {
        let rows = banks.rows();
        let outside = [banks.rows_of(band).start..rows.start, rows.end..banks.rows_of(band).end];
        for row in outside.into_iter().flatten() {
            self.fill(banks.line(row, [0; 2]), terrain + 1);
        }
        let most = reach.iter().flatten().copied().max().unwrap_or_default();
        let beside = band.grown(most).and_then(|cells| cells.intersection(self.cells.bounds()));
        beside.into_iter().for_each(|cells| self.reach(cells));
        let (corner, [down, outwards]) = banks.corner(0);
        let width = self.cells.width() as isize;
        let position = |cell: Cell| cell.y as isize * width + cell.x as isize;
        let (mut row, inwards) = (position(corner), position(outwards).unsigned_abs());
        for (&before, &behind) in reach[0].iter().zip(&reach[1]) {
            let (from, cells) = (row - (before as isize - 1) * inwards as isize, before + banks.width() + behind);
            self.covered += u64::from(cells.unsigned_abs());
            self.cells.fill_steps(from as usize, inwards, cells, terrain + 1);
            row += position(down);
        }
        if T::DETAILED {
            let terrain = Some(terrain.into());
            for (bank, reach) in reach.iter().enumerate() {
                for (row, &cells) in banks.rows().zip(reach).filter(|(_, cells)| **cells > 0) {
                    trace.see(|| Step::Cover { terrain, cells: banks.strip(bank, row, cells) });
                }
            }
        }
    }

    /// Extends the rectangle around what is laid.
    fn reach(&mut self, cells: Rect) {
        let bounds = self.bounds.unwrap_or(cells);
        let (left, top) = (bounds.left().min(cells.left()), bounds.top().min(cells.top()));
        let (right, bottom) = (bounds.right().max(cells.right()), bounds.bottom().max(cells.bottom()));
        self.bounds = Rect::from_ltrb(left, top, right, bottom);
    }

    /// Covers cells by a kind of terrain, or by none.
    fn lay(&mut self, cells: Rect, terrain: Option<u8>, trace: &mut impl Trace) {
        self.fill(cells, terrain.map_or(0, |terrain| terrain + 1));
        trace.see(|| Step::Cover { terrain: terrain.map(u32::from), cells });
    }

    /// Covers cells inside the level, without telling it. `number` is 0, or one more than the kind.
    fn fill(&mut self, cells: Rect, number: u8) {
        self.covered += cells.area().unsigned_abs();
        self.reach(cells);
        for row in cells.top()..cells.bottom() {
            self.cells.fill_row(row, cells.left(), cells.right(), number);
        }
    }

    /// Covers the floor of rooms around a kind of terrain by that of its fringe.
    ///
    /// Cost: linear in the cells of the rectangle around what is laid, by words of 64 cells.
    fn lay_fringe(&mut self, around: u8, fringe: FringeRule, tiles: &Grid<Tile>, trace: &mut impl Trace) {
        let level = self.cells.bounds();
        let Some(part) = self.bounds.and_then(|cells| cells.grown(fringe.cells)?.intersection(level)) else { return };
        let mut bank = BitGrid::of_part(&self.cells, part, |number| number == around + 1);
        bank.grow(fringe.cells);
        bank.subtract(&BitGrid::of_part(&self.cells, part, |number| number != 0));
        bank.intersect_with(&BitGrid::of_part(tiles, part, |tile| tile == Tile::Floor));
        self.covered += bank.words();
        let fringe = Some(fringe.terrain);
        bank.for_each(|x, y| self.lay(Rect::of(part.left() + x, part.top() + y, 1, 1), fringe, trace));
    }
}

/// For each bank and row, how many cells of the level beyond the band have the terrain.
///
/// In rows of a room at the bank these are the cells before its floor, as many as the bank wishes:
/// those that the room gave up, or that its shape left. In other rows they are rock that touches no
/// floor, such as that of unused leaves. `inside` is the level without its border.
fn reach(banks: &mut Banks, plan: &PlanToCover<'_>, inside: Rect) -> [Vec<i32>; 2] {
    let mut reach = banks.take_given();
    let (tiles, width) = (plan.tiles.values(), plan.tiles.width() as isize);
    let position = |cell: Cell| cell.y as isize * width + cell.x as isize;
    let first = banks.rows().start;
    let is_whole = |room: &PlannedRoom| matches!(room.cut, RoomShape::Rectangle | RoomShape::Bank);
    for room in plan.rooms.iter().filter(|room| !is_whole(room) && room.vault.is_none()) {
        let whole = plan.rects[room.leaf as usize];
        let Some(bank) = banks.bank_of(whole) else { continue };
        let (corner, [down, behind]) = banks.corner(bank);
        let most = banks.depth(bank, whole);
        for row in banks.rows_of(whole).map(|row| (row - first) as usize) {
            let from = position(corner) + row as isize * position(down);
            let wished = i32::from(banks.wished(bank)[row]).min(most);
            reach[bank][row] = run(tiles, from, position(behind), wished, |tile| tile != Tile::Floor);
        }
    }
    for (bank, reach) in reach.iter_mut().enumerate() {
        let (corner, [down, behind]) = banks.corner(bank);
        let (mut from, down, behind) = (position(corner), position(down), position(behind));
        let most = banks.depth(bank, inside);
        for (reach, wished) in reach.iter_mut().zip(banks.wished(bank)) {
            if *reach == NO_ROOM {
                *reach = run(tiles, from, behind, i32::from(*wished).min(most), |tile| tile == Tile::Rock);
            }
            from += down;
        }
    }
    reach
}

/// How many of so many tiles satisfy `is_bare`, from a position on by steps of `step`, up to the
/// first that does not.
fn run(tiles: &[Tile], mut from: isize, step: isize, most: i32, is_bare: impl Fn(Tile) -> bool) -> i32 {
    let mut cells = 0;
    while cells < most && tiles.get(from as usize).is_some_and(|tile| is_bare(*tile)) {
        (cells, from) = (cells + 1, from + step);
    }
    cells
}
