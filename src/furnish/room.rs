//! Furnishes one room: draws its vault, stamps each formation, opens walkways and emits the props.
//!
//! Consumes a [`Site`] and a layout; appends to a [`Furnishing`]. All sets are in room coordinates.
//! The code is generic over [`CellSet`]: one type for rooms that fit a block, one for larger rooms.
//! Overlap is decided on these sets; only formations that stack compare heights.

use super::{
    Furnishing, Site, Tools,
    pattern::Patterns,
    sets::{FormationProps, RoomSets},
    special::{PresetLayout, SpecialBuffers},
    walkway::Walkways,
};
use crate::{
    geom::Rect,
    grid::CellSet,
    preset::{Formation, Layout, Preset},
    rng::RandomSource,
    trace::Trace,
    weights::WeightTable,
    work::Work,
};

/// Less than any cell, more than the error of a fraction that was written in decimals.
const SLACK: f32 = 1.0 / 256.0;

/// The state of furnishing one room, and reusable buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomFurnisher<S> {
    pub(super) sets: RoomSets<S>,
    pub(super) stamps: Vec<FormationProps<S>>,
    /// How many of `stamps` belong to this room; the others are spare buffers.
    pub(super) stamped: usize,
    /// How many of them belong to the vault. Vault props ignore proximity rules.
    pub(super) drawn: usize,
    /// Whether props of this room may share cells.
    pub(super) shares: bool,
    pub(super) scratch: S,
    pub(super) patterns: Patterns<S>,
    pub(super) walkways: Walkways<S>,
    pub(super) special: SpecialBuffers<S>,
    /// The variant weights of the current formation's props.
    pub(super) weights: WeightTable,
    /// Whether the room has stamps of markers (`has_markers`) or of props with `near` rules
    /// (`has_required`).
    pub(super) has_markers: bool,
    pub(super) has_near_rules: bool,
}

impl<S: CellSet> RoomFurnisher<S> {
    /// Furnishes a room by a layout and appends its props to `out`, by formation, each in row-major
    /// order.
    ///
    /// Records the kinds in use. Draws random words only where a rule asks for one, in this order:
    /// for each formation, those of its layout entry and its anchors; for each anchor, the turn and
    /// the props; finally for each remaining prop its variant, its own turn, and its jitter right
    /// and down.
    pub(super) fn furnish<T: Trace>(
        &mut self,
        preset: &Preset,
        layout: Option<&Layout>,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        out: &mut Furnishing,
        trace: &mut T,
    ) {
        self.clear(site, preset.clearance, trace);
        if let Some(vault) = site.vault {
            self.draw_vault(preset, vault, site, tools, trace);
        }
        self.drawn = self.stamped;
        if let Some(layout) = layout {
            self.stamp_layout(PresetLayout { preset, layout }, site, tools, trace);
        }
        if !self.sets.obstacles.is_empty() {
            if self.has_markers {
                self.drop_covered_markers(site, trace);
            }
            self.open_walkways(preset, site, trace);
            if self.has_near_rules {
                self.drop_stranded(preset, site, trace);
            }
        }
        self.emit(preset, site, tools, out);
    }

    /// The steps counted since the last call.
    pub(super) fn take_work(&mut self) -> Work {
        let mut work = std::mem::take(&mut self.sets.work);
        work.points += std::mem::take(&mut self.special.points.work);
        work.tries += std::mem::take(&mut self.special.regions.work);
        work.walkways += std::mem::take(&mut self.walkways.counted_work);
        work.floods += std::mem::take(&mut self.walkways.flooded);
        work
    }

    fn stamp_layout<T: Trace>(
        &mut self,
        order: PresetLayout<'_>,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut T,
    ) {
        let PresetLayout { preset, layout } = order;
        if !layout.cover.is(1.0) {
            let share = (layout.cover.at(site.input) * self.sets.floor.count_cells() as f32 + SLACK) as i32;
            let drawn: i32 = self.stamps[..self.drawn].iter().map(FormationProps::covered).sum();
            self.sets.budget = Some((share - drawn).max(0));
        }
        if layout.entries.is_empty() {
            for (number, formation) in layout.formations.iter().enumerate() {
                self.stamp_any(preset, (number, formation), site, tools, trace);
            }
        } else {
            self.stamp_entries(order, &layout.entries, site, tools, trace);
        }
    }

    /// Starts an empty room: resets all sets, and marks the cells that must stay free of obstacles.
    fn clear<T: Trace>(&mut self, site: &Site<'_>, depth: i32, trace: &mut T) {
        let (width, height) = site.sides();
        let RoomSets { floor, occupied, obstacles, clearance, budget, work, .. } = &mut self.sets;
        *budget = None;
        for set in [occupied, obstacles, &mut *clearance, &mut self.scratch] {
            set.reset(width, height);
        }
        let mut words = 0;
        if site.outline.is_whole() {
            floor.fill(width, height);
        } else {
            floor.reset(width, height);
            words += u64::from(height.unsigned_abs());
            for y in 0..height {
                let row = site.outline.row(y, site.sides().into());
                floor.insert_rect(Rect::of(row.start, y, row.end - row.start, 1));
            }
        }
        for doorway in site.doorways {
            let before = doorway.before(depth, site.sides());
            words += u64::from(before.height().unsigned_abs());
            clearance.insert_rect(before);
        }
        work.stamps += words + 6 * clearance.words();
        for cell in site.clear_cells() {
            clearance.insert(cell.x, cell.y);
        }
        if T::DETAILED {
            let before = site.doorways.iter().map(|doorway| doorway.before(depth, site.sides()));
            let cleared = before.chain(site.clear_cells().map(Rect::from_cell));
            cleared.for_each(|cells| trace.clear(site.room, site.in_level(cells)));
        }
        self.stamped = 0;
        self.special.points.clear();
        self.special.regions.clear();
        self.sets.heights.clear();
        self.sets.points.begin_room(site);
        (self.has_markers, self.has_near_rules, self.shares) = (false, false, false);
    }

    /// Stamps one formation. Plain ones take a fast path, without the cost of what special ones
    /// need.
    #[inline]
    pub(super) fn stamp_any<T: Trace>(
        &mut self,
        preset: &Preset,
        (number, formation): (usize, &Formation),
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut T,
    ) {
        if !T::DETAILED && self.stamp_pattern(preset, formation, site, tools.masks) {
            return;
        }
        if formation.is_plain {
            self.stamp_mask::<T, false>(preset, (number, formation), site, tools, trace);
        } else {
            self.stamp_special(preset, (number, formation), site, tools, trace);
        }
    }
}
