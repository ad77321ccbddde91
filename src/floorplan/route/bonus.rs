//! Attaches bonus rooms to the main path.
//!
//! Consumes the path of a [`Route`] and the rules for bonus rooms; marks leaves as
//! [`LeafRole::Bonus`] and joins their walls.

use super::{LeafRole, Route};
use crate::{
    floorplan::{
        adjacency::{Adjacency, LeafNeighbour},
        partition::LeafId,
    },
    preset::{BonusRule, HostKinds, Ramp, RampInput},
    rng::RandomSource,
};

/// A chain of bonus rooms, each attached to the previous one, that starts at a leaf of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct BonusChain {
    /// The step on the path of the leaf where the chain starts.
    step: u32,
    last: LeafId,
    length: u32,
}

/// A pass along the main path that attaches bonus rooms.
#[derive(Clone, Copy, Debug)]
struct BonusPass<'rules> {
    /// The chance of each bonus room.
    chance: &'rules Ramp,
    /// The number of bonus rooms in the level at which the pass ends.
    most: u32,
    /// Whether rooms are also attached behind tight walls.
    by_tight: bool,
}

impl Route {
    /// Attaches bonus rooms to the path.
    ///
    /// A first pass attaches them at random where the rules allow a host. If there are fewer than
    /// the least wanted, a second pass attaches one wherever the rules allow, also at the ends of
    /// existing chains. A third pass then leads through tight walls too. Cost: linear in the leaves
    /// and their neighbours.
    pub(crate) fn hang_bonus_rooms(
        &mut self,
        adjacency: &Adjacency,
        rules: &BonusRule,
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        self.bonus_rooms = 0;
        self.chains.clear();
        let (least, most) = rules.rooms_at(difficulty);
        self.hang(adjacency, rules, difficulty, BonusPass { chance: &rules.chance, most, by_tight: false }, draw);
        let chance = &Ramp::Constant(1.0);
        for by_tight in [false, true] {
            if self.bonus_rooms < least && (adjacency.has_tight || !by_tight) {
                self.hang(adjacency, rules, difficulty, BonusPass { chance, most: least, by_tight }, draw);
            }
        }
    }

    /// Attaches bonus rooms in one pass along the path.
    ///
    /// Ramps of the rules are evaluated at the progress of the room on the path.
    fn hang(
        &mut self,
        adjacency: &Adjacency,
        rules: &BonusRule,
        difficulty: f32,
        BonusPass { chance, most, by_tight }: BonusPass<'_>,
        draw: &mut impl RandomSource,
    ) {
        self.work += self.path.len() as u64;
        let mut earlier = std::mem::take(&mut self.earlier_chains);
        std::mem::swap(&mut earlier, &mut self.chains);
        self.chains.clear();
        let mut ahead = earlier.iter().copied().peekable();
        let mut behind: Option<u32> = None;
        for step in 0..self.path.len() as u32 {
            let root = self.path[step as usize];
            if !self.may_host(root, rules.hosts) {
                continue;
            }
            let known = ahead.next_if(|chain| chain.step == step);
            let input = RampInput { progress: self.progress(step), difficulty };
            let spacing = rules.spacing.whole_at(input).unsigned_abs();
            let far_enough = |host: Option<u32>| host.is_none_or(|host| host.abs_diff(step) > spacing);
            if known.is_none() && !(far_enough(behind) && far_enough(ahead.peek().map(|chain| chain.step))) {
                continue;
            }
            let (chance, depth) = (chance.at(input), rules.depth.whole_at(input).unsigned_abs());
            let mut chain = known.unwrap_or(BonusChain { step, last: root, length: 0 });
            while chain.length < depth && self.bonus_rooms < most {
                let Some(leaf) = self.hang_one(adjacency, chain.last, chance, by_tight, draw) else { break };
                chain.length += 1;
                self.leaf_roles[leaf.index()] = LeafRole::Bonus { host: chain.last, root, chain: chain.length };
                chain.last = leaf;
            }
            if chain.length > 0 {
                behind = Some(step);
                self.chains.push(chain);
            }
        }
        self.earlier_chains = earlier;
    }

    /// Whether a leaf in use may have a bonus room behind it.
    #[inline]
    pub(super) fn may_host(&self, leaf: LeafId, hosts: HostKinds) -> bool {
        self.leaf_roles[leaf.index()].kind(self.path.len()).is_some_and(|kind| hosts.admits(kind))
    }

    /// Attaches one bonus room to the leaf `host`, with the probability `chance`: an unused
    /// neighbour, drawn uniformly, behind a tight wall only if `by_tight`. Draws no word if there
    /// is no such neighbour.
    fn hang_one(
        &mut self,
        adjacency: &Adjacency,
        host: LeafId,
        chance: f32,
        by_tight: bool,
        draw: &mut impl RandomSource,
    ) -> Option<LeafId> {
        self.work += adjacency.neighbours(host).len() as u64;
        let is_avoided = |wall| adjacency.is_tight(wall) && (!by_tight || adjacency.is_crossing(wall));
        let unused = self.unused(adjacency, host).filter(|neighbour| !is_avoided(neighbour.wall));
        if unused.clone().next().is_none() || !draw.chance(chance) {
            return None;
        }
        let LeafNeighbour { wall, leaf } = draw.pick(unused)?;
        self.joined[wall.index()] = true;
        self.bonus_rooms += 1;
        Some(leaf)
    }
}
