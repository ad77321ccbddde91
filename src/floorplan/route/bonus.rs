//! Hanging bonus rooms on the main path.

use super::{Route, Use};
use crate::{
    floorplan::adjacency::{Adjacency, Neighbour},
    preset::Bonus,
    rng::Draw,
};

impl Route {
    /// Hangs bonus rooms on the path: by chance where the rules allow a host, then, if there are fewer than wanted, wherever
    /// they do. Cost: linear in the leaves.
    pub(crate) fn hang_bonus_rooms(&mut self, adjacency: &Adjacency, rules: &Bonus, draw: &mut impl Draw) {
        self.bonus_rooms = 0;
        self.hosts.clear();
        self.hang(adjacency, rules, rules.chance, rules.rooms.1, draw);
        if self.bonus_rooms < rules.rooms.0 {
            self.hang(adjacency, rules, 1.0, rules.rooms.0, draw);
        }
    }

    /// One pass along the path, until there are `most` bonus rooms.
    fn hang(&mut self, adjacency: &Adjacency, rules: &Bonus, chance: f32, most: u32, draw: &mut impl Draw) {
        let earlier = std::mem::take(&mut self.hosts);
        let mut ahead = earlier.iter().copied().peekable();
        let mut behind: Option<u32> = None;
        for (number, root) in (0..).zip(self.path.clone()) {
            if ahead.next_if_eq(&number).is_some() {
                behind = Some(number);
                self.hosts.push(number);
                continue;
            }
            let far_enough = |host: Option<u32>| host.is_none_or(|host| host.abs_diff(number) > rules.spacing);
            if !far_enough(behind) || !far_enough(ahead.peek().copied()) {
                continue;
            }
            let mut host = root;
            for chain in 1..=rules.depth {
                if self.bonus_rooms == most {
                    break;
                }
                let Some(leaf) = self.hang_one(adjacency, host, chance, draw) else { break };
                self.uses[leaf as usize] = Use::Bonus { host, root, chain };
                host = leaf;
            }
            if host != root {
                behind = Some(number);
                self.hosts.push(number);
            }
        }
    }

    /// A leaf to hang on `host`, each unused neighbour equally likely; the chance is drawn only where there is one.
    fn hang_one(&mut self, adjacency: &Adjacency, host: u32, chance: f32, draw: &mut impl Draw) -> Option<u32> {
        let count = self.unused(adjacency, host).count() as u32;
        if count == 0 || !draw.chance(chance) {
            return None;
        }
        let Neighbour { wall, leaf } = self.unused(adjacency, host).nth(draw.below(count) as usize)?;
        self.joined[wall as usize] = true;
        self.bonus_rooms += 1;
        Some(leaf)
    }
}
