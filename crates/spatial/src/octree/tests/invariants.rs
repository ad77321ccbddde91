//! The invariants of a tree to which all changes have been applied.

use super::super::{
    changes::ChangeLogReader,
    core::TreeCore,
    node::{LONGEST_LIFESPAN, NONE, OUTSIDE, ROOT},
    root::MAX_DEPTH,
};
use crate::Aabb;

/// Panics unless the nodes, objects and counts of the tree agree.
pub(super) fn check<const D: usize>(core: &TreeCore<D>) {
    assert!(core.changes.is_up_to_date(ChangeLogReader::Tree));
    let (objects, _) = check_below(core, OUTSIDE);
    assert_eq!(objects as usize, core.entries.iter().flatten().count(), "each object stands in the tree once");
    let linked = core.nodes.iter().filter(|node| !node.is_free).count();
    assert_eq!(linked + core.free_nodes.len(), core.nodes.len());
}

fn check_below<const D: usize>(core: &TreeCore<D>, at: u32) -> (u32, Option<Aabb<D>>) {
    let node = core.node(at);
    assert!(!node.is_free && !node.is_dirty && node.depth <= MAX_DEPTH + 1);
    let mut count = node.items.len() as u32;
    let mut bounds: Option<Aabb<D>> = None;
    let mut take_in = |more: Aabb<D>| bounds = Some(bounds.map_or(more, |bounds| bounds.union(&more)));
    for (position, item) in node.items.iter().enumerate() {
        let entry = core.entries[item.tag.slot as usize].as_ref().expect("an object that exists");
        let place = core.place(item.tag.slot);
        assert_eq!((place.node, place.position as usize), (at, position));
        assert_eq!(item.bounds, entry.object.shape.bounds());
        assert!(core.holds(at, &item.bounds), "a node holds its objects whole");
        if let Some(octant) = core.child_octant(at, &item.bounds) {
            assert!(node.count == 1 && node.children[octant] == NONE, "only one that is alone may stand higher");
        }
        take_in(item.bounds);
    }
    for (octant, &child) in node.children.iter().enumerate() {
        assert_eq!(child != NONE, node.child_mask & (1 << octant) != 0, "the mask says which octants are in use");
        if child == NONE {
            continue;
        }
        assert_eq!((core.node(child).parent, usize::from(core.node(child).octant)), (at, octant));
        if at != OUTSIDE {
            assert!(node.region().contains_box(&core.node(child).region()));
            assert!(core.node(child).half * 2.0 >= core.root.smallest);
        }
        let (below, bounds) = check_below(core, child);
        count += below;
        bounds.into_iter().for_each(&mut take_in);
    }
    assert_eq!(node.count, count);
    assert_eq!((node.count > 0).then_some(node.bounds), bounds, "bounds are tight");
    assert_eq!(node.countdown.is_some(), node.count == 0 && at > ROOT, "empty branches count down, no others");
    assert!(node.lifespan.is_power_of_two() && (8..=LONGEST_LIFESPAN).contains(&node.lifespan));
    assert!(node.countdown.is_none_or(|left| (1..=node.lifespan).contains(&left)));
    assert!(node.countdown.is_none() || core.emptied.contains(&at));
    (count, bounds)
}
