//! What the levels of a preset at one difficulty have in all.
//!
//! Sums and lists are the same in whatever order levels and parts are added, once they are sorted.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Level,
    level::{Distances, Encounter, NoteCode},
    survey::{CycleStakes, Measurer, Metric, Stakes},
};

use crate::sums::{Share, Sums};

/// The metrics that the table shows.
const METRICS: &[Metric] = &[
    Metric::Danger,
    Metric::DangerSpent,
    Metric::RewardSpent,
    Metric::DangerPeak,
    Metric::DullRooms,
    Metric::DullSteps,
    Metric::FirstReward,
];

/// The notes on what budgets could not place.
const SHORT_BUDGETS: [NoteCode; 6] = [
    NoteCode::BossShort,
    NoteCode::GroupShort,
    NoteCode::GuardShort,
    NoteCode::MeteredShort,
    NoteCode::EncountersShort,
    NoteCode::LootShort,
];

/// The least number of members that make a fight.
const FIGHT: usize = 4;

/// The most steps from the first member of a group to the others.
const SPREAD: u32 = 6;

/// The tags of rooms for treasures.
const TREASURY: [&str; 2] = ["treasury", "treasure"];

/// What the levels have in all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) measurer: Measurer,
    pub(crate) distances: Distances,
    pub(crate) levels: u64,
    /// Levels in which no room but a boss's has more danger than the end boss costs, of those with
    /// an encounter in the last room.
    pub(crate) end_bosses: Share,
    /// Rooms with an encounter, of those with an allowance for some.
    pub(crate) allowances: Share,
    /// Members within `SPREAD` steps of the first one of their group, which does not count.
    pub(crate) together: Share,
    /// Rooms whose members are at most a third of the floor without obstacles, of those with a
    /// group.
    pub(crate) roomy: Share,
    /// Foes, of all rooms.
    pub(crate) foes: Share,
    /// Dangerous rooms with one member.
    pub(crate) alone: Share,
    /// Levels that lack a boss.
    pub(crate) boss_short: Share,
    /// Levels that lack anything that budgets pay.
    pub(crate) short: Share,
    /// The danger of groups with a fight's members.
    pub(crate) group_danger: Share,
    /// The danger of rooms with a fight.
    pub(crate) fight_danger: Share,
    /// Rooms with a fight, of all levels.
    pub(crate) fights: Share,
    /// Danger and loot of the largest room, and levels with an encounter in it.
    pub(crate) hall_danger: Share,
    pub(crate) hall_loot: Share,
    pub(crate) hall_encounters: Share,
    /// Rooms for treasures off the path that hold loot.
    pub(crate) treasuries: Share,
    /// The value of the loot in rooms off the path behind a lock, of all such rooms.
    pub(crate) locked_loot: Share,
    pub(crate) cycles: Vec<CycleStakes>,
    /// The danger of each level.
    pub(crate) costs: Vec<u64>,
    /// Levels whose danger has its peak in the last two fifths of the progress.
    pub(crate) late_peaks: Share,
    /// Levels whose last room has a boss or the dearest encounter.
    pub(crate) last_rooms: Share,
    /// Danger and reward of the rooms off the path.
    pub(crate) off_path: Sums,
    pub(crate) guarded_keys: Share,
    pub(crate) guarded_rewards: Share,
    pub(crate) empty_rooms: Share,
    /// Of each level.
    pub(crate) dull_rooms: Vec<u64>,
    /// Of each level.
    pub(crate) dull_steps: Vec<u64>,
    /// The passages from the start to the first reward, of each level.
    pub(crate) first_rewards: Vec<u64>,
    pub(crate) most_chests: u64,
    pub(crate) most_rewards: u64,
    /// In thousandths of the budget, of each level.
    pub(crate) danger_spent: Vec<u64>,
    /// In thousandths of the budget, of each level.
    pub(crate) reward_spent: Vec<u64>,
    /// The number of encounters with each group, and the rooms of vaults that draw members.
    pub(crate) groups: BTreeMap<String, u64>,
    /// The number of things of each kind that budgets placed.
    pub(crate) things: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds a level.
    pub(crate) fn count(&mut self, level: &Level) {
        let metrics = self.measurer.measure_only(level, METRICS);
        let stakes = Stakes::of(level);
        self.levels += 1;
        self.cycles.extend_from_slice(stakes.cycles());
        for encounter in level.encounters() {
            let group = encounter.group.as_deref();
            *self.groups.entry(group.unwrap_or("(of a vault)").to_owned()).or_default() += 1;
            self.count_members(level, encounter);
        }
        for loot in level.loot() {
            *self.things.entry(loot.item.to_string()).or_default() += 1;
        }
        let whole = |metric| metrics.present(metric).map(|value| value as u64);
        self.costs.extend(whole(Metric::Danger));
        self.dull_rooms.extend(whole(Metric::DullRooms));
        self.dull_steps.extend(whole(Metric::DullSteps));
        let thousandths = |metric| metrics.present(metric).map(|value| (value * 1000.0).round() as u64);
        self.danger_spent.extend(thousandths(Metric::DangerSpent));
        self.reward_spent.extend(thousandths(Metric::RewardSpent));
        if let Some(peak) = whole(Metric::DangerPeak) {
            self.late_peaks.add((peak >= 4).into(), 1);
            self.last_rooms.add(has_last_stand(level).into(), 1);
        }
        self.first_rewards.extend(whole(Metric::FirstReward));
        let has_note = |codes: &[NoteCode]| level.notes().iter().any(|note| codes.contains(&note.code));
        self.boss_short.add(has_note(&[NoteCode::BossShort]).into(), 1);
        self.short.add(has_note(&SHORT_BUDGETS).into(), 1);
        self.count_fights(level, &stakes);
        self.count_treasures(level, &stakes);
        let mut rewards = 0;
        for (id, room) in (0..).zip(stakes.rooms()) {
            let (keys, things) = (u64::from(room.keys), u64::from(room.rewards));
            rewards += things;
            self.empty_rooms.add(room.is_empty().into(), 1);
            self.guarded_rewards.add(if room.is_guarded() { things } else { 0 }, things);
            if !room.is_quiet {
                self.guarded_keys.add(if room.threats > 0 { keys } else { 0 }, keys);
            }
            if !level.path().contains(&id) {
                self.off_path.add([room.danger, room.reward]);
            }
        }
        let chests = level.props().filter(|prop| prop.kind.name.as_str() == "chest").count() as u64;
        self.most_chests = self.most_chests.max(chests);
        self.most_rewards = self.most_rewards.max(rewards);
    }

    /// Counts how near the members of a group stand.
    fn count_members(&mut self, level: &Level, encounter: &Encounter) {
        let [first, others @ ..] = &encounter.cells[..] else { return };
        if encounter.group.is_none() {
            return;
        }
        self.distances.measure(level.walkable(), [*first]);
        let near = others.iter().filter(|cell| self.distances.get(**cell).is_some_and(|steps| steps <= SPREAD));
        self.together.add(near.count() as u64, others.len() as u64);
    }

    /// Counts danger by groups, rooms, the last room and the largest one.
    fn count_fights(&mut self, level: &Level, stakes: &Stakes) {
        let danger: u64 = stakes.rooms().iter().map(|room| room.danger).sum();
        let groups = level.encounters().iter().filter(|one| one.group.is_some() && one.cells.len() >= FIGHT);
        self.group_danger.add(groups.map(|one| u64::from(one.cost)).sum(), danger);
        let is_fight = |members: u32| members as usize >= FIGHT;
        self.fights.add(0, 1);
        for (room, at) in stakes.rooms().iter().zip(level.rooms()) {
            let is_fight = is_fight(room.members);
            self.fights.add(is_fight.into(), 0);
            self.fight_danger.add(if is_fight { room.danger } else { 0 }, room.danger);
            if at.allowance.encounters > 0 {
                self.allowances.add((room.members > 0).into(), 1);
            }
            if room.danger > 0 {
                self.alone.add((room.members == 1).into(), 1);
            }
            if level.encounters().iter().any(|one| one.room == at.id && one.group.is_some()) {
                let free = level.floor_in(at.id).filter(|&cell| level.is_walkable(cell)).count();
                self.roomy.add((3 * room.members as usize <= free).into(), 1);
            }
        }
        let foes = level.props().filter(|prop| prop.kind.labels.has("enemy")).count();
        self.foes.add(foes as u64, stakes.rooms().len() as u64);
        if let Some(cost) = end_boss(level) {
            let is_dearer = |id: u32, danger: u64| danger > cost && id != level.end().id && !has_boss(level, id);
            let has_dearer = (0..).zip(stakes.rooms()).any(|(id, room)| is_dearer(id, room.danger));
            self.end_bosses.add((!has_dearer).into(), 1);
        }
        // The first of equal ones.
        let halls = level.rooms().iter().rev().max_by_key(|room| level.floor_in(room.id).count());
        if let Some(hall) = halls.map(|room| stakes.rooms()[room.id as usize]).filter(|_| danger > 0) {
            self.hall_danger.add(hall.danger, danger);
            self.hall_loot.add(hall.reward, stakes.rooms().iter().map(|room| room.reward).sum());
            self.hall_encounters.add((hall.members > 0).into(), 1);
        }
    }

    /// Counts the loot of rooms off the path that are for treasures or behind a lock.
    fn count_treasures(&mut self, level: &Level, stakes: &Stakes) {
        let locked = level.passages().iter().filter(|passage| level.lock(passage).is_some()).map(|passage| {
            let [one, other] = passage.rooms.map(|room| &level.rooms()[room as usize]);
            // The way into a room comes from where the start is nearer.
            if one.depth > other.depth { one.id } else { other.id }
        });
        let locked: BTreeSet<u32> = locked.collect();
        for room in level.rooms().iter().filter(|room| !level.path().contains(&room.id)) {
            if level.tags(room).any(|tag| TREASURY.contains(&tag)) {
                self.treasuries.add(level.loot().iter().any(|thing| thing.room == room.id).into(), 1);
            }
            if locked.contains(&room.id) {
                self.locked_loot.add(stakes.rooms()[room.id as usize].reward, 1);
            }
        }
    }

    /// Adds the levels of another tally.
    pub(crate) fn merge(&mut self, other: Self) {
        self.levels += other.levels;
        self.cycles.extend(other.cycles);
        for (own, others) in [
            (&mut self.costs, other.costs),
            (&mut self.dull_rooms, other.dull_rooms),
            (&mut self.dull_steps, other.dull_steps),
            (&mut self.danger_spent, other.danger_spent),
            (&mut self.reward_spent, other.reward_spent),
            (&mut self.first_rewards, other.first_rewards),
        ] {
            own.extend(others);
        }
        for (own, others) in [
            (&mut self.late_peaks, other.late_peaks),
            (&mut self.last_rooms, other.last_rooms),
            (&mut self.guarded_keys, other.guarded_keys),
            (&mut self.guarded_rewards, other.guarded_rewards),
            (&mut self.empty_rooms, other.empty_rooms),
            (&mut self.end_bosses, other.end_bosses),
            (&mut self.allowances, other.allowances),
            (&mut self.together, other.together),
            (&mut self.roomy, other.roomy),
            (&mut self.foes, other.foes),
            (&mut self.alone, other.alone),
            (&mut self.boss_short, other.boss_short),
            (&mut self.short, other.short),
            (&mut self.group_danger, other.group_danger),
            (&mut self.fight_danger, other.fight_danger),
            (&mut self.fights, other.fights),
            (&mut self.hall_danger, other.hall_danger),
            (&mut self.hall_loot, other.hall_loot),
            (&mut self.hall_encounters, other.hall_encounters),
            (&mut self.treasuries, other.treasuries),
            (&mut self.locked_loot, other.locked_loot),
        ] {
            own.add(others.part, others.all);
        }
        self.off_path.merge(&other.off_path);
        self.most_chests = self.most_chests.max(other.most_chests);
        self.most_rewards = self.most_rewards.max(other.most_rewards);
        for (own, others) in [(&mut self.groups, other.groups), (&mut self.things, other.things)] {
            others.into_iter().for_each(|(name, count)| *own.entry(name).or_default() += count);
        }
    }
}

/// Whether the last room has a marker with the tag `boss`, or an encounter that costs as much as
/// any.
fn has_last_stand(level: &Level) -> bool {
    let last = level.end().id;
    let dearest = level.encounters().iter().map(|encounter| encounter.cost).max();
    let has_dearest = |one: &Encounter| one.room == last && Some(one.cost) == dearest;
    level.encounters().iter().any(has_dearest) || has_boss(level, last)
}

/// Whether a room has a marker with the tag `boss`.
fn has_boss(level: &Level, room: u32) -> bool {
    bosses(level, room).next().is_some()
}

fn bosses(level: &Level, room: u32) -> impl Iterator<Item = Cell> {
    let bosses = level.props_in(room).filter(|prop| prop.kind.marker && prop.kind.labels.has("boss"));
    bosses.map(|prop| prop.cells.top_left())
}

/// The cost of the encounter in the last room that has a member with the tag `boss`, else of the
/// dearest one there; `None` if it has no encounter.
fn end_boss(level: &Level) -> Option<u64> {
    let last = level.end().id;
    let in_last = || level.encounters().iter().filter(|one| one.room == last);
    let mut bosses = bosses(level, last);
    let of_boss = bosses.find_map(|boss| in_last().find(|one| one.cells.contains(&boss)));
    of_boss.or_else(|| in_last().max_by_key(|one| one.cost)).map(|one| one.cost.into())
}
