//! Rings around sets of cells: one shape for a set, since separate squares would show seams.

use super::{Cell, Rect};

/// The steps from one corner of a cell to the next, as (x, y): east, south, west, north. Each is a
/// right turn from the one before.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Beside the bits of [`STEPS`]: the loop that is followed has passed the corner.
const PASSED: u8 = 1 << 4;

/// The rings around the cells of `bounds` in a set: each as its corners `[x, y]` in cells, of which
/// the last one joins the first. `[x, y]` is the top left corner of the cell `(x, y)`.
///
/// Rings run clockwise around cells and counter-clockwise around holes, y downwards: the set lies
/// to the right of each side. Sides are horizontal and vertical in turn, so no corner lies on a
/// straight line. Where cells of the set meet at a corner alone, nobody sees or steps through: the
/// rings part there, and no ring comes to a corner twice. A ring begins at its topmost corner, the
/// leftmost of these, and rings are in the row order of their first corners.
///
/// Cost: linear in the cells of `bounds`, with one byte of memory each.
///
/// ```
/// use roomgen_spatial::geom::{Rect, rings};
///
/// let square = Rect::from_xywh(2, 3, 3, 3).unwrap();
/// let around = rings(square, |cell| cell.x != 3 || cell.y != 4);
/// assert_eq!(around[0], [[2, 3], [5, 3], [5, 6], [2, 6]]);
/// assert_eq!(around[1], [[3, 4], [3, 5], [4, 5], [4, 4]]);
/// ```
#[must_use]
pub fn rings(bounds: Rect, is_in: impl Fn(Cell) -> bool) -> Vec<Vec<[i32; 2]>> {
    BoundaryEdges::new(bounds, is_in).follow_all(bounds, true)
}

/// As [`rings`], but where a loop meets itself at a corner it comes to that corner twice, and turns
/// right: for drawings that round corners, in which cells that meet at a corner alone stay apart.
#[must_use]
pub fn loops(bounds: Rect, is_in: impl Fn(Cell) -> bool) -> Vec<Vec<[i32; 2]>> {
    BoundaryEdges::new(bounds, is_in).follow_all(bounds, false)
}

/// The directed boundary edges of a set of cells. The set lies to the right of each edge.
struct BoundaryEdges {
    /// For each cell corner, in row-major order: a bit mask of the [`STEPS`] that leave it as
    /// boundary edges.
    out: Vec<u8>,
    /// The number of cell corners in a row.
    stride: usize,
}

impl BoundaryEdges {
    fn new(bounds: Rect, is_in: impl Fn(Cell) -> bool) -> Self {
        let width = bounds.width() as usize;
        let stride = width + 1;
        let mut out = vec![0; stride * (bounds.height() as usize + 1)];
        let [east, south, west, north] = [0, 1, 2, 3].map(|step| 1 << step);
        let mut above = vec![false; width];
        for (y, row) in (bounds.top()..=bounds.bottom()).zip((0..).step_by(stride)) {
            let mut left = false;
            for (x, above) in (bounds.left()..).zip(&mut above) {
                let corner = row + (x - bounds.left()) as usize;
                let here = y < bounds.bottom() && is_in(Cell::new(x, y));
                match (*above, here) {
                    (false, true) => out[corner] |= east,
                    (true, false) => out[corner + 1] |= west,
                    _ => {}
                }
                match (left, here) {
                    (true, false) => out[corner] |= south,
                    (false, true) => out[corner + stride] |= north,
                    _ => {}
                }
                (*above, left) = (here, here);
            }
            if left {
                out[row + width] |= south;
            }
        }
        Self { out, stride }
    }

    /// The corners of all loops, or of the rings that these part into.
    fn follow_all(mut self, bounds: Rect, parts: bool) -> Vec<Vec<[i32; 2]>> {
        let mut rings = Vec::new();
        for start in 0..self.out.len() {
            while self.out[start] != 0 {
                self.follow(start, parts, &mut rings);
            }
        }
        // In order already, but where a loop was more than one ring.
        rings.sort_unstable_by_key(|ring| ring.first().copied());
        let corner = |at: usize| [at % self.stride, at / self.stride].map(|at| at as i32);
        let placed = |[x, y]: [i32; 2]| [bounds.left() + x, bounds.top() + y];
        rings.into_iter().map(|ring| ring.into_iter().map(|at| placed(corner(at))).collect()).collect()
    }

    /// Removes one loop of edges, and adds its rings: the positions of their corners.
    ///
    /// At a corner with two exits it turns right, so that cells sharing only a corner are separate.
    /// If it `parts`, what it passed since it came to such a corner before is a ring of its own.
    /// The rings of a loop nest, so that these are always the last corners.
    fn follow(&mut self, start: usize, parts: bool, rings: &mut Vec<Vec<usize>>) {
        let mut corners = vec![start];
        let (mut at, mut step) = (start, self.out[start].trailing_zeros() as usize);
        self.out[start] |= PASSED;
        loop {
            self.out[at] &= !(1 << step);
            at = at.wrapping_add_signed(STEPS[step].0 as isize + STEPS[step].1 as isize * self.stride as isize);
            if self.out[at] & PASSED != 0 && (parts || at == start) {
                let from = corners.iter().rposition(|&corner| corner == at).unwrap_or_default();
                let mut ring = corners.split_off(from);
                ring.iter().for_each(|&corner| self.out[corner] &= !PASSED);
                let first = (0..).zip(&ring).min_by_key(|&(_, corner)| corner).map_or(0, |(position, _)| position);
                ring.rotate_left(first);
                rings.push(ring);
            }
            let turned = [1, 0, 3].map(|turn| (step + turn) % 4);
            let next = turned.into_iter().find(|next| self.out[at] >> next & 1 == 1);
            let Some(next) = next.filter(|_| at != start) else { return };
            if next != step {
                corners.push(at);
                self.out[at] |= PASSED;
                step = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rings_of(rows: &[&str]) -> Vec<Vec<[i32; 2]>> {
        let bounds = Rect::of(2, 3, rows[0].len() as i32, rows.len() as i32);
        rings(bounds, |cell| rows[(cell.y - 3) as usize].as_bytes()[(cell.x - 2) as usize] == b'#')
    }

    #[test]
    fn a_ring_goes_about_what_is_connected_and_about_each_hole() {
        assert_eq!(rings_of(&["  ", "  "]), Vec::<Vec<[i32; 2]>>::new());
        assert_eq!(rings_of(&["##", "##"]), [[[2, 3], [4, 3], [4, 5], [2, 5]]]);
        let corners = [[2, 3], [3, 3], [3, 4], [4, 4], [4, 3], [5, 3], [5, 5], [2, 5]];
        assert_eq!(rings_of(&["#.#", "###"]), [corners]);
        let ring = [[[2, 3], [5, 3], [5, 6], [2, 6]], [[3, 4], [3, 5], [4, 5], [4, 4]]];
        assert_eq!(rings_of(&["###", "#.#", "###"]), ring);
        let apart = [[[2, 3], [3, 3], [3, 4], [2, 4]], [[3, 4], [4, 4], [4, 5], [3, 5]]];
        assert_eq!(rings_of(&["#.", ".#"]), apart, "apart where only corners touch");
    }

    #[test]
    fn a_ring_that_would_touch_itself_is_two() {
        // The set meets itself at a corner, and the hole there is beside the outside.
        let rows = ["###", "#.#", "##."];
        let bay = [vec![[2, 3], [5, 3], [5, 5], [4, 5], [4, 6], [2, 6]], vec![[3, 4], [3, 5], [4, 5], [4, 4]]];
        assert_eq!(rings_of(&rows), bay);
        let is_in = |cell: Cell| rows[cell.y as usize].as_bytes()[cell.x as usize] == b'#';
        let whole = [[0, 0], [3, 0], [3, 2], [2, 2], [2, 1], [1, 1], [1, 2], [2, 2], [2, 3], [0, 3]];
        assert_eq!(loops(Rect::of(0, 0, 3, 3), is_in), [whole], "a loop meets itself");
        let holes = rings_of(&["####", "#.##", "##.#", "####"]);
        assert_eq!(holes[1..], [[[3, 4], [3, 5], [4, 5], [4, 4]], [[4, 5], [4, 6], [5, 6], [5, 5]]]);
        // Rings of holes that meet at corners, at the outside too, in one chain.
        let chain = rings_of(&["#####", "#.###", "##.##", "###.#", "####."]);
        assert_eq!(chain.len(), 4);
    }
}
