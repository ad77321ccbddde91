//! Invariant 8: props overlap in space.

use std::ops::Range;

use super::ground::Field;
use crate::{geom::Cell, level::Level, model::Metres};

/// Invariant 8. Markers are no things and overlap nothing. A prop without height overlaps another where it lies strictly between its bottom and its top; on its bottom
/// or its top it does not.
pub(super) fn no_two_props_overlap(level: &Level) -> Result<(), String> {
    let mut stacked = stacked_cells(level);
    // In each cell by height, so that a prop can be compared with the one below that reaches highest.
    stacked.sort_by_key(|&(cell, id)| (cell.y, cell.x, interval(level, id).start, id));
    stacked.dedup();
    for cell in stacked.chunk_by(|one, other| one.0 == other.0) {
        let mut highest: Option<u32> = None;
        for &(at, id) in cell {
            let heights = interval(level, id);
            if let Some(below) = highest {
                let under = interval(level, below);
                if under.start < heights.end && heights.start < under.end {
                    let (first, second) = (level.prop_name(below as usize), level.prop_name(id as usize));
                    return Err(format!("{first} and {second} overlap at {at}"));
                }
                if under.end > heights.end {
                    continue;
                }
            }
            highest = Some(id);
        }
    }
    Ok(())
}

/// Each cell that more than one prop covers, with each of these props; with the first of them more than once.
fn stacked_cells(level: &Level) -> Vec<(Cell, u32)> {
    let mut stacked = Vec::new();
    let mut first = Field::filled(level, None);
    let things = (0..).zip(&level.props).filter(|(_, record)| !level.kinds[usize::from(record.kind)].marker);
    for (id, record) in things {
        for cell in record.cells().cells() {
            match first.get(cell) {
                None => first.set(cell, Some(id)),
                Some(first) => stacked.extend([(cell, first), (cell, id)]),
            }
        }
    }
    stacked
}

/// From a prop's bottom up to its top.
fn interval(level: &Level, id: u32) -> Range<Metres> {
    let kind = &level.kinds[usize::from(level.props[id as usize].kind)];
    kind.elevation..kind.elevation + kind.tall
}
