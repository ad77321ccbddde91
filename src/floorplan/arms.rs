//! The two arms of each cycle: the rooms of the main path that it leads past, and its detours. One
//! of them is drawn as the dearer.
//!
//! Consumes the route and the numbered rooms; sets the tag of dearer arms.
//!
//! Random words: those of the stage `Arms`, one for each cycle, in presets with budgets.

use super::{PlanContext, PlannedRoom};
use crate::{
    rng::{RandomSource, SeedStage},
    trace::{Step, Trace},
};

/// Which arm of a cycle is the dearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DearerArm {
    #[default]
    Path,
    Detours,
}

/// The two arms of a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CycleArms {
    /// The positions in the main path of the two rooms that the cycle joins, the earlier first.
    pub(crate) ends: [u32; 2],
    /// The rooms of the path strictly between the ends, in order.
    pub(crate) path: Vec<u32>,
    /// The detours, in order.
    pub(crate) detours: Vec<u32>,
    pub(crate) dearer: DearerArm,
}

impl CycleArms {
    /// The dearer arm and the other one.
    pub(crate) fn by_cost(&self) -> [&[u32]; 2] {
        match self.dearer {
            DearerArm::Path => [&self.path, &self.detours],
            DearerArm::Detours => [&self.detours, &self.path],
        }
    }

    /// Whether there are two arms to choose between.
    pub(crate) fn is_choice(&self) -> bool {
        !self.path.is_empty() && !self.detours.is_empty()
    }
}

/// Draws the dearer arm of each cycle, and tags its rooms. Where one arm alone has a room with a
/// required group, it is this one; where cycles share rooms of the path, the first one's draw
/// decides. Cost: linear in the rooms of arms, times the preset's required groups.
pub(super) fn choose_dearer(
    context: &mut PlanContext<'_, impl Trace>,
    cycles: &mut [CycleArms],
    rooms: &mut [PlannedRoom],
) {
    let preset = context.preset;
    if cycles.is_empty() || !preset.has_budgets() {
        return;
    }
    let draw = &mut context.stream(SeedStage::Arms);
    let shorter = preset.encounters.shorter.as_ref().map_or(0.5, |shorter| shorter.at(context.level_input()));
    let required = preset.groups.iter().filter(|group| group.required);
    let has_required = |arm: &[u32]| {
        arm.iter().any(|&room| required.clone().any(|group| group.rooms.suits(&rooms[room as usize].facts())))
    };
    let mut settled: Vec<Option<DearerArm>> = vec![None; rooms.len()];
    for arms in &mut *cycles {
        let is_path_shorter = arms.path.len() < arms.detours.len();
        // Of arms with as many rooms either is as likely.
        let chance = if arms.path.len() == arms.detours.len() { 0.5 } else { shorter };
        let drawn = if draw.chance(chance) == is_path_shorter { DearerArm::Path } else { DearerArm::Detours };
        let drawn = match (has_required(&arms.path), has_required(&arms.detours)) {
            (true, false) => DearerArm::Path,
            (false, true) => DearerArm::Detours,
            _ => drawn,
        };
        arms.dearer = arms.path.iter().find_map(|&room| settled[room as usize]).unwrap_or(drawn);
        for &room in &arms.path {
            settled[room as usize].get_or_insert(arms.dearer);
        }
    }
    let tag = preset.encounters.arm_tag.map_or(0, |tag| 1 << tag);
    for &room in cycles.iter().filter(|arms| arms.is_choice()).flat_map(|arms| arms.by_cost()[0]) {
        rooms[room as usize].tags |= tag;
        context.trace.see(|| Step::Dearer { room });
    }
}
