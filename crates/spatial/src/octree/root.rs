use crate::{Aabb, ShapeError, shape_error::finite};

/// The smallest side of a node's cube in metres, in worlds that are not too large for it.
const SMALLEST_REGION: f64 = 1.0;
/// The maximum number of levels below the root. With 20 levels the midplanes of all nodes that may
/// have children are multiples of the smallest side, by factors that fit the 24-bit mantissa of an
/// `f32`: they are exact.
pub(super) const MAX_DEPTH: u8 = 20;

/// The cube of the tree's root, which encloses the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootCube<const D: usize> {
    /// The centre of the cube, in metres.
    pub(super) middle: [f32; D],
    /// Half the side of the cube, in metres.
    pub(super) half: f32,
    /// The smallest side of a node's cube, in metres.
    pub(super) smallest: f32,
}

impl<const D: usize> RootCube<D> {
    /// The cube around `world`. Its side is a power of two, its corner a multiple of `smallest`.
    /// `smallest` is 1 m, or more if the cube is larger than 2^20 m or so far from the origin that
    /// an `f32` cannot resolve a metre.
    pub(super) fn around(world: &Aabb<D>) -> Result<Self, ShapeError> {
        let (min, max) = (finite("world", world.min)?, finite("world", world.max)?);
        let extent = (0..D).map(|axis| f64::from(max[axis]) - f64::from(min[axis])).fold(0.0, f64::max);
        let farthest = min.iter().chain(&max).map(|value| f64::from(value.abs())).fold(0.0, f64::max);
        let mut side = power_of_two_at_least(extent).clamp(SMALLEST_REGION, LARGEST_SIDE);
        loop {
            let levels = f64::from(1u32 << MAX_DEPTH);
            let smallest = SMALLEST_REGION.max(side / levels).max(power_of_two_at_least(farthest) / levels);
            let side_now = side.max(smallest);
            let corner = min.map(|value| (f64::from(value) / smallest).floor() * smallest);
            if side_now >= LARGEST_SIDE || (0..D).all(|axis| corner[axis] + side_now >= f64::from(max[axis])) {
                let middle = corner.map(|value| (value + side_now / 2.0) as f32);
                return Ok(Self { middle, half: (side_now / 2.0) as f32, smallest: smallest as f32 });
            }
            side = side_now * 2.0;
        }
    }
}

/// The largest side of the root's cube in metres, such that its corners are finite. Objects outside
/// the cube are still found.
const LARGEST_SIDE: f64 = (1u128 << 126) as f64;

/// The smallest power of two that is at least `value` and at least 1.
fn power_of_two_at_least(value: f64) -> f64 {
    let mut power = 1.0;
    while power < value {
        power *= 2.0;
    }
    power
}
