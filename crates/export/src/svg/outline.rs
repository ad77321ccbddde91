//! Outlines of sets of cells: one SVG path for a set, since separate squares would show seams.

use roomgen::geom::{Cell, Rect};

/// The steps from one corner of a cell to the next, as (x, y): east, south, west, north. Each is a
/// right turn from the one before.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The outline of the cells of `bounds` in a set, as the `d` attribute of an SVG path.
///
/// Loops run clockwise around cells and counter-clockwise around holes. Cells that share only a
/// corner are separate. The outline of an empty set is empty.
///
/// Cost: linear in the cells of `bounds`, with one byte of memory each.
pub(super) fn outline(bounds: Rect, is_in: impl Fn(Cell) -> bool) -> String {
    let mut edges = BoundaryEdges::new(bounds, is_in);
    let mut path = String::new();
    for start in 0..edges.out.len() {
        while edges.out[start] != 0 {
            edges.follow(start, bounds, &mut path);
        }
    }
    path
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

    /// Removes one loop of edges and appends it to `path`. At a corner with two exits it turns
    /// right, so that cells sharing only a corner are separate.
    fn follow(&mut self, start: usize, bounds: Rect, path: &mut String) {
        let (x, y) = ((start % self.stride) as i32, (start / self.stride) as i32);
        *path += &format!("M{} {}", bounds.left() + x, bounds.top() + y);
        let mut step = self.out[start].trailing_zeros() as usize;
        let (mut at, mut run) = (start, 0);
        loop {
            self.out[at] &= !(1 << step);
            at = at.wrapping_add_signed(STEPS[step].0 as isize + STEPS[step].1 as isize * self.stride as isize);
            run += 1;
            let goes = |turn: usize| (step + turn) % 4;
            let next = [1, 0, 3].map(goes).into_iter().find(|next| self.out[at] >> next & 1 == 1);
            match next.filter(|_| at != start) {
                Some(next) if next == step => {}
                next => {
                    let (along, way) = match STEPS[step] {
                        (0, way) => ('v', way),
                        (way, _) => ('h', way),
                    };
                    *path += &format!("{along}{}", run * way);
                    let Some(next) = next else { break };
                    (step, run) = (next, 0);
                }
            }
        }
        path.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline_of(rows: &[&str]) -> String {
        let bounds = Rect::of(2, 3, rows[0].len() as i32, rows.len() as i32);
        outline(bounds, |cell| rows[(cell.y - 3) as usize].as_bytes()[(cell.x - 2) as usize] == b'#')
    }

    #[test]
    fn a_loop_goes_about_what_is_connected_and_about_each_hole() {
        assert_eq!(outline_of(&["  ", "  "]), "");
        assert_eq!(outline_of(&["##", "##"]), "M2 3h2v2h-2v-2z");
        assert_eq!(outline_of(&["#.#", "###"]), "M2 3h1v1h1v-1h1v2h-3v-2z");
        assert_eq!(outline_of(&["###", "#.#", "###"]), "M2 3h3v3h-3v-3zM3 4v1h1v-1h-1z");
        assert_eq!(outline_of(&["#.", ".#"]), "M2 3h1v1h-1v-1zM3 4h1v1h-1v-1z", "apart where only corners touch");
    }
}
