//! The trees compared with a scan over all objects after every operation, and fixed scenes.

mod contacts;
mod crowds;
mod invariants;
mod scenes;
mod sequences;

use super::*;
use crate::{Aabb, Aabb3, Frustum, Plane, Ray, Sphere};

const ALL: u32 = u32::MAX;

/// The box with this minimum corner and these sides.
fn box3(corner: [f32; 3], sides: [f32; 3]) -> Aabb3 {
    Aabb::new(corner, [corner[0] + sides[0], corner[1] + sides[1], corner[2] + sides[2]]).unwrap()
}
