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

    /// One of the layouts that suit a room, by weight; `None` if there is none. Layouts have numbers below 1024.
    pub(super) fn layout(
        &mut self,
        layouts: &[Layout],
        room: &PlannedRoom,
        moment: Moment,
        draw: &mut impl Draw,
    ) -> Option<u16> {
        self.weights.clear();
        let chosen = if self.has_ramps {
            let weight = |layout: &Layout| if suits(layout, room) { layout.weight.parts_at(moment) } else { 0 };
            self.weights.extend(layouts.iter().map(weight));
            draw.weighted_wide(self.weights.iter().copied())
        } else {
            let each = layouts.iter().zip(&self.plain);
            self.weights.extend(each.map(|(layout, &weight)| if suits(layout, room) { weight } else { 0 }));
            draw.weighted(self.weights.iter().copied())
        };
        chosen.map(|number| number as u16)
    }
}

#[inline]
fn suits(layout: &Layout, room: &PlannedRoom) -> bool {
    let (width, height) = (room.rect.width(), room.rect.height());
    let fits = |side: i32, least: i32, most: i32| (least..=most).contains(&side);
    fits(width, layout.min.0, layout.max.0)
        && fits(height, layout.min.1, layout.max.1)
        && (layout.progress.0..=layout.progress.1).contains(&room.progress)
        && layout.kinds.contains(&room.kind)
}
