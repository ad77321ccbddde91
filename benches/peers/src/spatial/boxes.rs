//! Boxes in space: all that overlap, those that move, and what a ray meets first.
//!
//! The world is a cube, with boxes strewn evenly over it: 5 m3 for each is a heap (three neighbours a box), 50 m3 is a scene
//! (one in three has a neighbour). Each side is between 0.5 and 2 m long, drawn by itself.

use std::{cell::RefCell, ops::ControlFlow, time::Duration};

use obvhs::{BvhBuildParams, cwbvh::builder::build_cwbvh};
use packed_spatial_index::{Box3D, Index3DBuilder};
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use roomgen::{
    glam::{Vec3, Vec3A},
    spatial::{Aabb3, Object, ObjectId, Octree, Ray3},
};
use rstar::{
    RTree,
    primitives::{GeomWithData, Rectangle},
};

use crate::{
    contest::Entrant,
    lots::{Lots, checksum},
    table::Table,
};

const DENSE: (&str, f32) = ("5 m3", 5.0);
const SPARSE: (&str, f32) = ("50 m3", 50.0);

pub fn run(table: &Table) {
    for (density, volume) in [DENSE, SPARSE] {
        for count in [10_000, 100_000] {
            build_and_pair(table, count, density, volume);
        }
    }
    for (density, volume) in [DENSE, SPARSE] {
        update_and_pair(table, density, volume);
    }
    cast(table);
}

#[derive(Clone, Copy, PartialEq)]
struct Cuboid {
    min: [f32; 3],
    max: [f32; 3],
}

impl Cuboid {
    fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis])
    }

    /// Where a ray enters, in units of its direction.
    fn hit(&self, origin: [f32; 3], inverse: [f32; 3]) -> Option<f32> {
        let (mut enter, mut leave) = (0.0f32, f32::INFINITY);
        for axis in 0..3 {
            let low = (self.min[axis] - origin[axis]) * inverse[axis];
            let high = (self.max[axis] - origin[axis]) * inverse[axis];
            enter = enter.max(low.min(high));
            leave = leave.min(low.max(high));
        }
        (enter <= leave).then_some(enter)
    }

    fn ours(&self) -> Aabb3 {
        Aabb3::new(self.min, self.max).expect("a box")
    }

    fn parry(&self) -> parry3d::bounding_volume::Aabb {
        parry3d::bounding_volume::Aabb::new(self.min.into(), self.max.into())
    }

    fn rstar(&self, id: u32) -> Rstar {
        GeomWithData::new(Rectangle::from_corners(self.min, self.max), id)
    }

    fn packed(&self) -> Box3D {
        let [[x, y, z], [to_x, to_y, to_z]] = [self.min, self.max].map(|corner| corner.map(f64::from));
        Box3D::new(x, y, z, to_x, to_y, to_z)
    }

    fn obvhs(&self) -> obvhs::aabb::Aabb {
        obvhs::aabb::Aabb::new(Vec3A::from(self.min), Vec3A::from(self.max))
    }
}

type Rstar = GeomWithData<Rectangle<[f32; 3]>, u32>;

/// Boxes strewn over a cube.
#[derive(Clone)]
struct Scene {
    side: f32,
    boxes: Vec<Cuboid>,
    lots: Lots,
}

impl Scene {
    fn new(count: u32, volume: f32) -> Self {
        let (side, mut lots) = ((count as f32 * volume).cbrt(), Lots::new(7));
        let cuboid = |_| {
            let min = [(); 3].map(|()| lots.between(0.0, side));
            Cuboid { min, max: min.map(|value| value + lots.between(0.5, 2.0)) }
        };
        Self { side, boxes: (0..count).map(cuboid).collect(), lots }
    }

    /// The next frame: each tenth box, drawn anew, goes up to half a metre along each axis (at 60 frames a second, a run of 17 m/s),
    /// and turns back at the edge of the world.
    fn frame(&mut self) -> Vec<(u32, Cuboid)> {
        let count = self.boxes.len() as u32;
        let mut moved = vec![false; count as usize];
        (0..count / 10)
            .map(|_| {
                let mut id = self.lots.below(count);
                while std::mem::replace(&mut moved[id as usize], true) {
                    id = self.lots.below(count);
                }
                let cuboid = &mut self.boxes[id as usize];
                for axis in 0..3 {
                    let way = self.lots.between(-0.5, 0.5);
                    let out = !(0.0..self.side).contains(&(cuboid.min[axis] + way));
                    let way = if out { -way } else { way };
                    cuboid.min[axis] += way;
                    cuboid.max[axis] += way;
                }
                (id, *cuboid)
            })
            .collect()
    }

    /// An octree of all boxes, whose ids are their indices.
    fn octree(&self) -> Octree {
        let mut octree = Octree::new(&Aabb3::new([0.0; 3], [self.side; 3]).expect("a world")).expect("a world");
        octree.reserve(self.boxes.len());
        for cuboid in &self.boxes {
            octree.insert(Object::new(cuboid.ours()));
        }
        octree
    }

    fn bvh(&self, strategy: BvhBuildStrategy) -> Bvh {
        Bvh::from_iter(strategy, self.boxes.iter().map(Cuboid::parry).enumerate())
    }
}

/// Pairs in either order.
type Pairs = Vec<(u32, u32)>;

fn sum_of_pairs(pairs: &Pairs) -> u64 {
    checksum(pairs.iter().map(|&(one, two)| u64::from(one.min(two)) << 32 | u64::from(one.max(two))))
}

fn sum_of_frames(frames: &Vec<Pairs>) -> u64 {
    checksum(frames.iter().map(sum_of_pairs))
}

fn index(id: ObjectId) -> u32 {
    id.index() as u32
}

fn build_and_pair(table: &Table, count: u32, density: &str, volume: f32) {
    let scene = Scene::new(count, volume);
    let ours = || {
        let mut pairs = Vec::new();
        scene.octree().for_each_pair(u32::MAX, |(one, two)| pairs.push((index(one), index(two))));
        pairs
    };
    // Its binned builder: the other one, which suits queries by ray, takes longer.
    let parry = || {
        let mut pairs = Vec::new();
        let bvh = scene.bvh(BvhBuildStrategy::Binned);
        let mut workspace = BvhWorkspace::default();
        bvh.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |one, two| pairs.push((one, two)));
        pairs
    };
    let rstar = || {
        let leaves = scene.boxes.iter().zip(0..).map(|(cuboid, id)| cuboid.rstar(id)).collect();
        candidates(&RTree::bulk_load(leaves))
    };
    let packed = || {
        let mut builder = Index3DBuilder::new(scene.boxes.len()).node_size(8);
        scene.boxes.iter().for_each(|cuboid| builder.add(cuboid.packed()));
        let index = builder.finish_simd().expect("as many boxes as were announced");
        let mut pairs = Vec::new();
        let _ = index.pairs_each(|one, two| {
            pairs.push((one as u32, two as u32));
            ControlFlow::<()>::Continue(())
        });
        pairs
    };
    table.contest(
        "3D boxes: build and all pairs",
        &format!("{count}, {density} each"),
        1,
        vec![
            Entrant::new("roomgen", 0.0, ours, sum_of_pairs),
            Entrant::new("parry3d", 5.0, parry, sum_of_pairs),
            Entrant::new("rstar", 6.0, rstar, sum_of_pairs),
            Entrant::new("packed_spatial_index", 1.6, packed, sum_of_pairs),
        ],
    );
}

/// All pairs of a tree with itself, each once.
fn candidates(tree: &RTree<Rstar>) -> Pairs {
    let both = tree.intersection_candidates_with_other_tree(tree).map(|(one, two)| (one.data, two.data));
    both.filter(|(one, two)| one < two).collect()
}

/// Frames in one piece of work. The first of them are compared by checksum; the world wanders on throughout the contest.
const FRAMES: usize = 8;

fn update_and_pair(table: &Table, density: &str, volume: f32) {
    let scene = Scene::new(10_000, volume);
    let frames = |scene: &Scene| {
        let mut scene = scene.clone();
        move || (0..FRAMES).map(|_| scene.frame()).collect::<Vec<_>>()
    };
    let each = |frames: Vec<Vec<(u32, Cuboid)>>, frame: &mut dyn FnMut(&[(u32, Cuboid)], &mut Pairs)| {
        let pairs = frames.iter().map(|moved| {
            let mut pairs = Vec::new();
            frame(moved, &mut pairs);
            pairs
        });
        pairs.collect::<Vec<_>>()
    };

    let ours = |only_moved: bool| {
        let mut octree = scene.octree();
        octree.for_each_moved_pair(u32::MAX, |_| ());
        let mut ids: Vec<ObjectId> = octree.ids().collect();
        ids.sort_unstable();
        move |moves| {
            each(moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    octree.set_shape(ids[*id as usize], cuboid.ours());
                }
                octree.update();
                let found = |(one, two)| pairs.push((index(one), index(two)));
                if only_moved {
                    octree.for_each_moved_pair(u32::MAX, found);
                } else {
                    octree.for_each_pair(u32::MAX, found);
                }
            })
        }
    };
    // A full refit: at a tenth of all leaves the partial one takes longer. Its incremental optimisation runs every fifth frame, as its
    // documentation advises, before the refit, as in its physics engine.
    let parry = {
        let (mut bvh, mut workspace) = (scene.bvh(BvhBuildStrategy::Binned), BvhWorkspace::default());
        let mut number = 0;
        move |moves| {
            each(moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    bvh.insert_or_update_partially(cuboid.parry(), *id, 0.0);
                }
                number += 1;
                if number % 5 == 0 {
                    bvh.optimize_incremental(&mut workspace);
                }
                bvh.refit(&mut workspace);
                bvh.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |one, two| pairs.push((one, two)));
            })
        }
    };
    // It notices changes only with a margin. The least that serves, and an exact test of what it finds.
    let parry_of_moved = {
        let (mut bvh, mut workspace) = (scene.bvh(BvhBuildStrategy::Binned), BvhWorkspace::default());
        let (mut boxes, mut number) = (scene.boxes.clone(), 0);
        // New leaves count as changed until they are refitted twice.
        bvh.refit(&mut workspace);
        bvh.refit(&mut workspace);
        move |moves| {
            each(moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    bvh.insert_or_update_partially(cuboid.parry(), *id, 1e-6);
                    boxes[*id as usize] = *cuboid;
                }
                number += 1;
                if number % 5 == 0 {
                    bvh.optimize_incremental(&mut workspace);
                }
                bvh.refit(&mut workspace);
                bvh.traverse_bvtt_single_tree::<true>(&mut workspace, &mut |one, two| {
                    if boxes[one as usize].overlaps(&boxes[two as usize]) {
                        pairs.push((one, two));
                    }
                });
            })
        }
    };
    let rstar = {
        let mut boxes = scene.boxes.clone();
        let mut tree = RTree::bulk_load(boxes.iter().zip(0..).map(|(cuboid, id)| cuboid.rstar(id)).collect());
        move |moves| {
            each(moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    tree.remove(&boxes[*id as usize].rstar(*id));
                    boxes[*id as usize] = *cuboid;
                    tree.insert(cuboid.rstar(*id));
                }
                *pairs = candidates(&tree);
            })
        }
    };
    let (size, units) = (format!("10000, {density} each"), FRAMES as u32);
    table.contest(
        "3D boxes, a tenth of which move: update and all pairs",
        &size,
        units,
        vec![
            Entrant::prepared("roomgen", 0.0, frames(&scene), ours(false), sum_of_frames),
            Entrant::prepared("parry3d", if volume < 10.0 { 1.4 } else { 1.0 }, frames(&scene), parry, sum_of_frames),
            Entrant::prepared("rstar", 6.0, frames(&scene), rstar, sum_of_frames),
        ],
    );
    table.contest(
        "3D boxes, a tenth of which move: update and pairs with something moved",
        &size,
        units,
        vec![
            Entrant::prepared("roomgen", 0.0, frames(&scene), ours(true), sum_of_frames),
            Entrant::prepared("parry3d", 2.3, frames(&scene), parry_of_moved, sum_of_frames),
        ],
    );
}

const RAYS: usize = 1000;
/// Stands for a ray that meets nothing.
const NOTHING: u64 = u64::MAX;
/// Stands for a ray that begins in a box: it may begin in two of them.
const INSIDE: u64 = NOTHING - 1;

/// Rays from anywhere in the world in any direction, so some twenty metres long.
fn rays(scene: &mut Scene) -> Vec<Ray3> {
    let side = scene.side;
    let mut number = |from, to| scene.lots.between(from, to);
    let ray = |_| Ray3::new([(); 3].map(|()| number(0.0, side)), [(); 3].map(|()| number(-1.0, 1.0)));
    (0..RAYS).map(ray).map(|ray| ray.expect("a ray")).collect()
}

fn met(id: u32, distance: f32) -> u64 {
    if distance > 0.0 { u64::from(id) } else { INSIDE }
}

fn cast(table: &Table) {
    let mut scene = Scene::new(100_000, SPARSE.1);
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
    // Its slower builder, whose trees are the better ones for rays.
    let bvh = scene.bvh(BvhBuildStrategy::Ploc);
    let parry = || rays.iter().map(|ray| cast_parry(&bvh, ray)).collect();

    let aabbs: Vec<_> = scene.boxes.iter().map(Cuboid::obvhs).collect();
    let cwbvh = build_cwbvh(&aabbs, BvhBuildParams::medium_build(), &mut Duration::default());
    // The boxes in the order of its leaves, as its documentation advises.
    let ordered: Vec<_> = cwbvh.primitive_indices.iter().map(|&id| aabbs[id as usize]).collect();
    let obvhs = || {
        let cast = |ray: &Ray3| {
            let (origin, direction) = (Vec3A::from(Vec3::from(ray.origin())), Vec3A::from(ray.direction()));
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
        "100000, 50 m3 each",
        RAYS as u32,
        vec![
            Entrant::new("roomgen", 0.0, ours, sum),
            Entrant::new("parry3d", 2.0, parry, sum),
            Entrant::new("obvhs", 1.4, obvhs, sum),
        ],
    );

    // Up to and with the first answer, since ours builds when it is first asked.
    table.contest(
        "nearest ray against 3D boxes: build",
        "100000, 50 m3 each",
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
