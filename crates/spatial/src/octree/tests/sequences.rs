//! Random sequences of operations. After each operation every query is compared with a scan.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Operation {
    Insert { shape: ShapeNumbers, types: u32, is_static: bool },
    Set { which: usize, shape: ShapeNumbers },
    Remove { which: usize },
    Clear,
    Update,
    Query { region: ShapeNumbers, types: u32 },
}

/// The numbers from which a test makes a shape, a ray or a frustum of two or three dimensions.
#[derive(Clone, Debug)]
pub(super) struct ShapeNumbers {
    pub(super) corner: [f32; 3],
    pub(super) sides: [f32; 3],
    pub(super) is_round: bool,
}

impl ShapeNumbers {
    fn corner<const D: usize>(&self) -> [f32; D] {
        std::array::from_fn(|axis| self.corner[axis])
    }

    fn aabb<const D: usize>(&self) -> Aabb<D> {
        Aabb::new(self.corner(), std::array::from_fn(|axis| self.corner[axis] + self.sides[axis])).unwrap()
    }

    fn sphere<const D: usize>(&self) -> Sphere<D> {
        Sphere::new(self.corner().map(|value: f32| value.clamp(-1e37, 1e37)), self.sides[0]).unwrap()
    }

    pub(super) fn shape<const D: usize>(&self) -> Shape<D> {
        if self.is_round { self.sphere().into() } else { self.aabb().into() }
    }

    /// A ray from the corner; `None` if all sides are 0.
    fn ray<const D: usize>(&self) -> Option<Ray<D>> {
        let towards: [f32; D] =
            std::array::from_fn(|axis| if axis == 1 { -self.sides[axis] } else { self.sides[axis] });
        let ray = Ray::new(self.corner(), towards).ok()?;
        if self.is_round { ray.with_reach(7.0).ok() } else { Some(ray) }
    }

    /// The half-spaces above the corner and below the opposite corner, the first two tilted.
    fn frustum<const D: usize>(&self) -> Option<Frustum<D>> {
        let far = self.aabb::<D>().corners().1;
        let plane = |axis: usize, sign: f32, tilt: f32| {
            let mut normal = [0.0; D];
            normal[axis] = sign;
            normal[(axis + 1) % D] += tilt;
            let through = if sign > 0.0 { self.corner() } else { far };
            let offset = (0..D).map(|axis| -normal[axis] * through[axis]).sum::<f32>();
            Plane::new(normal, offset).ok()
        };
        let last = D - 1;
        Some(Frustum::from_planes([
            plane(0, 1.0, 0.5)?,
            plane(0, -1.0, 0.5)?,
            plane(1, 1.0, 0.0)?,
            plane(1, -1.0, 0.0)?,
            plane(last, 1.0, 0.0)?,
            plane(last, -1.0, 0.0)?,
        ]))
    }
}

/// The reference implementation: a map of all objects, every query a scan.
#[derive(Default)]
pub(super) struct Scan<const D: usize> {
    objects: BTreeMap<ObjectId, Object<D>>,
    moved: BTreeSet<ObjectId>,
}

impl<const D: usize> Scan<D> {
    pub(super) fn insert(&mut self, id: ObjectId, object: Object<D>) {
        assert!(self.objects.insert(id, object).is_none(), "ids in use are not given twice");
        self.moved.insert(id);
    }

    pub(super) fn set_shape(&mut self, id: ObjectId, shape: Shape<D>) {
        self.objects.get_mut(&id).unwrap().shape = shape;
        self.moved.insert(id);
    }

    pub(super) fn remove(&mut self, id: ObjectId) -> Option<Object<D>> {
        self.moved.remove(&id);
        self.objects.remove(&id)
    }

    /// The id of object number `which`, modulo the number of objects; `None` if there are none.
    pub(super) fn nth(&self, which: usize) -> Option<ObjectId> {
        self.objects.keys().nth(which % self.objects.len().max(1)).copied()
    }

    fn query(&self, region: &impl QueryRegion<D>, types: u32) -> Vec<ObjectId> {
        let touched = |object: &Object<D>| region.touches_box(&object.shape.bounds()) && region.touches(&object.shape);
        let found = self.objects.iter().filter(|(_, object)| object.types & types != 0 && touched(object));
        found.map(|(&id, _)| id).collect()
    }

    fn hits(&self, ray: &Ray<D>, types: u32) -> Vec<RayHit<D>> {
        let of_type = self.objects.iter().filter(|(_, object)| object.types & types != 0);
        let hit = |(&object, it): (&ObjectId, &Object<D>)| it.shape.hit(ray).map(|impact| RayHit { object, impact });
        let mut hits: Vec<_> = of_type.filter_map(hit).collect();
        hits.sort_by(|one, two| one.impact.distance.total_cmp(&two.impact.distance));
        hits
    }

    fn pairs(&self, types: u32) -> Vec<ObjectPair> {
        let mut pairs = Vec::new();
        for (&one, first) in &self.objects {
            for (&two, second) in self.objects.range(one..).skip(1) {
                let of_type = first.types & types != 0 && second.types & types != 0;
                if of_type && !(first.is_static && second.is_static) && first.shape.overlaps(&second.shape) {
                    pairs.push((one, two));
                }
            }
        }
        pairs
    }
}

fn sorted<T: Ord>(mut found: Vec<T>) -> Vec<T> {
    found.sort();
    found
}

/// Compares every query of the tree with the same query of the scan.
pub(super) fn compare<const D: usize>(tree: &mut Tree<D>, scan: &mut Scan<D>, about: &ShapeNumbers, types: u32) {
    let mut found = Vec::new();
    let mut query = |region: &dyn Fn(&mut Tree<D>, &mut Vec<ObjectId>), expected: Vec<ObjectId>, what: &str| {
        found.clear();
        region(tree, &mut found);
        assert_eq!(found, expected, "{what}");
    };
    let (aabb, sphere, point) = (about.aabb::<D>(), about.sphere::<D>(), about.corner::<D>());
    query(&|tree, found| tree.query(&aabb, types, found), scan.query(&aabb, types), "box");
    query(&|tree, found| tree.query(&sphere, types, found), scan.query(&sphere, types), "sphere");
    query(&|tree, found| tree.query(&point, types, found), scan.query(&point, types), "point");
    if let Some(frustum) = about.frustum::<D>() {
        query(&|tree, found| tree.query(&frustum, types, found), scan.query(&frustum, types), "frustum");
    }
    if let Some(ray) = about.ray::<D>() {
        let expected = scan.hits(&ray, types);
        let mut hits = Vec::new();
        tree.hits(&ray, types, &mut hits);
        assert_eq!(hits, expected, "ray");
        assert_eq!(tree.nearest_hit(&ray, types), expected.first().copied(), "nearest");
    }
    let expected = scan.pairs(types);
    let mut pairs = Vec::new();
    tree.pairs(types, &mut pairs);
    assert_eq!(sorted(pairs.clone()), expected, "pairs");
    pairs.clear();
    tree.moved_pairs(types, &mut pairs);
    let moved = |&(one, two): &ObjectPair| scan.moved.contains(&one) || scan.moved.contains(&two);
    assert_eq!(sorted(pairs), expected.into_iter().filter(moved).collect::<Vec<_>>(), "pairs with something moved");
    scan.moved.clear();
    invariants::check(tree.core());
}

fn run<const D: usize>(world: &Aabb<D>, operations: &[Operation]) {
    let mut tree = Tree::new_eager(world).unwrap();
    let mut scan = Scan::default();
    for operation in operations {
        let mut about = (&ShapeNumbers { corner: [1.0; 3], sides: [2.0; 3], is_round: false }, ALL);
        match operation {
            Operation::Insert { shape, types, is_static } => {
                let object = Object { shape: shape.shape(), types: *types, is_static: *is_static };
                let id = tree.insert(object);
                scan.insert(id, object);
                about.0 = shape;
            }
            Operation::Set { which, shape } => {
                if let Some(id) = scan.nth(*which) {
                    assert!(tree.set_shape(id, shape.shape()));
                    scan.set_shape(id, shape.shape());
                }
                about.0 = shape;
            }
            Operation::Remove { which } => {
                if let Some(id) = scan.nth(*which) {
                    assert_eq!(tree.remove(id), scan.remove(id));
                    assert!(tree.remove(id).is_none() && !tree.set_shape(id, *world));
                }
            }
            Operation::Clear => {
                tree.clear();
                scan = Scan::default();
            }
            Operation::Update => tree.update(),
            Operation::Query { region, types } => about = (region, *types),
        }
        assert_eq!(tree.len(), scan.objects.len());
        compare(&mut tree, &mut scan, about.0, about.1);
    }
}

fn operations(numbers: impl Strategy<Value = ShapeNumbers> + Clone) -> impl Strategy<Value = Vec<Operation>> {
    let types = prop_oneof![Just(ALL), 0u32..8];
    let insert = (numbers.clone(), types.clone(), any::<bool>());
    let one = prop_oneof![
        8 => insert.prop_map(|(shape, types, is_static)| Operation::Insert { shape, types, is_static }),
        5 => (any::<usize>(), numbers.clone()).prop_map(|(which, shape)| Operation::Set { which, shape }),
        3 => any::<usize>().prop_map(|which| Operation::Remove { which }),
        1 => Just(Operation::Clear),
        6 => Just(Operation::Update),
        4 => (numbers, types).prop_map(|(region, types)| Operation::Query { region, types }),
    ];
    prop::collection::vec(one, 1..80)
}

/// Shapes with integer coordinates around a root of 16 m: edges touch each other and midplanes, and
/// some shapes lie outside the root.
pub(super) fn whole() -> impl Strategy<Value = ShapeNumbers> + Clone {
    (prop::array::uniform3(-3i8..18), prop::array::uniform3(0i8..4), any::<bool>()).prop_map(
        |(corner, sides, is_round)| ShapeNumbers {
            corner: corner.map(f32::from),
            sides: sides.map(f32::from),
            is_round,
        },
    )
}

/// Shapes with fractional coordinates; some are distant, huge or infinite.
pub(super) fn wild() -> impl Strategy<Value = ShapeNumbers> + Clone {
    let coordinate = prop_oneof![8 => -20.0f32..40.0, 1 => -1e30f32..1e30, 1 => Just(0.0), 1 => Just(1e-30)];
    let side =
        prop_oneof![8 => 0.0f32..3.0, 1 => 0.0f32..40.0, 1 => Just(1e30), 1 => Just(f32::INFINITY), 1 => Just(0.0)];
    (prop::array::uniform3(coordinate), prop::array::uniform3(side), any::<bool>())
        .prop_map(|(corner, sides, is_round)| ShapeNumbers { corner, sides, is_round })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn an_octree_finds_what_a_scan_finds_on_whole_numbers(operations in operations(whole())) {
        run(&Aabb::new([0.0; 3], [16.0; 3]).unwrap(), &operations);
    }

    #[test]
    fn a_quadtree_finds_what_a_scan_finds_on_whole_numbers(operations in operations(whole())) {
        run(&Aabb::new([0.0; 2], [16.0; 2]).unwrap(), &operations);
    }

    #[test]
    fn an_octree_finds_what_a_scan_finds_on_any_numbers(operations in operations(wild())) {
        run(&Aabb::new([-9.7, 0.0, 3.0], [16.0; 3]).unwrap(), &operations);
    }

    #[test]
    fn a_quadtree_finds_what_a_scan_finds_on_any_numbers(operations in operations(wild())) {
        run(&Aabb::new([-1e30; 2], [1e30; 2]).unwrap(), &operations);
    }
}
