//! What vaults draw of the budgets, and the least that budgets can spend: by the rules alone.

use crate::{model::Name, preset::Preset};

/// The least that each budget can spend at once: on a group, boss or not, and on an item.
pub(super) fn cheapest(preset: &Preset) -> [Option<(&Name, u32)>; 2] {
    let values = preset.loot.items.iter().map(|item| {
        // An offer counts once.
        let together = if item.of > 0 { 1 } else { (item.with.0.min() as u32).max(1) };
        (&preset.kinds()[usize::from(item.kind)].name, item.value * together)
    });
    let costs = preset.groups.iter().map(|group| (&group.name, group.cost));
    [costs.min_by_key(|&(_, cost)| cost), values.min_by_key(|&(_, value)| value)]
}
