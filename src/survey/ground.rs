//! Cells: what is open, what is furnished, and how far it is to walk.

use crate::{
    geom::Rect,
    grid::{BitGrid, CellSet},
    level::{Distances, Level, Tile},
};

/// What the cells of a level tell, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    /// All cells of the level.
    cells: u64,
    /// Floor, corridors and doors.
    open: BitGrid,
    open_cells: u64,
    /// The columns and rows that hold open cells.
    reach: Option<Rect>,
    /// Cells of rooms.
    pub(super) floor: u64,
    /// Cells with a prop.
    furnished: BitGrid,
    /// Steps from entry to exit; 0 if none lead there, which is so in no level that was checked.
    pub(super) walking_distance: u32,
    walkable: BitGrid,
    distances: Distances,
}

impl Ground {
    /// Cost: linear in cells and props.
    pub(super) fn measure(&mut self, level: &Level) {
        self.look_at_tiles(level);
        self.furnished.reset(level.width(), level.height());
        self.walkable.assign(&self.open);
        for prop in &level.props {
            let kind = &level.kinds[usize::from(prop.kind)];
            if !kind.marker {
                self.furnished.insert_rect(prop.cells());
            }
            if kind.is_obstacle() {
                self.walkable.remove_rect(prop.cells());
            }
        }
        self.distances.measure(&self.walkable, [level.entry]);
        self.walking_distance = self.distances.get(level.exit).unwrap_or(0);
    }

    fn look_at_tiles(&mut self, level: &Level) {
        let (width, height) = (level.width(), level.height());
        self.cells = width as u64 * height as u64;
        self.open.reset(width, height);
        self.floor = 0;
        let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
        for (y, row) in (0..).zip(level.tiles.rows()) {
            self.floor += row.iter().filter(|&&tile| tile == Tile::Floor).count() as u64;
            let mut x = 0;
            // A run of open cells at a time.
            for run in row.chunk_by(|one, other| one.is_open() == other.is_open()) {
                let after = x + run.len() as i32;
                if run[0].is_open() {
                    self.open.insert_rect(Rect::of(x, y, after - x, 1));
                    (left, right) = (left.min(x), right.max(after));
                    (top, bottom) = (top.min(y), y + 1);
                }
                x = after;
            }
        }
        self.open_cells = self.open.count();
        self.reach = Rect::from_ltrb(left, top, right, bottom);
    }

    /// Open cells as a share of all.
    pub(super) fn openness(&self) -> f64 {
        self.open_cells as f64 / self.cells as f64
    }

    /// Cells with a prop as a share of the floor; all props stand on floor.
    pub(super) fn prop_density(&self) -> f64 {
        if self.floor == 0 { 0.0 } else { self.furnished.count() as f64 / self.floor as f64 }
    }

    /// The best of the three mirrors.
    pub(super) fn symmetry(&self) -> f64 {
        let mirrors = [[true, false], [false, true], [true, true]];
        let in_both = mirrors.map(|mirror| self.open_in_both(mirror)).into_iter().max().unwrap_or(0);
        let in_either = 2 * self.open_cells - in_both;
        if in_either == 0 { 0.0 } else { in_both as f64 / in_either as f64 }
    }

    /// How many cells are open in the level and in its image, mirrored across, down or both about the middle of the open cells. A
    /// word at a time.
    fn open_in_both(&self, [is_across, is_down]: [bool; 2]) -> u64 {
        const WORD: i32 = 64;
        let Some(reach) = self.reach else { return 0 };
        let row = |y: i32| {
            let image = if is_down { reach.top() + reach.bottom() - 1 - y } else { y };
            (reach.left()..reach.right()).step_by(WORD as usize).map(move |x| {
                let mirrored = if is_across {
                    let last = reach.left() + reach.right() - 1 - x;
                    self.open.row_bits(last - (WORD - 1), image).reverse_bits()
                } else {
                    self.open.row_bits(x, image)
                };
                u64::from((self.open.row_bits(x, y) & mirrored).count_ones())
            })
        };
        (reach.top()..reach.bottom()).flat_map(row).sum()
    }
}
