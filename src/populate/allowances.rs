//! Allowances: what each room is to get of the budgets.
//!
//! Encounters are shared by the curve at the progress of each room, more behind locks and at dead
//! ends, and by the arms of cycles. Loot follows them: it lies where it is guarded.

use super::{
    LevelPopulation, RoomShare,
    arms::{DearerArm, draw_dearer, weigh_arms},
    rooms::{CycleArms, RoomPosition, RoomSequence},
    shares::{UNIT, round, round_by_arms, share_out},
};
use crate::{
    floorplan::{FloorPlan, PlannedRoom},
    preset::{ItemRule, Preset, RampInput, RewardArm, count_at},
    rng::RandomSource,
};

/// The weight of a room in multiples of which locks and dead ends add: half as much each.
const PLAIN: u64 = 4;
const MORE: u64 = 2;

/// Buffers of sharing, reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct Allowances {
    /// For each room, what reserved encounters cost there; then the danger of each room.
    fixed: Vec<u64>,
    weights: Vec<u64>,
    amounts: Vec<u64>,
    guarded: Vec<bool>,
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
        population: &mut LevelPopulation,
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        self.fixed.clear();
        self.fixed.resize(plan.rooms.len(), 0);
        for group in &population.encounters {
            self.fixed[group.room as usize] += u64::from(group.cost);
        }
        let dearer = draw_dearer(graph, plan.rooms.len(), draw);
        self.share_encounters(preset, plan, graph, population.budgets.encounters, &dearer, difficulty);
        population.allowances.clear();
        let share = |amount: &u64| RoomShare { encounters: *amount as u32, loot: 0 };
        population.allowances.extend(self.amounts.iter().map(share));
        let rest = population.budgets.loot.saturating_sub(population.spent().loot);
        if rest > 0 {
            self.fixed.iter_mut().zip(&self.amounts).for_each(|(danger, more)| *danger += more);
            self.share_loot(preset, graph, rest, &dearer, difficulty, draw);
            population.allowances.iter_mut().zip(&self.amounts).for_each(|(share, loot)| share.loot = *loot as u32);
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
        // What is reserved for a room counts towards its share by the curve.
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
    fn share_loot(
        &mut self,
        preset: &Preset,
        graph: &RoomSequence,
        rest: u32,
        dearer: &[DearerArm],
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        let (rule, input) = (&preset.loot, RampInput::of_level(difficulty));
        let Self { fixed: danger, weights, amounts, guarded, remainders, .. } = self;
        let cheapest = preset.groups.iter().map(|group| u64::from(group.cost)).min().unwrap_or(u64::MAX);
        weights.clear();
        guarded.clear();
        for (facts, danger) in graph.facts.iter().zip(&*danger) {
            // Between three and five quarters: equal rooms must not always come in the same order.
            let jitter = 192 + u64::from(draw.below(128));
            let hidden = MORE * u64::from(facts.is_hidden);
            weights.push(if facts.is_far { jitter * (weight_of(facts) + hidden) * (2 + danger) } else { 0 });
            guarded.push(facts.is_locked || facts.is_hidden || facts.is_optional || *danger >= cheapest);
        }
        if rule.arms == RewardArm::Dearer {
            move_to_dearer(&graph.cycles, dearer, weights);
        }
        let lump = lump_of(&rule.items, difficulty).clamp(1, rest);
        let lumps = rest / lump;
        let side = |of: &mut Vec<u64>, is_guarded: bool| {
            of.clear();
            of.extend(weights.iter().zip(&*guarded).map(|(weight, is)| if *is == is_guarded { *weight } else { 0 }));
            of.iter().any(|&weight| weight > 0)
        };
        let has_guarded = side(amounts, true);
        // Of the rooms without a guard each gets one lump at most: no heap lies free.
        let most = if has_guarded { 1 } else { u64::from(lumps) };
        if side(amounts, false) {
            let wanted =
                if has_guarded { (lumps * (256 - rule.guarded.fixed_at(input).min(256))) / 256 } else { lumps };
            share_out(wanted.into(), amounts);
            round(amounts, wanted, remainders);
            amounts.iter_mut().for_each(|amount| *amount = (*amount).min(most));
        }
        if side(danger, true) {
            let lumps = lumps - amounts.iter().sum::<u64>() as u32;
            share_out(lumps.into(), danger);
            let reserved = reserve(&graph.facts, weights, lumps, remainders, amounts);
            // What a room has by right counts towards its share.
            danger.iter_mut().zip(&*guarded).zip(&*amounts).for_each(|((ideal, is), has)| {
                *ideal = if *is { ideal.saturating_sub(has * UNIT) } else { 0 };
            });
            share_out((lumps - reserved).into(), danger);
            round(danger, lumps - reserved, remainders);
            amounts.iter_mut().zip(&*danger).for_each(|(amount, lumps)| *amount += lumps);
        }
        amounts.iter_mut().for_each(|amount| *amount *= u64::from(lump));
        // What is less than a lump goes to the room that has the most.
        let given: u64 = amounts.iter().sum();
        if let Some(most) = amounts.iter_mut().rev().max_by_key(|share| **share).filter(|share| **share > 0) {
            *most += u64::from(rest).saturating_sub(given);
        }
    }
}

/// Gives each room behind a scarce lock or a secret door a lump of loot by right, the weightiest
/// first: whoever opens such a door must find something. Adds them to `amounts`. Returns how many
/// there are, at most half of `lumps`. `order` is scratch memory.
fn reserve(
    facts: &[RoomPosition],
    weights: &[u64],
    lumps: u32,
    order: &mut Vec<(u64, u32)>,
    amounts: &mut [u64],
) -> u32 {
    let is_by_right = |facts: &RoomPosition| facts.is_optional && facts.is_locked || facts.is_hidden;
    order.clear();
    let all = (0..).zip(facts.iter().zip(weights)).filter(|(_, (facts, weight))| is_by_right(facts) && **weight > 0);
    // Scarce locks come first.
    order.extend(all.map(|(room, (facts, weight))| (u64::MAX - weight - (u64::from(facts.is_optional) << 48), room)));
    order.sort_unstable();
    order.truncate(lumps.div_ceil(2) as usize);
    order.iter().for_each(|&(_, room)| amounts[room as usize] += 1);
    order.len() as u32
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
