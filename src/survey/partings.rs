//! Metrics of terrain and of partings: how much terrain blocks, what crosses it, what one sees.

use crate::{
    geom::{Cell, Direction},
    level::{Level, Parting, Tile},
};

/// Cells with terrain that blocks as a fraction of all cells. Cost: linear in cells.
pub(super) fn blocking_terrain(level: &Level) -> f64 {
    let Some(cells) = level.terrain_cells() else { return 0.0 };
    let blocks: Vec<bool> =
        std::iter::once(false).chain(level.terrain_kinds().iter().map(|kind| kind.blocks)).collect();
    let is_blocking = |number: &&u8| blocks.get(usize::from(**number)).is_some_and(|&blocks| blocks);
    cells.values().iter().filter(is_blocking).count() as f64 / cells.values().len() as f64
}

/// The passages that cross partings.
pub(super) fn crossings(level: &Level) -> f64 {
    level.partings().iter().map(|parting| parting.crossings.len()).sum::<usize>() as f64
}

/// The partings that every way from the start room to the end room crosses.
///
/// Cost: for each parting linear in rooms and passages.
pub(super) fn parted_ends(level: &Level) -> f64 {
    level.partings().iter().filter(|parting| parts_ends(level, parting)).count() as f64
}

/// Whether the end room cannot be reached without the crossings of a parting, by union of rooms.
fn parts_ends(level: &Level, parting: &Parting) -> bool {
    let mut above: Vec<u32> = (0..level.rooms.len() as u32).collect();
    for (id, passage) in (0..).zip(&level.passages) {
        if parting.crossings.binary_search(&id).is_err() {
            let [one, other] = passage.rooms.map(|room| top(&mut above, room));
            if let Some(above) = above.get_mut(one as usize) {
                *above = other;
            }
        }
    }
    top(&mut above, level.start().id) != top(&mut above, level.end().id)
}

/// The room that stands for all that are joined to `room`; halves the way to it.
fn top(above: &mut [u32], mut room: u32) -> u32 {
    while let Some(next) = above.get(room as usize).copied().filter(|&next| next != room) {
        let beyond = above.get(next as usize).copied().unwrap_or(next);
        above[room as usize] = beyond;
        room = beyond;
    }
    room
}

/// Bank cells from which one sees floor straight across the parting as a fraction of all bank
/// cells; `None` without bank cells.
///
/// A bank cell is floor with terrain of a parting beside it, in the direction across. Cost: linear
/// in cells for each parting.
pub(super) fn far_bank(level: &Level) -> Option<f64> {
    let (mut seeing, mut all) = (0_u64, 0_u64);
    for parting in level.partings() {
        let across = if parting.band.height() > parting.band.width() {
            [Direction::East, Direction::West]
        } else {
            [Direction::South, Direction::North]
        };
        let is_water = |cell: Cell| level.terrain(cell).is_some_and(|kind| kind.blocks);
        let is_of_parting = |cell: Cell| {
            let number = level.terrain_cells().and_then(|cells| cells.get(cell));
            number.is_some_and(|number| u16::from(number) == parting.terrain + 1)
        };
        for cell in level.tiles.bounds().cells().filter(|&cell| level.tile(cell) == Tile::Floor) {
            for side in across.into_iter().filter(|&side| is_of_parting(cell.step(side))) {
                let mut beyond = cell.step(side);
                while is_water(beyond) {
                    beyond = beyond.step(side);
                }
                all += 1;
                seeing += u64::from(level.tile(beyond) == Tile::Floor);
            }
        }
    }
    (all > 0).then(|| seeing as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    #[test]
    fn a_river_parts_the_ends_unless_another_passage_leads_round() {
        let mut level = fixture::parted();
        let whole = |level: &Level| [crossings(level), parted_ends(level)].map(|value| value as u32);
        assert_eq!(whole(&level), [2, 1]);
        // The same passage, but not over the river.
        level.terrain.as_mut().unwrap().partings[0].crossings.remove(0);
        assert_eq!(whole(&level), [1, 0]);
        assert_eq!(whole(&fixture::level()), [0; 2]);
    }

    #[test]
    fn the_far_bank_is_seen_over_water_and_not_over_rock() {
        let mut level = fixture::parted();
        let before = far_bank(&level).unwrap();
        let bank = level.tiles.bounds().cells().find(|&cell| {
            level.tile(cell) == Tile::Floor && level.terrain(cell.step(Direction::East)).is_some_and(|kind| kind.blocks)
        });
        if let Some(cell) = bank {
            level.terrain.as_mut().unwrap().cells.set(cell.step(Direction::East).step(Direction::East), 0);
            assert!(far_bank(&level).unwrap() < before);
        }
        assert!(bank.is_some() && before > 0.0, "{before}");
        assert_eq!(far_bank(&fixture::level()), None);
    }

    #[test]
    fn terrain_that_does_not_block_does_not_count() {
        let mut level = fixture::parted();
        let number = |level: &Level| blocking_terrain(level) * level.size().cells() as f64;
        let blocking = |cell: &Cell| level.terrain(*cell).is_some_and(|kind| kind.blocks);
        let expected = level.tiles.bounds().cells().filter(blocking).count() as f64;
        assert!((number(&level) - expected).abs() < 1e-9 && expected > 20.0);
        level.terrain.as_mut().unwrap().kinds[1].blocks = false;
        assert!(number(&level) < 1e-9);
    }
}
