//! Nearest hits of rays, and the time until the first ray can be cast.

use std::{cell::RefCell, time::Duration};

use glam_for_obvhs::Vec3A;
use obvhs::{BvhBuildParams, cwbvh::builder::build_cwbvh};
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use roomgen::spatial::{Octree, Ray3};

use super::{Cuboid, Scene, index};
use crate::{contest::Entrant, lots::checksum, table::Table};

const RAYS: usize = 1000;
/// The checksum value of a ray without a hit.
const NOTHING: u64 = u64::MAX;
/// The checksum value of a ray that begins in a box; it may begin in two of them.
const INSIDE: u64 = NOTHING - 1;

/// Rays with random origins and directions; they travel some twenty metres to a hit.
fn rays(scene: &mut Scene) -> Vec<Ray3> {
    let side = scene.side;
    let mut number = |from, to| scene.lots.between(from, to);
    let ray = |_| Ray3::new([(); 3].map(|()| number(0.0, side)), [(); 3].map(|()| number(-1.0, 1.0)));
    (0..RAYS).map(ray).map(|ray| ray.expect("a ray")).collect()
}

fn met(id: u32, distance: f32) -> u64 {
    if distance > 0.0 { u64::from(id) } else { INSIDE }
}

pub fn run(table: &Table, density: &str, volume: f32) {
    let mut scene = Scene::new(100_000, volume);
    let size = format!("100000, {density} each");
    let rays = rays(&mut scene);
    let sum = |met: &Vec<u64>| checksum(met.iter().zip(0..).map(|(&met, ray)| met ^ ray << 40));
    let octree = RefCell::new(scene.octree());
    let nearest = |octree: &mut Octree, ray: &Ray3| {
        let hit = octree.nearest_hit(ray, u32::MAX);
        hit.map_or(NOTHING, |hit| met(index(hit.object), hit.impact.distance))
    };
    let ours = || {
        let mut octree = octree.borrow_mut();
        rays.iter().map(|ray| nearest(&mut octree, ray)).collect()
    };

    let cast_parry = |bvh: &Bvh, ray: &Ray3| {
        let (origin, direction) = (ray.origin(), ray.direction());
        let inverse = direction.recip().to_array();
        let parry = parry3d::query::Ray::new(origin.to_array().into(), direction.to_array().into());
        let hit = bvh.cast_ray(&parry, f32::MAX, |id, _| scene.boxes[id as usize].hit(origin.to_array(), inverse));
        hit.map_or(NOTHING, |(id, distance)| met(id, distance))
    };
    // The builder whose tree answers faster here too.
    let bvh = scene.bvh(BvhBuildStrategy::Binned);
    let parry = || rays.iter().map(|ray| cast_parry(&bvh, ray)).collect();

    let aabbs: Vec<_> = scene.boxes.iter().map(Cuboid::obvhs).collect();
    let cwbvh = build_cwbvh(&aabbs, BvhBuildParams::medium_build(), &mut Duration::default());
    // The boxes in leaf order, as the documentation of `obvhs` advises.
    let ordered: Vec<_> = cwbvh.primitive_indices.iter().map(|&id| aabbs[id as usize]).collect();
    let obvhs = || {
        let cast = |ray: &Ray3| {
            let (origin, direction) = (Vec3A::from(ray.origin().to_array()), Vec3A::from(ray.direction().to_array()));
            let mut hit = obvhs::ray::RayHit::none();
            let ray = obvhs::ray::Ray::new_inf(origin, direction);
            cwbvh.ray_traverse(ray, &mut hit, |ray, id| ordered[id].intersect_ray(ray));
            let id = cwbvh.primitive_indices.get(hit.primitive_id as usize);
            id.map_or(NOTHING, |&id| met(id, hit.t))
        };
        rays.iter().map(cast).collect()
    };
    table.contest(
        "nearest ray against 3D boxes: query",
        &size,
        RAYS as u32,
        vec![
            Entrant::new("roomgen", 0.0, ours, sum),
            Entrant::new("parry3d", 2.0, parry, sum),
            Entrant::new("obvhs", 1.4, obvhs, sum),
        ],
    );

    // Up to the first answer, since our tree is built by the first query.
    table.contest(
        "nearest ray against 3D boxes: build",
        &size,
        1,
        vec![
            Entrant::new(
                "roomgen",
                0.0,
                || {
                    let mut octree = scene.octree();
                    (nearest(&mut octree, &rays[0]), octree)
                },
                |(met, _)| *met,
            ),
            Entrant::new(
                "parry3d",
                8.0,
                || {
                    let bvh = scene.bvh(BvhBuildStrategy::Binned);
                    (cast_parry(&bvh, &rays[0]), bvh)
                },
                |(met, _)| *met,
            ),
        ],
    );
}
