//! The part of a drawing's legend that lists offers.

use std::fmt::{self, Display};

use crate::level::Level;

/// The heading of the list.
const OFFERS: &str = "offers:";

/// Whether a line of a legend is the heading of the list, after which no glyphs follow.
pub(super) fn is_heading(line: &str) -> bool {
    line.trim_end() == OFFERS
}

/// Lists the offers with their props. Empty without offers. Cost: linear in their props.
pub(super) struct TextOffers<'level>(pub(super) &'level Level);

impl Display for TextOffers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.0;
        if !level.offers().is_empty() {
            writeln!(f, "\n{OFFERS}")?;
        }
        for (number, offer) in level.offers().iter().enumerate() {
            let room = offer.props.first().and_then(|&id| level.prop(id)).map_or(0, |prop| prop.room);
            writeln!(f, "{number} in room {room}: take {} of {}", offer.take, offer.props.len())?;
            for prop in offer.props.iter().filter_map(|&id| level.prop(id)) {
                writeln!(f, "  {} at {},{}", prop.kind.name, prop.cells.left(), prop.cells.top())?;
            }
        }
        Ok(())
    }
}
