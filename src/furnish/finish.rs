//! Finishes a room after all formations are stamped.
//!
//! Consumes the room's stamps; removes covered markers, opens walkways, removes props that no
//! longer meet their `near` rules, and appends the remaining props to the [`Furnishing`].

use super::{Furnishing, Site, Tools, room::RoomFurnisher, sets::FormationProps, walkway::remove_pile};
use crate::{
    geom::{Direction, Rect},
    grid::CellSet,
    model::{PropRecord, Stance},
    preset::Preset,
    rng::RandomSource,
    trace::{Rejection, Trace},
    weights::WeightTable,
};

/// Passes before all remaining candidates are removed at once. Sensible rooms need two or three;
/// only piles of piles across a whole room need more than this.
const PASSES: u32 = 16;

impl<S: CellSet> RoomFurnisher<S> {
    #[cold]
    pub(super) fn drop_covered_markers(&mut self, site: &Site<'_>, trace: &mut impl Trace) {
        let (obstacles, work) = (&self.sets.obstacles, &mut self.sets.work.stamps);
        for stamp in self.stamps[..self.stamped].iter_mut().filter(|stamp| stamp.is_marker()) {
            *work += 2 * stamp.origins.words()
                + u64::from(stamp.origins.count_cells()) * u64::from(stamp.height.unsigned_abs());
            stamp.retain_not(
                &mut self.scratch,
                |marker| obstacles.intersects_rect(marker),
                |marker| trace.reject(site.room, site.in_level(marker), Rejection::Occupied),
            );
        }
    }

    /// Removes props that no longer meet their `near` rules, now that walkways are open.
    ///
    /// `near` refers to props of earlier formations, so one pass in order suffices unless an
    /// earlier prop stood on a removed one. Each further pass removes at least one prop. After
    /// [`PASSES`], the next pass removes every prop that could require another.
    #[cold]
    pub(super) fn drop_stranded(&mut self, preset: &Preset, site: &Site<'_>, trace: &mut impl Trace) {
        let mut is_settled = false;
        let mut passes = 0;
        while !is_settled {
            is_settled = true;
            passes += 1;
            for number in self.drawn..self.stamped {
                let (earlier, later) = self.stamps.split_at_mut(number);
                let stamp = &mut later[0];
                if preset.placings[usize::from(stamp.kind)].near.is_empty() {
                    continue;
                }
                let work = self.sets.limits.prepare_required(preset, stamp.kind, &self.sets.floor, earlier, site);
                let rows = u64::from(stamp.height.unsigned_abs());
                self.sets.work.limits +=
                    work + 2 * stamp.origins.words() + u64::from(stamp.origins.count_cells()) * rows;
                let (limits, obstacles) = (&self.sets.limits, &mut self.sets.obstacles);
                let piles = &mut self.sets.work.piles;
                let mut remove = |prop: Rect, is_obstacle: bool| {
                    if is_obstacle {
                        obstacles.remove_rect(prop);
                    }
                    trace.reject(site.room, site.in_level(prop), Rejection::NotNear);
                };
                if !(self.shares && stamp.is_obstacle) {
                    let is_obstacle = stamp.is_obstacle;
                    let is_wrong = |prop: Rect| limits.misses_required(prop);
                    stamp.retain_not(&mut self.scratch, is_wrong, |prop| remove(prop, is_obstacle));
                    continue;
                }
                let (width, height) = (stamp.width, stamp.height);
                self.scratch.assign(&stamp.origins);
                let stamps = &mut self.stamps[..self.stamped];
                self.scratch.for_each(|x, y| {
                    let prop = Rect::of(x, y, width, height);
                    // It may have been removed with another pile.
                    let is_wrong = passes > PASSES || limits.misses_required(prop);
                    if is_wrong && stamps[number].origins.contains(x, y) {
                        remove_pile(prop, stamps, &mut remove, piles);
                        is_settled = false;
                    }
                });
            }
        }
    }

    /// Opens walkways from the room's entrance to every goal, and removes the props in the way.
    pub(super) fn open_walkways(&mut self, preset: &Preset, site: &Site<'_>, trace: &mut impl Trace) {
        let Self { sets, scratch, walkways: ways, .. } = self;
        let stamps = &mut self.stamps[..self.stamped];
        if !ways.begin(&sets.floor, &sets.obstacles, site.entrance(), self.shares) {
            let mut remove = |prop| trace.reject(site.room, site.in_level(prop), Rejection::Walkway);
            for doorway in site.doorways {
                ways.reach(doorway.before(1, site.sides()), stamps, &mut remove);
            }
            for cell in site.clear_cells() {
                ways.reach(Rect::from_cell(cell), stamps, &mut remove);
            }
            // Props that block nothing are never in the way. So their list stays unchanged while
            // others are removed, except for props that stood on them.
            for number in 0..stamps.len() {
                let kind = &preset.kinds[usize::from(stamps[number].kind)];
                if kind.blocks {
                    continue;
                }
                let (width, height) = (stamps[number].width, stamps[number].height);
                scratch.assign(&stamps[number].origins);
                ways.keep_unreached(scratch);
                ways.counted_work +=
                    3 * scratch.words() + u64::from(scratch.count_cells()) * u64::from(height.unsigned_abs());
                scratch.for_each(|x, y| {
                    if stamps[number].origins.contains(x, y) {
                        ways.reach_prop(Rect::of(x, y, width, height), kind.elevation, stamps, &mut remove);
                    }
                });
            }
        }
    }

    /// Appends the remaining props to `out`.
    pub(super) fn emit(
        &mut self,
        preset: &Preset,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        out: &mut Furnishing,
    ) {
        let first_new = out.props.len();
        self.sets.work.stamps += self.stamped as u64 * self.sets.floor.words();
        for stamp in &self.stamps[..self.stamped] {
            if stamp.is_special {
                emit_special(stamp, &mut self.weights, preset, site, tools, out);
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
        out.work.props += (out.props.len() - first_new) as u64;
    }
}

/// Appends the props of a special stamp. Draws variant, turn and jitter of each, as far as its kind
/// has them.
#[cold]
fn emit_special<S: CellSet>(
    stamp: &FormationProps<S>,
    weights: &mut WeightTable,
    preset: &Preset,
    site: &Site<'_>,
    Tools { draw, reaches, .. }: &mut Tools<'_, impl RandomSource>,
    out: &mut Furnishing,
) {
    let variants = &preset.placings[usize::from(stamp.kind)].variants;
    weights.evaluate(variants.iter().map(|(_, weight)| weight), site.input);
    let varies = !weights.is_empty();
    let (mut kind, mut stance) = (stamp.kind, stamp.stance);
    out.used[usize::from(kind)] |= !varies && !stamp.origins.is_empty();
    let reach_of = |kind: u16, stance: Stance| {
        reaches[usize::from(kind)].map(|reach| reach[usize::from(stance.turn().is_east_west())])
    };
    let mut reach = reach_of(kind, stance);
    let first_new = out.props.len();
    let (left, top) = (site.rect.left(), site.rect.top());
    stamp.origins.for_each(|x, y| {
        if varies || stamp.turns_each {
            if let Some((drawn, _)) = weights.choose(*draw).and_then(|drawn| variants.get(drawn)) {
                kind = *drawn;
                out.used[usize::from(kind)] = true;
            }
            if stamp.turns_each {
                let turn = Direction::from_quarter_turns(draw.below(Direction::ALL.len() as u32) as u8);
                stance = Stance::new(stamp.width as u8, stamp.height as u8, turn);
            }
            reach = reach_of(kind, stance);
        }
        // At most half of the largest footprint, which fits 16 bits.
        let mut off = |most: i32| (draw.below(2 * most.unsigned_abs() + 1) as i32 - most) as i16;
        let offset = match reach {
            Some([across, down]) => [off(across), off(down)],
            None => [0, 0],
        };
        let (x, y) = ((left + x) as u16, (top + y) as u16);
        out.props.push(PropRecord { kind, x, y, stance, room: site.room, offset });
    });
    // Each prop draws one of the variants.
    out.work.props += ((out.props.len() - first_new) * variants.len()) as u64;
}
