//! Bevy's vectors and roomgen's are the same types, or else this program does not compile.

use std::error::Error;

use bevy::math::{Mat4, Quat, Vec3};
use roomgen::{Preset, generate, mesh::Mesh, spatial::{Frustum3, Ray3, Sphere3}};

fn main() -> Result<(), Box<dyn Error>> {
    let level = generate(&Preset::built_in("cellar")?, 42);
    let mesh = Mesh::from_level(&level)?;

    // From roomgen to Bevy.
    let vertices: &[Vec3] = mesh.vertices();
    let [a, b, c]: [Vec3; 3] = mesh.corners(0).ok_or("a level has a floor")?;
    let middle: Vec3 = (a + b + c) / 3.0;

    // From Bevy to roomgen, and back.
    let sphere = Sphere3::new(middle, 1.0)?;
    let center: Vec3 = sphere.center();
    let above = Ray3::new(middle + 5.0 * Vec3::Y, Vec3::NEG_Y)?;
    let hit = above.hit_sphere(&sphere).ok_or("the ray hits the sphere")?;
    let clip_from_world = Mat4::from_scale_rotation_translation(Vec3::splat(0.1), Quat::IDENTITY, -0.1 * middle);
    let frustum = Frustum3::from_matrix(clip_from_world)?;

    assert!(center.distance(middle) < 1e-5, "{center} and {middle}");
    assert!((hit.distance - 4.0).abs() < 1e-4, "{hit:?}");
    assert!(frustum.overlaps_sphere(&sphere), "the sphere lies in what the matrix shows");
    println!("{} vertices passed from roomgen to Bevy; the first floor is at {middle}", vertices.len());
    Ok(())
}
