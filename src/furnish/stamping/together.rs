//! Stamps the formations whose props at a point stand or fall together: whole masks, and those that
//! stay as symmetric as their mask.

use super::{masks::BY_ONE, stamp::FormationStamp};
use crate::{
    furnish::{
        anchor::FormationPoint,
        placing::{LeastProps, PropPlacer},
        props::FormationProps,
        tools::FurnishTools,
    },
    geom::{Cell, HalfCell},
    grid::CellSet,
    preset::ClipRule,
    rng::RandomSource,
    trace::{Rejection, Trace},
};

/// The candidates of a formation at one point, and their mirror images.
pub(super) struct CandidateMask<Has> {
    /// Whether candidates lie outside of the room's rectangle.
    pub(super) is_cut: bool,
    /// The sum of the top left cells of any candidate and of its image across both axes.
    pub(super) mirror: Cell,
    /// Whether a top left cell is that of a candidate.
    pub(super) has: Has,
}

impl<Has: Fn(Cell) -> bool> CandidateMask<Has> {
    /// The mirror images of a candidate: west and east, north and south, both.
    fn images(&self, Cell { x, y }: Cell) -> impl Iterator<Item = Cell> {
        let (across, down) = (self.mirror.x - x, self.mirror.y - y);
        [Cell::new(across, y), Cell::new(x, down), Cell::new(across, down)]
            .into_iter()
            .filter(|&image| (self.has)(image))
    }
}

impl<S: CellSet> FormationStamp<'_, S> {
    /// Stamps a mask about a point, by the formation's rule for clipping. Returns the mask's centre
    /// if anything stands there. Requires that `cells` is empty, and leaves it so.
    #[cold]
    pub(super) fn stamp_mask_together(
        &mut self,
        point: FormationPoint,
        least: f32,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Option<HalfCell> {
        let (mask, position) = self.mask_about(point, tools.masks);
        self.report_clipped(mask, &position, tools.trace);
        let (columns, rows) = position.inside();
        let tried = columns.len() as u64 * rows.len() as u64;
        // Each prop is tried, and then placed.
        let steps = 2 * BY_ONE * tried * self.placer.props.rows() + self.placer.sets.trial_words();
        self.spend(|| steps, tools.trace);
        let Self { placer, origins, cells, formation, .. } = self;
        origins.clear();
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if mask.bits().contains(x, y) {
                origins.push(position.origin(x, y));
            }
        }
        let (footprint, first) = (placer.props.footprint, position.origin(0, 0));
        let candidates = CandidateMask {
            is_cut: (origins.len() as u64) < mask.count(),
            mirror: position.ends_sum(),
            has: |Cell { x, y }: Cell| {
                mask.bits().contains((x - first.x) / footprint.width, (y - first.y) / footprint.height)
            },
        };
        let least = LeastProps { fraction: least, cells: mask.count() };
        place_together(placer, origins, &candidates, formation.clip, least, cells, tools.trace);
        (!placer.placed.is_empty()).then(|| position.centre())
    }
}

/// Places a prop at each of `origins` where the rule for clipping lets one stand. `refused` is
/// scratch memory: an empty set, which is left empty.
///
/// All props are tried first, in order. What then stands needs no other try: fewer props leave more
/// room. A refused obstacle in a clearance counts as occupied, as ever, unless nothing stands.
pub(super) fn place_together<S: CellSet>(
    placer: &mut PropPlacer<'_, S>,
    origins: &[Cell],
    candidates: &CandidateMask<impl Fn(Cell) -> bool>,
    clip: ClipRule,
    least: LeastProps,
    refused: &mut S,
    trace: &mut impl Trace,
) {
    placer.placed.clear();
    // Once to try them, once to look at their images, and once to place them.
    (0..3).for_each(|_| placer.count_tries(origins.len(), trace));
    let mut reasons = Vec::with_capacity(origins.len());
    let PropPlacer { sets, props, room, .. } = placer;
    sets.try_together(props, origins, room, trace, |reason| reasons.push(reason));
    let is_whole = !candidates.is_cut && reasons.iter().all(Option::is_none);
    for (origin, _) in origins.iter().zip(&reasons).filter(|(_, reason)| reason.is_some()) {
        refused.insert(origin.x, origin.y);
    }
    let is_refused = |image: Cell| {
        refused.contains(image.x, image.y) || !room.cells().contains_rect(props.prop_at(image.x, image.y))
    };
    for (&origin, reason) in origins.iter().zip(&mut reasons).filter(|(_, reason)| reason.is_none()) {
        let stands = match clip {
            ClipRule::Cells => true,
            ClipRule::Whole => is_whole,
            ClipRule::Symmetric => !candidates.images(origin).any(is_refused),
        };
        *reason = (!stands).then_some(Rejection::Incomplete);
    }
    let standing = reasons.iter().filter(|reason| reason.is_none()).count() as u64;
    let is_sparse = least.fraction > 0.0 && least.exceeds(standing);
    for (&origin, reason) in origins.iter().zip(reasons) {
        refused.remove(origin.x, origin.y);
        let footprint = placer.props.prop_at(origin.x, origin.y);
        let Some(reason) = reason.or(is_sparse.then_some(Rejection::Sparse)) else {
            placer.place(origin, trace);
            continue;
        };
        if reason == Rejection::Clearance && !placer.props.is_marker && standing > 0 && !is_sparse {
            placer.sets.occupied.insert_rect(footprint);
        }
        trace.see(|| placer.room.rejects(footprint, reason));
    }
}

/// Removes from the top left cells of props those whose footprint overlaps an earlier one.
/// `covered` is scratch memory.
pub(super) fn keep_disjoint<S: CellSet>(origins: &mut Vec<Cell>, props: &FormationProps<S>, covered: &mut S) {
    origins.retain(|origin| {
        let footprint = props.prop_at(origin.x, origin.y);
        let is_disjoint = !covered.intersects_rect(footprint);
        if is_disjoint {
            covered.insert_rect(footprint);
        }
        is_disjoint
    });
}
