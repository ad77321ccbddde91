//! Stamps special formations: layout entries with chance and choice, random or relative anchors,
//! masks with a least fraction, and shapes without a mask.
//!
//! Consumes the entries or one formation of a layout; adds stamps to the [`RoomFurnisher`]. Draws
//! random words only where a rule asks for them, entry by entry in layout order: the entry's
//! chance, a group's choice, a formation's anchors; then for each anchor its turn and its props.

use super::{
    Site, Tools,
    mask::{MaskSpan, cells_to_draw, lay, sides},
    placing::{PropPlacer, is_sparse},
    points::FormationPoints,
    region::Regions,
    room::RoomFurnisher,
    sets::FormationProps,
    stamping::{StampContext, turn_at_random, words_under},
};
use crate::{
    geom::{Cell, Rect},
    grid::{CellSet, Mask},
    preset::{Entry, EntryPart, Formation, FormationShape, Layout, Preset},
    rng::RandomSource,
    trace::Trace,
};

/// Steps for each row of a prop that is tested alone. A mask cell that settles at once costs one.
const BY_ONE: u64 = 2;

/// Reusable buffers of special formations.
#[derive(Clone, Debug, Default)]
pub(super) struct SpecialBuffers<S> {
    pub(super) points: FormationPoints,
    pub(super) regions: Regions<S>,
    /// The candidate top left cells at the current anchor, and in `placed` those that were used.
    origins: Vec<Cell>,
    placed: Vec<Cell>,
    /// The top left cells too near to a prop of the current scatter: for upright footprints, and
    /// for those turned by a quarter.
    blocked: [S; 2],
}

/// A layout and its preset.
#[derive(Clone, Copy)]
pub(super) struct PresetLayout<'preset> {
    pub(super) preset: &'preset Preset,
    pub(super) layout: &'preset Layout,
}

impl<S: CellSet> RoomFurnisher<S> {
    /// Stamps the entries of a layout that chance and choice select.
    #[inline(never)]
    pub(super) fn stamp_entries(
        &mut self,
        order: PresetLayout<'_>,
        entries: &[Entry],
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut impl Trace,
    ) {
        for entry in entries {
            self.stamp_entry(order, entry, site, tools, trace);
        }
    }

    fn stamp_entry(
        &mut self,
        order: PresetLayout<'_>,
        entry: &Entry,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut impl Trace,
    ) {
        if !entry.chance.is(1.0) && !tools.draw.chance(entry.chance.at(site.input)) {
            return;
        }
        match &entry.part {
            EntryPart::Formation(number) => {
                let formation = &order.layout.formations[*number];
                self.stamp_any(order.preset, (*number, formation), site, tools, trace);
            }
            EntryPart::AllOf(entries) => self.stamp_entries(order, entries, site, tools, trace),
            EntryPart::OneOf(entries) => {
                let weights = entries.iter().map(|entry| entry.weight.fixed_at(site.input));
                if let Some(number) = tools.draw.weighted_wide(weights) {
                    self.stamp_entry(order, &entries[number], site, tools, trace);
                }
            }
        }
    }

    /// Stamps one formation that is not plain.
    #[inline(never)]
    pub(super) fn stamp_special<T: Trace>(
        &mut self,
        preset: &Preset,
        (number, formation): (usize, &Formation),
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut T,
    ) {
        if formation.is_mask {
            self.stamp_mask::<T, true>(preset, (number, formation), site, tools, trace);
            return;
        }
        let Some(StampContext { sets, stamp, turned, special, .. }) = self.next_stamp::<true>(preset, formation, site)
        else {
            return;
        };
        let others = turned.len();
        let SpecialBuffers { points, regions, origins, placed, blocked } = special;
        let count = formation.count.as_ref().map(|count| count.whole_at(site.input) as usize);
        let least = formation.least.at(site.input);
        let mut placing = PropPlacer { sets, stamp, site, placed };
        placing.sets.points.begin_formation(site);
        let shape = &preset.drawings[usize::from(formation.drawing)].shape;
        match shape {
            FormationShape::Border | FormationShape::Route => {
                report(number, Cell::new(site.rect.width(), site.rect.height()), site, trace);
                turn_at_random(placing.stamp, turned, tools.draw);
                let footprint = sides_of(placing.stamp);
                let cells = match shape {
                    FormationShape::Border => {
                        regions.border(&placing.sets.floor, site.sides(), formation.inset, footprint)
                    }
                    _ => regions.route(&placing.sets.floor, site),
                };
                if preset.drawings[usize::from(formation.drawing)].checker {
                    cells.keep_checkerboard();
                }
                let PropPlacer { sets, stamp, .. } = &mut placing;
                let is_bare = count.is_none() && formation.name.is_none() && formation.least.is(0.0);
                if !T::DETAILED && is_bare && sets.settles_at_once(stamp) {
                    sets.settle_more(stamp, cells);
                    self.finish_stamp::<true>(others);
                    return;
                }
                origins.clear();
                cells.for_each(|x, y| origins.push(Cell::new(x, y)));
                if let Some(count) = count {
                    blocked[0].reset(site.rect.width(), site.rect.height());
                    placing.place_random(origins, (count, 1), &mut blocked[0], tools.draw, trace);
                } else {
                    placing.all(origins, (least, origins.len() as u64), trace);
                }
                placing.placed.iter().for_each(|&origin| points.record(formation, middle(origin, footprint)));
            }
            FormationShape::Scatter(apart) => {
                blocked.iter_mut().for_each(|blocked| blocked.reset(site.rect.width(), site.rect.height()));
                points.find(formation, None, &placing.sets.floor, site, tools.draw);
                let count = count.unwrap_or(usize::MAX);
                let mut left = Vec::new();
                for point in points.iter() {
                    if placing.sets.points.is_spent() {
                        break;
                    }
                    report(number, point, site, trace);
                    turn_at_random(placing.stamp, turned, tools.draw);
                    let (footprint, lies) = (sides_of(placing.stamp), placing.stamp.stance.turn().is_east_west());
                    cells_of_box(preset, formation, (point, footprint), site, origins);
                    placing.sets.points.spend(BY_ONE * rows_of(origins.len(), footprint.1));
                    placing.sets.work.tries += origins.len() as u64;
                    let [upright, across] = &mut *blocked;
                    let (same, other) = if lies { (across, upright) } else { (upright, across) };
                    placing.place_random(origins, (count, *apart), same, tools.draw, trace);
                    if !turned.is_empty() {
                        placing.placed.iter().for_each(|&origin| block_turned(other, origin, footprint, *apart));
                    }
                    if formation.name.is_some() {
                        left.extend(placing.placed.iter().map(|&origin| middle(origin, footprint)));
                    }
                }
                left.into_iter().for_each(|point| points.record(formation, point));
            }
            _ if !T::DETAILED && others == 0 && placing.sets.settles_at_once(placing.stamp) => {
                points.find(formation, count, &placing.sets.floor, site, tools.draw);
                let mut left = Vec::new();
                // All props settle at once if nothing depends on what stands at each point.
                let is_counted = least > 0.0 || formation.name.is_some();
                let cells = &mut blocked[0];
                cells.reset(site.rect.width(), site.rect.height());
                let words = cells.words();
                placing.sets.work.stamps += words;
                placing.sets.work.masks += cells_of_masks(formation, site);
                for point in points.iter() {
                    if placing.sets.points.is_spent() {
                        break;
                    }
                    let (mask, columns, rows) = mask_about(preset, formation, (point, (1, 1)), site, tools);
                    let tried = cells_inside(columns, rows, (1, 1), site) as u64;
                    if is_counted && tried < words {
                        left.extend(placing.at_point(preset, (formation, least), point, tools, origins, trace));
                        continue;
                    }
                    let PropPlacer { sets, stamp, .. } = &mut placing;
                    sets.points.spend(tried);
                    sets.work.stamps += words_under(columns, rows, site.sides());
                    if !is_counted {
                        cells.insert_mask(mask, columns.first, rows.first, &sets.floor);
                        continue;
                    }
                    sets.work.stamps += 2 * words;
                    cells.reset(site.rect.width(), site.rect.height());
                    cells.insert_mask(mask, columns.first, rows.first, &sets.floor);
                    if least > 0.0 && is_sparse(sets.number_free(stamp, cells), (least, mask.count())) {
                        continue;
                    }
                    sets.settle_more(stamp, cells);
                    if !cells.is_empty() {
                        left.push(centre_of(columns, rows, (1, 1)));
                    }
                }
                if !is_counted {
                    placing.sets.settle_more(placing.stamp, cells);
                }
                left.into_iter().for_each(|point| points.record(formation, point));
            }
            _ => {
                points.find(formation, count, &placing.sets.floor, site, tools.draw);
                let mut left = Vec::new();
                placing.sets.work.masks += cells_of_masks(formation, site);
                for point in points.iter() {
                    if placing.sets.points.is_spent() {
                        break;
                    }
                    report(number, point, site, trace);
                    turn_at_random(placing.stamp, turned, tools.draw);
                    left.extend(placing.at_point(preset, (formation, least), point, tools, origins, trace));
                }
                left.into_iter().for_each(|point| points.record(formation, point));
            }
        }
        self.finish_stamp::<true>(others);
    }
}

impl<S: CellSet> PropPlacer<'_, S> {
    /// Stamps a mask about a point, prop by prop. Returns the mask's centre if anything stands
    /// there.
    fn at_point<T: Trace>(
        &mut self,
        preset: &Preset,
        (formation, least): (&Formation, f32),
        point: Cell,
        tools: &mut Tools<'_, impl RandomSource>,
        origins: &mut Vec<Cell>,
        trace: &mut T,
    ) -> Option<Cell> {
        let footprint = sides_of(self.stamp);
        let (wanted, centre, [looked_at, tried]) =
            cells_of_mask(preset, formation, (point, footprint), self.site, tools, T::DETAILED, origins);
        let trial = if least > 0.0 { self.sets.words_of_a_trial() } else { 0 };
        let work = if self.sets.settles_at_once(self.stamp) { 1 } else { BY_ONE };
        self.sets.points.spend(work * rows_of(tried, footprint.1) + trial);
        self.sets.work.tries += looked_at as u64;
        self.all(origins, (least, wanted), trace);
        (!self.placed.is_empty()).then_some(centre)
    }
}

/// Reports a stamp about a point in half cells.
fn report(number: usize, point: Cell, site: &Site<'_>, trace: &mut impl Trace) {
    let corner = Cell::new(2 * site.rect.left(), 2 * site.rect.top());
    trace.stamp(site.room, number as u32, Cell::new(corner.x + point.x, corner.y + point.y));
}

/// The total number of rows of `props` footprints.
fn rows_of(props: usize, height: i32) -> u64 {
    props as u64 * u64::from(height.unsigned_abs())
}

/// The (width, height) of a stamp's footprints.
fn sides_of<S>(stamp: &FormationProps<S>) -> (i32, i32) {
    (stamp.width, stamp.height)
}

/// The centre of a prop in half cells, which is an anchor for later formations.
fn middle(origin: Cell, (width, height): (i32, i32)) -> Cell {
    Cell::new(2 * origin.x + width, 2 * origin.y + height)
}

/// Blocks the top left cells of footprints turned by a quarter against a prop's, and nearer to it
/// than `apart`.
fn block_turned(blocked: &mut impl CellSet, origin: Cell, (width, height): (i32, i32), apart: i32) {
    let (left, top) = (origin.x - (height + apart - 2), origin.y - (width + apart - 2));
    let side = width + height + 2 * apart - 3;
    blocked.insert_rect(Rect::of(left, top, side, side));
}

/// Lists the top left cells of a mask's props about a point in row-major order, into `origins`.
///
/// Returns the number of the mask's cells, its centre in half cells, the number of cells visited
/// and the number of props tried. The centre differs from the point if the mask could not be
/// centred there. Props outside of the room are listed only for an observer.
fn cells_of_mask(
    preset: &Preset,
    formation: &Formation,
    (point, footprint): (Cell, (i32, i32)),
    site: &Site<'_>,
    tools: &mut Tools<'_, impl RandomSource>,
    is_observed: bool,
    origins: &mut Vec<Cell>,
) -> (u64, Cell, [usize; 2]) {
    let (room_width, room_height) = site.sides();
    let (mask, columns, rows) = mask_about(preset, formation, (point, footprint), site, tools);
    let (count, mask) = (mask.count(), mask.bits());
    let inside = if is_observed {
        (0..columns.cells, 0..rows.cells)
    } else {
        (columns.inside(room_width, footprint.0), rows.inside(room_height, footprint.1))
    };
    let visited = inside.0.len() * inside.1.len();
    let tried = cells_inside(columns, rows, footprint, site);
    origins.clear();
    for (x, y) in inside.1.flat_map(|y| inside.0.clone().map(move |x| (x, y))) {
        if mask.contains(x, y) {
            origins.push(Cell::new(columns.first + x * footprint.0, rows.first + y * footprint.1));
        }
    }
    (count, centre_of(columns, rows, footprint), [visited, tried])
}

/// How many of a mask's props lie in the room's rectangle.
fn cells_inside(columns: MaskSpan, rows: MaskSpan, footprint: (i32, i32), site: &Site<'_>) -> usize {
    let (width, height) = site.sides();
    columns.inside(width, footprint.0).len() * rows.inside(height, footprint.1).len()
}

/// The cells of a formation's masks that may have to be drawn.
fn cells_of_masks(formation: &Formation, site: &Site<'_>) -> u64 {
    let (across, down) = formation.own_size.unwrap_or_else(|| sides(&formation.size, site.sides(), site.input));
    cells_to_draw(across, down)
}

/// The mask of a formation about a point, and its columns and rows in the room.
fn mask_about<'room>(
    preset: &Preset,
    formation: &Formation,
    (point, footprint): (Cell, (i32, i32)),
    site: &Site<'_>,
    tools: &'room mut Tools<'_, impl RandomSource>,
) -> (&'room Mask, MaskSpan, MaskSpan) {
    let (room_width, room_height) = site.sides();
    let own_size = formation.own_size;
    let (across, down) = own_size.unwrap_or_else(|| sides(&formation.size, site.sides(), site.input));
    let columns = lay(across, footprint.0, point.x, room_width, own_size.is_some());
    let rows = lay(down, footprint.1, point.y, room_height, own_size.is_some());
    (tools.masks.mask(&preset.drawings, formation.drawing, columns.cells, rows.cells), columns, rows)
}

/// The centre of a mask in half cells.
fn centre_of(columns: MaskSpan, rows: MaskSpan, footprint: (i32, i32)) -> Cell {
    let centre = |span: MaskSpan, pitch: i32| 2 * span.first + span.cells * pitch;
    Cell::new(centre(columns, footprint.0), centre(rows, footprint.1))
}

/// Lists the top left cells of footprints that lie in a scatter's box about a point, in row-major
/// order.
///
/// Includes footprints that start in the room but extend beyond it.
fn cells_of_box(
    preset: &Preset,
    formation: &Formation,
    (point, footprint): (Cell, (i32, i32)),
    site: &Site<'_>,
    origins: &mut Vec<Cell>,
) {
    let (room_width, room_height) = site.sides();
    let (across, down) = sides(&formation.size, site.sides(), site.input);
    let (columns, rows) = (lay(across, 1, point.x, room_width, false), lay(down, 1, point.y, room_height, false));
    let ends = |span: MaskSpan, footprint: i32, room: i32| {
        span.first.max(0)..(span.first + span.cells).min(span.first + span.cells + 1 - footprint).min(room)
    };
    let (across, down) = (ends(columns, footprint.0, room_width), ends(rows, footprint.1, room_height));
    origins.clear();
    for y in down {
        origins.extend(across.clone().map(|x| Cell::new(x, y)));
    }
    if preset.drawings[usize::from(formation.drawing)].checker {
        origins.retain(|cell| (cell.x - columns.first + cell.y - rows.first) % 2 == 0);
    }
}
