//! The points where a formation is stamped, including random ones and those that earlier formations
//! left.
//!
//! Consumes a formation's anchor, its count, and the room; produces half-cell points.

use super::{
    anchor::{self, FormationPoint, point, segment},
    context::RoomContext,
    floor::RoomFloor,
};
use crate::{
    geom::{Cell, HalfCell},
    grid::CellSet,
    preset::{AnchorPoint, AnchorPoints, Formation},
    rng::RandomSource,
};

/// The most points of a formation in one room. Keeps the work linear in the room's cells even if
/// every prop of a scatter is an anchor. More than is visible in a room.
const MAX_POINTS: usize = 1000;

/// The largest number of points that are drawn without listing all candidates.
const FEW: usize = 8;

/// Draws `count` distinct numbers below `bound`, with the same words and result as
/// [`RandomSource::choose`] on a full list.
///
/// `count` is below `bound` and at most [`FEW`]. A sparse Fisher-Yates shuffle.
fn choose_few(bound: u32, count: usize, draw: &mut impl RandomSource, chosen: &mut Vec<u32>) {
    // The entries of the virtual list that differ from their index, as (index, value).
    let mut moved = [(u32::MAX, 0); FEW];
    for first in 0..count as u32 {
        let other = first + draw.below(bound - first);
        let value_at = |moved: &[(u32, u32); FEW], index: u32| {
            moved.iter().find(|(of, _)| *of == index).map_or(index, |(_, value)| *value)
        };
        let (drawn, swapped) = (value_at(&moved, other), value_at(&moved, first));
        chosen.push(drawn);
        let slot = moved.iter().position(|(of, _)| *of == other).unwrap_or(first as usize);
        moved[slot] = (other, swapped);
    }
    chosen.sort_unstable();
}

/// The points of the current formation, and those of earlier formations with a name, to which
/// `Of(name)` anchors refer.
#[derive(Clone, Debug, Default)]
pub(super) struct FormationPoints {
    points: Vec<FormationPoint>,
    /// Scratch memory: the indices in `points` of the chosen points.
    chosen: Vec<u32>,
    named: Vec<(u16, HalfCell)>,
}

impl FormationPoints {
    pub(super) fn clear(&mut self) {
        self.named.clear();
    }

    /// Records that a formation placed something at these points, if it has a name.
    pub(super) fn record(&mut self, formation: &Formation, points: impl IntoIterator<Item = HalfCell>) {
        if let Some(name) = formation.name {
            self.named.extend(points.into_iter().map(|point| (name, point)));
        }
    }

    /// Finds the points of a formation: `count` of its possible points, drawn at random but kept in
    /// order.
    ///
    /// Without a count it is one point for random anchors, else all. Draws random words only if
    /// there is a choice.
    pub(super) fn find<S: CellSet>(
        &mut self,
        formation: &Formation,
        count: Option<usize>,
        floor: &RoomFloor<S>,
        room: &RoomContext<'_>,
        draw: &mut impl RandomSource,
    ) {
        self.points.clear();
        let cells = room.extent().area() as u32;
        let anchor = formation.at.points();
        if anchor == AnchorPoints::Anywhere && floor.is_whole() {
            // Avoids listing all cells when only a few are chosen.
            let count = count.unwrap_or(1);
            if count <= FEW && count < cells as usize {
                self.find_few(formation, count, room, draw);
                return;
            }
        }
        self.list(&anchor, formation, floor, room);
        let Self { points, chosen, .. } = self;
        // A shift is applied after points are moved onto the floor. Props that end up outside are
        // clipped.
        if !formation.shift.is_none() {
            let shift = Cell::from(formation.shift.at(room.input));
            for point in points.iter_mut() {
                point.at = HalfCell::new(point.at.x + 2 * shift.x, point.at.y + 2 * shift.y);
            }
        }
        let count = count.unwrap_or(if anchor.is_one_by_default() { 1 } else { points.len() }).min(MAX_POINTS);
        if count < points.len() {
            chosen.clear();
            chosen.extend(0..points.len() as u32);
            for (to, &from) in draw.choose(chosen, count).iter().enumerate() {
                points[to] = points[from as usize];
            }
            points.truncate(count);
        }
    }

    /// Chooses `count` cells of a whole room, at most [`FEW`] and fewer than the room has.
    fn find_few(&mut self, formation: &Formation, count: usize, room: &RoomContext<'_>, draw: &mut impl RandomSource) {
        let Self { points, chosen, .. } = self;
        let extent = room.extent();
        chosen.clear();
        choose_few(extent.area() as u32, count, draw, chosen);
        let shift = Cell::from(formation.shift.at(room.input));
        points.extend(chosen.iter().map(|&number| {
            let (x, y) = (number as i32 % extent.width, number as i32 / extent.width);
            FormationPoint::from(HalfCell::center_of(Cell::new(x + shift.x, y + shift.y)))
        }));
    }

    /// Lists the possible points of an anchor.
    fn list<S: CellSet>(
        &mut self,
        anchor: &AnchorPoints<'_, u16>,
        formation: &Formation,
        floor: &RoomFloor<S>,
        room: &RoomContext<'_>,
    ) {
        let Self { points, named, .. } = self;
        let (inset, frame) = (formation.inset, floor.frame_of(&room.drawing(formation).shape));
        let [entry, exit] = room.ends.map(|end| end.map(HalfCell::center_of));
        match anchor {
            AnchorPoints::Of(name) => {
                points
                    .extend(named.iter().filter(|(of, _)| of == *name).map(|(_, point)| FormationPoint::from(*point)));
            }
            AnchorPoints::Between(ends) => {
                let mut on_floor = ends.iter().filter_map(|end| end.single_point());
                let mut end = || on_floor.next().map(|end| floor.nearest(point(end, inset, frame)));
                // The check admits single points only.
                if let (Some(from), Some(to)) = (end(), end()) {
                    points.extend(segment(from, to).map(|point| FormationPoint::from(floor.nearest(point))));
                }
            }
            AnchorPoints::Anywhere => {
                floor.cells().for_each(|x, y| points.push(HalfCell::center_of(Cell::new(x, y)).into()));
            }
            AnchorPoints::Thirds => {
                points.extend(anchor::thirds(frame).map(|point| FormationPoint::from(floor.nearest(point))));
            }
            AnchorPoints::Entry => points.extend(entry.map(FormationPoint::from)),
            AnchorPoints::Exit => points.extend(exit.map(FormationPoint::from)),
            AnchorPoints::Bank => {
                let side = room.bank.map(|bank| bank.side());
                points.extend(side.map(|side| {
                    // The parting takes floor from the room, up to the bank as it meanders.
                    let edge = floor.on_axis(point(AnchorPoint::Wall(side), 0, floor.frame()), side.opposite());
                    FormationPoint::from(floor.nearest(anchor::inward(edge, side, inset, floor.frame())))
                }));
            }
            AnchorPoints::One(_) | AnchorPoints::Four(_) | AnchorPoints::Doors | AnchorPoints::Crossings => {
                let bank = room.bank.map(|bank| bank.side());
                anchor::for_each(anchor, inset, [frame, floor.frame()], room.doorways, bank, |point| {
                    let axis = point.door.filter(|_| formation.stays_on_axis());
                    let at = axis.map_or_else(|| floor.nearest(point.at), |side| floor.on_axis(point.at, side));
                    points.push(FormationPoint { at, ..point });
                });
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = FormationPoint> {
        self.points.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{FloorSeed, SeedStage};

    #[test]
    fn a_few_are_chosen_as_they_would_be_from_a_list() {
        for seed in 0..200 {
            for (bound, count) in [(9, 8), (9, 3), (64, 8), (256, 1), (7, 0)] {
                let stream = || FloorSeed::new(seed, 0).stream(SeedStage::Furnish);
                let (mut few, mut list): (Vec<u32>, Vec<u32>) = (Vec::new(), (0..bound).collect());
                choose_few(bound, count, &mut stream(), &mut few);
                assert_eq!(few, stream().choose(&mut list, count), "{count} of {bound} by {seed}");
            }
        }
    }
}
