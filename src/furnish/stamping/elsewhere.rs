//! Stamps a required formation where it does not stand at its anchors: at other points, and at the
//! nearest place.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::stamp::FormationStamp;
use crate::{
    furnish::{anchor::FormationPoint, mask::MaskCache, points::FormationPoints, tools::FurnishTools},
    geom::{Cell, HalfCell},
    grid::CellSet,
    preset::ClipRule,
    rng::RandomSource,
    trace::{NoTrace, Trace},
};

/// Whether a formation has as many props as it must have.
pub(super) fn has_enough<S: CellSet>(stamp: &FormationStamp<'_, S>) -> bool {
    let turned = stamp.turned.iter().map(|props| props.origins.count_cells());
    stamp.placer.props.origins.count_cells() + turned.sum::<u32>() >= stamp.formation.sought()
}

/// Stamps a required formation that has too few props elsewhere: at the other points of its anchor,
/// then at the place nearest to its first point where all of its mask stands, or else as many props
/// as it must have.
///
/// Draws no words. Cost: within the budget of the formation's points. Returns the centres of what
/// it places.
#[cold]
pub(super) fn stamp_elsewhere<S: CellSet>(
    stamp: &mut FormationStamp<'_, S>,
    points: &mut FormationPoints,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) -> Vec<HalfCell> {
    let (formation, wanted) = (stamp.formation, stamp.formation.sought());
    let mut centres = Vec::new();
    let first = points.iter().next().map_or_else(|| stamp.room.centre(), |point| point.at);
    if !formation.at.is_random() {
        points.find(formation, Some(usize::MAX), &stamp.placer.sets.floor, stamp.room, tools.draw);
        for point in points.iter() {
            if has_enough(stamp) || stamp.is_budget_spent() {
                break;
            }
            let free = free_at(stamp, point, tools.masks).0;
            if free > 0 && (points.len() > 1 || free >= u64::from(wanted)) {
                centres.extend(stamp.stamp_at(point, 0.0, tools));
            }
        }
    }
    if has_enough(stamp) {
        return centres;
    }
    let mut places = Vec::new();
    let [right, down] = stamp.size.off_middle(stamp.placer.props.footprint);
    stamp.placer.sets.floor.cells().for_each(|x, y| {
        let (x, y) = (2 * x + 1 + right, 2 * y + 1 + down);
        let (dx, dy) = (i64::from(x - first.x), i64::from(y - first.y));
        places.push(Reverse((dx * dx + dy * dy, y, x)));
    });
    // Mostly one of the first will do, so that to sort them all would cost more.
    let mut places = BinaryHeap::from(places);
    stamp.find_free(tools.trace);
    let mut enough = None;
    while let Some(Reverse((_, y, x))) = places.pop() {
        let place = HalfCell::new(x, y);
        if stamp.is_budget_spent() {
            break;
        }
        let (free, all) = free_at(stamp, place.into(), tools.masks);
        stamp.spend(|| all, tools.trace);
        if free == all && free >= u64::from(wanted) {
            enough = Some(place);
            break;
        }
        if free >= u64::from(wanted) {
            enough = enough.or(Some(place));
        }
    }
    centres.extend(enough.and_then(|place| stamp.stamp_at(place.into(), 0.0, tools)));
    centres
}

/// The number of props that may stand if the mask is laid about a point, and that of its cells.
pub(super) fn free_at<S: CellSet>(
    stamp: &mut FormationStamp<'_, S>,
    point: FormationPoint,
    masks: &mut MaskCache,
) -> (u64, u64) {
    let (mask, position) = stamp.mask_about(point, masks);
    let (all, is_whole) = (mask.count(), stamp.formation.clip == ClipRule::Whole);
    let FormationStamp { placer, origins, blocked: [free, found], has_free, .. } = stamp;
    let number = if *has_free && placer.props.is_one_cell() {
        let Cell { x, y } = position.origin(0, 0);
        found.reset(placer.room.rect.width(), placer.room.rect.height());
        found.insert_mask(mask, x, y, free);
        found.count_cells().into()
    } else {
        let (columns, rows) = position.inside();
        let cells = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        let listed = cells.filter(|&(x, y)| mask.bits().contains(x, y)).map(|(x, y)| position.origin(x, y));
        if *has_free {
            listed.filter(|origin| free.contains(origin.x, origin.y)).count() as u64
        } else {
            origins.clear();
            origins.extend(listed);
            placer.sets.count_free(placer.props, origins, placer.room, &mut NoTrace)
        }
    };
    (if is_whole && number < all { 0 } else { number }, all)
}
