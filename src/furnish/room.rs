//! Furnishing one room: stamp each formation, clip, keep clearances free, open walkways.
//!
//! All sets are of one room, in coordinates from its top left cell. Written once over [`CellSet`], for rooms that fit a block
//! and for any others. Overlap is decided on these sets; only formations that stack ask for heights.

use super::{
    Furnishing, Site, Tools, anchor,
    mask::{MaskCache, Span, lay, sides},
    sets::{Sets, Stamp},
    space::Space,
    special::{Order, Special},
    walkway::Walkways,
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    model::PropRecord,
    preset::{Formation, Preset},
    rng::Draw,
    trace::{Rejection, Trace},
};

/// Less than any cell, more than the error of a share that was written in decimals.
const SLACK: f32 = 1.0 / 256.0;

/// What furnishes one room, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Furniture<S> {
    sets: Sets<S>,
    stamps: Vec<Stamp<S>>,
    /// How many of `stamps` belong to this room; those behind are kept for their memory.
    stamped: usize,
    /// Whether props of this room may share cells.
    shares: bool,
    scratch: S,
    walkways: Walkways<S>,
    special: Special<S>,
}

impl<S: CellSet> Furniture<S> {
    /// Furnishes a room by a layout and adds its props to `props`: by formation, each in row order. Notes in `used` which
    /// kinds there are.
    pub(super) fn furnish<T: Trace>(
        &mut self,
        order: Order<'_>,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl Draw>,
        out: &mut Furnishing,
        trace: &mut T,
    ) {
        let Order { preset, layout } = order;
        self.clear(site, preset.clearance);
        if !layout.cover.is(1.0) {
            self.sets.budget = Some((layout.cover.at(site.moment) * self.sets.floor.number() as f32 + SLACK) as i32);
        }
        if layout.entries.is_empty() {
            for (number, formation) in layout.formations.iter().enumerate() {
                if formation.is_plain {
                    self.stamp_plain(preset, (number, formation), site, tools.masks, trace);
                } else {
                    self.stamp_special(preset, (number, formation), site, tools, trace);
                }
            }
        } else {
            self.stamp_entries(order, &layout.entries, site, tools, trace);
        }
        if !self.sets.obstacles.is_empty() {
            self.open_walkways(preset, site, trace);
        }
        self.emit(site, out);
    }

    /// An empty room, with what has to stay free of obstacles in it.
    fn clear(&mut self, site: &Site<'_>, depth: i32) {
        let (width, height) = site.sides();
        let Sets { floor, occupied, obstacles, clearance, budget, .. } = &mut self.sets;
        *budget = None;
        for set in [&mut *floor, occupied, obstacles, &mut *clearance, &mut self.scratch] {
            set.reset(width, height);
        }
        if site.outline.is_whole() {
            floor.insert_rect(Rect::of(0, 0, width, height));
        } else {
            for y in 0..height {
                let (first, end) = site.outline.row(y, site.sides());
                floor.insert_rect(Rect::of(first, y, end - first, 1));
            }
        }
        for doorway in site.doorways {
            clearance.insert_rect(doorway.before(depth, site.sides()));
        }
        for cell in site.kept_free() {
            clearance.insert(cell.x, cell.y);
        }
        self.stamped = 0;
        self.special.points.clear();
        self.shares = false;
    }

    /// Stamps one plain formation at each of its anchors.
    #[inline]
    pub(super) fn stamp_plain<T: Trace>(
        &mut self,
        preset: &Preset,
        (number, formation): (usize, &Formation),
        site: &Site<'_>,
        masks: &mut MaskCache,
        trace: &mut T,
    ) {
        let (room_width, room_height) = site.sides();
        let (sets, stamp, _) = self.next_stamp(preset, formation, site);
        let at_once = (stamp.width, stamp.height) == (1, 1) && sets.space.is_none();
        let own_size = formation.own_size;
        let (across, down) = own_size.unwrap_or_else(|| sides(&formation.size, site.sides(), site.moment));
        anchor::for_each(formation.at, formation.inset, site.sides(), site.doorways, &site.outline, |anchor| {
            let anchor = site.on_floor(anchor);
            let columns = lay(across, stamp.width, anchor.x, room_width, own_size.is_some());
            let rows = lay(down, stamp.height, anchor.y, room_height, own_size.is_some());
            let mask = masks.mask(&preset.drawings, formation.drawing, columns.cells, rows.cells);
            if T::DETAILED {
                let corner = Cell::new(2 * site.rect.left(), 2 * site.rect.top());
                trace.stamp(site.room, number as u32, Cell::new(corner.x + anchor.x, corner.y + anchor.y));
            }
            if at_once {
                stamp.origins.insert_mask(mask, columns.first, rows.first, &sets.floor);
                if T::DETAILED {
                    trace_clipped(mask.bits(), columns, rows, &sets.floor, site, trace);
                }
                return;
            }
            // Without an observer, only footprints that lie in the rectangle are looked at.
            let (across, down) = if T::DETAILED {
                (0..columns.cells, 0..rows.cells)
            } else {
                (columns.inside(room_width, stamp.width), rows.inside(room_height, stamp.height))
            };
            for (x, y) in down.flat_map(|y| across.clone().map(move |x| (x, y))) {
                if mask.bits().contains(x, y) {
                    let (left, top) = (columns.first + x * stamp.width, rows.first + y * stamp.height);
                    let footprint = Rect::of(left, top, stamp.width, stamp.height);
                    sets.settle_footprint(stamp, footprint, site, trace);
                }
            }
        });
        if at_once {
            sets.settle_cells(stamp, site, trace);
        }
        self.finish_stamp();
    }

    /// What the next formation is stamped with.
    #[inline]
    pub(super) fn next_stamp(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        site: &Site<'_>,
    ) -> (&mut Sets<S>, &mut Stamp<S>, &mut Special<S>) {
        if self.stamped == self.stamps.len() {
            self.stamps.push(Stamp::default());
        }
        let (before, rest) = self.stamps.split_at_mut(self.stamped);
        let stamp = &mut rest[0];
        stamp.begin(formation.kind, &preset.kinds[usize::from(formation.kind)], site.sides());
        self.sets.space = formation.stack.then(|| Space::of(before, site.sides()));
        (&mut self.sets, stamp, &mut self.special)
    }

    /// Keeps the stamp if it has placed anything.
    #[inline]
    pub(super) fn finish_stamp(&mut self) {
        let has_props = !self.stamps[self.stamped].origins.is_empty();
        self.stamped += usize::from(has_props);
        self.shares |= has_props && self.sets.space.is_some();
    }

    /// Frees a way from the room's entry to all that has to be reached in it, and takes away the props that are in it.
    fn open_walkways(&mut self, preset: &Preset, site: &Site<'_>, trace: &mut impl Trace) {
        let stamps = &mut self.stamps[..self.stamped];
        let mut ways = std::mem::take(&mut self.walkways);
        if !ways.begin(&self.sets.floor, &self.sets.obstacles, site.entrance(), self.shares) {
            let mut remove = |prop| trace.reject(site.room, site.in_level(prop), Rejection::Walkway);
            for doorway in site.doorways {
                ways.reach(doorway.before(1, site.sides()), stamps, &mut remove);
            }
            for cell in site.kept_free() {
                ways.reach(Rect::from_cell(cell), stamps, &mut remove);
            }
            // Props that block nothing never lie in a way, so the list of them stays as it is while others go, but for those that
            // stand on what goes.
            for number in 0..stamps.len() {
                let kind = &preset.kinds[usize::from(stamps[number].kind)];
                if kind.blocks {
                    continue;
                }
                let (width, height) = (stamps[number].width, stamps[number].height);
                self.scratch.assign(&stamps[number].origins);
                ways.keep_unreached(&mut self.scratch);
                self.scratch.for_each(|x, y| {
                    if stamps[number].origins.contains(x, y) {
                        ways.reach_prop(Rect::of(x, y, width, height), kind.elevation, stamps, &mut remove);
                    }
                });
            }
        }
        self.walkways = ways;
    }

    fn emit(&self, site: &Site<'_>, out: &mut Furnishing) {
        for stamp in &self.stamps[..self.stamped] {
            let before = out.props.len();
            stamp.origins.for_each(|x, y| {
                out.props.push(PropRecord {
                    kind: stamp.kind,
                    x: (site.rect.left() + x) as u16,
                    y: (site.rect.top() + y) as u16,
                    width: stamp.width as u8,
                    height: stamp.height as u8,
                    room: site.room,
                    offset: [0, 0],
                });
            });
            out.used[usize::from(stamp.kind)] |= out.props.len() > before;
        }
    }
}

/// Tells of the cells of a mask that lie outside the room.
fn trace_clipped(
    mask: &BitGrid,
    columns: Span,
    rows: Span,
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
