//! Stamps one formation that is a mask: prepares a [`FormationProps`], fills it, and keeps it if it
//! placed anything.
//!
//! Also prepares and keeps the stamps of vault props.

use super::{
    Site, Tools, anchor,
    mask::{MaskSpan, cells_to_draw, lay, sides},
    pattern::Patterns,
    room::RoomFurnisher,
    sets::{FormationProps, RoomSets},
    special::SpecialBuffers,
};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet},
    model::Stance,
    preset::{Anchor, DrawnProp, Formation, Preset, Turn},
    rng::RandomSource,
    trace::{Rejection, Trace},
};

/// The mutable parts of the room that the next formation is stamped with.
pub(super) struct StampContext<'room, S> {
    pub(super) sets: &'room mut RoomSets<S>,
    pub(super) stamp: &'room mut FormationProps<S>,
    /// One stamp for each other turn, if all props of an anchor share one random turn.
    pub(super) turned: &'room mut [FormationProps<S>],
    pub(super) special: &'room mut SpecialBuffers<S>,
    pub(super) patterns: &'room mut Patterns<S>,
}

/// An upper bound on the words that a mask touches in a room.
pub(super) fn words_under(columns: MaskSpan, rows: MaskSpan, (width, height): (i32, i32)) -> u64 {
    let in_row = 1 + columns.cells.min(width) / u64::BITS as i32;
    u64::from((rows.cells.min(height) * in_row).unsigned_abs())
}

impl<S: CellSet> RoomFurnisher<S> {
    /// Stamps one formation that is a mask at each of its anchors.
    #[inline]
    pub(super) fn stamp_mask<T: Trace, const IS_SPECIAL: bool>(
        &mut self,
        preset: &Preset,
        (number, formation): (usize, &Formation),
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut T,
    ) {
        let (room_width, room_height) = site.sides();
        let ready = self.next_stamp::<IS_SPECIAL>(preset, formation, site);
        let Some(StampContext { sets, stamp, turned, patterns, .. }) = ready else {
            return;
        };
        let others = turned.len();
        let Tools { masks, draw, .. } = tools;
        // The order of anchors matters if stacking props keep a distance or have a budget.
        let is_one_by_one = IS_SPECIAL && sets.stacks && !sets.settles_at_once(stamp);
        let at_once = (stamp.width, stamp.height) == (1, 1) && !is_one_by_one;
        // An observer expects the props of each anchor separately.
        let settles_last = at_once && !(T::DETAILED && IS_SPECIAL && sets.stacks);
        if IS_SPECIAL
            && !T::DETAILED
            && at_once
            && site.outline.is_whole()
            && let Some(pattern) = patterns.get(preset, formation, site.sides(), masks)
        {
            stamp.origins.assign(pattern);
            sets.settle_cells::<T, IS_SPECIAL>(stamp, site, trace);
            self.finish_stamp::<IS_SPECIAL>(others);
            return;
        }
        let own_size = formation.own_size;
        let (across, down) = own_size.unwrap_or_else(|| sides(&formation.size, site.sides(), site.input));
        sets.work.masks += cells_to_draw(across, down);
        let mut work = 0;
        // Other anchors have at most four points, and patterns need no budget.
        let has_budget = formation.at == Anchor::Doors;
        sets.points.begin_formation(site);
        anchor::for_each(formation.at, formation.inset, site.sides(), site.doorways, &site.outline, |anchor| {
            if has_budget && sets.points.is_spent() {
                return;
            }
            let anchor = site.on_floor(anchor);
            if IS_SPECIAL {
                turn_at_random(stamp, turned, *draw);
            }
            let columns = lay(across, stamp.width, anchor.x, room_width, own_size.is_some());
            let rows = lay(down, stamp.height, anchor.y, room_height, own_size.is_some());
            let mask = masks.mask(&preset.drawings, formation.drawing, columns.cells, rows.cells);
            if T::DETAILED {
                let corner = Cell::new(2 * site.rect.left(), 2 * site.rect.top());
                trace.stamp(site.room, number as u32, Cell::new(corner.x + anchor.x, corner.y + anchor.y));
            }
            let (mut across, mut down) =
                (columns.inside(room_width, stamp.width), rows.inside(room_height, stamp.height));
            let taken = site.floor_search_rows()
                + if at_once {
                    words_under(columns, rows, (room_width, room_height))
                } else {
                    (across.len() * down.len()) as u64 * u64::from(stamp.height.unsigned_abs())
                };
            work += taken;
            if has_budget {
                sets.points.spend(taken);
            }
            if settles_last {
                stamp.origins.insert_mask(mask, columns.first, rows.first, &sets.floor);
                if T::DETAILED {
                    trace_clipped(mask.bits(), columns, rows, &sets.floor, site, trace);
                }
                return;
            }
            // Without an observer, only footprints inside the rectangle are visited.
            if T::DETAILED {
                (across, down) = (0..columns.cells, 0..rows.cells);
            }
            for (x, y) in down.flat_map(|y| across.clone().map(move |x| (x, y))) {
                if mask.bits().contains(x, y) {
                    let (left, top) = (columns.first + x * stamp.width, rows.first + y * stamp.height);
                    let footprint = Rect::of(left, top, stamp.width, stamp.height);
                    sets.settle_footprint::<IS_SPECIAL>(stamp, footprint, site, trace);
                }
            }
        });
        sets.work.tries += work;
        if settles_last {
            sets.settle_cells::<T, IS_SPECIAL>(stamp, site, trace);
        }
        self.finish_stamp::<IS_SPECIAL>(others);
    }

    /// Prepares the stamp of the next formation, and one for each other turn that its props may
    /// have.
    #[inline]
    pub(super) fn next_stamp<const IS_SPECIAL: bool>(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        site: &Site<'_>,
    ) -> Option<StampContext<'_, S>> {
        if self.stamped == self.stamps.len() {
            self.stamps.push(FormationProps::default());
        }
        let (width, height) = site.sides();
        let stamp = &mut self.stamps[self.stamped];
        stamp.origins.reset(width, height);
        stamp.make_plain(preset, formation);
        let others = if IS_SPECIAL { self.begin_special(preset, formation, site) } else { 0 };
        let (stamp, turned) = self.stamps[self.stamped..].split_first_mut()?;
        let turned = if IS_SPECIAL { &mut turned[..others] } else { &mut [] };
        let Self { sets, special, patterns, .. } = self;
        Some(StampContext { sets, stamp, turned, special, patterns })
    }

    /// Keeps the stamps that placed anything; the others are reused.
    #[inline]
    pub(super) fn finish_stamp<const IS_SPECIAL: bool>(&mut self, others: usize) {
        if !IS_SPECIAL || others == 0 {
            self.stamped += usize::from(!self.stamps[self.stamped].origins.is_empty());
        } else {
            self.keep_stamps(others + 1);
        }
    }

    /// Prepares a special formation whose stamp has begun: its proximity rules, and a stamp for
    /// each other turn.
    ///
    /// Returns the number of these other stamps.
    #[cold]
    fn begin_special(&mut self, preset: &Preset, formation: &Formation, site: &Site<'_>) -> usize {
        let number = usize::from(formation.kind);
        let (kind, placing) = (&preset.kinds[number], &preset.placings[number]);
        self.has_markers |= kind.marker;
        self.has_near_rules |= !placing.near.is_empty();
        let is_random = formation.turn == Turn::Random;
        let turns_each = is_random && kind.width == kind.height;
        let others = if is_random && !turns_each { Direction::ALL.len() - 1 } else { 0 };
        if self.stamps.len() < self.stamped + 1 + others {
            self.stamps.resize_with(self.stamped + 1 + others, FormationProps::default);
        }
        let (earlier, stamps) = self.stamps.split_at_mut(self.stamped);
        for (quarter_turns, stamp) in (0..).zip(&mut stamps[..=others]) {
            if quarter_turns > 0 {
                let turn = Direction::from_quarter_turns(quarter_turns);
                let (width, height) = kind.footprint_size(turn);
                stamp.begin(formation.kind, kind, Stance::new(width, height, turn), site.sides());
            }
            (stamp.is_special, stamp.is_marker, stamp.turns_each) = (true, kind.marker, turns_each);
        }
        self.sets.has_proximity = placing.has_rules;
        if placing.has_rules {
            let work = self.sets.limits.prepare(preset, formation.kind, &self.sets.floor, earlier, site);
            self.sets.work.limits += work;
        }
        // Markers share cells with anything.
        let stacks = formation.stack && !kind.marker;
        self.shares |= stacks;
        self.sets.stacks = stacks;
        if stacks {
            let interval = stamps[0].interval;
            self.sets.work.heights += self.sets.heights.prepare(interval, earlier, site.vault, site.sides());
        }
        others
    }

    /// Keeps the last stamps that placed something, in the order of their turns.
    #[cold]
    fn keep_stamps(&mut self, turns: usize) {
        let last = self.stamped + turns;
        self.stamps[self.stamped..last].sort_unstable_by_key(|stamp| stamp.stance.turn());
        for stamp in self.stamped..last {
            if !self.stamps[stamp].origins.is_empty() {
                self.stamps.swap(self.stamped, stamp);
                self.stamped += 1;
            }
        }
    }

    /// Prepares the stamp of a vault prop and of others like it.
    pub(super) fn begin_vault_props(&mut self, preset: &Preset, prop: &DrawnProp, site: &Site<'_>) {
        if self.stamped == self.stamps.len() {
            self.stamps.push(FormationProps::default());
        }
        let stamp = &mut self.stamps[self.stamped];
        let number = usize::from(prop.kind);
        let kind = &preset.kinds[number];
        let (width, height) = kind.footprint_size(prop.turn);
        // Neither proximity rules nor heights affect the props of a vault.
        (self.sets.has_proximity, self.sets.stacks) = (false, false);
        stamp.begin(prop.kind, kind, Stance::new(width, height, prop.turn), site.sides());
        (stamp.is_marker, stamp.turns_each) = (kind.marker, false);
        stamp.is_special = kind.marker || preset.placings[number].draws_words;
        self.has_markers |= kind.marker;
    }

    pub(super) fn keep_vault_props(&mut self) {
        self.stamped += usize::from(!self.stamps[self.stamped].origins.is_empty());
    }
}

/// Draws the turn of the next anchor, if there is a stamp for each turn, and swaps that stamp into
/// place.
#[cold]
pub(super) fn turn_at_random<S>(
    stamp: &mut FormationProps<S>,
    others: &mut [FormationProps<S>],
    draw: &mut impl RandomSource,
) {
    if others.is_empty() {
        return;
    }
    let turn = Direction::from_quarter_turns(draw.below(Direction::ALL.len() as u32) as u8);
    if let Some(other) = others.iter_mut().find(|other| other.stance.turn() == turn) {
        std::mem::swap(stamp, other);
    }
}

/// Reports the cells of a mask that lie outside the room's floor.
fn trace_clipped(
    mask: &BitGrid,
    columns: MaskSpan,
    rows: MaskSpan,
    floor: &impl CellSet,
    site: &Site<'_>,
    trace: &mut impl Trace,
) {
    for cell in mask.iter() {
        let cell = Cell::new(columns.first + cell.x, rows.first + cell.y);
        if !floor.contains(cell.x, cell.y) {
            trace.reject(site.room, site.in_level(Rect::from_cell(cell)), Rejection::Clipped);
        }
    }
}
