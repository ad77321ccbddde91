//! The records of level files: each thing of a level as a plain struct, with the fields, names and
//! order that files have.
//!
//! Each is described once, for reading and for writing. Numbers are wide enough for any value that
//! a text may state; `read` checks them. `of` makes the record of a part of a level, borrowing its
//! texts.

mod budgets;
mod encounter;
mod key;
mod kind;
mod note;
mod origin;
mod passage;
mod prop;
mod room;
mod shape;
mod stairs;
mod terrain;

use std::borrow::Cow;

pub(crate) use budgets::{AllowanceRecord, BudgetsRecord, GroupCostRecord};
pub(crate) use encounter::{EncounterRecord, LootRecord};
pub(crate) use key::KeyRecord;
pub(crate) use kind::{KindRecord, KindsByName, LightRecord};
pub(crate) use note::NoteRecord;
pub(crate) use origin::{OriginRecord, RunRecord};
pub(crate) use passage::{DoorAxis, DoorRecord, PassageRecord};
pub(crate) use prop::{OfferRecord, PlacedPropRecord};
pub(crate) use room::RoomRecord;
pub(crate) use shape::{RectRecord, cell_record};
pub(crate) use stairs::StairsRecord;
pub(crate) use terrain::{FeatureRecord, NO_TERRAIN, PartingRecord, TerrainKindRecord, TerrainRecord, terrain_symbols};

/// A text of a level, or of a file.
pub(crate) type Text<'level> = Cow<'level, str>;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
