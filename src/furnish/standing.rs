//! What stands in the rooms of a furnished level, and was not put there by the plan.

use super::LevelFurnishing;
use crate::{floorplan::FloorPlan, geom::Cell};

/// The props of some rooms, for questions about single cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandingProps {
    /// The top left cell of each prop, row first, and its kind; sorted.
    props: Vec<(u16, u16, u16)>,
    /// The cells of planned props, row first; sorted.
    planned: Vec<(u16, u16)>,
}

impl StandingProps {
    /// Reads the props of these rooms, those of kinds that count. Cost: a sort of them.
    pub(crate) fn of(
        rooms: impl Iterator<Item = u32>,
        plan: &FloorPlan,
        furnishing: &LevelFurnishing,
        counts: impl Fn(u16) -> bool,
    ) -> Self {
        let mut standing = Self::default();
        for room in rooms {
            let props = &furnishing.props[furnishing.props.partition_point(|prop| prop.room < room)..];
            let props = props.iter().take_while(|prop| prop.room == room).filter(|prop| counts(prop.kind));
            standing.props.extend(props.map(|prop| (prop.y, prop.x, prop.kind)));
            let from = plan.props.partition_point(|prop| prop.room < room);
            let cells = furnishing.planned.get(from..).unwrap_or_default();
            let of_plan = plan.props[from..].iter().zip(cells).take_while(|(prop, _)| prop.room == room);
            standing.planned.extend(of_plan.map(|(_, cell)| (cell.y as u16, cell.x as u16)));
        }
        standing.props.sort_unstable();
        standing.planned.sort_unstable();
        standing
    }

    /// Whether a prop of a kind that suits stands in a cell. A planned prop has its cell alone.
    pub(crate) fn has(&self, cell: Cell, suits: impl Fn(u16) -> bool) -> bool {
        self.kind_at(cell, suits).is_some()
    }

    /// The kind of a prop that stands in a cell, if one suits.
    pub(crate) fn kind_at(&self, cell: Cell, suits: impl Fn(u16) -> bool) -> Option<u16> {
        let place = (cell.y as u16, cell.x as u16);
        let here = &self.props[self.props.partition_point(|&(y, x, _)| (y, x) < place)..];
        let mut kinds = here.iter().take_while(|&&(y, x, _)| (y, x) == place).map(|&(.., kind)| kind);
        kinds.find(|&kind| suits(kind)).filter(|_| self.planned.binary_search(&place).is_err())
    }
}
