//! The points at which a formation is stamped, those by lot and those that earlier formations have left included.

use super::{
    Site,
    anchor::{self, point, segment},
};
use crate::{
    geom::Cell,
    grid::CellSet,
    preset::{Anchor, Formation},
    rng::Draw,
};

/// A formation is stamped at no more points of a room than this, so that its work stays linear in the room's cells even where each
/// of a scatter's props is an anchor. More than anybody will see in one room.
const MAX_POINTS: usize = 1000;

/// Up to so many numbers are chosen without a list of those to choose from.
const FEW: usize = 8;

/// Chooses `count` of the numbers below `bound`, just as [`Draw::choose`] does of a list of them; fewer than `bound` and at most
/// [`FEW`].
fn choose_few(bound: u32, count: usize, draw: &mut impl Draw, chosen: &mut Vec<u32>) {
    // What stands in such a list where it is not the number of its place.
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

/// The points of the present formation, in half cells, and what named formations have left in the room.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    points: Vec<Cell>,
    /// The positions of those that were chosen.
    chosen: Vec<u32>,
    named: Vec<(u16, Cell)>,
    /// Points looked at so far.
    pub(super) work: u64,
}

impl Points {
    /// Begins with a room in which nothing has been stamped.
    pub(super) fn clear(&mut self) {
        self.named.clear();
    }

    /// Notes that something was placed at a point by a formation that may have a name.
    pub(super) fn leave(&mut self, formation: &Formation, point: Cell) {
        if let Some(name) = formation.name {
            self.named.push((name, point));
        }
    }

    /// Finds the points of a formation: `count` of those that it may have, chosen at random but kept in their order. If there is
    /// no count, it is one where the points are by lot, else all. Random words are drawn only where a choice is to be made.
    pub(super) fn find<S: CellSet>(
        &mut self,
        formation: &Formation,
        count: Option<usize>,
        floor: &S,
        site: &Site<'_>,
        draw: &mut impl Draw,
    ) {
        let Self { points, chosen, named, work } = self;
        let (sides, outline) = (site.sides(), &site.outline);
        points.clear();
        chosen.clear();
        let (width, height) = sides;
        if formation.at == Anchor::Anywhere && floor.number() == (width * height) as u32 {
            // Without a list of all cells, which would be much longer than that of the few which are chosen.
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
        *work += (points.len() + named.len()) as u64 * site.looks_for_floor();
        // Where the rule moves a point, there it stays, in rooms of all shapes: what then lies outside is clipped.
        let (dx, dy) = formation.shift;
        for point in points.iter_mut() {
            *point = Cell::new(point.x + 2 * dx, point.y + 2 * dy);
        }
        let is_by_lot = matches!(formation.at, Anchor::Between(..) | Anchor::Anywhere);
        let count = count.unwrap_or(if is_by_lot { 1 } else { points.len() }).min(MAX_POINTS);
        chosen.extend(0..points.len() as u32);
        let number = draw.choose(chosen, count).len();
        chosen.truncate(number);
    }

    /// The points that were found.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.chosen.iter().map(|&number| self.points[number as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Seed, Stage};

    #[test]
    fn a_few_are_chosen_as_they_would_be_from_a_list() {
        for seed in 0..200 {
            for (bound, count) in [(9, 8), (9, 3), (64, 8), (256, 1), (7, 0)] {
                let stream = || Seed::new(seed, 0).stream(Stage::Furnish);
                let (mut few, mut list): (Vec<u32>, Vec<u32>) = (Vec::new(), (0..bound).collect());
                choose_few(bound, count, &mut stream(), &mut few);
                assert_eq!(few, stream().choose(&mut list, count), "{count} of {bound} by {seed}");
            }
        }
    }
}
