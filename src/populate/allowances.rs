//! Allowances: what each room is to get of the budgets.
//!
//! Encounters are shared by the curve at the progress of each room, more behind locks and at dead
//! ends, and by the arms of cycles. Loot follows them: it lies where it is guarded.

use super::{
    LevelDeal, RoomShare,
    arms::{DearerArm, draw_dearer, weigh_arms},
    rooms::{CycleArms, RoomPosition, RoomSequence},
    shares::{UNIT, round, round_by_arms, share_out},
};
use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    model::RoomKind,
    preset::{ItemRule, Preset, RampInput, RewardArm, count_at},
    rng::RandomSource,
};

/// The weight of a room in multiples of which locks and dead ends add: half as much each.
const PLAIN: u64 = 4;
const MORE: u64 = 2;

/// Buffers of sharing, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct Allowances {
    /// For each room, what encounters off the top cost there; then the danger of each room.
    fixed: Vec<u64>,
    weights: Vec<u64>,
    amounts: Vec<u64>,
    guarded: Vec<bool>,
    is_far: Vec<bool>,
    remainders: Vec<(u64, u32)>,
}

impl Allowances {
    /// Shares what the budgets have left among the rooms. Draws a word for each cycle, then one for
    /// each room if there is a budget of loot.
    pub(super) fn share(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        graph: &RoomSequence,
        deal: &mut LevelDeal,
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        self.fixed.clear();
        self.fixed.resize(plan.rooms.len(), 0);
        for group in &deal.encounters {
            self.fixed[group.room as usize] += u64::from(group.cost);
        }
        let dearer = draw_dearer(graph, plan.rooms.len(), draw);
        self.share_encounters(preset, plan, graph, deal.budgets.encounters, &dearer, difficulty);
        deal.allowances.clear();
        let share = |amount: &u64| RoomShare { encounters: *amount as u32, loot: 0 };
        deal.allowances.extend(self.amounts.iter().map(share));
        let rest = deal.budgets.loot.saturating_sub(deal.spent().loot);
        if rest > 0 {
            self.fixed.iter_mut().zip(&self.amounts).for_each(|(danger, more)| *danger += more);
            self.share_loot(preset, plan, graph, rest, &dearer, difficulty, draw);
            deal.allowances.iter_mut().zip(&self.amounts).for_each(|(share, loot)| share.loot = *loot as u32);
        }
    }

    /// Sets `amounts` to the cost that each room is to get.
    fn share_encounters(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        graph: &RoomSequence,
        budget: u32,
        dearer: &[DearerArm],
        difficulty: f32,
    ) {
        let Self { fixed, weights, amounts, remainders, .. } = self;
        let rule = &preset.encounters;
        let rest = u64::from(budget).saturating_sub(fixed.iter().sum());
        weights.clear();
        weights.extend(graph.facts.iter().zip(&plan.rooms).map(|(facts, room)| {
            let curve = u64::from(rule.curve.fixed_at(room.progress));
            if curve == 0 || is_quiet(plan, room) { 0 } else { curve * weight_of(facts) }
        }));
        // What a room has off the top counts towards its share by the curve.
        amounts.clone_from(weights);
        share_out(budget.into(), amounts);
        amounts.iter_mut().zip(&*fixed).for_each(|(ideal, fixed)| *ideal = ideal.saturating_sub(fixed * UNIT));
        if amounts.iter().all(|&lacking| lacking == 0) {
            amounts.clone_from(weights);
        }
        share_out(rest, amounts);
        let ratio = rule.arms.fixed_at(RampInput::of_level(difficulty)).max(256);
        if !dearer.is_empty() && ratio > 256 {
            weights.clear();
            weights.extend(fixed.iter().map(|fixed| fixed * UNIT));
            weigh_arms(graph, dearer, ratio.into(), weights, amounts);
            share_out(rest, amounts);
        }
        round_by_arms(amounts, rest as u32, &graph.arm_of, weights, remainders);
    }

    /// Sets `amounts` to the value that each room is to get of `rest`. `fixed` has the danger of
    /// each.
    #[expect(clippy::too_many_arguments, reason = "the inputs of a stage, and its random words")]
    fn share_loot(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        graph: &RoomSequence,
        rest: u32,
        dearer: &[DearerArm],
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        let (rule, input) = (&preset.loot, RampInput::of_level(difficulty));
        set_far(plan, preset, difficulty, &mut self.is_far);
        let Self { fixed: danger, weights, amounts, guarded, is_far, remainders } = self;
        let cheapest = preset.groups.iter().map(|group| u64::from(group.cost)).min().unwrap_or(u64::MAX);
        weights.clear();
        guarded.clear();
        for ((facts, danger), is_far) in graph.facts.iter().zip(&*danger).zip(&*is_far) {
            // Between three and five quarters: equal rooms must not always come in the same order.
            let jitter = 192 + u64::from(draw.below(128));
            let hidden = MORE * u64::from(facts.is_hidden);
            weights.push(if *is_far { jitter * (weight_of(facts) + hidden) * (2 + danger) } else { 0 });
            guarded.push(facts.is_locked || facts.is_hidden || *danger >= cheapest);
        }
        if rule.arms == RewardArm::Dearer {
            move_to_dearer(&graph.cycles, dearer, weights);
        }
        let lump = lump_of(&rule.items, difficulty).clamp(1, rest);
        let lumps = rest / lump;
        let has = |wanted: bool| weights.iter().zip(&*guarded).any(|(&weight, &is)| weight > 0 && is == wanted);
        let for_guarded = match (has(true), has(false)) {
            (true, true) => (lumps * rule.guarded.fixed_at(input)).div_ceil(256).min(lumps),
            (true, false) => lumps,
            (false, _) => 0,
        };
        amounts.clear();
        amounts.resize(weights.len(), 0);
        for (is_guarded, lumps) in [(true, for_guarded), (false, lumps - for_guarded)] {
            let side = weights.iter().zip(&*guarded);
            danger.clear();
            danger.extend(side.map(|(weight, is)| if *is == is_guarded { *weight } else { 0 }));
            share_out(lumps.into(), danger);
            round(danger, lumps, remainders);
            amounts.iter_mut().zip(&*danger).for_each(|(amount, lumps)| *amount += lumps * u64::from(lump));
        }
        // What is less than a lump goes to the room that has the most.
        let given: u64 = amounts.iter().sum();
        if let Some(most) = amounts.iter_mut().rev().max_by_key(|share| **share).filter(|share| **share > 0) {
            *most += u64::from(rest).saturating_sub(given);
        }
    }
}

/// What a room weighs by its locks and its place, in multiples of [`PLAIN`].
fn weight_of(facts: &RoomPosition) -> u64 {
    PLAIN + MORE * u64::from(facts.is_locked) + MORE * u64::from(facts.is_dead_end)
}

/// Whether a room lies wholly within the quiet zone.
fn is_quiet(plan: &FloorPlan, room: &PlannedRoom) -> bool {
    plan.quiet.may_touch(room.rect) && i64::from(plan.quiet.count_in(room.rect)) >= plan.floors.count(room)
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
        for &room in dear {
            // At most `gives`: the product alone may be larger than 64 bits.
            let weight = &mut weights[room as usize];
            *weight += (u128::from(*weight) * u128::from(gives) / u128::from(gets)) as u64;
        }
        cheap.iter().for_each(|&room| weights[room as usize] = 0);
    }
}

/// Sets for each room whether loot may lie in it: at least `first` doors from the entry; where
/// there are none, in the farthest ones.
pub(super) fn set_far(plan: &FloorPlan, preset: &Preset, difficulty: f32, is_far: &mut Vec<bool>) {
    let first = preset.loot.first.whole_at(RampInput::of_level(difficulty)).unsigned_abs();
    let farthest = plan.rooms.iter().map(|room| room.depth).max().unwrap_or_default();
    let least = first.min(farthest);
    let suits = |room: &PlannedRoom| room.depth >= least && (farthest == 0 || room.kind != RoomKind::Start);
    is_far.clear();
    is_far.extend(plan.rooms.iter().map(suits));
}
