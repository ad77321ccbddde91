//! The two arms of each cycle: one is drawn as the dearer.

use super::rooms::{CycleArms, RoomSequence};
use crate::rng::RandomSource;

/// Which arm of a cycle is the dearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DearerArm {
    Path,
    Detours,
}

/// Draws the dearer arm of each cycle: one word for each. Where cycles share rooms of the path, the
/// first one's draw decides.
pub(super) fn draw_dearer(graph: &RoomSequence, rooms: usize, draw: &mut impl RandomSource) -> Vec<DearerArm> {
    let mut settled: Vec<Option<DearerArm>> = vec![None; if graph.cycles.is_empty() { 0 } else { rooms }];
    let mut dearer = Vec::with_capacity(graph.cycles.len());
    for CycleArms { path, .. } in &graph.cycles {
        let drawn = if draw.below(2) == 0 { DearerArm::Path } else { DearerArm::Detours };
        let earlier = path.iter().find_map(|&room| settled[room as usize]);
        let arm = earlier.unwrap_or(drawn);
        for &room in path {
            settled[room as usize].get_or_insert(arm);
        }
        dearer.push(arm);
    }
    dearer
}

impl CycleArms {
    /// The dearer arm and the other one.
    pub(super) fn by_cost(&self, dearer: DearerArm) -> [&[u32]; 2] {
        match dearer {
            DearerArm::Path => [&self.path, &self.detours],
            DearerArm::Detours => [&self.detours, &self.path],
        }
    }

    /// Whether there are two arms to choose between.
    pub(super) fn is_choice(&self) -> bool {
        !self.path.is_empty() && !self.detours.is_empty()
    }
}

/// Changes the amounts of the rooms of cycles, so that the dearer arm has `ratio` times what the
/// other has, `fixed` amounts included. `ratio` and all amounts are in multiples of 1/256.
///
/// Arms of the path that an earlier cycle has settled stay as they are, and the detours follow.
pub(super) fn weigh_arms(graph: &RoomSequence, dearer: &[DearerArm], ratio: u64, fixed: &[u64], amounts: &mut [u64]) {
    let mut is_settled = vec![false; if graph.cycles.is_empty() { 0 } else { amounts.len() }];
    for (arms, &dearer) in graph.cycles.iter().zip(dearer).filter(|(arms, _)| arms.is_choice()) {
        let total = |rooms: &[u32], amounts: &[u64]| -> u64 {
            rooms.iter().map(|&room| amounts[room as usize] + fixed[room as usize]).sum()
        };
        if arms.path.iter().any(|&room| is_settled[room as usize]) {
            let path = total(&arms.path, amounts);
            let wanted = match dearer {
                DearerArm::Path => path * 256 / ratio,
                DearerArm::Detours => path * ratio / 256,
            };
            set_total(&arms.detours, wanted, fixed, amounts);
        } else {
            let [dear, cheap] = arms.by_cost(dearer);
            let all = total(dear, amounts) + total(cheap, amounts);
            let wanted = all * ratio / (ratio + 256);
            set_total(dear, wanted, fixed, amounts);
            let got = total(dear, amounts);
            set_total(cheap, all.saturating_sub(got), fixed, amounts);
        }
        arms.path.iter().for_each(|&room| is_settled[room as usize] = true);
    }
}

/// Scales the amounts of rooms so that, with their fixed ones, their sum is `wanted`, or 0 where
/// the fixed ones are more.
fn set_total(rooms: &[u32], wanted: u64, fixed: &[u64], amounts: &mut [u64]) {
    let sum = |values: &[u64]| -> u64 { rooms.iter().map(|&room| values[room as usize]).sum() };
    let (wanted, now) = (wanted.saturating_sub(sum(fixed)), sum(amounts));
    for &room in rooms {
        let amount = &mut amounts[room as usize];
        *amount = (*amount * wanted).checked_div(now).unwrap_or(wanted / rooms.len() as u64);
    }
}
