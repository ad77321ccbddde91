//! Furnishing one room: stamp each formation, clip, keep clearances free, open walkways.
//!
//! All sets are of one room, in coordinates from its top left cell. Written once over [`CellSet`], for rooms that fit a block
//! and for any others. Overlap is decided on these sets; only formations that stack ask for heights.

use super::{
    Furnishing, Site, anchor,
    mask::{MaskCache, Span, lay, own_size, sides},
    space::Space,
    walkway::Walkways,
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    model::{PropKind, PropRecord},
    preset::{DrawnProp, Layout, Preset},
    spatial::Footprint,
    trace::{Rejection, Trace},
};

/// What furnishes one room, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Furniture<S> {
    pub(super) sets: Sets<S>,
    stamps: Vec<Stamp<S>>,
    /// How many of `stamps` belong to this room; those behind are kept for their memory.
    stamped: usize,
    /// Whether props of this room may share cells.
    shares: bool,
    scratch: S,
    walkways: Walkways<S>,
}

/// The sets of cells of one room.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets<S> {
    /// The cells of the room.
    pub(super) floor: S,
    /// The cells under props, those that were taken away again included.
    pub(super) occupied: S,
    /// The cells under obstacles that stay.
    obstacles: S,
    /// The cells that no obstacle may stand on: clearances, entry, exit.
    pub(super) clearance: S,
}

/// What one formation has placed, at all its anchors.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamp<S> {
    /// The prop's kind, as a position in the preset's list.
    pub(super) kind: u16,
    /// The top left cells of the props that stay.
    pub(super) origins: S,
    /// The footprint.
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) is_obstacle: bool,
    /// From where up to where the props reach, in 1/256 m.
    pub(super) bottom: i32,
    pub(super) top: i32,
}

impl<S: CellSet> Stamp<S> {
    /// Makes this an empty stamp of a kind of prop, in a room of `width` by `height` cells; keeps the memory.
    fn begin(&mut self, number: u16, kind: &PropKind, (width, height): (i32, i32)) {
        self.origins.reset(width, height);
        self.kind = number;
        (self.width, self.height) = (kind.width.into(), kind.height.into());
        self.is_obstacle = kind.is_obstacle();
        (self.bottom, self.top) = (kind.elevation.parts(), (kind.elevation + kind.tall).parts());
    }

    /// What a prop that covers `cells` takes up.
    pub(super) fn footprint(&self, cells: Rect) -> Footprint {
        Footprint::new(cells).between(self.bottom, self.top)
    }
}

impl<S: CellSet> Furniture<S> {
    /// Furnishes a room by a layout and adds its props to `props`: by formation, each in row order. Notes in `used` which
    /// kinds there are.
    pub(super) fn furnish<T: Trace>(
        &mut self,
        preset: &Preset,
        layout: Option<&Layout>,
        site: &Site<'_>,
        masks: &mut MaskCache,
        out: &mut Furnishing,
        trace: &mut T,
    ) {
        self.clear(site, preset.clearance);
        if let Some(vault) = site.vault {
            self.draw_vault(preset, vault, site, trace);
        }
        for (layout, number) in
            layout.into_iter().flat_map(|layout| (0..layout.formations.len()).map(move |number| (layout, number)))
        {
            self.stamp(preset, layout, number, site, masks, trace);
        }
        if !self.sets.obstacles.is_empty() {
            self.open_walkways(preset, site, trace);
        }
        self.emit(site, out);
    }

    /// An empty room, with what has to stay free of obstacles in it.
    fn clear(&mut self, site: &Site<'_>, depth: i32) {
        let (width, height) = site.sides();
        let Sets { floor, occupied, obstacles, clearance } = &mut self.sets;
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
        self.shares = false;
    }

    /// Stamps one formation at each of its anchors.
    fn stamp<T: Trace>(
        &mut self,
        preset: &Preset,
        layout: &Layout,
        number: usize,
        site: &Site<'_>,
        masks: &mut MaskCache,
        trace: &mut T,
    ) {
        let formation = &layout.formations[number];
        let (room_width, room_height) = site.sides();
        if self.stamped == self.stamps.len() {
            self.stamps.push(Stamp::default());
        }
        let (before, rest) = self.stamps.split_at_mut(self.stamped);
        let (sets, stamp) = (&mut self.sets, &mut rest[0]);
        stamp.begin(formation.kind, &preset.kinds[usize::from(formation.kind)], site.sides());
        let mut space = formation.stack.then(|| Space::of(before, site.sides()));
        if let (Some(space), Some(vault)) = (&mut space, site.vault) {
            vault.reserved().for_each(|cell| space.bar(cell));
        }
        let at_once = (stamp.width, stamp.height) == (1, 1) && space.is_none();
        let own_size = own_size(&preset.drawings[usize::from(formation.drawing)]);
        let (across, down) = own_size.unwrap_or_else(|| sides(formation.size, site.sides()));
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
                    sets.settle_footprint(stamp, footprint, space.as_mut(), site, trace);
                }
            }
        });
        if at_once {
            sets.settle_cells(stamp, site, trace);
        }
        let has_props = !stamp.origins.is_empty();
        self.stamped += usize::from(has_props);
        self.shares |= has_props && formation.stack;
    }

    /// Begins the stamp of a prop of a vault, and of others like it.
    pub(super) fn begin_drawn(&mut self, preset: &Preset, prop: &DrawnProp, site: &Site<'_>) {
        if self.stamped == self.stamps.len() {
            self.stamps.push(Stamp::default());
        }
        let stamp = &mut self.stamps[self.stamped];
        stamp.begin(prop.kind, &preset.kinds[usize::from(prop.kind)], site.sides());
        (stamp.width, stamp.height) = (prop.cells.width(), prop.cells.height());
    }

    /// Places a prop of it, unless something has to stay free there.
    pub(super) fn settle_drawn(&mut self, footprint: Rect, site: &Site<'_>, trace: &mut impl Trace) {
        self.sets.settle_footprint(&mut self.stamps[self.stamped], footprint, None, site, trace);
    }

    /// Keeps the stamp if it has placed anything.
    pub(super) fn keep_drawn(&mut self) {
        self.stamped += usize::from(!self.stamps[self.stamped].origins.is_empty());
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

impl<S: CellSet> Sets<S> {
    /// Settles props of one cell, all of a formation at once.
    fn settle_cells<T: Trace>(&mut self, stamp: &mut Stamp<S>, site: &Site<'_>, trace: &mut T) {
        if T::DETAILED {
            stamp.origins.for_each(|x, y| {
                let cell = Rect::of(x, y, 1, 1);
                if self.occupied.contains(x, y) {
                    trace.reject(site.room, site.in_level(cell), Rejection::Occupied);
                } else if stamp.is_obstacle && self.clearance.contains(x, y) {
                    trace.reject(site.room, site.in_level(cell), Rejection::Clearance);
                } else {
                    trace.place(site.room, site.in_level(cell));
                }
            });
        }
        stamp.origins.subtract(&self.occupied);
        self.occupied.unite(&stamp.origins);
        if stamp.is_obstacle {
            stamp.origins.subtract(&self.clearance);
            self.obstacles.unite(&stamp.origins);
        }
    }

    /// Whether a rectangle is all floor: whether its corners are, since rows and columns of a room are single runs.
    #[cold]
    fn holds(&self, rect: Rect) -> bool {
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        let corners = [(rect.left(), rect.top()), (right, bottom), (right, rect.top()), (rect.left(), bottom)];
        corners.into_iter().all(|(x, y)| self.floor.contains(x, y))
    }

    /// Settles one prop of several cells, or one that may share cells with those of `space`.
    fn settle_footprint(
        &mut self,
        stamp: &mut Stamp<S>,
        footprint: Rect,
        space: Option<&mut Space>,
        site: &Site<'_>,
        trace: &mut impl Trace,
    ) {
        let (width, height) = site.sides();
        let is_taken = |occupied: &S| match &space {
            Some(space) => !space.fits(stamp.footprint(footprint)),
            None => occupied.intersects_rect(footprint),
        };
        let room = Rect::of(0, 0, width, height);
        let rejection = if !room.contains_rect(footprint) || !site.outline.is_whole() && !self.holds(footprint) {
            Some(Rejection::Clipped)
        } else if is_taken(&self.occupied) {
            Some(Rejection::Occupied)
        } else {
            self.occupied.insert_rect(footprint);
            (stamp.is_obstacle && self.clearance.intersects_rect(footprint)).then_some(Rejection::Clearance)
        };
        if let Some(reason) = rejection {
            trace.reject(site.room, site.in_level(footprint), reason);
            return;
        }
        trace.place(site.room, site.in_level(footprint));
        if let Some(space) = space {
            space.insert(stamp.footprint(footprint));
        }
        stamp.origins.insert(footprint.left(), footprint.top());
        if stamp.is_obstacle {
            self.obstacles.insert_rect(footprint);
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
