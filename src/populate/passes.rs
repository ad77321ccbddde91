//! Spending a budget room by room: two passes, and no third.

use std::cmp::Reverse;

use super::rooms::RoomSequence;

/// Buffers of a pass, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct SpendingPasses {
    /// For each room, its share; what it may spend; in which order they are offered the rest.
    pub(super) shares: Vec<u32>,
    /// For each room, whether it gets the leftovers of others.
    pub(super) takes_leftovers: Vec<bool>,
    amounts: Vec<u32>,
    order: Vec<u32>,
}

impl SpendingPasses {
    /// Spends the shares of rooms, `budget` in all, and returns what is left.
    ///
    /// `buy` gets a room and what it may spend, and returns what it did not. In the first pass a
    /// room has its share and what came to it from earlier ones. In the second one, what is left is
    /// offered to all rooms that `may_buy`, first to those that take leftovers, the largest share
    /// first of either. A room without a share gets no less than `least`.
    pub(super) fn spend(
        &mut self,
        graph: &RoomSequence,
        budget: u32,
        least: u32,
        may_buy: impl Fn(u32) -> bool,
        mut buy: impl FnMut(u32, u32) -> u32,
    ) -> u32 {
        let Self { shares, takes_leftovers, amounts, order } = self;
        amounts.clone_from(shares);
        let mut rest = budget.saturating_sub(shares.iter().sum());
        for &room in &graph.order {
            let allowance = std::mem::take(&mut amounts[room as usize]);
            let is_enough = allowance >= least || shares[room as usize] > 0;
            let left = if is_enough { buy(room, allowance) } else { allowance };
            if left > 0 {
                match graph.next_of(room, |next| takes_leftovers[next as usize]) {
                    Some(next) => amounts[next as usize] += left,
                    None => rest += left,
                }
            }
        }
        if rest >= least {
            order.clear();
            order.extend(graph.order.iter().copied().filter(|&room| may_buy(room)));
            order.sort_by_key(|&room| Reverse((takes_leftovers[room as usize], shares[room as usize])));
            for &room in &*order {
                rest = if rest >= least { buy(room, rest) } else { rest };
            }
        }
        rest
    }
}
