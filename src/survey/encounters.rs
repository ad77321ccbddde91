//! Metrics of encounters and loot, by the stakes of a level's rooms.
//!
//! `None`: the level has nothing of what the metric measures.

#[cfg(test)]
mod tests;

use super::{
    rooms::area,
    stakes::{CycleStakes, RoomStakes, Stakes},
};
use crate::level::{Budgets, Distances, Level};

/// The number of equal parts of progress among which danger has its peak.
const PARTS: usize = 5;

/// The least number of members in a room that make a fight.
const FIGHT: u32 = 4;

/// The danger of all rooms; `None` without encounters and without a budget for them.
pub(super) fn danger(level: &Level, stakes: &Stakes) -> Option<f64> {
    has_danger(level).then(|| sum(stakes, |room| room.danger) as f64)
}

fn has_danger(level: &Level) -> bool {
    !level.encounters().is_empty() || budgets(level).encounters > 0
}

/// The reward of all rooms; `None` without loot and without a budget for it.
pub(super) fn reward(level: &Level, stakes: &Stakes) -> Option<f64> {
    let has_any = !level.loot().is_empty() || budgets(level).loot > 0;
    has_any.then(|| sum(stakes, |room| room.reward) as f64)
}

/// The danger of all rooms as a fraction of the budget; `None` without one.
pub(super) fn danger_spent(level: &Level, stakes: &Stakes) -> Option<f64> {
    fraction(sum(stakes, |room| room.danger), budgets(level).encounters.into())
}

/// The reward of all rooms as a fraction of the budget; `None` without one.
pub(super) fn reward_spent(level: &Level, stakes: &Stakes) -> Option<f64> {
    fraction(sum(stakes, |room| room.reward), budgets(level).loot.into())
}

fn budgets(level: &Level) -> Budgets {
    level.budgets().unwrap_or_default()
}

/// The danger of the dearer arms of all cycles, as a fraction of that of both arms; `None` without
/// danger on an arm.
pub(super) fn dearer_arms(stakes: &Stakes) -> Option<f64> {
    let sums = |which: fn(&CycleStakes) -> u64| stakes.cycles().iter().map(which).sum();
    fraction(sums(|cycle| cycle.by_danger()[0].danger), sums(|cycle| cycle.path.danger + cycle.detour.danger))
}

/// The reward of the dearer arms of all cycles, as a fraction of that of both arms; `None` without
/// reward on an arm. Cycles whose arms are as dangerous do not count.
pub(super) fn dearer_reward(stakes: &Stakes) -> Option<f64> {
    let differ = stakes.cycles().iter().filter(|cycle| cycle.path.danger != cycle.detour.danger);
    let (dearer, both) = differ
        .map(CycleStakes::by_danger)
        .fold((0, 0), |(dearer, both), [one, other]| (dearer + one.reward, both + one.reward + other.reward));
    fraction(dearer, both)
}

/// The part of progress whose rooms have most danger, from 1; the first of equal ones; `None`
/// without danger.
pub(super) fn danger_peak(level: &Level, stakes: &Stakes) -> Option<f64> {
    let mut parts = [0_u64; PARTS];
    for (room, at) in stakes.rooms().iter().zip(&level.rooms) {
        parts[((at.progress * PARTS as f32) as usize).min(PARTS - 1)] += room.danger;
    }
    let most = parts.into_iter().max().filter(|most| *most > 0)?;
    let first = parts.iter().position(|danger| *danger == most)?;
    Some((first + 1) as f64)
}

/// How danger and reward go together in the rooms off the main path: half of 1 more than their
/// correlation; `None` where all these rooms are as dangerous, or as rewarding.
///
/// Source: the correlation of Pearson.
pub(super) fn danger_to_reward(level: &Level, stakes: &Stakes) -> Option<f64> {
    let mut is_on_path = vec![false; level.rooms.len()];
    level.path.iter().for_each(|&room| is_on_path[room as usize] = true);
    let (mut rooms, mut sums, mut squares, mut products) = (0_i128, [0_i128; 2], [0_i128; 2], 0_i128);
    for (room, _) in stakes.rooms().iter().zip(is_on_path).filter(|(_, is_on_path)| !is_on_path) {
        let both = [room.danger, room.reward].map(i128::from);
        rooms += 1;
        products += both[0] * both[1];
        for (axis, value) in both.into_iter().enumerate() {
            sums[axis] += value;
            squares[axis] += value * value;
        }
    }
    // Whole numbers up to here, so that the order of rooms does not count. Costs of a level's rooms
    // fit 48 bits, so the products fit 128.
    let spreads = [0, 1].map(|axis| (rooms * squares[axis] - sums[axis] * sums[axis]) as f64);
    let together = (rooms * products - sums[0] * sums[1]) as f64;
    let most = spreads[0].sqrt() * spreads[1].sqrt();
    (most > 0.0).then(|| ((1.0 + together / most) / 2.0).clamp(0.0, 1.0))
}

/// The guarded rewards as a fraction of all; `None` without rewards.
pub(super) fn guarded_rewards(stakes: &Stakes) -> Option<f64> {
    let guarded = sum(stakes, |room| if room.is_guarded() { room.rewards.into() } else { 0 });
    fraction(guarded, sum(stakes, |room| room.rewards.into()))
}

/// The keys and switches with a foe or a trap in their room as a fraction of all that are not near
/// the entry; `None` without such keys.
pub(super) fn guarded_keys(stakes: &Stakes) -> Option<f64> {
    let keys = |of: &RoomStakes| if of.is_quiet { 0 } else { u64::from(of.keys) };
    fraction(sum(stakes, |room| if room.threats > 0 { keys(room) } else { 0 }), sum(stakes, keys))
}

/// The rooms with nothing to fight, take or use as a fraction of all.
pub(super) fn empty_rooms(stakes: &Stakes) -> Option<f64> {
    fraction(sum(stakes, |room| room.is_empty().into()), stakes.rooms().len() as u64)
}

/// The most empty rooms of the main path one after the other.
pub(super) fn dull_rooms(level: &Level, stakes: &Stakes) -> f64 {
    longest_run(level.path.iter().map(|&room| stakes.rooms()[room as usize].is_empty()))
}

/// The most cells one after the other of a shortest way from entry to exit that lie in no room with
/// something; 0 if there is no way. `distances` are those from the entry.
pub(super) fn dull_steps(level: &Level, stakes: &Stakes, distances: &Distances) -> f64 {
    let cells = distances.path_from(level.exit).unwrap_or_default();
    longest_run(cells.into_iter().map(|cell| {
        let room = level.room_at(cell);
        room.is_none_or(|room| stakes.rooms()[room.id as usize].is_empty())
    }))
}

/// The least number of passages from the start room to a room with a reward; `None` without
/// rewards.
///
/// A locked passage counts from where the first of its keys lies, without the way back. Cost:
/// linear in rooms and passages, and in locked passages times the passages of the way.
pub(super) fn first_reward(level: &Level, stakes: &Stakes) -> Option<f64> {
    let mut is_reached = vec![false; level.rooms.len()];
    let mut has_key = vec![false; level.locks.len()];
    let (mut rooms, mut locked) = (vec![*level.path.first()?], Vec::new());
    for passages in 0.. {
        rooms.retain(|&room| !std::mem::replace(&mut is_reached[room as usize], true));
        if rooms.iter().any(|&room| stakes.rooms()[room as usize].rewards > 0) {
            return Some(f64::from(passages));
        }
        for key in level.keys.iter().filter(|key| is_reached[key.room as usize]) {
            has_key[usize::from(key.lock)] = true;
        }
        let mut next = Vec::new();
        for (to, passage) in rooms.iter().flat_map(|&room| level.neighbours(room)) {
            match passage.lock {
                Some(lock) => locked.push((lock, to.id)),
                None => next.push(to.id),
            }
        }
        next.extend(locked.extract_if(.., |(lock, _)| has_key[usize::from(*lock)]).map(|(_, room)| room));
        if next.is_empty() {
            break;
        }
        rooms = next;
    }
    None
}

/// The rooms with a fight; `None` without encounters and without a budget for them.
pub(super) fn fights(level: &Level, stakes: &Stakes) -> Option<f64> {
    has_danger(level).then(|| sum(stakes, |room| (room.members >= FIGHT).into()) as f64)
}

/// The rooms with danger and one member as a fraction of those with danger; `None` without any.
pub(super) fn alone(stakes: &Stakes) -> Option<f64> {
    let is_alone = |room: &RoomStakes| room.danger > 0 && room.members == 1;
    fraction(sum(stakes, |room| is_alone(room).into()), sum(stakes, |room| (room.danger > 0).into()))
}

/// The danger of the room with most floor, the first of equal ones, as a fraction of all; `None`
/// without danger.
pub(super) fn hall_danger(level: &Level, stakes: &Stakes) -> Option<f64> {
    let areas = level.rooms.iter().map(|room| area(level, room));
    // `max_by_key` returns the last maximum.
    let (hall, _) = stakes.rooms().iter().zip(areas).rev().max_by_key(|(_, area)| *area)?;
    fraction(hall.danger, sum(stakes, |room| room.danger))
}

/// The most members in a room; `None` without encounters.
pub(super) fn largest_fight(level: &Level, stakes: &Stakes) -> Option<f64> {
    let most = stakes.rooms().iter().map(|room| room.members).max();
    most.filter(|_| !level.encounters().is_empty()).map(f64::from)
}

fn sum(stakes: &Stakes, of: impl Fn(&RoomStakes) -> u64) -> u64 {
    stakes.rooms().iter().map(of).sum()
}

fn fraction(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The longest run of `true`.
fn longest_run(values: impl Iterator<Item = bool>) -> f64 {
    let (mut run, mut longest) = (0_u32, 0);
    for value in values {
        run = if value { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    f64::from(longest)
}
