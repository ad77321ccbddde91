//! Solids of small cubes, a sixteenth of a metre along each side, and how they are drawn.
//!
//! A solid has a colour for each visible face of each of its cubes. Consumes a rule that says where
//! cubes are, and draws on an [`IsoBrush`], pixel by pixel, in exact integers.
//!
//! The view looks along (1, 1, 1): of a point that is moved by as much east, south and upwards, the
//! pixel stays the same. So all cubes that a pixel may show lie on one diagonal of the grid, and
//! the nearest one is found by going down it.

use super::{
    super::canvas::{darker, lighter},
    brush::{IsoBox, IsoBoxFace, IsoBrush},
};
use roomgen::color::Color;

/// Cubes of a solid, each with the colours of its top, its south face and its east face.
///
/// Guarantee: as many cubes as its size says, x first, then y, then z.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    size: [i32; 3],
    cubes: Vec<Option<[Color; 3]>>,
}

impl Solid {
    /// Creates a solid of `size` cubes. `look` gives the colours of a cube's top, south face and
    /// east face, or `None` where there is no cube.
    ///
    /// Edges between two visible faces are light, as on worked wood and stone.
    pub(super) fn new(size: [i32; 3], look: impl Fn(i32, i32, i32) -> Option<[Color; 3]>) -> Self {
        let size = size.map(|side| side.max(1));
        let [width, depth, tall] = size;
        let each = (0..tall).flat_map(|z| (0..depth).flat_map(move |y| (0..width).map(move |x| [x, y, z])));
        let mut solid = Self { size, cubes: each.clone().map(|[x, y, z]| look(x, y, z)).collect() };
        let lit: Vec<_> = each.map(|at| solid.with_edges(at)).collect();
        solid.cubes = lit;
        solid
    }

    pub(super) fn size(&self) -> [i32; 3] {
        self.size
    }

    fn at(&self, [x, y, z]: [i32; 3]) -> Option<[Color; 3]> {
        let [width, depth, tall] = self.size;
        let is_inside = (0..width).contains(&x) && (0..depth).contains(&y) && (0..tall).contains(&z);
        if is_inside { self.cubes[((z * depth + y) * width + x) as usize] } else { None }
    }

    /// The colour of a face of a cube.
    fn face(&self, face: IsoBoxFace, at: [i32; 3]) -> Option<Color> {
        self.at(at).map(|colors| match face {
            IsoBoxFace::Top => colors[0],
            IsoBoxFace::South => colors[1],
            IsoBoxFace::East => colors[2],
        })
    }

    /// The colours of a cube, with light on the edges of its faces.
    fn with_edges(&self, [x, y, z]: [i32; 3]) -> Option<[Color; 3]> {
        let [top, south, east] = self.at([x, y, z])?;
        let is_free = |at: [i32; 3]| self.at(at).is_none();
        let is_open = [is_free([x, y, z + 1]), is_free([x, y + 1, z]), is_free([x + 1, y, z])];
        let bright = |color: Color, is_edge: bool, amount: u32| if is_edge { lighter(color, amount) } else { color };
        Some([
            bright(top, is_open[1] || is_open[2], 44),
            bright(south, is_open[0] || is_open[2], 26),
            bright(east, is_open[0], 26),
        ])
    }
}

/// The shades of the three visible faces: the top is lit, the east face lies in shadow.
pub(super) fn shaded(colors: [Color; 3]) -> [Color; 3] {
    [lighter(colors[0], 26), colors[1], darker(colors[2], 84)]
}

impl IsoBrush<'_> {
    /// Draws the cubes of a solid that stand on the floor within `clip`, which is [left, top,
    /// right, bottom]. The solid's lowest corner in the north and west is at `from`. All lengths
    /// are sixteenths of a metre.
    ///
    /// Each pixel is the mean of four points.
    pub(super) fn solid(&mut self, solid: &Solid, from: [i32; 3], clip: [i32; 4]) {
        let size = solid.size();
        let (left, top) = (clip[0].max(from[0]), clip[1].max(from[1]));
        let (right, bottom) = (clip[2].min(from[0] + size[0]), clip[3].min(from[1] + size[1]));
        if left >= right || top >= bottom {
            return;
        }
        let block = IsoBox { from: [left, top, from[2]], to: [right, bottom, from[2] + size[2]] };
        let (n, [x0, y0]) = (self.scale(), self.origin());
        let [first, upper, end, lower] = self.bounds(&block);
        for row in upper..lower {
            for column in first..end {
                let (a, b) = (16 * (column - x0) + 8, 16 * (row - y0) + 8);
                let (mut sum, mut seen) = ([0; 3], 0);
                for (da, db) in [(-4, -4), (4, -4), (-4, 4), (4, 4)] {
                    let look = |face, at: [i32; 3]| solid.face(face, [0, 1, 2].map(|axis| at[axis] - from[axis]));
                    let Some((_, _, color)) = nearest(look, &block, n, [a + da, b + db]) else { continue };
                    sum = [sum[0] + u32::from(color.r), sum[1] + u32::from(color.g), sum[2] + u32::from(color.b)];
                    seen += 1;
                }
                if seen > 0 {
                    let [r, g, b] = sum.map(|sum| (sum / seen) as u8);
                    self.blend(column, row, Color::new(r, g, b), seen * 64);
                }
            }
        }
    }

    /// Draws the cubes within a box for which `look` gives the colour of a visible face. Its place
    /// is in sixteenths of a metre.
    pub(super) fn relief(&mut self, block: IsoBox, look: impl Fn(IsoBoxFace, [i32; 3]) -> Option<Color>) {
        let (n, [x0, y0]) = (self.scale(), self.origin());
        let [left, top, right, bottom] = self.bounds(&block);
        for (row, column) in (top..bottom).flat_map(|row| (left..right).map(move |column| (row, column))) {
            let point = [16 * (column - x0) + 8, 16 * (row - y0) + 8];
            let Some((face, [x, y, z], color)) = nearest(&look, &block, n, point) else { continue };
            let (along, up) = match face {
                IsoBoxFace::Top => (x, y),
                IsoBoxFace::South => (x, z),
                IsoBoxFace::East => (y, z),
            };
            self.turn_to_face(face, along, up);
            self.blend(column, row, color, 256);
        }
    }
}

/// The nearest cube at a point of the picture, in sixteenths of a pixel from the level's north
/// corner: what `look` gives for its visible face and its place. Only the cubes within `block`
/// count.
fn nearest<T>(
    look: impl Fn(IsoBoxFace, [i32; 3]) -> Option<T>,
    block: &IsoBox,
    n: i32,
    [a, b]: [i32; 2],
) -> Option<(IsoBoxFace, [i32; 3], T)> {
    // The point on the floor, and how far it lies within its cube, in parts of 2 n.
    let (x, y) = ((a + 2 * b).div_euclid(2 * n), (2 * b - a).div_euclid(2 * n));
    let (within_x, within_y) = ((a + 2 * b).rem_euclid(2 * n), (2 * b - a).rem_euclid(2 * n));
    let ([left, top, low], [right, bottom, high]) = (block.from, block.to);
    let begin = (right - 1 - x).min(bottom - 1 - y).min(high - 1);
    let end = (left - x - 1).max(top - y - 1).max(low);
    let cube = |x: i32, y: i32, z: i32, face: IsoBoxFace| {
        let is_within = (left..right).contains(&x) && (top..bottom).contains(&y);
        if is_within { look(face, [x, y, z]).map(|seen| (face, [x, y, z], seen)) } else { None }
    };
    let (step, sides) = if within_x < within_y {
        ([0, 1], [IsoBoxFace::East, IsoBoxFace::South])
    } else {
        ([1, 0], [IsoBoxFace::South, IsoBoxFace::East])
    };
    for z in (end..=begin).rev() {
        // On the way down through this layer the diagonal passes three cubes. It leaves the first
        // one by its north or its west side, whichever is nearer.
        let (far_x, far_y) = (x + z, y + z);
        let is_first = within_x > 0 && within_y > 0;
        let found = if is_first { cube(far_x + 1, far_y + 1, z, IsoBoxFace::Top) } else { None }
            .or_else(|| {
                let middle = if within_x == within_y { None } else { Some([far_x + step[0], far_y + step[1]]) };
                middle.and_then(|[x, y]| cube(x, y, z, sides[0]))
            })
            .or_else(|| cube(far_x, far_y, z, sides[1]));
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{super::super::canvas::hash, *};

    /// A solid with holes, each of whose cubes has a colour of its own on all faces.
    fn porous(size: [i32; 3], seed: u32) -> Solid {
        let [width, depth, tall] = size;
        let cubes = (0..width * depth * tall).map(|number| {
            let is_there = hash(number, seed as i32).is_multiple_of(3);
            is_there.then_some([Color::new(number as u8, (number >> 8) as u8, 9); 3])
        });
        Solid { size, cubes: cubes.collect() }
    }

    #[test]
    fn the_nearest_cube_is_the_first_one_on_a_walk_along_the_view() {
        for (n, seed) in [(3, 1), (8, 2), (16, 3), (20, 4), (31, 5)] {
            let (size, from) = ([5, 7, 6], [16, 32, 2]);
            let solid = porous(size, seed);
            let block = IsoBox { from: [17, 33, 2], to: [20, 39, 8] };
            let mut met = 0;
            let places = (-24 * n..-10 * n).step_by(1 + n as usize / 2);
            for (a, b) in places.flat_map(|a| (15 * n..30 * n).step_by(2 + n as usize / 3).map(move |b| (a, b))) {
                // The walk goes down by a part of a cube that divides all sides.
                let steps = 2 * n * (from[2] + size[2]);
                let place = |step: i32, at: i32| (at + step).div_euclid(2 * n);
                let walked = (0..steps).rev().find_map(|step| {
                    let at = [place(step, a + 2 * b), place(step, 2 * b - a), place(step, 0)];
                    let is_inside = (0..3).all(|axis| (block.from[axis]..block.to[axis]).contains(&at[axis]));
                    if is_inside { solid.at([0, 1, 2].map(|axis| at[axis] - from[axis])) } else { None }
                });
                met += i32::from(walked.is_some());
                let look = |face, at: [i32; 3]| solid.face(face, [0, 1, 2].map(|axis| at[axis] - from[axis]));
                let found = nearest(look, &block, n, [a, b]).map(|(_, _, color)| color);
                assert_eq!(found, walked.map(|colors| colors[0]), "({a}, {b}) at {n}");
            }
            assert!(met > 5, "{met} at {n}");
        }
    }

    #[test]
    fn an_edge_between_two_visible_faces_is_light() {
        let gray = Color::new(100, 100, 100);
        let solid = Solid::new([4, 4, 4], |_, _, _| Some([gray; 3]));
        let [inner, edge] = [[1, 1, 3], [1, 3, 3]].map(|at| solid.at(at).expect("a cube"));
        assert_eq!(inner[0], gray);
        assert!(edge[0].r > 110 && edge[1].r > 105 && edge[2] == lighter(gray, 26), "{edge:?}");
    }
}
