//! The parts of a cave: cells that are connected in four directions.

use super::rows::CaveRows;
use crate::{
    geom::{Cell, Extent},
    grid::runs_of,
};

/// A run of floor in a row.
#[derive(Clone, Copy, Debug)]
struct CaveRun {
    y: i32,
    /// The cells of the run, and their number.
    bits: u64,
    cells: u32,
    /// While parts are found, an earlier run of the same part or this one; then the first of them.
    part: u32,
}

/// The parts of a floor. A part is named by the number of its first run, so that parts are in the
/// order of their first cells.
///
/// Source: the union of runs of Wu, Otoo and Suzuki, "Optimizing two-pass connected-component
/// labeling algorithms", 2009.
#[derive(Clone, Debug, Default)]
pub(super) struct CaveParts {
    runs: Vec<CaveRun>,
    /// For each run that is the first of its part, the cells of the part; 0 for others.
    cells: Vec<u32>,
}

impl CaveParts {
    /// Finds the parts of a floor. Cost: linear in runs and rows.
    pub(super) fn find(&mut self, floor: &CaveRows) {
        self.runs.clear();
        let mut above = 0;
        for (y, &row) in (0..).zip(floor.rows()) {
            let first = self.runs.len();
            for columns in runs_of(row) {
                let bits = u64::MAX >> (u64::BITS as i32 - columns.len() as i32) << columns.start;
                let own = self.runs.len() as u32;
                self.runs.push(CaveRun { y, bits, cells: columns.len() as u32, part: own });
                // Runs of both rows ascend: those before are done with.
                while let Some(run) = self.runs[..first].get(above)
                    && run.bits < bits & bits.wrapping_neg()
                {
                    above += 1;
                }
                let mut beside = above;
                while let Some(run) = self.runs[..first].get(beside)
                    && run.bits & bits != 0
                {
                    self.unite(beside as u32, own);
                    beside += 1;
                }
            }
            above = first;
        }
        self.cells.clear();
        self.cells.resize(self.runs.len(), 0);
        for number in 0..self.runs.len() {
            // The earlier run already names the first of its part.
            let CaveRun { part, cells, .. } = self.runs[number];
            let part = self.runs[part as usize].part;
            self.runs[number].part = part;
            self.cells[part as usize] += cells;
        }
    }

    /// The first run so far of the part of a run.
    fn first_of(&self, mut number: u32) -> u32 {
        while self.runs[number as usize].part != number {
            number = self.runs[number as usize].part;
        }
        number
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first_of(one), self.first_of(other));
        self.runs[one.max(other) as usize].part = one.min(other);
    }

    /// The parts, in the order of their first cells.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.cells).filter(|(_, cells)| **cells > 0).map(|(part, _)| part)
    }

    pub(super) fn cells_of(&self, part: u32) -> u32 {
        self.cells[part as usize]
    }

    /// The part with the most cells, the first of several; `None` without floor.
    pub(super) fn largest(&self) -> Option<u32> {
        let most = self.cells.iter().max()?;
        self.ids().find(|&part| self.cells_of(part) == *most)
    }

    /// The part of a cell; `None` for a cell that is no floor.
    pub(super) fn part_at(&self, cell: Cell) -> Option<u32> {
        let run = self.runs.iter().find(|run| run.y == cell.y && run.bits >> cell.x & 1 == 1)?;
        Some(run.part)
    }

    /// Adds the cells of a part.
    pub(super) fn add(&self, part: u32, rows: &mut CaveRows) {
        let runs = self.runs.iter().filter(|run| run.part == part);
        runs.for_each(|run| rows.insert_row(run.y, run.bits));
    }

    pub(super) fn rows_of(&self, part: u32, extent: Extent) -> CaveRows {
        let mut rows = CaveRows::default();
        rows.reset(extent);
        self.add(part, &mut rows);
        rows
    }
}
