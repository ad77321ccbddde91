//! Finds all pairs of overlapping objects by descending two branches at once: compares the objects
//! of a node with each other and with all objects below, then each two children with each other.

use super::{
    ObjectId, QueryObserver,
    core::TreeCore,
    node::{NodeObject, OUTSIDE, ObjectTag, TreeNode},
};

/// The ids of two overlapping objects, the smaller id first.
pub type ObjectPair = (ObjectId, ObjectId);

/// The number of objects divided by this is the maximum number of changed objects that are queried
/// one by one. If more have changed, finding all pairs is faster.
pub(super) const MAX_CHANGED_DIVISOR: usize = 4;

/// The state of the recursive search for all pairs in an octree.
struct PairDescent<'a, const D: usize, O, F> {
    core: &'a TreeCore<D>,
    types: u32,
    observer: &'a mut O,
    found: &'a mut F,
}

impl<const D: usize> TreeCore<D> {
    /// Calls `found` with this core and each pair of overlapping objects that each have a type bit
    /// of `types` and are not both static. Searches the octree.
    pub(super) fn pair(
        &self,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&Self, ObjectPair),
    ) {
        PairDescent { core: self, types, observer, found }.within(self.node(OUTSIDE));
    }

    /// Calls `found` with each pair of overlapping objects of these `types`, like `pair`. Searches
    /// the grid, or the flat tree if [`PairGrid::fill`](super::grid::PairGrid::fill) rejects the
    /// objects; meant for many objects.
    pub(super) fn find_pairs_uncached(
        &mut self,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&Self, ObjectPair),
    ) {
        let mut grid = std::mem::take(&mut self.grid);
        let fits = grid.fill(|| self.items().filter(|item| item.tag.types & types != 0), &self.root);
        if !fits {
            self.update_flat();
        }
        let mut found = |one: &ObjectTag, two: &ObjectTag| {
            if let Some(pair) = self.pair_of(one, two, types) {
                found(self, pair);
            }
        };
        if fits {
            grid.join(observer, &mut found);
        } else if let Some(flat) = &self.flat {
            flat.join(observer, &mut found);
        }
        self.grid = grid;
    }

    /// Calls `found` with each pair of overlapping objects of these `types`, like `pair`, if one of
    /// them is in one of the slots `moved`. Searches the octree.
    pub(super) fn find_moved_pairs(
        &self,
        mut moved: Vec<u32>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&Self, ObjectPair),
    ) {
        let is_moved = self.marks(&mut moved);
        for item in self.of_types(&moved, types) {
            let slot = item.tag.slot;
            let mut found = |core: &Self, (one, two): ObjectPair| {
                // Of two moved objects, the one with the smaller id reports the pair.
                let other = if one.0 == slot { two.0 } else { one.0 };
                if other > slot || other < slot && !is_moved[other as usize] {
                    found(core, (one, two));
                }
            };
            let mut pairing = PairDescent { core: self, types, observer: &mut *observer, found: &mut found };
            pairing.with_branch(&item, self.node(OUTSIDE));
        }
    }

    /// Calls `found` with each pair of overlapping objects of these `types`, like `pair`, if one of
    /// them is in one of the slots `moved`. Queries the flat tree for each moved object or, if too
    /// many have moved, finds all pairs and filters them.
    pub(super) fn find_moved_pairs_flat(
        &mut self,
        mut moved: Vec<u32>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&Self, ObjectPair),
    ) {
        let is_moved = self.marks(&mut moved);
        if moved.len() > self.entries.len() / MAX_CHANGED_DIVISOR {
            self.find_pairs_uncached(types, observer, &mut |core, (one, two)| {
                if is_moved[one.index()] || is_moved[two.index()] {
                    found(core, (one, two));
                }
            });
        } else {
            self.find_pairs_of_slots(&moved, &is_moved, types, observer, found);
        }
    }

    /// Finds the pairs of the objects in `slots` with all objects, by the flat tree. `is_listed`
    /// has a flag for each slot of the tree: whether `slots` lists it.
    pub(super) fn find_pairs_of_slots(
        &mut self,
        slots: &[u32],
        is_listed: &[bool],
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&Self, ObjectPair),
    ) {
        if slots.is_empty() {
            return;
        }
        self.update_flat();
        let Some(flat) = &self.flat else { return };
        for item in self.of_types(slots, types) {
            let slot = item.tag.slot;
            flat.search(&item.bounds, &|_, hits| hits, observer, &mut |other| {
                // Of two objects in `slots`, the one with the smaller id reports the pair.
                let counts = other.slot > slot || other.slot < slot && !is_listed[other.slot as usize];
                if other.types & types != 0
                    && counts
                    && let Some(pair) = self.pair_of(&item.tag, other, types)
                {
                    found(self, pair);
                }
            });
        }
    }

    /// Removes duplicates from `slots`, and returns a flag for each slot of the tree: whether
    /// `slots` lists it. The result is empty if `slots` is empty.
    pub(super) fn marks(&self, slots: &mut Vec<u32>) -> Vec<bool> {
        let mut marks = vec![false; if slots.is_empty() { 0 } else { self.entries.len() }];
        slots.retain(|&slot| !std::mem::replace(&mut marks[slot as usize], true));
        marks
    }

    fn of_types(&self, slots: &[u32], types: u32) -> impl Iterator<Item = NodeObject<D>> {
        slots.iter().filter_map(|&slot| self.item(slot)).filter(move |item| item.tag.types & types != 0)
    }

    /// The pair of two objects whose bounds overlap; `None` if one lacks the types, both are static
    /// or their shapes do not overlap.
    fn pair_of(&self, one: &ObjectTag, two: &ObjectTag, types: u32) -> Option<ObjectPair> {
        let counts = one.types & types != 0
            && two.types & types != 0
            && !(one.is_static && two.is_static)
            && (!(one.is_round || two.is_round) || self.shape(one.slot)?.overlaps(self.shape(two.slot)?));
        counts.then(|| (ObjectId(one.slot.min(two.slot)), ObjectId(one.slot.max(two.slot))))
    }
}

impl<const D: usize, O: QueryObserver, F: FnMut(&TreeCore<D>, ObjectPair)> PairDescent<'_, D, O, F> {
    /// Finds the pairs among all objects in `node` and below.
    fn within(&mut self, node: &TreeNode<D>) {
        for (index, one) in node.items.iter().enumerate() {
            for two in &node.items[index + 1..] {
                self.test(one, two);
            }
        }
        let core = self.core;
        for (index, child) in core.occupied_children(node).enumerate() {
            for item in &node.items {
                self.descend(item, child);
            }
            // Objects in different octants can only touch, at a midplane: this test rarely passes.
            for other in core.occupied_children(node).skip(index + 1) {
                self.observer.hit_test();
                if child.bounds.overlaps(&other.bounds) {
                    self.between(child, other);
                }
            }
            if child.count > 1 {
                self.within(child);
            }
        }
    }

    /// Finds the pairs of an object in or below `one` with an object in or below `two`.
    fn between(&mut self, one: &TreeNode<D>, two: &TreeNode<D>) {
        let core = self.core;
        for item in &one.items {
            self.descend(item, two);
        }
        for child in core.occupied_children(one) {
            self.observer.hit_test();
            if !child.bounds.overlaps(&two.bounds) {
                continue;
            }
            for item in &two.items {
                self.descend(item, child);
            }
            for other in core.occupied_children(two) {
                self.observer.hit_test();
                if child.bounds.overlaps(&other.bounds) {
                    self.between(child, other);
                }
            }
        }
    }

    /// Finds the pairs of `item` with the objects in and below `node`, if `item` overlaps the
    /// bounds of `node`.
    fn descend(&mut self, item: &NodeObject<D>, node: &TreeNode<D>) {
        self.observer.hit_test();
        if item.bounds.overlaps(&node.bounds) {
            self.with_branch(item, node);
        }
    }

    /// Finds the pairs of `item` with the objects in and below `node`, whose bounds overlap `item`.
    fn with_branch(&mut self, item: &NodeObject<D>, node: &TreeNode<D>) {
        for other in &node.items {
            self.test(item, other);
        }
        let core = self.core;
        for child in core.occupied_children(node) {
            self.descend(item, child);
        }
    }

    fn test(&mut self, one: &NodeObject<D>, two: &NodeObject<D>) {
        self.observer.hit_test();
        if one.bounds.overlaps(&two.bounds)
            && let Some(pair) = self.core.pair_of(&one.tag, &two.tag, self.types)
        {
            (self.found)(self.core, pair);
        }
    }
}
