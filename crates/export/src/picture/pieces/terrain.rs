//! The tile images of terrain: what lies below the floor with its banks, and the boards of decks.

use roomgen::{
    geom::Cell,
    level::Level,
    model::{TerrainKind, Tile},
    theme::Theme,
};

use super::{
    super::{
        sunken::sunken,
        terrain::{Deck, paint_tile},
    },
    TileImage,
};

/// The mask of a tile of terrain with nothing but terrain around it.
pub(crate) const AMID: u8 = 255;

/// The steps to the eight cells around one, clockwise from the north: those of the bits of a mask.
const AROUND: [[i32; 2]; 8] = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/// The tile images of a kind of terrain, each with its mask: 47 for one that blocks, which has
/// banks, and one with the mask [`AMID`] for another.
///
/// Bit n of a mask says whether the nth of the eight cells around the tile, clockwise from the
/// north, has terrain too. A diagonal one counts only between two others that have, for no other
/// makes a difference.
pub(crate) fn terrain(kind: &TerrainKind, theme: &Theme) -> Vec<(u8, TileImage)> {
    let masks = if kind.blocks { (0..=AMID).filter(|&mask| reduced(mask) == mask).collect() } else { vec![AMID] };
    // A cell with room for its neighbours.
    let place = Cell::new(3, 3);
    let image = |mask: u8| {
        TileImage::cut_cell(place, |canvas, y| {
            let cell = Cell::new(place.x, y);
            if kind.blocks {
                paint_tile(canvas, kind, theme, cell, mask);
            } else {
                Deck { leads_north: false, color: kind.color, rails: [false; 2] }.paint(canvas, cell);
            }
        })
    };
    masks.into_iter().map(|mask| (mask, image(mask))).collect()
}

/// The mask of the tile of terrain at a cell of a level, as of [`terrain`].
///
/// Rock and walls count as terrain, so that a bank runs straight into them, and so do decks and
/// what lies beyond the level.
#[must_use]
pub(crate) fn terrain_mask(level: &Level, cell: Cell) -> u8 {
    let has_terrain = |[dx, dy]: [i32; 2]| {
        let beside = Cell::new(cell.x + dx, cell.y + dy);
        match level.tile(beside) {
            Tile::Rock | Tile::Wall => true,
            Tile::Corridor => level.terrain(beside).is_some(),
            Tile::Floor | Tile::Door => level.terrain(beside).is_some_and(|kind| kind.blocks),
        }
    };
    let bits = (0..).zip(AROUND).filter(|&(_, step)| has_terrain(step));
    reduced(bits.fold(0, |mask, (bit, _): (u32, _)| mask | 1 << bit))
}

/// Whether a cell has terrain that blocks and a bank, behind which its tile shows the floor.
pub(super) fn has_bank(level: &Level, cell: Cell) -> bool {
    sunken(level, cell).is_some() && terrain_mask(level, cell) != AMID
}

/// A mask without the diagonal cells that do not lie between two others that have terrain.
fn reduced(mask: u8) -> u8 {
    let straight = mask & 0b0101_0101;
    mask & (straight | straight.rotate_left(1) & straight.rotate_right(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::color::Color;

    #[test]
    fn tiles_of_terrain_meet_at_their_sides() {
        let planks = TerrainKind::new("water".into(), '~', Color::new(0x2f, 0x5f, 0x8f));
        let mut water = planks.clone();
        water.blocks = true;
        let tiles = terrain(&water, &Theme::default());
        assert_eq!(tiles.len(), 47);
        assert!(tiles.iter().all(|&(mask, _)| reduced(mask) == mask));
        assert_eq!(terrain(&planks, &Theme::default()).len(), 1);
        // Of two tiles side by side, each of which knows that the other is there and the same of
        // the cells above and below both, the pixels at the border are alike or both open.
        let near = |mask: u8, bits: [usize; 2]| bits.map(|bit| mask >> bit & 1);
        let mut met = 0;
        for (west, left) in tiles.iter().filter(|(mask, _)| mask >> 2 & 1 == 1) {
            for (east, right) in tiles.iter().filter(|(mask, _)| mask >> 6 & 1 == 1) {
                // North and north-east of the western tile are north-west and north of the other.
                let above = near(*west, [0, 1]) == near(*east, [7, 0]);
                let below = near(*west, [3, 4]) == near(*east, [4, 5]);
                if !above || !below {
                    continue;
                }
                met += 1;
                for (one, other) in left.rows().zip(right.rows()) {
                    let (one, other) = (one[one.len() - 1], other[0]);
                    assert!(one[3].abs_diff(other[3]) < 200, "{west:08b} {east:08b}: {one:?} {other:?}");
                }
            }
        }
        assert!(met > 40, "{met}");
    }
}
