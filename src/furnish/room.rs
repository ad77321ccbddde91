//! Furnishing one room: stamp each formation, clip, keep clearances free, open walkways.
//!
//! All sets are of one room, in coordinates from its top left cell. Written once over [`CellSet`], for rooms that fit a block
//! and for any others. Overlap is decided on these sets; only formations that stack ask for heights.

use super::{
    Furnishing, Site, Tools,
    pattern::Patterns,
    sets::{Sets, Stamp},
    special::{Order, Special},
    walkway::Walkways,
};
use crate::{
    geom::Rect,
    grid::CellSet,
    preset::{Formation, Layout, Preset},
    rng::Draw,
    trace::Trace,
    weights::Measured,
    work::Work,
};

/// Less than any cell, more than the error of a share that was written in decimals.
const SLACK: f32 = 1.0 / 256.0;

/// What furnishes one room, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Furniture<S> {
    pub(super) sets: Sets<S>,
    pub(super) stamps: Vec<Stamp<S>>,
    /// How many of `stamps` belong to this room; those behind are kept for their memory.
    pub(super) stamped: usize,
    /// How many of them are of a vault: these stand where they are drawn, whatever they want to be near to.
    pub(super) drawn: usize,
    /// Whether props of this room may share cells.
    pub(super) shares: bool,
    pub(super) scratch: S,
    pub(super) patterns: Patterns<S>,
    pub(super) walkways: Walkways<S>,
    pub(super) special: Special<S>,
    /// Of the variants of the present formation's props.
    pub(super) weights: Measured,
    /// Whether a marker was stamped, and whether a prop that has to be near to others.
    pub(super) has_markers: bool,
    pub(super) has_wishes: bool,
}

impl<S: CellSet> Furniture<S> {
    /// Furnishes a room by a layout and adds its props to `out`: by formation, each in row order. Notes which kinds there
    /// are.
    ///
    /// Random words are drawn only where a rule asks for one, in this order: by formation, what its entry leaves to chance and its
    /// anchors, then for each anchor the turn of what is stamped there and the props; then for each prop that stays, in order,
    /// its variant, its own turn, and its jitter right and down.
    pub(super) fn furnish<T: Trace>(
        &mut self,
        preset: &Preset,
        layout: Option<&Layout>,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl Draw>,
        out: &mut Furnishing,
        trace: &mut T,
    ) {
        self.clear(site, preset.clearance, trace);
        if let Some(vault) = site.vault {
            self.draw_vault(preset, vault, site, tools, trace);
        }
        self.drawn = self.stamped;
        if let Some(layout) = layout {
            self.stamp_layout(Order { preset, layout }, site, tools, trace);
        }
        if !self.sets.obstacles.is_empty() {
            if self.has_markers {
                self.drop_covered_markers(site, trace);
            }
            self.open_walkways(preset, site, trace);
            if self.has_wishes {
                self.drop_stranded(preset, site, trace);
            }
        }
        self.emit(preset, site, tools, out);
    }

    /// What furnishing rooms has taken since this was asked last.
    pub(super) fn take_work(&mut self) -> Work {
        let mut work = std::mem::take(&mut self.sets.work);
        work.points += std::mem::take(&mut self.special.points.work);
        work.tries += std::mem::take(&mut self.special.regions.work);
        work.walkways += std::mem::take(&mut self.walkways.taken);
        work.floods += std::mem::take(&mut self.walkways.flooded);
        work
    }

    /// Stamps what a layout asks for.
    fn stamp_layout<T: Trace>(
        &mut self,
        order: Order<'_>,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl Draw>,
        trace: &mut T,
    ) {
        let Order { preset, layout } = order;
        if !layout.cover.is(1.0) {
            let share = (layout.cover.at(site.moment) * self.sets.floor.number() as f32 + SLACK) as i32;
            let drawn: i32 = self.stamps[..self.drawn].iter().map(Stamp::covered).sum();
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

    /// An empty room, with what has to stay free of obstacles in it.
    fn clear<T: Trace>(&mut self, site: &Site<'_>, depth: i32, trace: &mut T) {
        let (width, height) = site.sides();
        let Sets { floor, occupied, obstacles, clearance, budget, work, .. } = &mut self.sets;
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
                let (first, end) = site.outline.row(y, site.sides());
                floor.insert_rect(Rect::of(first, y, end - first, 1));
            }
        }
        for doorway in site.doorways {
            let before = doorway.before(depth, site.sides());
            words += u64::from(before.height().unsigned_abs());
            clearance.insert_rect(before);
        }
        work.stamps += words + 6 * clearance.words();
        for cell in site.kept_free() {
            clearance.insert(cell.x, cell.y);
        }
        if T::DETAILED {
            let before = site.doorways.iter().map(|doorway| doorway.before(depth, site.sides()));
            let cleared = before.chain(site.kept_free().map(Rect::from_cell));
            cleared.for_each(|cells| trace.clear(site.room, site.in_level(cells)));
        }
        self.stamped = 0;
        self.special.points.clear();
        self.special.regions.clear();
        self.sets.heights.clear();
        self.sets.points.begin_room(site);
        (self.has_markers, self.has_wishes, self.shares) = (false, false, false);
    }

    /// Stamps one formation; those that are not plain apart, so that all others do not pay for what these need.
    #[inline]
    pub(super) fn stamp_any<T: Trace>(
        &mut self,
        preset: &Preset,
        (number, formation): (usize, &Formation),
        site: &Site<'_>,
        tools: &mut Tools<'_, impl Draw>,
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
