//! The quiet zone: the cells near the entry where no encounter has a member.

use std::collections::VecDeque;

use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet, Grid},
    model::Tile,
};

/// The cells within some steps of the entry, over the tiles: props left out, all doors open.
///
/// The default is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuietZone {
    /// The cells, counted from the top left one of `around`.
    cells: BitGrid,
    /// A rectangle around the cells; `None` without any.
    around: Option<Rect>,
    /// The number of cells that the search visited, which counts as work.
    pub(super) work: u64,
}

impl QuietZone {
    /// The zone of so many steps around the entry. Cost: linear in its cells.
    pub(super) fn new(tiles: &Grid<Tile>, entry: Cell, steps: i32) -> Self {
        let around = Rect::from_cell(entry).grown(steps).and_then(|all| all.intersection(tiles.bounds()));
        let Some(around) = around.filter(|_| steps > 0) else { return Self::default() };
        let mut cells = BitGrid::new(around.width(), around.height());
        let mut ahead = VecDeque::from([(entry, 0)]);
        let mut insert = |cell: Cell| {
            let (x, y) = (cell.x - around.left(), cell.y - around.top());
            let is_new = around.contains(cell) && !CellSet::contains(&cells, x, y);
            is_new.then(|| CellSet::insert(&mut cells, x, y)).is_some()
        };
        insert(entry);
        let mut work = 0;
        while let Some((from, distance)) = ahead.pop_front() {
            work += 1;
            if distance == steps {
                continue;
            }
            for side in Direction::ALL {
                let (dx, dy) = side.delta();
                let to = Cell::new(from.x + dx, from.y + dy);
                if tiles.get(to).is_some_and(Tile::is_open) && insert(to) {
                    ahead.push_back((to, distance + 1));
                }
            }
        }
        Self { cells, around: Some(around), work }
    }

    /// Whether any cell of a rectangle may be in the zone.
    pub(crate) fn may_touch(&self, rect: Rect) -> bool {
        self.around.is_some_and(|around| around.intersection(rect).is_some())
    }

    /// Whether a cell of the level is in the zone.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.around.is_some_and(|around| CellSet::contains(&self.cells, cell.x - around.left(), cell.y - around.top()))
    }

    /// The cells of a rectangle that are in the zone. Cost: linear in the cells of the rectangle
    /// near the zone.
    pub(crate) fn cells_in(&self, rect: Rect) -> impl Iterator<Item = Cell> {
        let near = self.around.and_then(|around| around.intersection(rect));
        near.into_iter().flat_map(|near| near.cells()).filter(|&cell| self.contains(cell))
    }
}
