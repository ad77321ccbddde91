//! Boxes in space: all overlapping pairs, moving boxes, and nearest hits of rays.
//!
//! Boxes are spread evenly over a cube. At 5 m³ per box a box has three neighbours on average, at
//! 50 m³ one box in three has a neighbour. Each side is drawn separately, between 0.5 and 2 m.

mod moving;
mod pairs;
mod rays;

use glam_for_obvhs::Vec3A;
use packed_spatial_index::Box3D;
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use roomgen::spatial::{Aabb3, Object, ObjectId, Octree};
use rstar::{
    RTree,
    primitives::{GeomWithData, Rectangle},
};

use crate::{
    lots::{Lots, checksum},
    table::Table,
};

const DENSE: (&str, f32) = ("5 m3", 5.0);
const SPARSE: (&str, f32) = ("50 m3", 50.0);

pub fn run(table: &Table) {
    for (density, volume) in [DENSE, SPARSE] {
        for count in [10_000, 100_000] {
            pairs::build(table, count, density, volume);
        }
    }
    for (density, volume) in [DENSE, SPARSE] {
        moving::run(table, density, volume);
    }
    rays::run(table, SPARSE.0, SPARSE.1);
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

    /// The distance at which a ray enters, in multiples of its direction.
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

/// Boxes spread evenly over a cube.
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

    /// Moves to the next frame and returns the moved boxes.
    ///
    /// A random tenth of the boxes moves up to half a metre along each axis (17 m/s at 60 frames a
    /// second) and is reflected at the edge of the world.
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

    /// An octree of all boxes; the ids are their indices.
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

/// Pairs of ids, each in either order.
type Pairs = Vec<(u32, u32)>;

fn sum_of_pairs(pairs: &Pairs) -> u64 {
    checksum(pairs.iter().map(|&(one, two)| u64::from(one.min(two)) << 32 | u64::from(one.max(two))))
}

fn index(id: ObjectId) -> u32 {
    id.index() as u32
}

/// All pairs of overlapping boxes of a tree, each once.
fn candidates(tree: &RTree<Rstar>) -> Pairs {
    let both = tree.intersection_candidates_with_other_tree(tree).map(|(one, two)| (one.data, two.data));
    both.filter(|(one, two)| one < two).collect()
}
