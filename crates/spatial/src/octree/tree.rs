//! The public tree: changes are logged at once and applied by the next query or update. Small trees
//! answer queries themselves; larger ones hand them to the flat tree or the grid.

use super::{
    NoObserver, NodeView, Object, ObjectId, ObjectPair, QueryObserver, QueryRegion, RayHit, Shape, TreeStatistics,
    core::{ObjectEntry, QueryThresholds, TreeCore},
    node::{NONE, OUTSIDE, ROOT},
    root::RootCube,
};
use crate::{Aabb, Ray, ShapeError};

/// A tree over moving objects in `D` dimensions, 2 or 3; see [`Octree`] and [`Quadtree`].
///
/// [`Tree::query`] and [`Tree::hits`] sort their results. Other results come in an order that
/// depends only on the preceding operations: it is the same on every platform and in every run.
/// Queries apply pending changes first, so they take `&mut self`. If no change is pending, queries
/// with a callback allocate nothing once their scratch buffers have grown.
///
/// ```
/// use roomgen_spatial::{Aabb3, Object, Octree, Ray3, Sphere3};
///
/// const MONSTER: u32 = 1;
/// const WALL: u32 = 2;
///
/// let mut octree = Octree::new(&Aabb3::new([0.0; 3], [80.0, 10.0, 50.0])?)?;
/// let monster =
///     octree.insert(Object::new(Sphere3::new([5.0, 1.0, 5.0], 0.5)?).with_types(MONSTER));
/// let wall = Aabb3::new([8.0, 0.0, 0.0], [9.0, 3.0, 9.0])?;
/// let wall = octree.insert(Object::new(wall).with_types(WALL).as_static());
///
/// octree.set_shape(monster, Sphere3::new([7.6, 1.0, 5.0], 0.5)?);
/// octree.update();
///
/// let mut pairs = Vec::new();
/// octree.pairs(MONSTER | WALL, &mut pairs);
/// assert_eq!(pairs, [(monster, wall)]);
///
/// let arrow = Ray3::new([0.0, 1.0, 5.0], [1.0, 0.0, 0.0])?;
/// let hit = octree.nearest_hit(&arrow, WALL).ok_or("missed")?;
/// assert_eq!((hit.object, hit.impact.distance), (wall, 8.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree<const D: usize, O = NoObserver> {
    core: TreeCore<D>,
    observer: O,
}

/// A tree over boxes and spheres in space.
pub type Octree<O = NoObserver> = Tree<3, O>;
/// A tree over rectangles and discs in the plane.
pub type Quadtree<O = NoObserver> = Tree<2, O>;

impl<const D: usize> Tree<D> {
    /// Creates an empty tree whose root encloses `world`.
    ///
    /// Objects outside the root are stored and found too.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if `world` is not finite.
    pub fn new(world: &Aabb<D>) -> Result<Self, ShapeError> {
        Self::with_observer(world, NoObserver)
    }
}

impl<const D: usize, O: QueryObserver> Tree<D, O> {
    /// Like [`Tree::new`], with a [`QueryObserver`] that receives the events of queries.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if `world` is not finite.
    pub fn with_observer(world: &Aabb<D>, observer: O) -> Result<Self, ShapeError> {
        const { assert!(D == 2 || D == 3, "trees have two or three dimensions") };
        Ok(Self { core: TreeCore::new(RootCube::around(world)?, QueryThresholds::DEFAULT), observer })
    }

    /// The observer that receives the events of queries.
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// Reserves capacity for `more` further objects, so that their insertion does not reallocate.
    pub fn reserve(&mut self, more: usize) {
        self.core.entries.reserve(more);
        self.core.changes.reserve(more);
    }

    /// Adds an object. The next query or update places it in the tree. Cost: amortised O(1).
    pub fn insert(&mut self, object: Object<D>) -> ObjectId {
        let core = &mut self.core;
        let entry = Some(ObjectEntry { object, is_moved: true });
        let slot = core.free_entries.pop().unwrap_or(core.entries.len() as u32);
        match core.entries.get_mut(slot as usize) {
            Some(free) => *free = entry,
            None => core.entries.push(entry),
        }
        core.changes.note(slot, core.entries.len());
        ObjectId(slot)
    }

    /// Removes and returns an object; `None` if there is none with this id. O(depth).
    pub fn remove(&mut self, id: ObjectId) -> Option<Object<D>> {
        let object = *self.get(id)?;
        self.core.detach(id.0, NONE);
        self.core.entries[id.index()] = None;
        self.core.free_entries.push(id.0);
        self.core.changes.note(id.0, self.core.entries.len());
        Some(object)
    }

    /// The object with this id; `None` if there is none.
    #[must_use]
    pub fn get(&self, id: ObjectId) -> Option<&Object<D>> {
        self.core.entries.get(id.index())?.as_ref().map(|entry| &entry.object)
    }

    /// Replaces the shape of an object. The next query or update moves it in the tree. Cost: O(1).
    ///
    /// Returns false if there is no object with this id.
    pub fn set_shape(&mut self, id: ObjectId, shape: impl Into<Shape<D>>) -> bool {
        let Some(Some(entry)) = self.core.entries.get_mut(id.index()) else { return false };
        entry.object.shape = shape.into();
        entry.is_moved = true;
        self.core.changes.note(id.0, self.core.entries.len());
        true
    }

    /// Removes all objects and nodes. The next object receives id 0.
    pub fn clear(&mut self) {
        self.core = TreeCore::new(self.core.root, self.core.thresholds);
    }

    /// The number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.entries.len() - self.core.free_entries.len()
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ids of all objects, in ascending order.
    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.core.items().map(|item| ObjectId(item.tag.slot))
    }

    /// Applies all pending changes, as a query would, and counts down the lifespans of empty
    /// branches, which are pruned at 0. Call it once a frame.
    ///
    /// Cost: about linear in the number of changes and of empty branches.
    pub fn update(&mut self) {
        self.core.settle();
        self.core.age();
    }

    /// Calls `found` with each object that has a type bit of `types` and shares a point with
    /// `region`, in no particular order.
    pub fn for_each(&mut self, region: &impl QueryRegion<D>, types: u32, mut found: impl FnMut(ObjectId)) {
        if self.begin() {
            self.core.find_flat(region, types, &mut self.observer, &mut found);
        } else {
            self.core.find(self.core.node(OUTSIDE), region, types, &mut self.observer, &mut found);
        }
    }

    /// Appends to `found` each object that has a type bit of `types` and shares a point with
    /// `region`.
    ///
    /// In ascending order of ids.
    pub fn query(&mut self, region: &impl QueryRegion<D>, types: u32, found: &mut Vec<ObjectId>) {
        let first = found.len();
        self.for_each(region, types, |id| found.push(id));
        found[first..].sort_unstable();
    }

    /// Calls `found` with each object that has a type bit of `types` and is hit by `ray`.
    ///
    /// In no particular order.
    pub fn for_each_hit(&mut self, ray: &Ray<D>, types: u32, mut found: impl FnMut(RayHit<D>)) {
        if self.begin() {
            self.core.cast_flat(ray, types, &mut self.observer, &mut found);
        } else {
            self.core.cast(self.core.node(OUTSIDE), ray, types, &mut self.observer, &mut found);
        }
    }

    /// Appends to `found` each object that has a type bit of `types` and is hit by `ray`.
    ///
    /// The nearest first; ties are broken by id.
    pub fn hits(&mut self, ray: &Ray<D>, types: u32, found: &mut Vec<RayHit<D>>) {
        let first = found.len();
        self.for_each_hit(ray, types, |hit| found.push(hit));
        found[first..].sort_unstable_by(|one, two| {
            one.impact.distance.total_cmp(&two.impact.distance).then(one.object.cmp(&two.object))
        });
    }

    /// The nearest object that has a type bit of `types` and is hit by `ray`.
    ///
    /// Of equally near objects, the one with the smallest id.
    pub fn nearest_hit(&mut self, ray: &Ray<D>, types: u32) -> Option<RayHit<D>> {
        if self.begin() {
            return self.core.cast_nearest_flat(ray, types, &mut self.observer);
        }
        let mut best = None;
        self.core.cast_nearest(self.core.node(OUTSIDE), ray, types, &mut self.observer, &mut best);
        best
    }

    /// Calls `found` once for each pair of overlapping objects that each have a type bit of
    /// `types`.
    ///
    /// Pairs of two static objects are left out.
    pub fn for_each_pair(&mut self, types: u32, mut found: impl FnMut(ObjectPair)) {
        self.pair(types, &mut |_, pair| found(pair));
    }

    /// Like [`Tree::for_each_pair`]; `found` also receives the core, to look up the objects.
    pub(super) fn pair(&mut self, types: u32, found: &mut impl FnMut(&TreeCore<D>, ObjectPair)) {
        if self.begin() {
            self.core.find_pairs_cached(types, &mut self.observer, found);
        } else {
            self.core.pair(types, &mut self.observer, found);
        }
    }

    /// Appends to `found` each pair that [`Tree::for_each_pair`] reports.
    pub fn pairs(&mut self, types: u32, found: &mut Vec<ObjectPair>) {
        self.for_each_pair(types, |pair| found.push(pair));
    }

    /// Like [`Tree::for_each_pair`], limited to pairs in which at least one object has changed.
    ///
    /// An object has changed if it was inserted or its shape was set since the last call of this
    /// method or of [`Tree::moved_pairs`].
    pub fn for_each_moved_pair(&mut self, types: u32, mut found: impl FnMut(ObjectPair)) {
        let moved = self.core.take_moved();
        let mut found = |_: &TreeCore<D>, pair| found(pair);
        if self.begin() {
            self.core.find_moved_pairs_flat(moved, types, &mut self.observer, &mut found);
        } else {
            self.core.find_moved_pairs(moved, types, &mut self.observer, &mut found);
        }
    }

    /// Appends to `found` each pair that [`Tree::for_each_moved_pair`] reports.
    pub fn moved_pairs(&mut self, types: u32, found: &mut Vec<ObjectPair>) {
        self.for_each_moved_pair(types, |pair| found.push(pair));
    }

    /// The nodes of the tree in depth-first order, each before its children, for drawing.
    ///
    /// Pending changes are applied to a copy: call [`Tree::update`] first if there are many.
    pub fn nodes(&self) -> impl Iterator<Item = NodeView<D>> + '_ {
        let core = self.core.settled();
        let mut pending = vec![ROOT];
        std::iter::from_fn(move || {
            let node = core.node(pending.pop()?);
            pending.extend(node.children.iter().rev().filter(|&&child| child != NONE));
            Some(NodeView {
                region: node.region(),
                bounds: (node.count > 0).then_some(node.bounds),
                depth: usize::from(node.depth) - 1,
                child_mask: node.child_mask,
                objects: node.items.len(),
                countdown: node.countdown,
                lifespan: node.lifespan,
            })
        })
    }

    /// Counts of nodes and objects. Cost: linear in the number of nodes. As in [`Tree::nodes`],
    /// pending changes are applied to a copy.
    #[must_use]
    pub fn statistics(&self) -> TreeStatistics {
        let outside = self.core.settled().node(OUTSIDE).items.len();
        let mut statistics = TreeStatistics { outside, ..TreeStatistics::default() };
        for node in self.nodes() {
            statistics.nodes += 1;
            if node.objects > 0 {
                statistics.depth = statistics.depth.max(node.depth);
                let levels = statistics.objects_by_level.len().max(node.depth + 1);
                statistics.objects_by_level.resize(levels, 0);
                statistics.objects_by_level[node.depth] += node.objects;
            }
        }
        statistics
    }

    /// Begins a query. Returns whether there are so many objects that `flat` or `grid` answers it.
    ///
    /// If not, the nodes of the octree answer it. All pending changes are applied to them here.
    fn begin(&mut self) -> bool {
        let is_flat = self.len() >= self.core.thresholds.flat_from;
        if !is_flat {
            self.core.settle();
            self.core.fit();
        }
        self.observer.query_begins();
        is_flat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<const D: usize> Tree<D> {
        /// A tree that uses the flat tree, the grid and the pair cache from few objects on, so that
        /// small tests cover them.
        pub(in crate::octree) fn new_eager(world: &Aabb<D>) -> Result<Self, ShapeError> {
            let thresholds = QueryThresholds { flat_from: 12, log_slack: 4 };
            Ok(Self { core: TreeCore::new(RootCube::around(world)?, thresholds), observer: NoObserver })
        }

        /// The core with all changes applied and all bounds computed.
        pub(in crate::octree) fn core(&mut self) -> &TreeCore<D> {
            self.core.settle();
            self.core.fit();
            &self.core
        }
    }
}
