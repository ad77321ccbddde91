//! The edges of grounds: carpets, pools, sand, mosaics and gravel, which cover whole cells.
//!
//! Consumes the props of a level, and says for each which of its sides meet another ground. There
//! its image gets a rim, and round corners.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    PropKind,
    geom::Cell,
    level::{Level, Prop, Tile},
    theme::{Sprite, Theme},
};

use super::{
    canvas::{CELL, SHADOW, TransparentImage, darker, lighter},
    looks::sprite_of,
    sprites::MARGIN,
};

/// The pixels that a round corner takes off along each side.
const ROUND: i32 = 4;

/// The opacity of the dark line and of the light line of a rim.
const DARK: u32 = 104;
const LIT: u32 = 44;

/// The cells of each kind of ground in a window.
#[derive(Debug)]
pub(super) struct Grounds<'level> {
    level: &'level Level,
    cells: BTreeMap<&'level str, BTreeSet<Cell>>,
}

impl<'level> Grounds<'level> {
    /// Collects the cells of those `props` that are grounds in a theme: flat ones with a sprite
    /// that covers their cells. Cost: linear in the props and in the cells of grounds.
    pub(super) fn new(level: &'level Level, theme: &Theme, props: impl Iterator<Item = Prop<'level>>) -> Self {
        let mut cells: BTreeMap<&str, BTreeSet<Cell>> = BTreeMap::new();
        let mut grounds = BTreeMap::new();
        for prop in props.filter(|prop| prop.offset.iter().all(|side| side.abs() == 0.0)) {
            let name = prop.kind.name.as_str();
            let covers = || sprite_of(theme, prop.kind).is_some_and(|sprite| covers_cells(&sprite, prop.kind));
            if *grounds.entry(name).or_insert_with(covers) {
                cells.entry(name).or_default().extend(prop.cells.cells());
            }
        }
        Self { level, cells }
    }

    /// The edges of a prop: none if it is no ground.
    pub(super) fn edges(&self, prop: &Prop<'_>) -> Edges {
        let Some(cells) = self.cells.get(prop.kind.name.as_str()).filter(|cells| cells.contains(&corner(prop))) else {
            return Edges::default();
        };
        let rect = prop.cells;
        // A path leads through doors, and a carpet reaches to their sills.
        let goes_through = |cell: Cell| cells.contains(&cell) || self.level.tile(cell) == Tile::Door;
        let goes_on = |dx: i32, dy: i32| {
            let beyond = |low: i32, high: i32, step: i32| match step {
                -1 => low - 1..low,
                0 => low..high,
                _ => high..high + 1,
            };
            let rows = beyond(rect.top(), rect.bottom(), dy);
            rows.into_iter().all(|y| beyond(rect.left(), rect.right(), dx).all(|x| goes_through(Cell::new(x, y))))
        };
        Edges { ends: AROUND.map(|[dx, dy]| !goes_on(dx, dy)) }
    }
}

/// The first cell of a prop.
fn corner(prop: &Prop<'_>) -> Cell {
    Cell::new(prop.cells.left(), prop.cells.top())
}

/// Whether a sprite has the size of whole cells or is shrunk to its footprint, and has no
/// transparent pixel.
fn covers_cells(sprite: &Sprite, kind: &PropKind) -> bool {
    let (width, height) = (sprite.width(), sprite.height());
    let fills = |pixels: u32, cells: u8| pixels.is_multiple_of(CELL as u32) || pixels > u32::from(cells) * CELL as u32;
    fills(width, kind.width)
        && fills(height, kind.height)
        && (0..height).all(|y| (0..width).all(|x| sprite.pixel(x, y).is_some()))
}

/// The neighbours of a cell, from the north-west, row by row.
const AROUND: [[i32; 2]; 8] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/// At which of its neighbours a ground ends, in the order of [`AROUND`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Edges {
    ends: [bool; 8],
}

impl Edges {
    fn ends(self, dx: i32, dy: i32) -> bool {
        AROUND.iter().position(|&step| step == [dx, dy]).is_some_and(|place| self.ends[place])
    }

    /// Draws rims and round corners in a body, which has [`MARGIN`] pixels around its footprint.
    pub(super) fn draw(self, body: &mut TransparentImage) {
        if self == Self::default() {
            return;
        }
        let (width, height) = (body.width() - 2 * MARGIN, body.height() - 2 * MARGIN);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let Some(color) = body.solid(x + MARGIN, y + MARGIN) else { continue };
            match self.depth([x, y], [width, height]) {
                ..0 => body.set(x + MARGIN, y + MARGIN, SHADOW, 0),
                0 => body.set(x + MARGIN, y + MARGIN, darker(color, DARK), u8::MAX),
                1 => body.set(x + MARGIN, y + MARGIN, lighter(color, LIT), u8::MAX),
                _ => {}
            }
        }
    }

    /// The pixels between a pixel and the nearest edge; negative beyond a round corner.
    fn depth(self, [x, y]: [i32; 2], [width, height]: [i32; 2]) -> i32 {
        let mut depth = i32::MAX;
        for [dx, dy] in AROUND {
            let along = |step: i32, at: i32, side: i32| match step {
                -1 => at,
                0 => 0,
                _ => side - 1 - at,
            };
            let (across, down) = (along(dx, x, width), along(dy, y, height));
            let own = match (dx, dy) {
                (0, _) => down,
                (_, 0) => across,
                // Round where both sides end; where both go on, the corner of another ground.
                _ if self.ends(dx, 0) && self.ends(0, dy) => across + down - ROUND + 1,
                _ if self.ends(dx, 0) || self.ends(0, dy) => continue,
                _ => across.max(down),
            };
            if self.ends(dx, dy) || (dx != 0 && dy != 0 && self.ends(dx, 0) && self.ends(0, dy)) {
                depth = depth.min(own);
            }
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{PropKind, color::Color, theme::Sprite};

    use super::{CELL, Edges, covers_cells};

    /// The edges of a ground that ends everywhere but at these neighbours.
    fn edges(ends: [bool; 8]) -> Edges {
        Edges { ends }
    }

    #[test]
    fn a_ground_alone_has_a_rim_and_round_corners() {
        let alone = edges([true; 8]);
        let depth = |x, y| alone.depth([x, y], [CELL, CELL]);
        assert!(depth(0, 0) < 0 && depth(15, 0) < 0 && depth(0, 15) < 0 && depth(15, 15) < 0);
        assert_eq!((depth(8, 0), depth(0, 8), depth(8, 1), depth(15, 8)), (0, 0, 1, 0));
        assert!(depth(8, 8) > 1);
    }

    #[test]
    fn an_opaque_sprite_of_whole_cells_or_shrunk_to_its_footprint_covers_it() {
        let covers = |side: usize, cells: u8, hole: Option<usize>| {
            let mut rows = vec![vec![Some(Color::default()); side]; side];
            hole.into_iter().for_each(|at| rows[at][at] = None);
            let mut kind = PropKind::new("rug".into(), 'r', Color::default());
            (kind.width, kind.height) = (cells, cells);
            covers_cells(&Sprite::from_rows(&rows).expect("a sprite"), &kind)
        };
        for (side, cells) in [(16, 1), (17, 1), (24, 1), (127, 1), (128, 1), (16, 2), (32, 2), (40, 2)] {
            assert!(covers(side, cells, None) && !covers(side, cells, Some(3)), "{side} {cells}");
        }
        for (side, cells) in [(8, 1), (12, 1), (24, 2), (31, 2), (127, 8)] {
            assert!(!covers(side, cells, None), "{side} {cells}");
        }
    }

    #[test]
    fn a_ground_amid_its_kind_has_neither() {
        let amid = edges([false; 8]);
        assert_eq!(amid.depth([0, 0], [CELL, CELL]), i32::MAX);
    }

    #[test]
    fn a_ground_around_a_corner_of_another_has_a_rim_there_alone() {
        let mut ends = [false; 8];
        ends[0] = true;
        let around = edges(ends);
        let depth = |x, y| around.depth([x, y], [CELL, CELL]);
        assert_eq!((depth(0, 0), depth(1, 1)), (0, 1));
        assert!(depth(0, 8) > 1 && depth(15, 15) > 1);
    }
}
