//! The route: which leaves become rooms, and through which walls they are joined.
//!
//! Consumes leaves, adjacency, rules and random words; produces a [`Route`]. Picks a start leaf by
//! rule, finds shortest paths from it under random wall weights, and picks an end leaf whose path
//! has a wanted number of rooms. If none has enough, the longest path is stretched: a step between
//! two rooms becomes two or three steps by way of unused leaves, until the number is reached or
//! none are left. If a reserved leaf asks for a progress, the path is found outwards from it
//! instead. Then cycles are closed by detours, bonus rooms are attached, and loops are added.

mod bonus;
mod crossings;
mod cycles;
mod ends;
mod loops;
mod parted;
mod reach;
mod reserved;
mod rooms;
mod stretch;
mod through;

pub(super) use self::ends::nearest_leaf;
use self::{
    bonus::BonusChain,
    crossings::Crossings,
    cycles::{CycleEnd, CycleVisit, RouteCycle},
    reach::{ANY_ROOMS, BUCKETS, DistanceBuckets, ReachedLeaf, UNREACHED},
    reserved::FixedPathEnds,
    stretch::{DetourLeaf, PathStep},
};
pub(crate) use self::{
    cycles::MissingCycles,
    reserved::ReservedLeaf,
    rooms::{LeafRoom, PathSpan},
};
use super::{
    adjacency::{Adjacency, LeafNeighbour, WallId},
    partition::LeafId,
};
use crate::{
    geom::{Rect, Size},
    model::RoomKind,
    preset::{PathRooms, PathSpec, PathStartRule},
    rng::RandomSource,
};

/// The weight of a wall in path searches, if the preset's `wander` is 0. Small, since each unit of
/// distance costs a bucket lookup; above 1, so that a small `wander` has a small effect.
const WEIGHT: u32 = 4;
/// The largest random addition to a wall's weight, at a `wander` of 1: seven times [`WEIGHT`]. A
/// larger addition hardly changes paths.
const WANDER: f32 = 28.0;
/// The weight of a wall whose door would be too near to a corner: the greatest possible. It exceeds
/// that of any other wall, so that paths avoid such walls.
const TIGHT: u8 = (BUCKETS - 1) as u8;
/// The weight of a crossing: a path that crosses once more takes it for any other way, and that of
/// one room more for a crossing that leads to its end.
const CROSSING: u8 = 40;
const _: () = assert!(WEIGHT + (WANDER as u32) < CROSSING as u32 && CROSSING < TIGHT);

/// The use of a leaf by the route: unused, reserved, on the path, a detour or a bonus room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafRole {
    /// The leaf becomes no room and stays rock.
    Unused,
    /// A room of the main path, at this step of the path; the start room is step 0.
    Path(u32),
    /// A detour: a room of a cycle's second way.
    Detour {
        /// The position of the cycle in [`Route::cycles`].
        cycle: u32,
        /// The position of the room on the cycle's second way, from 1.
        position: u32,
    },
    /// A bonus room, attached to another leaf.
    Bonus {
        /// The leaf of the room that this bonus room is attached to.
        host: LeafId,
        /// The leaf from which the chain of bonus rooms starts: of the main path, or a detour.
        root: LeafId,
        /// The room's position in its chain, from 1.
        chain: u32,
    },
    /// Reserved for a bonus room, and not yet joined to the route.
    Reserved,
}

impl LeafRole {
    #[inline]
    pub(crate) fn is_room(self) -> bool {
        matches!(self, Self::Path(_) | Self::Detour { .. } | Self::Bonus { .. })
    }

    /// The kind of the room that a leaf becomes, beside a main path of `path` rooms.
    #[inline]
    pub(super) fn kind(self, path: usize) -> Option<RoomKind> {
        match self {
            Self::Unused | Self::Reserved => None,
            Self::Path(0) => Some(RoomKind::Start),
            Self::Path(step) if step as usize + 1 == path => Some(RoomKind::End),
            Self::Path(_) => Some(RoomKind::Path),
            Self::Detour { .. } => Some(RoomKind::Detour),
            Self::Bonus { .. } => Some(RoomKind::Bonus),
        }
    }

    /// The role of a new bonus room that is attached to the leaf `host`, which has this role.
    fn bonus_behind(self, host: LeafId) -> Self {
        let (root, chain) = match self {
            Self::Bonus { root, chain, .. } => (root, chain + 1),
            Self::Unused | Self::Path(_) | Self::Detour { .. } | Self::Reserved => (host, 1),
        };
        Self::Bonus { host, root, chain }
    }
}

/// The route through the leaves, and the buffers to find it.
///
/// Guarantees: consecutive leaves of the path share a wall of `joined`; a bonus leaf shares one
/// with its host; no leaf is used twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Route {
    /// The leaves of the main path, from start to end.
    pub(crate) path: Vec<LeafId>,
    /// The role of each leaf.
    pub(crate) leaf_roles: Vec<LeafRole>,
    /// For each wall, whether a passage leads through it.
    pub(crate) joined: Vec<bool>,
    /// The least number of rooms that the rules want on the main path.
    pub(crate) wanted_path: u32,
    pub(crate) bonus_rooms: u32,
    /// The cycles, in order of creation.
    pub(crate) cycles: Vec<RouteCycle>,
    /// The number of rooms that are detours.
    pub(crate) detours: u32,
    /// The rules for cycles of which the level lacks some.
    pub(crate) missing_cycles: Vec<MissingCycles>,
    cycle_visits: Vec<CycleVisit>,
    /// The steps where the last cycle might begin.
    cycle_begins: Vec<u32>,
    /// The ends found by the last search for a cycle.
    cycle_ends: Vec<CycleEnd>,
    weights: Vec<u8>,
    /// For each leaf, the least sum of wall weights from the start. Separate from `reached`, since
    /// most visits of a leaf need nothing else.
    distances: Vec<u32>,
    reached: Vec<ReachedLeaf>,
    buckets: DistanceBuckets,
    /// The bucket of `buckets` that is being emptied.
    bucket: Vec<LeafId>,
    steps: Vec<PathStep>,
    /// Indices in `steps`, in the order in which the steps are stretched.
    order: Vec<u32>,
    /// The walls between used leaves without a passage, which loops may open.
    closed_walls: Vec<WallId>,
    /// The walls that loops have opened.
    loops: Vec<WallId>,
    /// What the route may cross of a parting, and what it crosses.
    crossings: Crossings,
    chains: Vec<BonusChain>,
    /// Scratch memory: the chains of the pass before.
    earlier_chains: Vec<BonusChain>,
    /// For each leaf in use, its number of passages from the start. Empty if there are neither
    /// loops nor cycles: steps and chain positions then give the depth.
    pub(crate) depths: Vec<u32>,
    /// For each leaf, the last wall whose search for a loop has seen it.
    seen: Vec<WallId>,
    /// For each leaf, the step of the path that it can be a detour of. Used while the path is
    /// stretched.
    beside: Vec<DetourLeaf>,
    /// For each leaf, whether it can still become a room. Used while the path is stretched or
    /// leaves are added up to the coverage. Much smaller than `leaf_roles`, so that more of a large
    /// level fits the cache.
    free: Vec<bool>,
    /// The walls to leaves that may become rooms next, and those leaves.
    ahead: Vec<LeafNeighbour>,
    ring: Vec<LeafId>,
    /// The reserved leaves: those that must become rooms of certain kinds, since they hold vaults.
    pub(crate) reserved: Vec<ReservedLeaf>,
    /// The work counted for the current route.
    pub(crate) work: u64,
}

/// The leaves of a level and the walls between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafGraph<'a> {
    pub(crate) size: Size,
    pub(crate) leaves: &'a [Rect],
    pub(crate) adjacency: &'a Adjacency,
}

/// Where the main path starts: at the leaf `asked`, if the request names one, else where `rule`
/// allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathStart {
    pub(crate) rule: PathStartRule,
    pub(crate) asked: Option<LeafId>,
}

/// The least and the largest wanted number of rooms on the main path.
#[derive(Clone, Copy, Debug)]
struct PathLength {
    least: u32,
    most: u32,
}

impl PathLength {
    /// Evaluates the rule `rooms` in a level with this number of leaves. A fraction of two or more
    /// leaves gives at least two rooms, so that the path has two ends.
    fn new(rooms: PathRooms, leaves: u32) -> Self {
        let part =
            |fraction: f32| ((f64::from(fraction) * f64::from(leaves) + 0.5) as u32).clamp(leaves.min(2), leaves);
        match rooms {
            PathRooms::Count(least, most) => Self { least, most },
            PathRooms::Fraction(least, most) => Self { least: part(least), most: part(most) },
        }
    }

    #[inline]
    fn contains(self, rooms: u32) -> bool {
        (self.least..=self.most).contains(&rooms)
    }

    /// By how many rooms a path misses the wanted length.
    fn missed_by(self, rooms: u32) -> u32 {
        self.least.saturating_sub(rooms) + rooms.saturating_sub(self.most)
    }
}

impl Route {
    /// Chooses the main path, reusing the buffers of the previous level.
    ///
    /// Cost: linear in the leaves.
    pub(crate) fn find_path(
        &mut self,
        graph: LeafGraph<'_>,
        start: PathStart,
        rules: &PathSpec,
        draw: &mut impl RandomSource,
    ) {
        self.choose_path(graph, start, rules, draw);
        self.find_crossings(graph.adjacency);
        if !self.keeps_parting(graph.adjacency) {
            self.part_path(graph, start, PathLength::new(rules.rooms, graph.leaves.len() as u32), draw);
            self.find_crossings(graph.adjacency);
        }
    }

    fn choose_path(
        &mut self,
        graph: LeafGraph<'_>,
        PathStart { rule, asked }: PathStart,
        rules: &PathSpec,
        draw: &mut impl RandomSource,
    ) {
        let LeafGraph { leaves, adjacency, .. } = graph;
        let wanted = PathLength::new(rules.rooms, leaves.len() as u32);
        self.wanted_path = wanted.least;
        // Counts one step for each wall's weight, and the scans of leaves for start and end, each
        // of which tests all reserved leaves.
        self.work = (adjacency.walls.len() + 3 * leaves.len() * (1 + 2 * self.reserved.len())) as u64;
        self.leaf_roles.clear();
        self.leaf_roles.resize(leaves.len(), LeafRole::Unused);
        self.loops.clear();
        self.joined.clear();
        self.joined.resize(adjacency.walls.len(), false);
        let random = (rules.wander * WANDER) as u32 + 1;
        self.weights.resize(adjacency.walls.len(), 0);
        for weight in &mut self.weights {
            *weight = (WEIGHT + draw.below(random)) as u8;
        }
        let ends = if self.reserved.is_empty() { FixedPathEnds::default() } else { self.reserve(asked) };
        if adjacency.has_tight {
            for (weight, wall) in self.weights.iter_mut().zip(&adjacency.walls) {
                if wall.is_tight {
                    // Behind a crossing the path has a room before its end, at which others hang.
                    let is_last = ends.end.is_some_and(|end| wall.leaves.contains(&end));
                    *weight = if wall.is_crossing && !is_last { CROSSING } else { TIGHT };
                }
            }
        }
        if let Some(middle) = self.leaf_with_progress()
            && self.find_path_through(middle, ends, graph, PathStart { rule, asked }, wanted, draw)
        {
            self.pass_reserved(ends.end, adjacency, wanted, draw);
            return;
        }
        if ends.start.is_some() || ends.end.is_some() {
            self.find_path_between(ends, graph, rule, wanted, draw);
            self.pass_reserved(ends.end, adjacency, wanted, draw);
            return;
        }
        let mut start = asked.unwrap_or_else(|| self.choose_start(graph, rule, draw));
        if rule == PathStartRule::Farthest && asked.is_none() {
            // The farthest leaf from any leaf is at or near one end of the longest path.
            self.reach_all(adjacency, start, ANY_ROOMS);
            start = self.farthest(RoomKind::Start, None);
        }
        // If all leaves are reserved, the start is a reserved leaf, so it must be unblocked.
        self.leaf_roles[start.index()] = LeafRole::Unused;
        self.reach_all(adjacency, start, self.most_rooms(wanted));
        let end = match rule {
            PathStartRule::Farthest => self.farthest(RoomKind::End, Some(start)),
            PathStartRule::Edge | PathStartRule::Anywhere | PathStartRule::Corner => {
                self.choose_end(adjacency, start, wanted, draw)
            }
        };
        self.trace_back(start, end);
        self.stretch_to(wanted, adjacency, draw);
        if !self.reserved.is_empty() {
            self.pass_reserved(ends.end, adjacency, wanted, draw);
        }
    }

    fn trace_back(&mut self, start: LeafId, end: LeafId) {
        self.path.clear();
        self.path.push(end);
        let mut leaf = end;
        while leaf != start {
            let ReachedLeaf { wall, before, .. } = self.reached[leaf.index()];
            self.joined[wall.index()] = true;
            leaf = before;
            self.path.push(leaf);
        }
        self.path.reverse();
        self.number_path();
    }

    fn number_path(&mut self) {
        for (number, &leaf) in (0..).zip(&self.path) {
            self.leaf_roles[leaf.index()] = LeafRole::Path(number);
        }
    }

    #[inline]
    fn unused(&self, adjacency: &Adjacency, leaf: LeafId) -> impl Iterator<Item = LeafNeighbour> + Clone {
        adjacency
            .neighbours(leaf)
            .iter()
            .copied()
            .filter(|neighbour| self.leaf_roles[neighbour.leaf.index()] == LeafRole::Unused)
    }
}
