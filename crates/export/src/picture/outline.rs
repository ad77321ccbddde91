//! Outlines of sets of cells: one shape for a set, since separate squares would show seams.

use roomgen::geom::{Cell, Rect};

/// The steps from one corner of a cell to the next, as (x, y): east, south, west, north. Each is a
/// right turn from the one before.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The loops around the cells of `bounds` in a set, each as its corners in cells.
///
/// Loops run clockwise around cells and counter-clockwise around holes. Cells that share only a
/// corner are separate. The outline of an empty set is empty.
///
/// Cost: linear in the cells of `bounds`, with one byte of memory each.
pub(crate) fn outline(bounds: Rect, is_in: impl Fn(Cell) -> bool) -> Vec<Vec<[i32; 2]>> {
    let mut edges = BoundaryEdges::new(bounds, is_in);
    let mut loops = Vec::new();
    for start in 0..edges.out.len() {
        while edges.out[start] != 0 {
            loops.push(edges.follow(start, bounds));
        }
    }
    loops
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
        let stride = bounds.width() as usize + 1;
        let mut out = vec![0; stride * (bounds.height() as usize + 1)];
        let is_in = |x, y| bounds.contains(Cell::new(x, y)) && is_in(Cell::new(x, y));
        for cell in bounds.cells().filter(|cell| is_in(cell.x, cell.y)) {
            let Cell { x, y } = cell;
            let corner = (y - bounds.top()) as usize * stride + (x - bounds.left()) as usize;
            let sides = [
                (is_in(x, y - 1), corner, 0),
                (is_in(x + 1, y), corner + 1, 1),
                (is_in(x, y + 1), corner + 1 + stride, 2),
                (is_in(x - 1, y), corner + stride, 3),
            ];
            for (_, corner, step) in sides.into_iter().filter(|(goes_on, ..)| !goes_on) {
                out[corner] |= 1 << step;
            }
        }
        Self { out, stride }
    }

    /// Removes one loop of edges, and returns its corners. At a corner with two exits it turns
    /// right, so that cells sharing only a corner are separate.
    fn follow(&mut self, start: usize, bounds: Rect) -> Vec<[i32; 2]> {
        let corner = |at: usize| [bounds.left() + (at % self.stride) as i32, bounds.top() + (at / self.stride) as i32];
        let mut corners = vec![corner(start)];
        let (mut at, mut step) = (start, self.out[start].trailing_zeros() as usize);
        loop {
            self.out[at] &= !(1 << step);
            at = at.wrapping_add_signed(STEPS[step].0 as isize + STEPS[step].1 as isize * self.stride as isize);
            let turned = [1, 0, 3].map(|turn| (step + turn) % 4);
            let next = turned.into_iter().find(|next| self.out[at] >> next & 1 == 1);
            let Some(next) = next.filter(|_| at != start) else { return corners };
            if next != step {
                corners.push(corner(at));
                step = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline_of(rows: &[&str]) -> Vec<Vec<[i32; 2]>> {
        let bounds = Rect::of(2, 3, rows[0].len() as i32, rows.len() as i32);
        outline(bounds, |cell| rows[(cell.y - 3) as usize].as_bytes()[(cell.x - 2) as usize] == b'#')
    }

    #[test]
    fn a_loop_goes_about_what_is_connected_and_about_each_hole() {
        assert_eq!(outline_of(&["  ", "  "]), Vec::<Vec<[i32; 2]>>::new());
        assert_eq!(outline_of(&["##", "##"]), [[[2, 3], [4, 3], [4, 5], [2, 5]]]);
        let corners = [[2, 3], [3, 3], [3, 4], [4, 4], [4, 3], [5, 3], [5, 5], [2, 5]];
        assert_eq!(outline_of(&["#.#", "###"]), [corners]);
        let ring = [[[2, 3], [5, 3], [5, 6], [2, 6]], [[3, 4], [3, 5], [4, 5], [4, 4]]];
        assert_eq!(outline_of(&["###", "#.#", "###"]), ring);
        let apart = [[[2, 3], [3, 3], [3, 4], [2, 4]], [[3, 4], [4, 4], [4, 5], [3, 5]]];
        assert_eq!(outline_of(&["#.", ".#"]), apart, "apart where only corners touch");
    }
}
