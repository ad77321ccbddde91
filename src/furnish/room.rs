//! Furnishing one room: stamp each formation, clip, keep clearances free, open walkways.
//!
//! All sets are of one room, in coordinates from its top left cell. Written once over [`CellSet`], for rooms that fit a block
//! and for any others. Overlap is decided on these sets; only formations that stack ask for heights.

use super::{
    Furnishing, Site, Tools, anchor,
    mask::{Span, lay, sides},
    sets::{Sets, Stamp},
    space::Space,
    special::{Order, Special},
    walkway::{Walkways, remove_pile},
};
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet},
    model::{PropRecord, Stance},
    preset::{DrawnProp, Formation, Layout, Preset, Turn},
    rng::Draw,
    trace::{Rejection, Trace},
    weights,
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
    drawn: usize,
    /// Whether props of this room may share cells.
    shares: bool,
    scratch: S,
    walkways: Walkways<S>,
    pub(super) special: Special<S>,
    /// Whether a marker was stamped, and whether a prop that has to be near to others.
    has_markers: bool,
    has_wishes: bool,
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
            self.draw_vault(preset, vault, site, trace);
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
        self.emit(preset, site, tools.draw, out);
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
        if T::DETAILED {
            let before = site.doorways.iter().map(|doorway| doorway.before(depth, site.sides()));
            let cleared = before.chain(site.kept_free().map(Rect::from_cell));
            cleared.for_each(|cells| trace.clear(site.room, site.in_level(cells)));
        }
        self.stamped = 0;
        self.special.points.clear();
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
        if formation.is_plain {
            self.stamp_mask::<T, false>(preset, (number, formation), site, tools, trace);
        } else {
            self.stamp_special(preset, (number, formation), site, tools, trace);
        }
    }

    /// Stamps one formation that is a mask at each of its anchors.
    #[inline]
    pub(super) fn stamp_mask<T: Trace, const IS_SPECIAL: bool>(
        &mut self,
        preset: &Preset,
        (number, formation): (usize, &Formation),
        site: &Site<'_>,
        tools: &mut Tools<'_, impl Draw>,
        trace: &mut T,
    ) {
        let (room_width, room_height) = site.sides();
        let others = self.next_stamp::<IS_SPECIAL>(preset, formation, site);
        let (sets, stamps) = (&mut self.sets, &mut self.stamps[self.stamped..]);
        let Some((stamp, rest)) = stamps.split_first_mut() else { return };
        let rest = if IS_SPECIAL { &mut rest[..others] } else { &mut [] };
        let Tools { masks, draw } = tools;
        let at_once = (stamp.width, stamp.height) == (1, 1) && !(IS_SPECIAL && sets.space.is_some());
        let own_size = formation.own_size;
        let (across, down) = own_size.unwrap_or_else(|| sides(&formation.size, site.sides(), site.moment));
        anchor::for_each(formation.at, formation.inset, site.sides(), site.doorways, &site.outline, |anchor| {
            let anchor = site.on_floor(anchor);
            if IS_SPECIAL {
                turn_at_random(stamp, rest, *draw);
            }
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
                    sets.settle_footprint::<IS_SPECIAL>(stamp, footprint, site, trace);
                }
            }
        });
        if at_once {
            sets.settle_cells::<T, IS_SPECIAL>(stamp, site, trace);
        }
        self.finish_stamp::<IS_SPECIAL>(others);
    }

    /// Makes ready the stamp of the next formation, and one for each other way in which its props may be turned: how many these are.
    #[inline]
    pub(super) fn next_stamp<const IS_SPECIAL: bool>(
        &mut self,
        preset: &Preset,
        formation: &Formation,
        site: &Site<'_>,
    ) -> usize {
        if self.stamped == self.stamps.len() {
            self.stamps.push(Stamp::default());
        }
        let kind = &preset.kinds[usize::from(formation.kind)];
        let footprint = if IS_SPECIAL { kind.sides(formation.stance.turn()) } else { (kind.width, kind.height) };
        self.stamps[self.stamped].begin(formation.kind, kind, footprint, formation.stance, site.sides());
        if IS_SPECIAL { self.begin_special(preset, formation, site) } else { 0 }
    }

    /// Keeps the stamps that have placed anything; what placed nothing is used again.
    #[inline]
    pub(super) fn finish_stamp<const IS_SPECIAL: bool>(&mut self, others: usize) {
        if !IS_SPECIAL || others == 0 {
            self.stamped += usize::from(!self.stamps[self.stamped].origins.is_empty());
        } else {
            self.keep_stamps(others + 1);
        }
    }

    /// Makes ready for a special formation, whose stamp has begun: its limits, and a stamp for each other way in which its props
    /// may be turned.
    #[cold]
    fn begin_special(&mut self, preset: &Preset, formation: &Formation, site: &Site<'_>) -> usize {
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
        self.sets.has_limits = placing.has_rules;
        if placing.has_rules {
            self.sets.limits.prepare(preset, formation.kind, &self.sets.floor, earlier, site);
        }
        // Markers share cells with anything.
        let stacks = formation.stack && !kind.marker;
        self.shares |= stacks;
        self.sets.space = stacks.then(|| Space::of(earlier, site.sides()));
        if let (Some(space), Some(vault)) = (&mut self.sets.space, site.vault) {
            vault.reserved().for_each(|cell| space.bar(cell));
        }
        others
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
                self.sets.limits.prepare_wishes(preset, stamp.kind, &self.sets.floor, earlier, site);
                let (limits, obstacles) = (&self.sets.limits, &mut self.sets.obstacles);
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
        // Neither limits nor heights move what is drawn.
        (self.sets.has_limits, self.sets.space) = (false, None);
        stamp.begin(prop.kind, kind, (width, height), Stance::new(width, height, prop.turn), site.sides());
        (stamp.is_marker, stamp.turns_each) = (kind.marker, false);
        stamp.is_special = kind.marker || preset.placings[number].varies;
        self.has_markers |= kind.marker;
    }

    /// Places a prop of it, unless something has to stay free there.
    pub(super) fn settle_drawn(&mut self, footprint: Rect, site: &Site<'_>, trace: &mut impl Trace) {
        let stamp = &mut self.stamps[self.stamped];
        self.sets.settle_footprint::<true>(stamp, footprint, site, trace);
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

/// Turns what is stamped next, if there is a stamp for each turn: puts one of all stamps in the place of the first.
#[cold]
pub(super) fn turn_at_random<S>(stamp: &mut Stamp<S>, others: &mut [Stamp<S>], draw: &mut impl Draw) {
    if others.is_empty() {
        return;
    }
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
        let drawn = weights::choose(variants.iter().map(|(_, weight)| Some(weight)), site.moment, draw);
        let kind = drawn.and_then(|drawn| variants.get(drawn)).map_or(stamp.kind, |(kind, _)| *kind);
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
