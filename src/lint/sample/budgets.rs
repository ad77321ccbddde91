//! Counts of what budgets place in a level, and of what its vaults draw of them.

use super::{SHORT_BUDGETS, SampleCounts, vault_of};
use crate::{
    level::Level,
    lint::drawn::cheapest,
    preset::{Preset, RampInput, RoomFacts},
};

impl SampleCounts {
    /// Counts groups, shares and notes, and budgets of which vaults leave nothing.
    pub(super) fn count_budgets(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts]) {
        if !preset.has_budgets() {
            return;
        }
        for (group, tally) in preset.groups.iter().zip(&mut self.groups) {
            facts.iter().for_each(|room| tally.rooms.count(&group.rooms, room));
            let is_there = level.encounters().iter().any(|one| one.group.as_ref() == Some(&group.name));
            tally.levels += u32::from(is_there);
        }
        for (room, facts) in level.rooms().iter().zip(facts).filter(|(room, _)| room.allowance.encounters > 0) {
            self.shares += 1;
            let cheapest = cheapest_for(preset, facts);
            self.small_shares += u32::from(cheapest.is_none_or(|cheapest| room.allowance.encounters < cheapest));
        }
        let vaults = level.rooms().iter().filter_map(|room| preset.vaults().get(vault_of(preset, room.vault)?));
        let drawn = vaults.map(|vault| vault.drawn_sums).fold([0; 2], |[a, b], [c, d]| [a + c, b + d]);
        let budgets = [&preset.encounters.budget, &preset.loot.budget];
        let input = RampInput::of_level(level.origin().difficulty);
        for (((levels, budget), drawn), cheapest) in
            self.drawn_budgets.iter_mut().zip(budgets).zip(drawn).zip(cheapest(preset))
        {
            let (budget, least) = (budget.at(input).round(), cheapest.map_or(0, |(_, least)| least));
            // A budget that buys nothing by itself is reported already.
            *levels += u32::from(budget >= least as f32 && budget - (drawn as f32) < least as f32);
        }
        for (count, code) in self.short_budgets.iter_mut().zip(SHORT_BUDGETS) {
            *count += u32::from(level.notes().iter().any(|note| note.code == code));
        }
    }
}

/// The least that a group costs that suits a room with these facts; bosses do not count.
fn cheapest_for(preset: &Preset, room: &RoomFacts) -> Option<u32> {
    let suiting = preset.groups.iter().filter(|group| !group.boss && group.rooms.suits(room));
    suiting.map(|group| group.cost).min()
}
