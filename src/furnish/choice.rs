//! Which layout a room gets.

use crate::{
    floorplan::PlannedRoom,
    preset::{Layout, Moment},
    rng::Draw,
};

/// What chooses layouts of one preset, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// The weights of all layouts, where none of them is a ramp.
    plain: Vec<u32>,
    has_ramps: bool,
    /// For the present room.
    weights: Vec<u32>,
}

impl Choice {
    /// Begins with the layouts of a preset.
    pub(super) fn begin(&mut self, layouts: &[Layout]) {
        self.has_ramps = layouts.iter().any(|layout| !layout.weight.is_constant());
        self.plain.clear();
        self.plain.extend(layouts.iter().map(|layout| layout.weight.whole_at(Moment::default()) as u32));
    }

    /// One of the layouts that suit a room, by weight; `None` if there is none. If some ask for a tag that the room has, one of
    /// these. Layouts have numbers below 1024.
    pub(super) fn layout(
        &mut self,
        layouts: &[Layout],
        room: &PlannedRoom,
        moment: Moment,
        draw: &mut impl Draw,
    ) -> Option<u16> {
        let facts = room.facts();
        self.weights.clear();
        if self.has_ramps {
            let weight = |layout: &Layout| if layout.rooms.suits(&facts) { layout.weight.parts_at(moment) } else { 0 };
            self.weights.extend(layouts.iter().map(weight));
        } else {
            let each = layouts.iter().zip(&self.plain);
            self.weights.extend(each.map(|(layout, &weight)| if layout.rooms.suits(&facts) { weight } else { 0 }));
        }
        if room.tags != 0 {
            self.prefer_tags(layouts);
        }
        let weights = self.weights.iter().copied();
        let chosen = if self.has_ramps { draw.weighted_wide(weights) } else { draw.weighted(weights) };
        chosen.map(|number| number as u16)
    }

    /// Leaves layouts that ask for a tag alone, if there are any that may be chosen.
    fn prefer_tags(&mut self, layouts: &[Layout]) {
        if layouts.iter().zip(&self.weights).any(|(layout, &weight)| layout.is_for_tag() && weight > 0) {
            let weights = layouts.iter().zip(&mut self.weights);
            weights.filter(|(layout, _)| !layout.is_for_tag()).for_each(|(_, weight)| *weight = 0);
        }
    }
}
