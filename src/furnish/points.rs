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

/// The points of the present formation, in half cells, and what named formations have left in the room.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    points: Vec<Cell>,
    /// The positions of those that were chosen.
    chosen: Vec<u32>,
    named: Vec<(u16, Cell)>,
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
        let Self { points, chosen, named } = self;
        let (sides, outline) = (site.sides(), &site.outline);
        points.clear();
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
        // Where the rule moves a point, there it stays, in rooms of all shapes: what then lies outside is clipped.
        let (dx, dy) = formation.shift;
        for point in points.iter_mut() {
            *point = Cell::new(point.x + 2 * dx, point.y + 2 * dy);
        }
        let is_by_lot = matches!(formation.at, Anchor::Between(..) | Anchor::Anywhere);
        let count = count.unwrap_or(if is_by_lot { 1 } else { points.len() }).min(MAX_POINTS);
        chosen.clear();
        chosen.extend(0..points.len() as u32);
        let number = draw.choose(chosen, count).len();
        chosen.truncate(number);
    }

    /// The points that were found.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.chosen.iter().map(|&number| self.points[number as usize])
    }
}
