//! Furnishing one room: stamp each formation, clip, keep clearances free, open walkways.
//!
//! All sets are of one room, in coordinates from its top left cell. Written once over [`CellSet`], for rooms that fit a block
//! and for any others. Overlap is decided on these sets; only formations that stack ask for heights.

use super::{
    Furnishing, Site, anchor,
    limits::Limits,
    mask::{MaskCache, Span, lay, own_size, sides},
    space::Space,
    walkway::{Walkways, remove_pile},
};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet},
    model::{PropKind, PropRecord, Stance},
    preset::{DrawnProp, Formation, Layout, Preset, Turn},
    rng::Draw,
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
    /// How many of them are of a vault: these stand where they are drawn, whatever they want to be near to.
    drawn: usize,
    /// Whether props of this room may share cells.
    shares: bool,
    scratch: S,
    walkways: Walkways<S>,
    limits: Limits<S>,
    /// Whether a marker was stamped, and whether a prop that has to be near to others.
    has_markers: bool,
    has_wishes: bool,
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
    /// The footprint, as it lies in the room.
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) is_obstacle: bool,
    /// From where up to where the props reach, in 1/256 m.
    pub(super) bottom: i32,
    pub(super) top: i32,
    /// Footprint and turn, as levels hold them.
    pub(super) stance: Stance,
    /// Whether any of what follows holds, or its kind's props vary.
    pub(super) is_special: bool,
    pub(super) is_marker: bool,
    /// Whether each prop draws its own turn.
    pub(super) turns_each: bool,
}

/// What is to be done for one formation beyond what is done for any.
#[derive(Debug)]
struct Special {
    /// Whether there are limits to where its props stand.
    has_rules: bool,
    /// How many stamps it has besides the first.
    others: usize,
    /// What stands already, if its props may share cells with that.
    space: Option<Box<Space>>,
}

impl Special {
    const NONE: Self = Self { has_rules: false, others: 0, space: None };
}

impl<S: CellSet> Stamp<S> {
    /// Whether it places markers.
    pub(super) fn is_marker(&self) -> bool {
        self.is_special && self.is_marker
    }

    /// Makes this an empty stamp of a kind of prop, in a room of `width` by `height` cells; keeps the memory.
    fn begin(
        &mut self,
        number: u16,
        kind: &PropKind,
        footprint: (u8, u8),
        stance: Stance,
        (width, height): (i32, i32),
    ) {
        self.origins.reset(width, height);
        self.kind = number;
        (self.width, self.height) = (footprint.0.into(), footprint.1.into());
        self.is_obstacle = kind.is_obstacle();
        (self.stance, self.is_special) = (stance, false);
        (self.bottom, self.top) = (kind.elevation.parts(), (kind.elevation + kind.tall).parts());
    }

    /// What a prop that covers `cells` takes up.
    pub(super) fn footprint(&self, cells: Rect) -> Footprint {
        Footprint::new(cells).between(self.bottom, self.top)
    }
}

impl<S: CellSet> Furniture<S> {
    /// Furnishes a room by a layout and adds its props to `out`: by formation, each in row order. Notes which kinds there
    /// are.
    ///
    /// Random words are drawn only where a rule asks for one, in this order: by formation, for each of its anchors the turn
    /// of what is stamped there; then for each prop that stays, in order, its variant, its own turn, and its jitter right and
    /// down.
    #[expect(clippy::too_many_arguments, reason = "what is read, what is reused, what is drawn and what is told")]
    pub(super) fn furnish<T: Trace>(
        &mut self,
        preset: &Preset,
        layout: Option<&Layout>,
        site: &Site<'_>,
        masks: &mut MaskCache,
        draw: &mut impl Draw,
        out: &mut Furnishing,
        trace: &mut T,
    ) {
        self.clear(site, preset.clearance);
        if let Some(vault) = site.vault {
            self.draw_vault(preset, vault, site, trace);
        }
        self.drawn = self.stamped;
        for (number, formation) in (0..).zip(layout.into_iter().flat_map(|layout| &layout.formations)) {
            if formation.is_special {
                self.stamp_special(preset, number, formation, site, masks, draw, trace);
            } else {
                self.stamp::<T, false>(preset, number, formation, site, masks, draw, trace);
            }
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
        self.emit(preset, site, draw, out);
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
        (self.has_markers, self.has_wishes, self.shares) = (false, false, false);
    }

    /// Stamps a special formation: apart, so that all others do not pay for what it needs.
    #[cold]
    #[expect(clippy::too_many_arguments, reason = "those of what it calls")]
    fn stamp_special<T: Trace>(
        &mut self,
        preset: &Preset,
        number: u32,
        formation: &Formation,
        site: &Site<'_>,
        masks: &mut MaskCache,
        draw: &mut impl Draw,
        trace: &mut T,
    ) {
        self.stamp::<T, true>(preset, number, formation, site, masks, draw, trace);
    }

    /// Stamps one formation at each of its anchors.
    #[expect(clippy::too_many_arguments, reason = "what is read, what is reused, what is drawn and what is told")]
    fn stamp<T: Trace, const IS_SPECIAL: bool>(
        &mut self,
        preset: &Preset,
        number: u32,
        formation: &Formation,
        site: &Site<'_>,
        masks: &mut MaskCache,
        draw: &mut impl Draw,
        trace: &mut T,
    ) {
        let (room_width, room_height) = site.sides();
        if self.stamped == self.stamps.len() {
            self.stamps.push(Stamp::default());
        }
        let kind = &preset.kinds[usize::from(formation.kind)];
        let footprint = if IS_SPECIAL { kind.sides(formation.stance.turn()) } else { (kind.width, kind.height) };
        self.stamps[self.stamped].begin(formation.kind, kind, footprint, formation.stance, site.sides());
        let special = if IS_SPECIAL { self.begin_special(preset, formation, site) } else { Special::NONE };
        let (sets, stamps) = (&mut self.sets, &mut self.stamps[self.stamped..]);
        let Some((stamp, others)) = stamps.split_first_mut() else { return };
        let mut limits = (IS_SPECIAL && special.has_rules).then_some(&mut self.limits);
        let others = if IS_SPECIAL { &mut others[..special.others] } else { &mut [] };
        let mut by_turn = (others, draw);
        let mut space = special.space;
        let at_once = (stamp.width, stamp.height) == (1, 1) && space.is_none();
        let own_size = own_size(&preset.drawings[usize::from(formation.drawing)]);
        let (across, down) = own_size.unwrap_or_else(|| sides(formation.size, site.sides()));
        anchor::for_each(formation.at, formation.inset, site.sides(), site.doorways, &site.outline, |anchor| {
            let anchor = site.on_floor(anchor);
            if IS_SPECIAL && special.others > 0 {
                turn_at_random(stamp, &mut by_turn);
            }
            let columns = lay(across, stamp.width, anchor.x, room_width, own_size.is_some());
            let rows = lay(down, stamp.height, anchor.y, room_height, own_size.is_some());
            let mask = masks.mask(&preset.drawings, formation.drawing, columns.cells, rows.cells);
            if T::DETAILED {
                let corner = Cell::new(2 * site.rect.left(), 2 * site.rect.top());
                trace.stamp(site.room, number, Cell::new(corner.x + anchor.x, corner.y + anchor.y));
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
                    sets.settle_footprint::<IS_SPECIAL>(
                        stamp,
                        footprint,
                        if IS_SPECIAL { limits.as_deref_mut() } else { None },
                        if IS_SPECIAL { space.as_deref_mut() } else { None },
                        site,
                        trace,
                    );
                }
            }
        });
        if at_once {
            if let Some(limits) = limits.filter(|_| IS_SPECIAL) {
                limits.sift(stamp, sets, site, trace);
            }
            sets.settle_cells::<T, IS_SPECIAL>(stamp, site, trace);
        }
        // What placed nothing is used again.
        if !IS_SPECIAL || special.others == 0 {
            self.stamped += usize::from(!stamp.origins.is_empty());
        } else {
            self.keep_stamps(special.others + 1);
        }
    }

    /// Makes ready for a special formation, whose stamp has begun: its limits, and a stamp for each other way in which its props
    /// may be turned.
    #[cold]
    fn begin_special(&mut self, preset: &Preset, formation: &Formation, site: &Site<'_>) -> Special {
        let number = usize::from(formation.kind);
        let (kind, placing) = (&preset.kinds[number], &preset.placings[number]);
        self.has_markers |= kind.marker;
        self.has_wishes |= !placing.near.is_empty();
        let is_random = formation.turn == Turn::Random;
        let turns_each = is_random && kind.width == kind.height;
        let others = if is_random && !turns_each { Direction::ALL.len() - 1 } else { 0 };
        if self.stamps.len() < self.stamped + 1 + others {
            self.stamps.resize_with(self.stamped + 1 + others, Stamp::default);
        }
        let (earlier, stamps) = self.stamps.split_at_mut(self.stamped);
        for (quarter_turns, stamp) in (0..).zip(&mut stamps[..=others]) {
            if quarter_turns > 0 {
                let turn = Direction::from_quarter_turns(quarter_turns);
                let (width, height) = kind.sides(turn);
                let stance = Stance::new(width, height, turn);
                stamp.begin(formation.kind, kind, (width, height), stance, site.sides());
            }
            (stamp.is_special, stamp.is_marker, stamp.turns_each) = (true, kind.marker, turns_each);
        }
        if placing.has_rules {
            self.limits.prepare(preset, formation.kind, &self.sets.floor, earlier, site);
        }
        // Markers share cells with anything.
        let stacks = formation.stack && !kind.marker;
        self.shares |= stacks;
        let mut space = stacks.then(|| Box::new(Space::of(earlier, site.sides())));
        if let (Some(space), Some(vault)) = (&mut space, site.vault) {
            vault.reserved().for_each(|cell| space.bar(cell));
        }
        Special { has_rules: placing.has_rules, others, space }
    }

    /// Keeps those of the last stamps that placed something, in the order of their turns.
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

    /// Takes away the markers over which an obstacle stands.
    #[cold]
    fn drop_covered_markers(&mut self, site: &Site<'_>, trace: &mut impl Trace) {
        let obstacles = &self.sets.obstacles;
        for stamp in self.stamps[..self.stamped].iter_mut().filter(|stamp| stamp.is_marker()) {
            stamp.retain_not(
                &mut self.scratch,
                |marker| obstacles.intersects_rect(marker),
                |marker| trace.reject(site.room, site.in_level(marker), Rejection::Occupied),
            );
        }
    }

    /// Takes away the props that are near to nothing any more of what they have to be near to, now that walkways are open. What
    /// a formation is near to stands in earlier ones, so that one pass in order does, unless something earlier stood on what
    /// goes. Each further pass takes away at least one prop.
    #[cold]
    fn drop_stranded(&mut self, preset: &Preset, site: &Site<'_>, trace: &mut impl Trace) {
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for number in self.drawn..self.stamped {
                let (earlier, later) = self.stamps.split_at_mut(number);
                let stamp = &mut later[0];
                if preset.placings[usize::from(stamp.kind)].near.is_empty() {
                    continue;
                }
                self.limits.prepare_wishes(preset, stamp.kind, &self.sets.floor, earlier, site);
                let (limits, obstacles) = (&self.limits, &mut self.sets.obstacles);
                let mut remove = |prop: Rect, is_obstacle: bool| {
                    if is_obstacle {
                        obstacles.remove_rect(prop);
                    }
                    trace.reject(site.room, site.in_level(prop), Rejection::NotNear);
                };
                if !(self.shares && stamp.is_obstacle) {
                    let is_obstacle = stamp.is_obstacle;
                    let is_wrong = |prop: Rect| limits.is_unwanted(prop);
                    stamp.retain_not(&mut self.scratch, is_wrong, |prop| remove(prop, is_obstacle));
                    continue;
                }
                let (width, height) = (stamp.width, stamp.height);
                self.scratch.assign(&stamp.origins);
                let stamps = &mut self.stamps[..self.stamped];
                self.scratch.for_each(|x, y| {
                    let prop = Rect::of(x, y, width, height);
                    // It may have gone with another.
                    if stamps[number].origins.contains(x, y) && limits.is_unwanted(prop) {
                        remove_pile(prop, stamps, &mut remove);
                        is_settled = false;
                    }
                });
            }
        }
    }

    /// Begins the stamp of a prop of a vault, and of others like it.
    pub(super) fn begin_drawn(&mut self, preset: &Preset, prop: &DrawnProp, site: &Site<'_>) {
        if self.stamped == self.stamps.len() {
            self.stamps.push(Stamp::default());
        }
        let stamp = &mut self.stamps[self.stamped];
        let number = usize::from(prop.kind);
        let kind = &preset.kinds[number];
        let (width, height) = kind.sides(prop.turn);
        stamp.begin(prop.kind, kind, (width, height), Stance::new(width, height, prop.turn), site.sides());
        (stamp.is_marker, stamp.turns_each) = (kind.marker, false);
        stamp.is_special = kind.marker || preset.placings[number].varies;
        self.has_markers |= kind.marker;
    }

    /// Places a prop of it, unless something has to stay free there.
    pub(super) fn settle_drawn(&mut self, footprint: Rect, site: &Site<'_>, trace: &mut impl Trace) {
        let stamp = &mut self.stamps[self.stamped];
        self.sets.settle_footprint::<true>(stamp, footprint, None, None, site, trace);
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

    fn emit(&self, preset: &Preset, site: &Site<'_>, draw: &mut impl Draw, out: &mut Furnishing) {
        for stamp in &self.stamps[..self.stamped] {
            if stamp.is_special {
                emit_special(stamp, preset, site, draw, out);
                continue;
            }
            let before = out.props.len();
            stamp.origins.for_each(|x, y| {
                out.props.push(PropRecord {
                    kind: stamp.kind,
                    x: (site.rect.left() + x) as u16,
                    y: (site.rect.top() + y) as u16,
                    stance: stamp.stance,
                    room: site.room,
                    offset: [0, 0],
                });
            });
            out.used[usize::from(stamp.kind)] |= out.props.len() > before;
        }
    }
}

/// Turns what is stamped next: puts one of all stamps in the place of the first.
#[cold]
fn turn_at_random<S>(stamp: &mut Stamp<S>, (others, draw): &mut (&mut [Stamp<S>], &mut impl Draw)) {
    let turn = Direction::from_quarter_turns(draw.below(Direction::ALL.len() as u32) as u8);
    if let Some(other) = others.iter_mut().find(|other| other.stance.turn() == turn) {
        std::mem::swap(stamp, other);
    }
}

/// The props of a special stamp: for each its variant, its turn and its jitter are drawn, as far as there are such.
#[cold]
fn emit_special<S: CellSet>(
    stamp: &Stamp<S>,
    preset: &Preset,
    site: &Site<'_>,
    draw: &mut impl Draw,
    out: &mut Furnishing,
) {
    let variants = &preset.placings[usize::from(stamp.kind)].variants;
    stamp.origins.for_each(|x, y| {
        let drawn = draw.weighted(variants.iter().map(|&(_, weight)| weight));
        let kind = drawn.and_then(|drawn| variants.get(drawn)).map_or(stamp.kind, |&(kind, _)| kind);
        let turn = if stamp.turns_each {
            Direction::from_quarter_turns(draw.below(Direction::ALL.len() as u32) as u8)
        } else {
            stamp.stance.turn()
        };
        let mut offset = [0; 2];
        let jitter = preset.placings[usize::from(kind)].jitter;
        if jitter > 0 {
            let slack = preset.kinds[usize::from(kind)].slack(turn);
            // At most half of the largest footprint, which fits 16 bits.
            offset = slack.map(|slack| draw.within(-slack.min(jitter), slack.min(jitter)) as i16);
        }
        out.used[usize::from(kind)] = true;
        out.props.push(PropRecord {
            kind,
            x: (site.rect.left() + x) as u16,
            y: (site.rect.top() + y) as u16,
            stance: Stance::new(stamp.width as u8, stamp.height as u8, turn),
            room: site.room,
            offset,
        });
    });
}

impl<S: CellSet> Sets<S> {
    /// Settles props of one cell, all of a formation at once.
    fn settle_cells<T: Trace, const IS_SPECIAL: bool>(&mut self, stamp: &mut Stamp<S>, site: &Site<'_>, trace: &mut T) {
        if IS_SPECIAL && stamp.is_marker() {
            // It takes up no room; where an obstacle stands over it in the end, it goes.
            stamp.origins.for_each(|x, y| trace.place(site.room, site.in_level(Rect::of(x, y, 1, 1))));
            return;
        }
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
    fn settle_footprint<const IS_SPECIAL: bool>(
        &mut self,
        stamp: &mut Stamp<S>,
        footprint: Rect,
        limits: Option<&mut Limits<S>>,
        space: Option<&mut Space>,
        site: &Site<'_>,
        trace: &mut impl Trace,
    ) {
        let (width, height) = site.sides();
        let space = space.filter(|_| IS_SPECIAL);
        let is_taken = |occupied: &S| match &space {
            Some(space) => !space.fits(stamp.footprint(footprint)),
            None => occupied.intersects_rect(footprint),
        };
        let room = Rect::of(0, 0, width, height);
        let rejection = if !room.contains_rect(footprint) || !site.outline.is_whole() && !self.holds(footprint) {
            Some(Rejection::Clipped)
        } else if !(IS_SPECIAL && stamp.is_marker()) && is_taken(&self.occupied) {
            Some(Rejection::Occupied)
        } else if let Some(refusal) =
            limits.as_ref().filter(|_| IS_SPECIAL).and_then(|limits| limits.refusal(footprint))
        {
            Some(refusal)
        } else if IS_SPECIAL && stamp.is_marker() {
            None
        } else {
            self.occupied.insert_rect(footprint);
            (stamp.is_obstacle && self.clearance.intersects_rect(footprint)).then_some(Rejection::Clearance)
        };
        if let Some(reason) = rejection {
            trace.reject(site.room, site.in_level(footprint), reason);
            return;
        }
        if let Some(limits) = limits.filter(|_| IS_SPECIAL) {
            limits.keep_apart_from(footprint);
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
