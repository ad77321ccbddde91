//! Props, and offers of props.

use serde::{Deserialize, Serialize};

use super::{Text, is_zero};
use crate::{
    level::Prop,
    level_file::limit::{self, Number},
    model::Offer,
};

/// A prop.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Prop", deny_unknown_fields)]
pub(crate) struct PlacedPropRecord<'level> {
    pub(crate) kind: Text<'level>,
    pub(crate) room: i64,
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
    /// In metres from the centre of the cells.
    pub(crate) offset: [f32; 2],
    /// The turn of the prop: quarter turns clockwise. Absent from the file if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) turn: i64,
    /// Whether the prop's light burns. Absent where it does, and for kinds without a light.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub(crate) lit: bool,
}

fn yes() -> bool {
    true
}

impl<'level> PlacedPropRecord<'level> {
    pub(crate) fn of(prop: &Prop<'level>) -> Self {
        Self {
            kind: prop.kind.name.as_str().into(),
            room: prop.room.into(),
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
#[serde(rename = "Offer", deny_unknown_fields)]
pub(crate) struct OfferRecord {
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) props: Vec<Number>,
    pub(crate) take: u32,
}

impl OfferRecord {
    pub(crate) fn of(Offer { props, take }: &Offer) -> Self {
        Self { props: props.iter().copied().map(Number).collect(), take: *take }
    }
}
