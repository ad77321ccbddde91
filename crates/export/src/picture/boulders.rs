//! The surface of rough rock: boulders with cracks between them, and pebbles that lie about.
//!
//! Produces a texture that repeats, the same on every platform. Each boulder is a cell of a Voronoi
//! diagram of one random point in each square of a lattice.
//!
//! Source: Steven Worley, A Cellular Texture Basis Function, SIGGRAPH 1996.

use std::sync::LazyLock;

use super::canvas::{CELL, hash};

/// Parts of a pixel, and the squares of the lattice along a cell.
const PARTS: i32 = 3;
const BOULDERS: i32 = 2;

/// The side of a square of the lattice, in parts of a pixel.
const STEP: i32 = CELL * PARTS / BOULDERS;

/// The side of the squares of which each may hold a pebble, in pixels.
const PEBBLE: i32 = 8;

/// The largest amount by which a boulder stands out of the rock or back, in 64ths of a pixel.
pub(super) const LIFT: i32 = 88;

/// The texture of pictures, and that of tile images, which must go on in any other cell.
static BROAD: LazyLock<BoulderTexture> = LazyLock::new(|| BoulderTexture::new(8));
static NARROW: LazyLock<BoulderTexture> = LazyLock::new(|| BoulderTexture::new(1));

/// A pixel of rough rock, and what lies there on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoulderPixel {
    /// The position of the pixel's tint among those of a material: 0 in a crack, then from shade to
    /// light.
    pub(super) tint: u8,
    /// How far the boulder stands out of the rock, in 64ths of a pixel.
    pub(super) lift: i8,
    pub(super) pebble: Option<PebblePixel>,
}

/// A pixel of a pebble on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PebblePixel {
    /// The pixel of the pebble's middle, relative to this one.
    pub(super) middle: [i8; 2],
    /// From 0 to 15: how far from a wall the pebble may lie.
    pub(super) chance: u8,
    pub(super) part: PebblePart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PebblePart {
    Lit,
    Stone,
    Shadow,
}

/// A square of boulders that repeats.
///
/// Guarantee: `side * side` pixels, row-major, where `side` is a power of two.
#[derive(Debug)]
pub(super) struct BoulderTexture {
    side: i32,
    pixels: Vec<BoulderPixel>,
}

impl BoulderTexture {
    /// The texture that repeats after some cells.
    pub(super) fn broad() -> &'static Self {
        &BROAD
    }

    /// The texture that is the same in each cell.
    pub(super) fn narrow() -> &'static Self {
        &NARROW
    }

    fn new(cells: i32) -> Self {
        let side = cells * CELL;
        let pixels = (0..side).flat_map(|y| (0..side).map(move |x| boulder(x, y, cells)));
        Self { side, pixels: pixels.collect() }
    }

    /// The pixel at `(x, y)`, counted from the level's corner.
    #[inline]
    pub(super) fn at(&self, x: i32, y: i32) -> BoulderPixel {
        let last = self.side - 1;
        self.pixels[((y & last) * self.side + (x & last)) as usize]
    }
}

/// A pixel of the texture that repeats after `cells`.
fn boulder(x: i32, y: i32, cells: i32) -> BoulderPixel {
    let (along, down) = (x * PARTS + PARTS / 2, y * PARTS + PARTS / 2);
    // The nearest middle of a boulder, and the next one: squared distance, offset and hash.
    let (mut first, mut second) = ((i32::MAX, [0; 2], 0), i32::MAX);
    for row in down / STEP - 2..=down / STEP + 2 {
        for column in along / STEP - 2..=along / STEP + 2 {
            let bits = hash(column.rem_euclid(cells * BOULDERS), !row.rem_euclid(cells * BOULDERS));
            let middle = [column * STEP + 4 + (bits % 17) as i32, row * STEP + 4 + (bits >> 5) as i32 % 17];
            let offset = [along - middle[0], down - middle[1]];
            // Boulders are broader than high.
            let squared = 2 * offset[0] * offset[0] + 3 * offset[1] * offset[1];
            if squared < first.0 {
                (second, first) = (first.0, (squared, offset, bits >> 16));
            } else {
                second = second.min(squared);
            }
        }
    }
    let (squared, offset, bits) = first;
    // About six to a part of a pixel.
    let inside = (16 * second).isqrt() - (16 * squared).isqrt();
    let tone = [1, 2, 2, 3][bits as usize % 4];
    let tint = match offset[0] + 2 * offset[1] {
        _ if inside < 14 => 0,
        ..-5 => (tone + 1).min(3),
        9.. => (tone - 1).max(1),
        _ => tone,
    };
    let lift = (bits >> 2) as i32 % 145 - 88 + (inside / 3).min(40);
    BoulderPixel { tint, lift: lift.clamp(-LIFT, LIFT) as i8, pebble: pebble(x, y, cells) }
}

/// The pebble at a pixel of the texture that repeats after `cells`.
fn pebble(x: i32, y: i32, cells: i32) -> Option<PebblePixel> {
    let (column, row) = (x / PEBBLE, y / PEBBLE);
    let period = cells * CELL / PEBBLE;
    let bits = hash(!column.rem_euclid(period), row.rem_euclid(period));
    let middle = [2 + (bits & 3) as i32, 2 + (bits >> 2 & 3) as i32];
    let (width, chance) = (2 + (bits >> 4) as i32 % 3, (bits >> 8 & 15) as u8);
    let [across, down] = [x % PEBBLE - middle[0], y % PEBBLE - middle[1]];
    let part = match (across, down) {
        (across, _) if !(0..=width).contains(&across) => return None,
        (across, 0) if across < width => PebblePart::Lit,
        (across, 1) if across < width => PebblePart::Stone,
        (1.., 2) | (_, 1) => PebblePart::Shadow,
        _ => return None,
    };
    Some(PebblePixel { middle: [-across as i8, -down as i8], chance, part })
}
