//! What the leaves of a finished route become.
//!
//! Consumes the roles of the leaves; produces the facts of each room that no later stage changes.

use super::{LeafRole, Route, cycles::RouteCycle};
use crate::{floorplan::partition::LeafId, model::RoomKind, preset::CycleRule};

/// Where a room belongs along the main path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PathSpan {
    /// The steps of the path between which the room lies: those of the ends of its cycle. For a
    /// room on the path or hung on it, twice the same.
    pub(crate) ends: [u32; 2],
    /// The nearest step by progress; half-way, the later one.
    pub(crate) nearest: u32,
}

/// The facts of the room that a leaf becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LeafRoom {
    pub(crate) kind: RoomKind,
    /// The number of passages from the start.
    pub(crate) depth: u32,
    /// The position along the path, from 0 to 1. A bonus room has that of the leaf where its chain
    /// starts.
    pub(crate) progress: f32,
    /// The cycle of a detour, by position in [`Route::cycles`].
    pub(crate) cycle: Option<u32>,
    /// The tags that the room has from its cycle, its size and the parting beside it, one bit for
    /// each.
    pub(crate) tags: u32,
}

impl Route {
    /// The room that a leaf becomes; `None` if it becomes no room. `rules` are those of the cycles.
    ///
    /// Depths are right once [`Route::measure_depths`] has run.
    #[inline]
    pub(crate) fn room(&self, leaf: LeafId, rules: &[CycleRule]) -> Option<LeafRoom> {
        let role = self.leaf_roles[leaf.index()];
        let kind = role.kind(self.path.len())?;
        let (root, chain) = match role {
            LeafRole::Bonus { root, chain, .. } => (self.leaf_roles[root.index()], chain),
            LeafRole::Unused | LeafRole::Reserved | LeafRole::Path(_) | LeafRole::Detour { .. } => (role, 0),
        };
        // Without a loop and a cycle no depth was measured, and each chain starts on the path.
        let step = if let LeafRole::Path(step) = root { step } else { 0 };
        let depth = self.depths.get(leaf.index()).copied().unwrap_or(step + chain);
        let cycle = self.detour_at(leaf).map(|(cycle, _)| cycle);
        Some(LeafRoom { kind, depth, progress: self.progress_at(root), cycle, tags: self.tags(leaf, cycle, rules) })
    }

    /// Where the room of a leaf belongs along the path. A bonus room belongs where its chain
    /// starts.
    pub(crate) fn path_span(&self, leaf: LeafId) -> PathSpan {
        match self.root_role(leaf) {
            LeafRole::Path(step) => PathSpan { ends: [step; 2], nearest: step },
            LeafRole::Detour { cycle, position } => {
                let RouteCycle { steps: [from, to], rooms, .. } = self.cycles[cycle as usize];
                let parts = u64::from(rooms) + 1;
                let along = (2 * u64::from(to - from) * u64::from(position) + parts) / (2 * parts);
                PathSpan { ends: [from, to], nearest: from + along as u32 }
            }
            LeafRole::Unused | LeafRole::Reserved | LeafRole::Bonus { .. } => PathSpan::default(),
        }
    }

    /// The role of a leaf in use, or of the leaf where its chain of bonus rooms starts.
    #[inline]
    fn root_role(&self, leaf: LeafId) -> LeafRole {
        match self.leaf_roles[leaf.index()] {
            LeafRole::Bonus { root, .. } => self.leaf_roles[root.index()],
            role @ (LeafRole::Unused | LeafRole::Path(_) | LeafRole::Detour { .. } | LeafRole::Reserved) => role,
        }
    }

    /// The progress of a leaf in use, as in [`LeafRoom::progress`].
    #[inline]
    pub(super) fn progress_of(&self, leaf: LeafId) -> f32 {
        self.progress_at(self.root_role(leaf))
    }

    /// The progress of a role that is no bonus room's.
    #[inline]
    fn progress_at(&self, role: LeafRole) -> f32 {
        match role {
            LeafRole::Path(step) => self.progress(step),
            LeafRole::Detour { cycle, position } => self.detour_progress(cycle, position),
            LeafRole::Unused | LeafRole::Reserved | LeafRole::Bonus { .. } => 0.0,
        }
    }

    #[inline]
    fn tags(&self, leaf: LeafId, cycle: Option<u32>, rules: &[CycleRule]) -> u32 {
        let cycle = cycle.and_then(|cycle| self.cycles.get(cycle as usize));
        let of_cycle = cycle.and_then(|cycle| rules.get(cycle.rule as usize)).map_or(0, CycleRule::tag_bit);
        let others = of_cycle | self.crossings.tags(leaf);
        self.reserved.iter().filter(|reserved| reserved.leaf == leaf).fold(others, |tags, leaf| tags | leaf.tags)
    }

    /// The progress of a step of the path, from 0 to 1.
    #[inline]
    pub(crate) fn progress(&self, step: u32) -> f32 {
        let last = self.path.len() as u32 - 1;
        if last == 0 { 0.0 } else { step as f32 / last as f32 }
    }
}
