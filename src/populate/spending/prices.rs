//! What groups and items take from their budgets, at the difficulty of a level.

use crate::{
    model::{Allowance, NoteCode, PropKind},
    populate::{LevelPopulation, places::ThingClass},
    preset::{ItemRule, RampInput, count_at},
};

/// What a budget is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::populate) enum Wares {
    Groups,
    Items,
}

impl Wares {
    /// The amount of the budget that is for them.
    pub(in crate::populate) fn of(self, amounts: &Allowance) -> u32 {
        match self {
            Self::Groups => amounts.encounters,
            Self::Items => amounts.loot,
        }
    }

    /// The note that some of their budget is left.
    pub(in crate::populate) fn note(self) -> NoteCode {
        match self {
            Self::Groups => NoteCode::EncountersShort,
            Self::Items => NoteCode::LootShort,
        }
    }
}

/// What a group takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupPrice {
    pub(super) number: u16,
    pub(super) cost: u32,
    /// The least number of its members.
    pub(super) least: u32,
    /// `None` for a ramp over progress.
    pub(super) weight: Option<u32>,
}

/// What an item takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemPrice {
    pub(super) class: ThingClass,
    /// How many things lie together, least and most.
    pub(super) pieces: (u32, u32),
    /// What the least of them take from the budget.
    pub(super) least: u32,
    /// `None` for a ramp over progress.
    pub(super) weight: Option<u32>,
    /// How many more things the level may have.
    pub(super) stock: u32,
}

impl ItemPrice {
    pub(super) fn of(
        item: &ItemRule,
        class: ThingClass,
        weight: Option<u32>,
        difficulty: f32,
        population: &LevelPopulation,
    ) -> Self {
        let pieces = pieces_of(item, difficulty);
        let least = if item.of > 0 { item.value } else { item.value * pieces.0 };
        let input = RampInput::of_level(difficulty);
        let most = item.most.as_ref().map_or(u32::MAX, |most| most.whole_at(input).unsigned_abs());
        let placed = population.loot.iter().filter(|placed| placed.kind == item.kind).count() as u32;
        Self { class, pieces, least, weight, stock: most.saturating_sub(placed) }
    }

    pub(super) fn is_in_stock(&self) -> bool {
        self.pieces.0 <= self.stock
    }
}

/// How many things of an item lie together, least and most.
pub(in crate::populate) fn pieces_of(item: &ItemRule, difficulty: f32) -> (u32, u32) {
    let (least, most) = if item.of > 0 { (item.of, item.of) } else { count_at(&item.with, difficulty) };
    (least.max(1), most.max(1))
}

pub(in crate::populate) fn class_of(kind: &PropKind) -> ThingClass {
    if kind.is_obstacle() {
        ThingClass::Obstacle
    } else if kind.marker || kind.tall.parts() > 0 {
        ThingClass::Passable
    } else {
        ThingClass::Flat
    }
}
