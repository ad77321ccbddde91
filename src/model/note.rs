//! Notes: what a preset or a request asks for and a level could not meet.
//!
//! Consumes nothing but the shortfalls that planning and furnishing report; displays them as one
//! line of text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::named::named;

/// What the preset or the request asks for, and the level could not meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// The kind of shortfall.
    pub code: NoteCode,
    /// The number of rooms, vaults, cycles, locks, props or the like that the preset asks for.
    pub wanted: u32,
    /// The number of them that the level has.
    pub got: u32,
    /// The name of the missing item and the reason, if the code alone does not say it.
    pub about: Option<String>,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, wanted, got, about } = self;
        let (one, more) = match code {
            NoteCode::PathShort => ("room on the main path", "rooms on the main path"),
            NoteCode::BonusShort => ("bonus room", "bonus rooms"),
            NoteCode::RoomsBare => ("furnished room", "furnished rooms"),
            NoteCode::VaultShort => ("vault of this name", "vaults of this name"),
            NoteCode::VaultStripped => ("point for this vault", "points for this vault"),
            NoteCode::CycleShort => ("cycle", "cycles"),
            NoteCode::SizeShort => ("room of this size", "rooms of this size"),
            NoteCode::LockShort => ("lock", "locks"),
            NoteCode::StairsShort => ("way down of this name", "ways down of this name"),
            NoteCode::ShortcutShort => ("shortcut", "shortcuts"),
            NoteCode::SecretOpened => ("passage with secret doors", "passages with secret doors"),
            NoteCode::BossShort => ("boss", "bosses"),
            NoteCode::GroupShort => ("required group of this name", "required groups of this name"),
            NoteCode::GuardShort => ("guarded key", "guarded keys"),
            NoteCode::MeteredShort => ("thing of this kind", "things of this kind"),
            NoteCode::EncountersShort => ("point of encounters", "points of encounters"),
            NoteCode::LootShort => ("point of loot", "points of loot"),
            NoteCode::PoolShort => ("entry of this name", "entries of this name"),
            NoteCode::FormationShort => ("prop of this formation", "props of this formation"),
            NoteCode::RerollUnknown => ("re-rolled room", "re-rolled rooms"),
            NoteCode::RerollShort => ("placed prop of this room", "placed props of this room"),
            NoteCode::FractionShort => ("cell in great rooms of this size", "cells in great rooms of this size"),
            NoteCode::PartingShort => ("parting of this name", "partings of this name"),
            NoteCode::CrossingShort => ("crossing of this parting", "crossings of this parting"),
            NoteCode::EndsTogether => ("parting between the ends", "partings between the ends"),
        };
        let has = match got {
            0 => format!("no {one}"),
            1 => format!("1 {one}"),
            more_than_one => format!("{more_than_one} {more}"),
        };
        let whose = if *code == NoteCode::RerollUnknown { "request" } else { "preset" };
        write!(f, "{}: the level has {has}, but the {whose} asks for at least {wanted}", code.name())?;
        about.iter().try_for_each(|about| write!(f, " ({about})"))
    }
}

named! {
/// The kind of shortfall that a [`Note`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum NoteCode {
    /// The main path has fewer rooms than the preset asks for.
    PathShort => "PathShort",
    /// There are fewer bonus rooms than the preset asks for.
    BonusShort => "BonusShort",
    /// No layout of the preset suits some of the rooms.
    RoomsBare => "RoomsBare",
    /// A required vault is missing.
    VaultShort => "VaultShort",
    /// There are fewer cycles than a rule says that a level must have.
    CycleShort => "CycleShort",
    /// There are fewer rooms of a size than a level must have.
    SizeShort => "SizeShort",
    /// The mission has fewer locks of a rule than a level must have.
    LockShort => "LockShort",
    /// The mission has fewer shortcuts than the preset asks for.
    ShortcutShort => "ShortcutShort",
    /// There are fewer passages with secret doors than rules with a chance of 1 ask for: those that
    /// would strand a player behind a one-way passage are closed instead.
    SecretOpened => "SecretOpened",
    /// A boss finds no place in its room, or the budget is too small for it.
    BossShort => "BossShort",
    /// A required group finds no place in a room that it suits, or the budget is too small for it.
    GroupShort => "GroupShort",
    /// Fewer keys have a group in their room than the preset asks for.
    GuardShort => "GuardShort",
    /// A metered thing finds no place.
    MeteredShort => "MeteredShort",
    /// A part of the budget of encounters that would buy a group finds no place for one.
    EncountersShort => "EncountersShort",
    /// A part of the budget of loot that would buy an item finds no place for one.
    LootShort => "LootShort",
    /// A layout or vault that a pool dealt to the level finds no room.
    PoolShort => "PoolShort",
    /// A required formation has fewer props in a room than it must have.
    FormationShort => "FormationShort",
    /// A room that the request re-rolls is not there.
    RerollUnknown => "RerollUnknown",
    /// A member of a group or a thing of a room finds no cell in its new furnishing.
    RerollShort => "RerollShort",
    /// A great room is missing, or has fewer cells than its fraction of the level.
    FractionShort => "FractionShort",
    /// A parting finds no place beside what else the preset asks for.
    PartingShort => "PartingShort",
    /// Nothing crosses a parting.
    CrossingShort => "CrossingShort",
    /// The main path begins and ends on one side of a parting that should lie between.
    EndsTogether => "EndsTogether",
    /// A vault that the level must have draws more than a budget has: its members and things are
    /// left out.
    VaultStripped => "VaultStripped",
    /// No room suits a way down beside the exit: it is left out.
    StairsShort => "StairsShort",
}
}
