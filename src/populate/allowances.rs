//! Allowances: what each room is to get of the budgets.
//!
//! Encounters are shared by the curve at the progress of each room, more behind locks and at dead
//! ends, and by the arms of cycles. Loot follows them: it lies where it is guarded.

use super::{
    LevelDeal, RoomShare,
    arms::{DearerArm, draw_dearer, weigh_arms},
    rooms::{CycleArms, RoomPosition},
    shares::{UNIT, proportional, rounded},
};
use crate::{
    floorplan::FloorPlan,
    model::RoomKind,
    preset::{ItemRule, Preset, RampInput, RewardArm, count_at},
    rng::RandomSource,
};

/// The weight of a room in multiples of which locks and dead ends add: half as much each.
const PLAIN: u64 = 4;
const MORE: u64 = 2;

/// Shares what the budgets have left among the rooms. Draws a word for each cycle, then one for
/// each room if there is a budget of loot.
pub(super) fn allow(
    preset: &Preset,
    plan: &FloorPlan,
    deal: &LevelDeal,
    difficulty: f32,
    draw: &mut impl RandomSource,
) -> Vec<RoomShare> {
    let mut fixed = vec![0_u64; plan.rooms.len()];
    for group in &deal.encounters {
        fixed[group.room as usize] += u64::from(group.cost);
    }
    let dearer = draw_dearer(&deal.graph, plan.rooms.len(), draw);
    let encounters = share_encounters(preset, plan, deal, &fixed, &dearer, difficulty);
    let danger: Vec<u64> = fixed.iter().zip(&encounters).map(|(fixed, more)| fixed + u64::from(*more)).collect();
    let loot = share_loot(preset, plan, deal, &danger, &dearer, difficulty, draw);
    encounters.into_iter().zip(loot).map(|(encounters, loot)| RoomShare { encounters, loot }).collect()
}

/// What a room weighs by its locks and its place, in multiples of [`PLAIN`].
fn weight_of(facts: &RoomPosition) -> u64 {
    PLAIN + MORE * u64::from(facts.is_locked) + MORE * u64::from(facts.is_dead_end)
}

fn share_encounters(
    preset: &Preset,
    plan: &FloorPlan,
    deal: &LevelDeal,
    fixed: &[u64],
    dearer: &[DearerArm],
    difficulty: f32,
) -> Vec<u32> {
    let rule = &preset.encounters;
    let budget = u64::from(deal.budgets.encounters);
    let rest = budget.saturating_sub(fixed.iter().sum());
    let is_quiet = |room: usize| {
        let room = &plan.rooms[room];
        plan.quiet.may_touch(room.rect) && plan.quiet.cells_in(room.rect).count() as i64 >= plan.floors.count(room)
    };
    let facts = deal.graph.facts.iter().zip(&plan.rooms).enumerate();
    let weights: Vec<u64> = facts
        .map(|(id, (facts, room))| {
            let curve = u64::from(rule.curve.fixed_at(room.progress));
            if curve == 0 || is_quiet(id) { 0 } else { curve * weight_of(facts) }
        })
        .collect();
    // What a room has off the top counts towards its share by the curve.
    let ideal = proportional(budget, &weights);
    let lacking: Vec<u64> = ideal.iter().zip(fixed).map(|(ideal, fixed)| ideal.saturating_sub(fixed * UNIT)).collect();
    let is_met = lacking.iter().all(|&lacking| lacking == 0);
    let mut amounts = proportional(rest, if is_met { &weights } else { &lacking });
    let ratio = rule.arms.fixed_at(RampInput::of_level(difficulty)).max(256);
    if !dearer.is_empty() && ratio > 256 {
        let fixed: Vec<u64> = fixed.iter().map(|fixed| fixed * UNIT).collect();
        weigh_arms(&deal.graph, dearer, ratio.into(), &fixed, &mut amounts);
        amounts = proportional(rest, &amounts);
    }
    rounded(&amounts, rest as u32)
}

fn share_loot(
    preset: &Preset,
    plan: &FloorPlan,
    deal: &LevelDeal,
    danger: &[u64],
    dearer: &[DearerArm],
    difficulty: f32,
    draw: &mut impl RandomSource,
) -> Vec<u32> {
    let (rule, input) = (&preset.loot, RampInput::of_level(difficulty));
    let rest = deal.budgets.loot.saturating_sub(deal.spent().loot);
    if rest == 0 {
        return vec![0; plan.rooms.len()];
    }
    let is_far = far_rooms(plan, rule.first.whole_at(input).unsigned_abs());
    let facts = &deal.graph.facts;
    let mut weights: Vec<u64> = (0..)
        .zip(facts.iter().zip(danger))
        .map(|(id, (facts, danger))| {
            // Between three and five quarters: equal rooms must not always come in the same order.
            let jitter = 192 + u64::from(draw.below(128));
            let hidden = MORE * u64::from(facts.is_hidden);
            if is_far(id) { jitter * (weight_of(facts) + hidden) * (2 + danger) } else { 0 }
        })
        .collect();
    if rule.arms == RewardArm::Dearer {
        move_to_dearer(&deal.graph.cycles, dearer, &mut weights);
    }
    let cheapest = preset.groups.iter().map(|group| u64::from(group.cost)).min().unwrap_or(u64::MAX);
    let is_guarded = |(facts, danger): (&RoomPosition, &u64)| facts.is_locked || facts.is_hidden || *danger >= cheapest;
    let guarded: Vec<bool> = facts.iter().zip(danger).map(is_guarded).collect();
    let of = |wanted: bool| -> Vec<u64> {
        weights.iter().zip(&guarded).map(|(weight, guarded)| if *guarded == wanted { *weight } else { 0 }).collect()
    };
    let sides = [of(true), of(false)];
    let lump = lump_of(&rule.items, difficulty).clamp(1, rest);
    let lumps = rest / lump;
    let fraction = rule.guarded.fixed_at(input);
    let mut for_guarded = (lumps * fraction).div_ceil(256).min(lumps);
    // Where there is no room of a side, the other one has all.
    if sides[1].iter().all(|&weight| weight == 0) {
        for_guarded = lumps;
    } else if sides[0].iter().all(|&weight| weight == 0) {
        for_guarded = 0;
    }
    let mut shares = vec![0; plan.rooms.len()];
    for (side, lumps) in sides.iter().zip([for_guarded, lumps - for_guarded]) {
        let of_side = rounded(&proportional(lumps.into(), side), lumps);
        shares.iter_mut().zip(of_side).for_each(|(share, lumps)| *share += lumps * lump);
    }
    // What is less than a lump goes to the room that has the most.
    let given: u32 = shares.iter().sum();
    if let Some(most) = shares.iter_mut().rev().max_by_key(|share| **share).filter(|share| **share > 0) {
        *most += rest - given;
    }
    shares
}

/// What an item takes from the budget in the mean: shares come in such lumps, so that a room with
/// loot can buy something.
fn lump_of(items: &[ItemRule], difficulty: f32) -> u32 {
    let input = RampInput::of_level(difficulty);
    let (mut sum, mut weights) = (0, 0);
    for item in items {
        let (least, most) = count_at(&item.with, difficulty);
        let weight = u64::from(item.weight.fixed_at(input)).max(1);
        // Twice the mean of least and most.
        let value = if item.of > 0 { 2 * item.value } else { item.value * (least + most) };
        sum += u64::from(value) * weight;
        weights += 2 * weight;
    }
    sum.checked_div(weights).unwrap_or(1) as u32
}

/// Moves the weights of the cheaper arms to the dearer ones.
fn move_to_dearer(cycles: &[CycleArms], dearer: &[DearerArm], weights: &mut [u64]) {
    for (arms, &dearer) in cycles.iter().zip(dearer).filter(|(arms, _)| arms.is_choice()) {
        let [dear, cheap] = arms.by_cost(dearer);
        let total = |rooms: &[u32]| -> u64 { rooms.iter().map(|&room| weights[room as usize]).sum() };
        let (gets, gives) = (total(dear), total(cheap));
        if gets == 0 {
            continue;
        }
        dear.iter().for_each(|&room| weights[room as usize] += weights[room as usize] * gives / gets);
        cheap.iter().for_each(|&room| weights[room as usize] = 0);
    }
}

/// Tells the rooms that loot may lie in: those at least `first` doors from the entry; where there
/// are none, the farthest ones.
pub(super) fn far_rooms(plan: &FloorPlan, first: u32) -> impl Fn(u32) -> bool + use<> {
    let is_start = |kind: RoomKind| kind == RoomKind::Start;
    let farthest = plan.rooms.iter().map(|room| room.depth).max().unwrap_or_default();
    let least = first.min(farthest);
    let is_far: Vec<bool> =
        plan.rooms.iter().map(|room| room.depth >= least && (farthest == 0 || !is_start(room.kind))).collect();
    move |room| is_far.get(room as usize).copied().unwrap_or_default()
}
