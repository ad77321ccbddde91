//! The points where a formation is stamped, including random ones and those that earlier formations
//! left.
//!
//! Consumes a formation's anchor, its count, and the room; produces points in half cells.

use super::{
    Site,
    anchor::{self, point, segment},
};
use crate::{
    geom::Cell,
    grid::CellSet,
    preset::{Anchor, Formation},
    rng::RandomSource,
};

/// The most points of a formation in one room. Keeps the work linear in the room's cells even if
/// every prop of a scatter is an anchor. More than is visible in a room.
const MAX_POINTS: usize = 1000;

/// Up to this many numbers are drawn without listing all candidates.
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
        let at = |moved: &[(u32, u32); FEW], place: u32| {
            moved.iter().find(|(of, _)| *of == place).map_or(place, |(_, number)| *number)
        };
        let (taken, left) = (at(&moved, other), at(&moved, first));
        chosen.push(taken);
        let slot = moved.iter().position(|(of, _)| *of == other).unwrap_or(first as usize);
        moved[slot] = (other, left);
    }
    chosen.sort_unstable();
}

/// The points of the current formation, in half cells, and the points that named formations left in
/// the room.
#[derive(Clone, Debug, Default)]
pub(super) struct FormationPoints {
    points: Vec<Cell>,
    /// Indices of the chosen points.
    chosen: Vec<u32>,
    named: Vec<(u16, Cell)>,
    /// Counted steps: points visited.
    pub(super) work: u64,
}

impl FormationPoints {
    pub(super) fn clear(&mut self) {
        self.named.clear();
    }

    /// Records that a formation placed something at a point, if it has a name.
    pub(super) fn record(&mut self, formation: &Formation, point: Cell) {
        if let Some(name) = formation.name {
            self.named.push((name, point));
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
        floor: &S,
        site: &Site<'_>,
        draw: &mut impl RandomSource,
    ) {
        let Self { points, chosen, named, work } = self;
        let (sides, outline) = (site.sides(), &site.outline);
        points.clear();
        chosen.clear();
        let (width, height) = sides;
        if formation.at == Anchor::Anywhere && floor.count_cells() == (width * height) as u32 {
            // Avoids listing all cells when only a few are chosen.
            let count = count.unwrap_or(1);
            if count <= FEW && count < (width * height) as usize {
                *work += (count * FEW) as u64;
                choose_few((width * height) as u32, count, draw, chosen);
                for number in chosen.iter_mut() {
                    let (x, y) = (*number as i32 % width, *number as i32 / width);
                    *number = points.len() as u32;
                    points.push(Cell::new(2 * (x + formation.shift.0) + 1, 2 * (y + formation.shift.1) + 1));
                }
                return;
            }
        }
        match formation.at {
            Anchor::Of(name) => points.extend(named.iter().filter(|(of, _)| *of == name).map(|(_, point)| *point)),
            Anchor::Between(from, to) => {
                let [from, to] = [from, to].map(|spot| site.on_floor(point(spot, formation.inset, sides, outline)));
                points.extend(segment(from, to).map(|point| site.on_floor(point)));
            }
            Anchor::Anywhere => floor.for_each(|x, y| points.push(Cell::new(2 * x + 1, 2 * y + 1))),
            fixed => anchor::for_each(fixed, formation.inset, sides, site.doorways, outline, |point| {
                points.push(site.on_floor(point));
            }),
        }
        *work += (points.len() + named.len()) as u64 * site.floor_search_rows();
        // A shift is applied after points are moved onto the floor. Props that end up outside are
        // clipped.
        let (dx, dy) = formation.shift;
        for point in points.iter_mut() {
            *point = Cell::new(point.x + 2 * dx, point.y + 2 * dy);
        }
        let is_random = matches!(formation.at, Anchor::Between(..) | Anchor::Anywhere);
        let count = count.unwrap_or(if is_random { 1 } else { points.len() }).min(MAX_POINTS);
        chosen.extend(0..points.len() as u32);
        let number = draw.choose(chosen, count).len();
        chosen.truncate(number);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.chosen.iter().map(|&number| self.points[number as usize])
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
