//! Triangles of a map that may touch a sphere: `TriangleOctree` against trees over triangle boxes.
//!
//! `parry3d` uses its `Bvh` over the boxes, as its `TriMesh` does, with the default binned builder;
//! trees built with `Ploc` answer more slowly. `traverse` takes a predicate and thus tests spheres
//! as we do, faster than `leaves` or a filtered `intersect_aabb`. `packed_spatial_index` uses its
//! SIMD 3D index of `f32`, faster than that of `f64`. Querying the sphere's box and filtering is
//! faster than a custom region.

use std::{cell::RefCell, f32::consts::TAU, hint::black_box, rc::Rc};

use packed_spatial_index::{Box3D, Index3DBuilder, SearchWorkspace, SimdIndex3DF32};
use parry3d::{
    bounding_volume::Aabb,
    math::Vector,
    partitioning::{Bvh, BvhBuildStrategy, TraversalAction},
};
use roomgen::spatial::{Sphere3, TriangleOctree};

use crate::{
    contest::Entrant,
    lots::{Lots, checksum},
    table::Table,
};

/// Spheres queried per piece of work.
const QUERIES: u32 = 1000;
const RADIUS: f32 = 1.0;

const BUILD: &str = "triangles: build";
const SPHERES: &str = "triangles: spheres of 1 m";

pub fn run(table: &Table) {
    let wanted: Vec<_> = [BUILD, SPHERES].into_iter().filter(|workload| table.wants(workload)).collect();
    if wanted.is_empty() {
        return;
    }
    for (size, side) in [("21k", 101), ("800k", 623)] {
        let map = Map::new(side);
        if wanted.contains(&BUILD) {
            build(table, size, &map);
        }
        if wanted.contains(&SPHERES) {
            query(table, size, &map);
        }
    }
}

/// Hills with buildings: two triangles per cell of 1 m, twelve per building.
struct Map {
    side: u16,
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

fn height(x: f32, z: f32) -> f32 {
    3.0 * (x * 0.11).sin() + 2.0 * (z * 0.17 + x * 0.05).cos()
}

impl Map {
    /// A square with `side` cells per side and one building per 150 cells.
    fn new(side: u16) -> Self {
        let ground = |x: u16, z: u16| [f32::from(x), height(x.into(), z.into()), f32::from(z)];
        let vertices = (0..=side).flat_map(|z| (0..=side).map(move |x| ground(x, z))).collect();
        let corner = |x: u16, z: u16| u32::from(z) * (u32::from(side) + 1) + u32::from(x);
        let cells = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
        let triangles = cells.flat_map(|(x, z)| {
            let [a, b, c, d] = [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
            [[a, b, c], [a, c, d]]
        });
        let mut map = Self { side, vertices, triangles: triangles.collect() };
        let mut lots = Lots::new(1);
        for _ in 0..u32::from(side) * u32::from(side) / 150 {
            map.add_building(&mut lots);
        }
        map
    }

    /// Adds a building, rotated and half sunk into the hills.
    fn add_building(&mut self, lots: &mut Lots) {
        let end = f32::from(self.side) - 8.0;
        let (x, z, turn) = (lots.between(8.0, end), lots.between(8.0, end), lots.between(0.0, TAU));
        let size = [lots.between(2.0, 8.0), 6.0, lots.between(2.0, 8.0)];
        let first = self.vertices.len() as u32;
        self.vertices.extend((0..8u8).map(|corner| {
            let [along, up, across] = [0, 1, 2].map(|axis| f32::from(corner >> axis & 1) * size[axis]);
            let (sin, cos) = turn.sin_cos();
            [x + along * cos - across * sin, height(x, z) - 3.0 + up, z + along * sin + across * cos]
        }));
        let faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
        for [a, b, c, d] in faces.map(|face| face.map(|corner: u32| first + corner)) {
            self.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }

    fn boxes(&self) -> Vec<Aabb> {
        let corners = self.triangles.iter().map(|triangle| triangle.map(|corner| self.vertices[corner as usize]));
        corners.map(|corners| Aabb::from_points(corners.map(Vector::from_array))).collect()
    }

    /// Sphere centres near the ground.
    ///
    /// Spheres whose surface comes close to a box's boundary are left out: there padding and
    /// rounding decide, which differ between entrants.
    fn centers(&self, boxes: &[Aabb]) -> Vec<[f32; 3]> {
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, boxes);
        let mut lots = Lots::new(2);
        let random = std::iter::repeat_with(|| {
            let [x, z] = [0, 1].map(|_| lots.between(0.0, self.side.into()));
            [x, height(x, z) + lots.between(-0.25, 0.75), z]
        });
        let margin = 1e-5 * f32::from(self.side);
        let distinct = |center: &[f32; 3]| {
            let center = Vector::from_array(*center);
            let near = Aabb::from_half_extents(center, Vector::splat(2.0 * RADIUS));
            let mut near = tree.intersect_aabb(&near);
            near.all(|id| {
                let aabb = boxes[id as usize];
                (center.clamp(aabb.mins, aabb.maxs).distance(center) - RADIUS).abs() > margin
            })
        };
        random.filter(distinct).take(QUERIES as usize).collect()
    }
}

/// Builds from the mesh: computing each triangle's box is a part of the work.
fn build(table: &Table, size: &str, map: &Map) {
    let ours = || TriangleOctree::new(&map.vertices, &map.triangles).expect("a mesh");
    let parry = || Bvh::from_leaves(BvhBuildStrategy::Binned, &map.boxes());
    table.contest(
        BUILD,
        size,
        1,
        vec![
            Entrant::new("roomgen", 0.0, ours, |tree| tree.len() as u64),
            Entrant::new("parry3d", 1.1, parry, |tree| tree.leaf_count().into()),
        ],
    );
}

fn query(table: &Table, size: &str, map: &Map) {
    let boxes = map.boxes();
    let centers = map.centers(&boxes);
    let touched =
        |center: Vector, min: Vector, max: Vector| center.clamp(min, max).distance_squared(center) <= RADIUS * RADIUS;
    let ours = {
        let tree = TriangleOctree::new(&map.vertices, &map.triangles).expect("a mesh");
        move |center: [f32; 3], found: &mut Vec<u32>| {
            let sphere = Sphere3::new(center, RADIUS).expect("a place");
            tree.candidates_into(&sphere, found);
        }
    };
    let parry = {
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        move |center: [f32; 3], found: &mut Vec<u32>| {
            let center = Vector::from_array(center);
            found.clear();
            tree.traverse(|node| {
                if !touched(center, node.mins(), node.maxs()) {
                    return TraversalAction::Prune;
                }
                found.extend(node.leaf_data());
                TraversalAction::Continue
            });
        }
    };
    let packed = {
        let (tree, boxes) = (packed(&boxes), &boxes);
        let mut workspace = SearchWorkspace::new();
        move |center: [f32; 3], found: &mut Vec<u32>| {
            let [x, y, z] = center.map(f64::from);
            let radius = f64::from(RADIUS);
            let around = Box3D::new(x - radius, y - radius, z - radius, x + radius, y + radius, z + radius);
            let center = Vector::from_array(center);
            let near = tree.search_with(around, &mut workspace).iter();
            found.clear();
            found.extend(near.filter(|&&id| touched(center, boxes[id].mins, boxes[id].maxs)).map(|&id| id as u32));
        }
    };
    // There is no bar against parry3d on the large map.
    let against_parry = if size == "21k" { 1.4 } else { 0.0 };
    table.contest(
        SPHERES,
        size,
        QUERIES,
        vec![
            asking("roomgen", 0.0, &centers, ours),
            asking("parry3d", against_parry, &centers, parry),
            asking("packed_spatial_index", 0.95, &centers, packed),
        ],
    );
}

fn packed(boxes: &[Aabb]) -> SimdIndex3DF32 {
    let mut builder = Index3DBuilder::new(boxes.len());
    for Aabb { mins, maxs } in boxes {
        let [min_x, min_y, min_z] = mins.to_array().map(f64::from);
        let [max_x, max_y, max_z] = maxs.to_array().map(f64::from);
        builder.add(Box3D::new(min_x, min_y, min_z, max_x, max_y, max_z));
    }
    builder.finish_simd_f32().expect("boxes with numbers in them")
}

/// An entrant that answers each centre into the same vector.
fn asking<'a>(
    name: &'static str,
    bar: f64,
    centers: &'a [[f32; 3]],
    ask: impl FnMut([f32; 3], &mut Vec<u32>) + 'a,
) -> Entrant<'a> {
    let asked = Rc::new(RefCell::new((ask, Vec::new())));
    let again = Rc::clone(&asked);
    let work = move || {
        let (ask, found) = &mut *asked.borrow_mut();
        for &center in centers {
            ask(center, found);
            black_box(&*found);
        }
    };
    let sum = move |&(): &()| {
        let (ask, found) = &mut *again.borrow_mut();
        let mut all = Vec::new();
        for (query, &center) in (0u64..).zip(centers) {
            ask(center, found);
            all.extend(found.iter().map(|&triangle| query << 32 | u64::from(triangle)));
        }
        checksum(all)
    };
    Entrant::new(name, bar, work, sum)
}
