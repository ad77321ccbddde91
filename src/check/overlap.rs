//! Invariant 8: no two props overlap in space.

use crate::{
    geom::{Cell, Rect},
    grid::BitGrid,
    level::Level,
    model::PropRecord,
    spatial::{Footprint, PropIndex},
};

/// Tests invariant 8: no two props overlap.
///
/// Markers overlap nothing. A prop without height overlaps another only if it lies strictly between
/// the other's bottom and top.
///
/// Each prop becomes one object per cell that it shares with other props. An index of these objects
/// lists those of a cell one after the other. Within a cell they are sorted by height, since
/// comparing all pairs would be quadratic for a file with thousands of props in one place.
pub(super) fn no_two_props_overlap(level: &Level) -> Result<(), String> {
    let is_thing = |record: &&PropRecord| !level.kinds[usize::from(record.kind)].marker;
    let [mut covered, mut crowded] = [(); 2].map(|()| BitGrid::new(level.width(), level.height()));
    for cell in level.props.iter().filter(is_thing).flat_map(|record| record.cells().cells()) {
        if covered.get(cell) {
            crowded.set(cell, true);
        } else {
            covered.set(cell, true);
        }
    }
    drop(covered);
    let shares = |cell: &Cell| crowded.get(*cell);
    let objects: Vec<(u32, Footprint)> = (0..)
        .zip(&level.props)
        .filter(|(_, record)| is_thing(record))
        .flat_map(|(prop, record)| {
            let kind = &level.kinds[usize::from(record.kind)];
            let cells = record.cells().cells().filter(shares);
            cells.map(move |cell| (prop, kind.footprint(Rect::from_cell(cell))))
        })
        .collect();
    let index = PropIndex::build(level.size(), (0..).zip(objects.iter().map(|object| object.1)));
    let index = index.map_err(|error| error.to_string())?;

    let mut stack: Vec<(u32, Footprint)> = Vec::new();
    for object in index.iter().map(|id| objects[id as usize]) {
        if stack.last().is_some_and(|last| last.1.cells != object.1.cells) {
            nothing_overlaps(level, &mut stack)?;
            stack.clear();
        }
        stack.push(object);
    }
    nothing_overlaps(level, &mut stack)
}

/// Tests that no two props in one cell overlap in height.
///
/// Each prop is compared with the highest top among the props that begin below it.
fn nothing_overlaps(level: &Level, stack: &mut [(u32, Footprint)]) -> Result<(), String> {
    stack.sort_unstable_by_key(|&(prop, footprint)| (footprint.bottom, prop));
    let mut highest: Option<(u32, Footprint)> = None;
    for &(prop, footprint) in stack.iter() {
        if let Some((below, under)) = highest {
            if under.overlaps(footprint) {
                let (first, second) = (level.prop_name(below as usize), level.prop_name(prop as usize));
                let (x, y) = (footprint.cells.left(), footprint.cells.top());
                return Err(format!("{first} and {second} overlap at ({x}, {y})"));
            }
            if under.top > footprint.top {
                continue;
            }
        }
        highest = Some((prop, footprint));
    }
    Ok(())
}
