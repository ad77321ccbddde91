//! How budgets differ between the two arms of a cycle.

use crate::floorplan::CycleArms;

/// Changes the amounts of the rooms of cycles, so that a room of the dearer arm has in the mean
/// `ratio` times what one of the other has, `fixed` amounts included, as far as the `limits` of its
/// rooms go. `ratio` and all amounts are in multiples of 1/256.
///
/// Arms of the path that an earlier cycle has settled stay as they are, and the detours follow.
pub(super) fn weigh_arms(
    cycles: &[CycleArms],
    ratio: u64,
    fixed: &[u64],
    limits: impl Fn(u32) -> u64,
    amounts: &mut [u64],
) {
    let mut is_settled = vec![false; amounts.len()];
    for arms in cycles.iter().filter(|arms| arms.is_choice()) {
        let total = |rooms: &[u32], amounts: &[u64]| -> u64 {
            rooms.iter().map(|&room| amounts[room as usize] + fixed[room as usize]).sum()
        };
        let most = |rooms: &[u32]| rooms.iter().map(|&room| limits(room) + fixed[room as usize]).sum::<u64>();
        let [dear, cheap] = arms.by_cost();
        // Of both together, by means of rooms.
        let weights = [dear.len() as u64 * ratio, cheap.len() as u64 * 256];
        if arms.path.iter().any(|&room| is_settled[room as usize]) {
            let path = total(&arms.path, amounts);
            let [of_path, of_detours] = if dear == arms.path { weights } else { [weights[1], weights[0]] };
            let wanted = path * of_detours / of_path;
            set_total(&arms.detours, wanted.min(most(&arms.detours)), fixed, amounts);
        } else {
            let all = total(dear, amounts) + total(cheap, amounts);
            let wanted = all * weights[0] / (weights[0] + weights[1]);
            set_total(dear, wanted.min(most(dear)), fixed, amounts);
            let got = total(dear, amounts);
            // What the dearer arm may not have, the other one gets in proportion.
            let rest = (got * weights[1] / weights[0]).min(all.saturating_sub(got));
            set_total(cheap, rest, fixed, amounts);
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
