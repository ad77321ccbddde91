//! The most that the encounters of a room may cost.

use super::LevelPopulation;
use crate::{
    floorplan::FloorPlan,
    model::RoomKind,
    preset::{GroupRule, Preset, RampInput},
};

/// The number of doors from the start room within which a room may have half as much: a level does
/// not begin with its hardest fight.
const NEAR: u32 = 3;

/// What the encounters of each room may still cost. Reused from level to level.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomLimits {
    left: Vec<u32>,
    /// What they may cost in a room that is not near the start.
    pub(super) most: u32,
}

impl RoomLimits {
    /// Reads the limits of the rooms of a plan, less what their encounters cost so far. Cost:
    /// linear in rooms, encounters and the preset's groups.
    pub(super) fn read(&mut self, preset: &Preset, plan: &FloorPlan, difficulty: f32, population: &LevelPopulation) {
        let most = most_of(preset, difficulty);
        let fight = preset.encounters.fight.whole_at(RampInput::of_level(difficulty)).unsigned_abs();
        let half = (most / 2).max(fight.min(most));
        self.most = most;
        self.left.clear();
        self.left.extend(plan.rooms.iter().map(|room| if room.depth <= NEAR { half } else { most }));
        if most == u32::MAX {
            self.left.fill(most);
        }
        for encounter in &population.encounters {
            let group = encounter.group.map(|number| &preset.groups[usize::from(number)]);
            self.take(plan, group, encounter.room, encounter.cost);
        }
    }

    /// Takes the cost of an encounter off what its room may have. The end room with its boss has no
    /// limit.
    pub(super) fn take(&mut self, plan: &FloorPlan, group: Option<&GroupRule>, room: u32, cost: u32) {
        let left = &mut self.left[room as usize];
        if group.is_some_and(|group| group.boss) && plan.rooms[room as usize].kind == RoomKind::End {
            *left = u32::MAX;
        } else if *left < u32::MAX {
            *left = left.saturating_sub(cost);
        }
    }

    /// What the encounters of a room may still cost; the most of all numbers without a limit.
    pub(super) fn left(&self, room: u32) -> u32 {
        self.left[room as usize]
    }
}

/// The most that the encounters of a room without a boss may cost: what the preset says, or else
/// four fifths of the cheapest boss that the end room may draw, but at least the dearest other
/// group. The most of all numbers if no boss may be drawn there.
fn most_of(preset: &Preset, difficulty: f32) -> u32 {
    if let Some(most) = &preset.encounters.most {
        return most.whole_at(RampInput::of_level(difficulty)).unsigned_abs();
    }
    let end = RampInput { progress: 1.0, difficulty };
    let may_end = |group: &&GroupRule| group.rooms.kinds.contains(&RoomKind::End) && group.weight.fixed_at(end) > 0;
    let (bosses, others) = (preset.groups.iter().filter(|group| group.boss), preset.groups.iter());
    let cheapest = bosses.filter(may_end).map(|group| group.cost).min();
    let dearest = others.filter(|group| !group.boss).map(|group| group.cost).max();
    cheapest.map_or(u32::MAX, |cheapest| (cheapest * 4 / 5).max(dearest.unwrap_or_default()))
}
