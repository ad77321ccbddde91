//! The trees against a scan over all objects, step by step.

mod contacts;
mod crowds;
mod form;
mod scenes;
mod sequences;

use super::*;
use crate::{Aabb, Aabb3, Frustum, Plane, Ray, Sphere};

const ALL: u32 = u32::MAX;

/// A box from its corner and its sides.
fn box3(corner: [f32; 3], sides: [f32; 3]) -> Aabb3 {
    Aabb::new(corner, [corner[0] + sides[0], corner[1] + sides[1], corner[2] + sides[2]]).unwrap()
}
