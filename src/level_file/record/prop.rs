//! Props, and offers of props.

use serde::{Deserialize, Serialize};

use super::{Text, is_zero};
use crate::{
    level::Prop,
    level_file::{
        Present,
        limit::{self, Number},
    },
    model::Offer,
};

/// A prop.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Prop", deny_unknown_fields)]
pub(crate) struct PlacedPropRecord<'level> {
    /// The name of its kind.
    pub(crate) kind: Text<'level>,
    /// The id of its room.
    pub(crate) room: i64,
    /// Its number in its room, which lasts under edits. Always written; who adds a prop by hand may
    /// leave it out, and it gets the next one of its room.
    #[serde(default)]
    pub(crate) number: Present<i64>,
    /// The first column of its footprint.
    pub(crate) x: i64,
    /// The first row of its footprint.
    pub(crate) y: i64,
    /// Columns of its footprint, after its turn.
    pub(crate) width: i64,
    /// Rows of its footprint, after its turn.
    pub(crate) height: i64,
    /// Metres to be added to the footprint's centre, right and down.
    pub(crate) offset: [f32; 2],
    /// Quarter turns clockwise; absent where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) turn: i64,
    /// Whether the light of its kind burns; true for kinds without one. Absent where it is true.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub(crate) lit: bool,
}

fn yes() -> bool {
    true
}

impl<'level> PlacedPropRecord<'level> {
    /// The record of a prop with its number in its room.
    pub(crate) fn of(prop: &Prop<'level>, number: u32) -> Self {
        Self {
            kind: prop.kind.name.as_str().into(),
            room: prop.room.into(),
            number: Present(Some(number.into())),
            x: prop.cells.left().into(),
            y: prop.cells.top().into(),
            width: prop.cells.width().into(),
            height: prop.cells.height().into(),
            offset: prop.offset,
            turn: prop.turn.quarter_turns().into(),
            lit: prop.lit,
        }
    }
}

/// An offer: the ids of its props, ascending, and how many of them may be taken.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Offer", deny_unknown_fields)]
pub(crate) struct OfferRecord {
    /// The positions of its props in `props`, ascending. No prop is in two offers.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) props: Vec<Number>,
    /// How many of them may be taken: fewer than there are.
    pub(crate) take: u32,
}

impl OfferRecord {
    pub(crate) fn of(Offer { props, take }: &Offer) -> Self {
        Self { props: props.iter().copied().map(Number).collect(), take: *take }
    }
}
