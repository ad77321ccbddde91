//! All pairs by simultaneous descent: a node's objects among themselves, with what lies below, and the children with each other.

use super::{
    ObjectId, Observer,
    core::Core,
    node::{Item, Node, OUTSIDE},
};

/// Two objects that overlap, the smaller id first.
pub type Pair = (ObjectId, ObjectId);

/// What a descent for pairs carries along.
struct Pairing<'a, const D: usize, O, F> {
    core: &'a Core<D>,
    types: u32,
    observer: &'a mut O,
    found: &'a mut F,
}

impl<const D: usize> Core<D> {
    /// Tells `found` each pair of overlapping objects of `types`, unless both are static.
    pub(super) fn pair(&self, types: u32, observer: &mut impl Observer, found: &mut impl FnMut(Pair)) {
        if let Some(flat) = &self.flat {
            return flat.join(observer, &mut |one, two| {
                if let Some(pair) = self.pair_of(one, two, types) {
                    found(pair);
                }
            });
        }
        Pairing { core: self, types, observer, found }.within(self.node(OUTSIDE));
    }

    /// The same, of those pairs in which an object is marked as moved.
    pub(super) fn pair_moved(&self, types: u32, observer: &mut impl Observer, found: &mut impl FnMut(Pair)) {
        let is_moved = |slot: u32| self.entries[slot as usize].as_ref().is_some_and(|entry| entry.is_moved);
        for (slot, entry) in (0u32..).zip(&self.entries) {
            if !entry.as_ref().is_some_and(|entry| entry.is_moved && entry.object.types & types != 0) {
                continue;
            }
            let Some(item) = self.item(slot) else { continue };
            let mut found_once = |(one, two): Pair| {
                // Of two that moved, the one with the smaller id tells.
                let other = if one.0 == slot { two.0 } else { one.0 };
                if other != slot && (other > slot || !is_moved(other)) {
                    found((one, two));
                }
            };
            if let Some(flat) = &self.flat {
                flat.overlapping(&item.bounds, observer, &mut |other| {
                    if let Some(pair) = self.pair_of(&item, other, types) {
                        found_once(pair);
                    }
                });
            } else {
                let mut pairing = Pairing { core: self, types, observer: &mut *observer, found: &mut found_once };
                pairing.with_branch(&item, self.node(OUTSIDE));
            }
        }
    }

    /// The pair of two objects whose bounds overlap, if it counts.
    fn pair_of(&self, one: &Item<D>, two: &Item<D>, types: u32) -> Option<Pair> {
        let counts = one.types & types != 0
            && two.types & types != 0
            && !(one.is_static && two.is_static)
            && (!(one.is_round || two.is_round) || self.shape(one.slot)?.overlaps(self.shape(two.slot)?));
        counts.then(|| (ObjectId(one.slot.min(two.slot)), ObjectId(one.slot.max(two.slot))))
    }
}

impl<const D: usize, O: Observer, F: FnMut(Pair)> Pairing<'_, D, O, F> {
    /// The pairs among all objects in `node` and below.
    fn within(&mut self, node: &Node<D>) {
        for (index, one) in node.items.iter().enumerate() {
            for two in &node.items[index + 1..] {
                self.test(one, two);
            }
        }
        let core = self.core;
        let children = || node.children().map(|child| core.node(child)).filter(|child| child.count > 0);
        for (index, child) in children().enumerate() {
            for item in &node.items {
                self.descend(item, child);
            }
            // Objects of two octants can only touch, on the plane between.
            for other in children().skip(index + 1) {
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

    /// The pairs of an object in one branch with an object in the other.
    fn between(&mut self, one: &Node<D>, two: &Node<D>) {
        let core = self.core;
        for item in &one.items {
            self.descend(item, two);
        }
        for child in one.children().map(|child| core.node(child)).filter(|child| child.count > 0) {
            self.observer.hit_test();
            if !child.bounds.overlaps(&two.bounds) {
                continue;
            }
            for item in &two.items {
                self.descend(item, child);
            }
            for other in two.children().map(|child| core.node(child)).filter(|child| child.count > 0) {
                self.observer.hit_test();
                if child.bounds.overlaps(&other.bounds) {
                    self.between(child, other);
                }
            }
        }
    }

    /// The pairs of `item` with the branch of `node`, if they can meet.
    fn descend(&mut self, item: &Item<D>, node: &Node<D>) {
        self.observer.hit_test();
        if item.bounds.overlaps(&node.bounds) {
            self.with_branch(item, node);
        }
    }

    /// The pairs of `item` with the branch of `node`.
    fn with_branch(&mut self, item: &Item<D>, node: &Node<D>) {
        for other in &node.items {
            self.test(item, other);
        }
        let core = self.core;
        for child in node.children().map(|child| core.node(child)).filter(|child| child.count > 0) {
            self.descend(item, child);
        }
    }

    fn test(&mut self, one: &Item<D>, two: &Item<D>) {
        self.observer.hit_test();
        if one.bounds.overlaps(&two.bounds)
            && let Some(pair) = self.core.pair_of(one, two, self.types)
        {
            (self.found)(pair);
        }
    }
}
