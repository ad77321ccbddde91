//! Counts of what budgets place in a level, and of what its vaults draw of them.

use super::{DIFFICULTIES, GroupTally, SHORT_BUDGETS, SampleCounts, vault_of};
use crate::{
    level::Level,
    lint::drawn::cheapest,
    preset::{Preset, RampInput, RoomFacts},
};

impl SampleCounts {
    /// Counts groups, items and notes, and budgets of which vaults leave nothing.
    pub(super) fn count_budgets(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts]) {
        if !preset.has_budgets() {
            return;
        }
        let number = (level.origin().seed % DIFFICULTIES as u64) as usize;
        for (group, tally) in preset.groups.iter().zip(&mut self.groups) {
            let is_there = level.encounters().iter().any(|one| one.group.as_ref() == Some(&group.name));
            tally.count(is_there, number);
            for (room, facts) in level.rooms().iter().zip(facts) {
                tally.rooms.count(&group.rooms, facts);
                let is_payable = group.rooms.suits(facts) && room.allowance.encounters >= group.cost;
                tally.payable += u32::from(is_payable);
            }
        }
        for (item, tally) in preset.loot.items.iter().zip(&mut self.items) {
            let name = &preset.kinds[usize::from(item.kind)].name;
            tally.count(level.loot().iter().any(|thing| thing.item == *name), number);
            for (room, facts) in level.rooms().iter().zip(facts) {
                tally.rooms.count(&item.rooms, facts);
                tally.payable += u32::from(item.rooms.suits(facts) && room.allowance.loot >= item.value);
            }
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

impl GroupTally {
    /// Counts a level of the difficulty of this number.
    fn count(&mut self, is_there: bool, difficulty: usize) {
        self.levels += u32::from(is_there);
        self.by_difficulty[difficulty] += u32::from(is_there);
    }
}
