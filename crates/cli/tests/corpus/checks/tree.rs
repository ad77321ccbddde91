//! Operations on an octree or a quadtree; after each one, a query is compared with a scan.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::spatial::{Aabb, Object, ObjectId, ObjectPair, QueryRegion, Ray, RayHit, Shape, Sphere, Tree};

use super::{Bytes, shapes};

/// The most operations, since every one is followed by scans.
const MOST_OPERATIONS: usize = 64;
/// The most objects, since pairs are scanned: well above the number at which trees become flat.
const MOST_OBJECTS: usize = 144;

pub fn octree(bytes: &[u8]) {
    run::<3>(bytes);
}

pub fn quadtree(bytes: &[u8]) {
    run::<2>(bytes);
}

fn run<const D: usize>(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let world = match bytes.below(4) {
        0 => Aabb::new([-1e30; D], [1e30; D]).ok(),
        1 => shapes::aabb(&mut bytes),
        _ => Aabb::new([0.0; D], [16.0; D]).ok(),
    };
    let Some(world) = world else { return };
    let tree = Tree::new(&world);
    assert_eq!(tree.is_ok(), world.is_finite(), "{world:?} as a world");
    let Ok(tree) = tree else { return };
    let mut both = TreeAndMap { tree, objects: BTreeMap::new(), moved: BTreeSet::new() };
    for _ in 0..MOST_OPERATIONS {
        if bytes.is_empty() {
            break;
        }
        both.operate(&mut bytes);
        assert_eq!((both.tree.len(), both.tree.is_empty()), (both.objects.len(), both.objects.is_empty()));
        both.ask(&mut bytes);
    }
    both.is_well_formed();
}

/// A tree, and the same objects in a map.
struct TreeAndMap<const D: usize> {
    tree: Tree<D>,
    objects: BTreeMap<ObjectId, Object<D>>,
    /// Objects inserted or moved since the last query for moved pairs.
    moved: BTreeSet<ObjectId>,
}

impl<const D: usize> TreeAndMap<D> {
    fn operate(&mut self, bytes: &mut Bytes<'_>) {
        match bytes.below(16) {
            0..5 => {
                if let Some(object) = object(bytes) {
                    self.insert(object);
                }
            }
            5..7 => self.insert_crowd(bytes),
            7..10 => {
                let id = self.some(bytes);
                let shape = shapes::shape(bytes);
                if let (Some(id), Some(shape)) = (id, shape) {
                    self.set(id, shape);
                }
            }
            10 => self.move_all(bytes),
            11..13 => {
                if let Some(id) = self.some(bytes) {
                    self.moved.remove(&id);
                    assert_eq!(self.tree.remove(id), self.objects.remove(&id));
                    assert!(self.tree.remove(id).is_none() && self.tree.get(id).is_none());
                }
            }
            13 if bytes.below(8) == 0 => {
                self.tree.clear();
                (self.objects, self.moved) = Default::default();
            }
            _ => self.tree.update(),
        }
    }

    fn insert(&mut self, object: Object<D>) {
        if self.objects.len() < MOST_OBJECTS {
            let id = self.tree.insert(object);
            assert!(self.objects.insert(id, object).is_none(), "the id {id} is in use");
            self.moved.insert(id);
        }
    }

    fn set(&mut self, id: ObjectId, shape: Shape<D>) {
        assert!(self.tree.set_shape(id, shape));
        if let Some(object) = self.objects.get_mut(&id) {
            object.shape = shape;
            self.moved.insert(id);
        }
    }

    /// Inserts many objects of one shape, each shifted from the last, to trigger the faster forms.
    fn insert_crowd(&mut self, bytes: &mut Bytes<'_>) {
        let (count, step) = (bytes.below(96), bytes.floats::<D>());
        let Some(mut object) = object(bytes) else { return };
        for _ in 0..count {
            self.insert(object);
            match shifted(&object.shape, &step) {
                Some(shape) => object.shape = shape,
                None => return,
            }
        }
    }

    fn move_all(&mut self, bytes: &mut Bytes<'_>) {
        let (every, step) = (bytes.below(8) + 1, bytes.floats::<D>());
        let moved =
            self.objects.iter().step_by(every).filter_map(|(&id, object)| Some((id, shifted(&object.shape, &step)?)));
        for (id, shape) in moved.collect::<Vec<_>>() {
            self.set(id, shape);
        }
    }

    fn some(&self, bytes: &mut Bytes<'_>) -> Option<ObjectId> {
        let which = bytes.below(256);
        self.objects.keys().nth(which % self.objects.len().max(1)).copied()
    }

    /// Compares a query with a scan.
    fn ask(&mut self, bytes: &mut Bytes<'_>) {
        let types = if bytes.is_true() { u32::MAX } else { bytes.byte().into() };
        match bytes.below(8) {
            0 => self.ask_region(shapes::aabb::<D>(bytes), types),
            1 => self.ask_region(shapes::sphere::<D>(bytes), types),
            2 => self.ask_region(shapes::frustum::<D>(bytes), types),
            3 => self.ask_region(Some(bytes.floats::<D>()), types),
            4 | 5 => {
                if let Some(ray) = shapes::ray(bytes) {
                    self.ask_ray(&ray, types);
                }
            }
            6 => self.ask_pairs(types),
            _ => self.ask_moved_pairs(types),
        }
    }

    fn ask_region(&mut self, region: Option<impl QueryRegion<D>>, types: u32) {
        let Some(region) = region else { return };
        let touched = |object: &Object<D>| region.touches_box(&object.shape.bounds()) && region.touches(&object.shape);
        let scanned = self.objects.iter().filter(|(_, object)| object.types & types != 0 && touched(object));
        let mut found = Vec::new();
        self.tree.query(&region, types, &mut found);
        assert_eq!(found, scanned.map(|(&id, _)| id).collect::<Vec<_>>());
    }

    fn ask_ray(&mut self, ray: &Ray<D>, types: u32) {
        let of_type = self.objects.iter().filter(|(_, object)| object.types & types != 0);
        let hits = of_type.filter_map(|(&object, it)| it.shape.hit(ray).map(|impact| RayHit { object, impact }));
        let mut hits: Vec<_> = hits.collect();
        hits.sort_by(|one, two| one.impact.distance.total_cmp(&two.impact.distance));
        for hit in &hits {
            assert!((0.0..=ray.reach()).contains(&hit.impact.distance), "{hit:?}");
            assert!(hit.impact.normal.iter().all(|part| (-1.01..=1.01).contains(part)), "{hit:?} of {ray:?}");
        }
        let mut found = Vec::new();
        self.tree.hits(ray, types, &mut found);
        assert_eq!(found, hits);
        assert_eq!(self.tree.nearest_hit(ray, types), hits.first().copied());
    }

    /// Overlapping pairs of objects of the types, unless both are static.
    fn scan_pairs(&self, types: u32) -> Vec<ObjectPair> {
        let mut pairs = Vec::new();
        for (&one, first) in &self.objects {
            for (&two, second) in self.objects.range(one..).skip(1) {
                let are_of_type = first.types & types != 0 && second.types & types != 0;
                if are_of_type && !(first.is_static && second.is_static) && first.shape.overlaps(&second.shape) {
                    pairs.push((one, two));
                }
            }
        }
        pairs
    }

    fn ask_pairs(&mut self, types: u32) {
        let (mut found, mut contacts) = (Vec::new(), Vec::new());
        self.tree.pairs(types, &mut found);
        found.sort_unstable();
        assert_eq!(found, self.scan_pairs(types));
        self.tree.contacts(types, &mut contacts);
        assert_eq!(contacts.len(), found.len());
        for contact in contacts {
            assert!(contact.depth >= 0.0, "{contact:?}");
            assert!(contact.normal.iter().all(|part| (-1.01..=1.01).contains(part)), "{contact:?}");
            assert!(contact.point.iter().all(|part| !part.is_nan()), "{contact:?}");
        }
    }

    fn ask_moved_pairs(&mut self, types: u32) {
        let mut found = Vec::new();
        self.tree.moved_pairs(types, &mut found);
        found.sort_unstable();
        let is_moved = |&(one, two): &ObjectPair| self.moved.contains(&one) || self.moved.contains(&two);
        assert_eq!(found, self.scan_pairs(types).into_iter().filter(is_moved).collect::<Vec<_>>());
        self.moved.clear();
    }

    /// Checks the tree's observable structure.
    fn is_well_formed(&self) {
        let statistics = self.tree.statistics();
        let held: usize = statistics.objects_by_level.iter().sum();
        assert_eq!(held + statistics.outside, self.objects.len(), "{statistics:?}");
        assert_eq!(statistics.nodes, self.tree.nodes().count());
        assert!(self.tree.ids().eq(self.objects.keys().copied()));
        assert!(self.objects.iter().all(|(&id, object)| self.tree.get(id) == Some(object)));
    }
}

fn object<const D: usize>(bytes: &mut Bytes<'_>) -> Option<Object<D>> {
    let (types, is_static) = (if bytes.is_true() { 1 } else { bytes.byte().into() }, bytes.below(4) == 0);
    Some(Object { shape: shapes::shape(bytes)?, types, is_static })
}

/// The shape moved by `step`; `None` if it leaves the valid range.
fn shifted<const D: usize>(shape: &Shape<D>, step: &[f32; D]) -> Option<Shape<D>> {
    let moved = |corner: [f32; D]| -> [f32; D] { std::array::from_fn(|axis| corner[axis] + step[axis]) };
    match shape {
        Shape::Box(aabb) => {
            let (min, max) = aabb.corners();
            Some(Aabb::new(moved(min), moved(max)).ok()?.into())
        }
        Shape::Sphere(sphere) => {
            let (min, max) = sphere.bounds().corners();
            let center = std::array::from_fn(|axis| min[axis] / 2.0 + max[axis] / 2.0);
            Some(Sphere::new(moved(center), sphere.radius()).ok()?.into())
        }
    }
}
