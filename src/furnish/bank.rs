//! The bank of a room: where the terrain of a parting lies beside its floor.
//!
//! Consumes the terrain of a plan. A bank is no wall: what goes along walls keeps off it.

use std::{iter, ops::Range};

use crate::{
    floorplan::PlannedTerrain,
    geom::{Direction, Extent, Rect},
    grid::Grid,
    preset::Preset,
};

/// The terrain of a parting around a room that has some beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomBank<'level> {
    cells: &'level Grid<u8>,
    /// The number of the parting's terrain in `cells`.
    terrain: u8,
    /// The room's rectangle in the level.
    rect: Rect,
    /// The side of the room on which the parting lies.
    side: Direction,
    /// Whether the terrain may lie in the rectangle.
    meanders: bool,
}

/// The runs of wanted ones.
pub(super) fn runs(wanted: impl Iterator<Item = bool>) -> impl Iterator<Item = Range<i32>> {
    let mut cells = (0..).zip(wanted.chain([false]));
    iter::from_fn(move || {
        let (start, _) = cells.find(|(_, is_wanted)| *is_wanted)?;
        let (end, _) = cells.find(|(_, is_wanted)| !is_wanted)?;
        Some(start..end)
    })
}

impl<'level> RoomBank<'level> {
    /// The bank of a room; `None` if no terrain of a parting lies beside it. Cost: linear in the
    /// sides of the room.
    pub(super) fn of(preset: &Preset, terrain: &'level PlannedTerrain, rect: Rect) -> Option<Self> {
        let parting = terrain.partings.first()?;
        let rule = preset.partings.get(usize::from(parting.rule))?;
        // Its banks meander by so many cells at most.
        rect.grown(rule.meander + 1)?.intersection(parting.band)?;
        let side = if parting.band.right() <= rect.left() {
            Direction::West
        } else if parting.band.left() >= rect.right() {
            Direction::East
        } else if parting.band.bottom() <= rect.top() {
            Direction::North
        } else {
            Direction::South
        };
        let cells = terrain.cells.as_ref()?;
        let bank = Self { cells, terrain: rule.terrain + 1, rect, side, meanders: rule.meander > 0 };
        let Extent { width, height } = rect.extent();
        // Terrain in the rectangle is joined to that of the band, which lies outside of it.
        let is_beside = [-1, height].into_iter().any(|y| bank.row(y).contains(&bank.terrain))
            || [-1, width].into_iter().any(|x| bank.column(x).any(|has| has));
        is_beside.then_some(bank)
    }

    /// The side of the room on which the parting lies. All doors there lead over it.
    pub(super) fn side(&self) -> Direction {
        self.side
    }

    /// The terrain of a row of the room, or beside it, with the cells before and behind the row.
    fn row(&self, y: i32) -> &'level [u8] {
        self.cells.row_part(self.rect.top() + y, self.rect.left() - 1, self.rect.right() + 1)
    }

    /// Whether the cells of a column of the room, or beside it, have the parting's terrain.
    fn column(&self, x: i32) -> impl Iterator<Item = bool> {
        let Self { cells, terrain, rect, .. } = *self;
        cells.column_part(rect.left() + x, rect.top(), rect.bottom()).map(move |number| number == terrain)
    }

    /// Calls `visit` with the runs of a row, as [`RoomBank::row`] has it, that have the parting's
    /// terrain, or with those that do not.
    fn visit_runs(&self, y: i32, wanted: bool, mut visit: impl FnMut(Rect)) {
        let row = self.row(y);
        if row.contains(&self.terrain) {
            let is_wanted = row.iter().map(|number| (*number == self.terrain) == wanted);
            runs(is_wanted).for_each(|run| visit(Rect::of(run.start - 1, y, run.end - run.start, 1)));
        } else if !wanted {
            visit(Rect::of(-1, y, row.len() as i32, 1));
        }
    }

    /// Calls `visit` with the cells that have the terrain, in the room's rectangle and beside it.
    /// Cost: linear in the cells of the room.
    pub(super) fn around(&self, mut visit: impl FnMut(Rect)) {
        (-1..=self.rect.height()).for_each(|y| self.visit_runs(y, true, &mut visit));
    }

    /// The same, or nothing where no cell in the room's rectangle has the terrain: straight banks
    /// lie beside it.
    pub(super) fn inside(&self, visit: impl FnMut(Rect)) {
        if self.meanders {
            self.around(visit);
        }
    }

    /// Calls `visit` with the cells around the room's rectangle that are walls: that do not have
    /// the terrain. Cost: linear in the sides of the room.
    pub(super) fn walls(&self, mut visit: impl FnMut(Rect)) {
        let Extent { width, height } = self.rect.extent();
        for y in [-1, height] {
            self.visit_runs(y, false, &mut visit);
        }
        for x in [-1, width] {
            let walls = runs(self.column(x).map(|has| !has));
            walls.for_each(|run| visit(Rect::of(x, run.start, 1, run.end - run.start)));
        }
    }
}
