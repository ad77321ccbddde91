//! Allowances: what each room is to get of the budgets.
//!
//! Encounters are shared by the curve at the progress of each room, more behind locks and at dead
//! ends, and by the arms of cycles. Loot follows them: it lies where it is guarded.

use super::{
    LevelPopulation,
    arms::weigh_arms,
    limits::RoomLimits,
    rooms::{RoomPosition, RoomSequence},
    shares::{UNIT, round, share_out},
    whole::{RoomShare, share_whole},
};
use crate::{
    floorplan::{CycleArms, FloorPlan, PlannedRoom},
    model::Allowance,
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
    whole: Vec<RoomShare>,
    /// For each room, the least that it may get of encounters.
    fights: Vec<u32>,
}

impl Allowances {
    /// Shares what the budgets have left among the rooms: `rest`, without what is due. Draws a word
    /// for where fights begin, then one for each room if there is a budget of loot.
    #[expect(clippy::too_many_arguments, reason = "what all earlier steps found out")]
    pub(super) fn share(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        graph: &RoomSequence,
        limits: &RoomLimits,
        population: &mut LevelPopulation,
        rest: Allowance,
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        self.fixed.clear();
        self.fixed.resize(plan.rooms.len(), 0);
        for encounter in &population.encounters {
            self.fixed[encounter.room as usize] += u64::from(encounter.cost);
        }
        self.share_encounters(preset, plan, graph, limits, rest.encounters, difficulty, draw);
        population.allowances.clear();
        let share = |amount: &u64| Allowance { encounters: *amount as u32, loot: 0 };
        population.allowances.extend(self.amounts.iter().map(share));
        for &(room, value) in &population.due {
            population.allowances[room as usize].loot += value;
        }
        if rest.loot > 0 {
            self.fixed.iter_mut().zip(&self.amounts).for_each(|(danger, more)| *danger += more);
            self.share_loot(preset, plan, graph, rest.loot, &population.due, difficulty, draw);
            population.allowances.iter_mut().zip(&self.amounts).for_each(|(share, loot)| share.loot += *loot as u32);
        }
    }

    /// Sets `amounts` to the cost that each room is to get of `rest`.
    #[expect(clippy::too_many_arguments, reason = "as its caller's")]
    fn share_encounters(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        graph: &RoomSequence,
        limits: &RoomLimits,
        rest: u32,
        difficulty: f32,
        draw: &mut impl RandomSource,
    ) {
        let Self { fixed, weights, amounts, whole, fights, .. } = self;
        let (rule, input) = (&preset.encounters, RampInput::of_level(difficulty));
        let fight = rule.fight.whole_at(input).unsigned_abs();
        fights.clear();
        fights.extend(plan.rooms.iter().map(|room| {
            let cheapest = if is_quiet(plan, room) { None } else { cheapest_for(preset, room) };
            cheapest.map_or(u32::MAX, |cheapest| cheapest.max(fight))
        }));
        weights.clear();
        weights.extend((0..).zip(graph.facts.iter().zip(&plan.rooms)).map(|(id, (facts, room))| {
            let is_open = fights[id as usize] <= limits.left(id).min(rest);
            let curve = if is_open { u64::from(rule.curve.fixed_at(room.progress)) } else { 0 };
            curve * weight_of(facts) * facts.counts_as
        }));
        // What is reserved for a room counts towards its share by the curve.
        amounts.clone_from(weights);
        share_out(u64::from(rest) + fixed.iter().sum::<u64>(), amounts);
        amounts.iter_mut().zip(&*fixed).for_each(|(ideal, fixed)| *ideal = ideal.saturating_sub(fixed * UNIT));
        if amounts.iter().all(|&lacking| lacking == 0) {
            amounts.clone_from(weights);
        }
        share_out(rest.into(), amounts);
        let ratio = rule.arms.fixed_at(input).max(256);
        if !plan.cycles.is_empty() && ratio > 256 {
            weights.clear();
            weights.extend(fixed.iter().map(|fixed| fixed * UNIT));
            // A limit is at most the whole rest, in multiples of UNIT.
            let most = |room: u32| u64::from(limits.left(room).min(rest)) * UNIT;
            weigh_arms(&plan.cycles, ratio.into(), weights, most, amounts);
            share_out(rest.into(), amounts);
        }
        whole.clear();
        whole.extend(graph.by_arms.iter().map(|&room| {
            let RoomPosition { arm, is_dear, .. } = graph.facts[room as usize];
            let (share, limit) = (amounts[room as usize], limits.left(room).min(rest));
            let is_dear = is_dear.filter(|_| ratio > 256);
            RoomShare { room, arm, is_dear, share, fight: fights[room as usize].max(1), limit, got: 0 }
        }));
        // Fights begin somewhere within half of one before or behind.
        let phase = i64::from(draw.below(fight.max(1) * UNIT as u32)) - i64::from(fight) * UNIT as i64 / 2;
        share_whole(whole, rest, if fight > 1 { phase } else { 0 });
        amounts.fill(0);
        whole.iter().for_each(|room| amounts[room.room as usize] = room.got.into());
    }

    /// Sets `amounts` to the value that each room is to get of `rest`, beside what is `due`.
    /// `fixed` has the danger of each.
    #[expect(clippy::too_many_arguments, reason = "as its caller's")]
    fn share_loot(
        &mut self,
        preset: &Preset,
        plan: &FloorPlan,
        graph: &RoomSequence,
        rest: u32,
        due: &[(u32, u32)],
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
            let weight = jitter * (weight_of(facts) + hidden) * facts.counts_as * (2 + danger);
            weights.push(if facts.is_far { weight } else { 0 });
            guarded.push(facts.is_shut() || *danger >= cheapest);
        }
        due.iter().for_each(|&(room, _)| weights[room as usize] = 0);
        if rule.arms == RewardArm::Dearer {
            move_to_dearer(&plan.cycles, weights);
        }
        let pile = rule.pile.whole_at(input).unsigned_abs();
        let lump = lump_of(&rule.items, difficulty).max(pile).clamp(1, rest);
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
            let arms = if rule.arms == RewardArm::Dearer { &plan.cycles[..] } else { &[] };
            let reserved = reserve(&graph.facts, arms, (weights, guarded), lumps, remainders, amounts);
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

/// Gives rooms loot by right, the weightiest first: whoever opens a door, or takes the dearer of
/// two arms, must find something. Each has a lump, so has one guarded room of each dearer arm; then
/// a room behind a lock of its own has another one. Adds them to `amounts`. Returns how many there
/// are, three quarters of `lumps` at most. `order` is scratch memory.
fn reserve(
    facts: &[RoomPosition],
    cycles: &[CycleArms],
    (weights, guarded): (&[u64], &[bool]),
    lumps: u32,
    order: &mut Vec<(u64, u32)>,
    amounts: &mut [u64],
) -> u32 {
    let has_own_lock = |facts: &RoomPosition| facts.is_locked && (facts.is_optional || facts.is_dead_end);
    order.clear();
    let all = (0..).zip(facts.iter().zip(weights)).filter(|(_, (_, weight))| **weight > 0);
    let by_right = all.filter(|(_, (facts, _))| has_own_lock(facts) || facts.is_hidden);
    // Scarce locks come first.
    let key = |facts: &RoomPosition, weight: &u64| u64::MAX - weight - (u64::from(facts.is_optional) << 48);
    order.extend(by_right.map(|(room, (facts, weight))| (key(facts, weight), room)));
    order.sort_unstable();
    let weight = |room: &u32| if guarded[*room as usize] { weights[*room as usize] } else { 0 };
    let dearer = cycles.iter().filter(|arms| arms.is_choice()).filter_map(|arms| {
        let [dear, _] = arms.by_cost();
        dear.iter().copied().max_by_key(weight).filter(|room| weight(room) > 0)
    });
    let second = order.iter().filter(|&&(_, room)| has_own_lock(&facts[room as usize])).map(|&(_, room)| room);
    let by_right = order.iter().map(|&(_, room)| room).chain(dearer).chain(second).take((lumps - lumps / 4) as usize);
    let given = by_right.map(|room| amounts[room as usize] += 1).count();
    given as u32
}

/// What a room weighs by its locks and its place, in multiples of [`PLAIN`].
fn weight_of(facts: &RoomPosition) -> u64 {
    PLAIN + MORE * u64::from(facts.is_locked) + MORE * u64::from(facts.is_dead_end)
}

/// The least that a group costs that suits a room and may be drawn there; `None` if there is none.
fn cheapest_for(preset: &Preset, room: &PlannedRoom) -> Option<u32> {
    let facts = room.facts();
    let drawn = preset.groups.iter().filter(|group| !group.boss && !group.required);
    drawn.filter(|group| group.rooms.suits(&facts)).map(|group| group.cost).min()
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
fn move_to_dearer(cycles: &[CycleArms], weights: &mut [u64]) {
    for arms in cycles.iter().filter(|arms| arms.is_choice()) {
        let [dear, cheap] = arms.by_cost();
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
