//! What the floor of a level or of a room looks like, by plain scans and floods of single cells.
//!
//! Consumes which cells are floor; produces counts. Shares no search with the library.

use roomgen::{Cell, Rect};

/// The least number of edges of a straight run.
const STRAIGHT: u64 = 4;

/// How many of some things have a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) part: u64,
    pub(crate) all: u64,
}

impl Fraction {
    pub(crate) fn add(&mut self, other: Self) {
        self.part += other.part;
        self.all += other.all;
    }

    /// The fraction of one thing.
    pub(crate) fn of(has_property: bool) -> Self {
        Self { part: has_property.into(), all: 1 }
    }

    pub(crate) fn value(self) -> Option<f64> {
        (self.all > 0).then(|| self.part as f64 / self.all as f64)
    }
}

/// Cells that are connected with each other and with no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MapPiece {
    pub(crate) cells: u64,
    /// Whether a cell of it lies at the border of the map.
    pub(crate) is_outer: bool,
}

/// Which cells of a rectangle are floor. All cells outside are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FloorMap {
    bounds: Rect,
    floor: Vec<bool>,
}

impl FloorMap {
    pub(crate) fn new(bounds: Rect, is_floor: impl FnMut(Cell) -> bool) -> Self {
        Self { bounds, floor: bounds.cells().map(is_floor).collect() }
    }

    /// The map with one cell more that is floor.
    pub(crate) fn with_floor(mut self, cell: Cell) -> Self {
        if let Some(position) = self.position(cell) {
            self.floor[position] = true;
        }
        self
    }

    /// The rectangle of all cells.
    pub(crate) const fn bounds(&self) -> Rect {
        self.bounds
    }

    /// The position of a cell in lists of all cells, row by row.
    fn position(&self, cell: Cell) -> Option<usize> {
        let inside = self.bounds.contains(cell);
        inside.then(|| ((cell.y - self.bounds.top()) * self.bounds.width() + cell.x - self.bounds.left()) as usize)
    }

    pub(crate) fn is_floor(&self, cell: Cell) -> bool {
        self.position(cell).is_some_and(|position| self.floor[position])
    }

    /// The number of cells that are floor.
    pub(crate) fn cells(&self) -> u64 {
        self.floor.iter().filter(|floor| **floor).count() as u64
    }

    /// The outline: edges between a floor cell and one that is none. Of them, those in straight
    /// runs of four or more. A run lies in one line and has its floor on one side.
    pub(crate) fn outline(&self) -> Fraction {
        let rows = rows(self.bounds).flat_map(|row| [(row.clone(), (0, -1)), (row, (0, 1))]);
        let columns = columns(self.bounds).flat_map(|column| [(column.clone(), (-1, 0)), (column, (1, 0))]);
        let mut outline = Fraction::default();
        for (line, (dx, dy)) in rows.chain(columns) {
            let is_edge = |cell: &Cell| self.is_floor(*cell) && !self.is_floor(Cell::new(cell.x + dx, cell.y + dy));
            let edges: Vec<bool> = line.iter().map(is_edge).collect();
            for run in edges.chunk_by(|one, other| one == other).filter(|run| run[0]) {
                let length = run.len() as u64;
                outline.add(Fraction { part: if length >= STRAIGHT { length } else { 0 }, all: length });
            }
        }
        outline
    }

    /// The number of islands: pieces of what is no floor, connected in eight directions, that floor
    /// encloses.
    pub(crate) fn islands(&self) -> u64 {
        let pieces = self.pieces(&AROUND, |cell| !self.is_floor(cell));
        pieces.iter().filter(|piece| !piece.is_outer).count() as u64
    }

    /// The cells of the largest chamber, of the cells of all chambers. A chamber is a piece,
    /// connected in four directions, of the cells that lie in three by three cells of floor.
    pub(crate) fn largest_chamber(&self) -> Fraction {
        let is_middle = |cell: Cell| self.is_floor(cell) && steps(cell, &AROUND).all(|near| self.is_floor(near));
        let middles = Self::new(self.bounds, is_middle);
        let is_wide = |cell: Cell| middles.is_floor(cell) || steps(cell, &AROUND).any(|near| middles.is_floor(near));
        let chambers = self.pieces(&SIDES, is_wide);
        let cells = chambers.iter().map(|chamber| chamber.cells);
        Fraction { part: cells.clone().max().unwrap_or_default(), all: cells.sum() }
    }

    /// The pieces of floor, connected in four directions.
    pub(crate) fn floor_pieces(&self) -> Vec<MapPiece> {
        self.pieces(&SIDES, |cell| self.is_floor(cell))
    }

    /// The pieces of the cells that are `members`, connected by these steps.
    fn pieces(&self, by: &[(i32, i32)], is_member: impl Fn(Cell) -> bool) -> Vec<MapPiece> {
        let bounds = self.bounds;
        let mut ahead: Vec<bool> = bounds.cells().map(is_member).collect();
        let mut take = |cell: Cell| self.position(cell).is_some_and(|position| std::mem::take(&mut ahead[position]));
        let (mut pieces, mut stack) = (Vec::new(), Vec::new());
        for first in bounds.cells() {
            if !take(first) {
                continue;
            }
            stack.push(first);
            let mut piece = MapPiece { cells: 0, is_outer: false };
            while let Some(cell) = stack.pop() {
                piece.cells += 1;
                piece.is_outer |= steps(cell, &SIDES).any(|near| !bounds.contains(near));
                stack.extend(steps(cell, by).filter(|near| take(*near)));
            }
            pieces.push(piece);
        }
        pieces
    }
}

/// The steps to the cells beside a cell.
pub(crate) const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The steps to the cells around a cell.
const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn steps(cell: Cell, by: &[(i32, i32)]) -> impl Iterator<Item = Cell> {
    by.iter().map(move |(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))
}

/// The cells of each row of a rectangle.
pub(crate) fn rows(bounds: Rect) -> impl Iterator<Item = Vec<Cell>> {
    (bounds.top()..bounds.bottom()).map(move |y| (bounds.left()..bounds.right()).map(|x| Cell::new(x, y)).collect())
}

/// The cells of each column of a rectangle.
pub(crate) fn columns(bounds: Rect) -> impl Iterator<Item = Vec<Cell>> {
    (bounds.left()..bounds.right()).map(move |x| (bounds.top()..bounds.bottom()).map(|y| Cell::new(x, y)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map as it is drawn: `.` is floor.
    pub(crate) fn map(drawing: &[&str]) -> FloorMap {
        let bounds = Rect::from_xywh(0, 0, drawing[0].len() as i32, drawing.len() as i32).unwrap();
        FloorMap::new(bounds, |cell| drawing[cell.y as usize].as_bytes()[cell.x as usize] == b'.')
    }

    fn fraction(part: u64, all: u64) -> Fraction {
        Fraction { part, all }
    }

    #[test]
    fn straight_runs_have_four_edges_on_one_side() {
        // Above and below 4 each, 1 at both ends.
        assert_eq!(map(&["######", "#....#", "######"]).outline(), fraction(8, 10));
        assert_eq!(map(&["#...#"]).outline(), fraction(0, 8));
        // Where the floor changes sides, the run ends.
        assert_eq!(map(&["...###", "###..."]).outline(), fraction(0, 16));
        // At the border of the map, too.
        assert_eq!(map(&[".", ".", ".", ".", "."]).outline(), fraction(10, 12));
    }

    #[test]
    fn an_island_touches_no_border_and_holds_together_at_corners() {
        assert_eq!(map(&["....", ".##.", "...."]).islands(), 1);
        assert_eq!(map(&[".....", ".#...", "..#..", "....."]).islands(), 1);
        assert_eq!(map(&[".....", ".#.#.", "....."]).islands(), 2);
        assert_eq!(map(&["#....", ".#...", "....."]).islands(), 0);
        assert_eq!(map(&["######", "#....#", "#.##.#", "#....#", "######"]).islands(), 1);
    }

    #[test]
    fn chambers_are_as_wide_as_three_cells() {
        let rooms = ["...#....", "........", "...#....", "###.####"];
        assert_eq!(map(&rooms).largest_chamber(), fraction(12, 21));
        // A mouth of three cells joins them.
        assert_eq!(map(&["........", "........", "........"]).largest_chamber(), fraction(24, 24));
        assert_eq!(map(&["...#...", ".......", ".......", "...#..."]).largest_chamber(), fraction(12, 24));
        assert_eq!(map(&["..", "..", ".."]).largest_chamber(), fraction(0, 0));
    }

    #[test]
    fn pieces_of_floor_are_joined_by_sides_alone() {
        let pieces = map(&["..#", "##.", "..."]).floor_pieces();
        let cells: Vec<u64> = pieces.iter().map(|piece| piece.cells).collect();
        assert_eq!(cells, [2, 4]);
    }
}
