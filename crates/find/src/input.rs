//! What an expression may ask of a level.

use std::fmt;

use roomgen::{level::LevelStage, survey::Metric};

use crate::{
    floors::{AskedFloors, FloorsInput},
    value::Value,
};

/// One thing to measure of a level. `Display` writes it as expressions do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelInput {
    /// A metric of surveys.
    Metric(Metric),
    /// The seed of the level's request.
    Seed,
    /// The floor of the request.
    Floor,
    /// The difficulty of the request.
    Difficulty,
    /// How many there are of a name.
    Count(NameSort, String),
    /// The steps from one of these places to the other.
    Steps([StepsPlace; 2]),
    /// What a run is asked of its floors; no level has it.
    Floors(FloorsInput),
}

/// What it takes to measure an input: whether several floors of a run, and how far these are made.
pub(crate) type InputReach = (bool, LevelStage);

/// What a name is one of, and what is counted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NameSort {
    /// The props of the kinds that have this name or this tag.
    Props,
    /// The rooms of this kind or with this tag.
    Rooms,
    /// The rooms with this layout.
    Layouts,
    /// The rooms with this vault.
    Vaults,
    /// The encounters of this group.
    Groups,
    /// The things of this kind that the budget of loot placed.
    Loot,
    /// The passages with this lock.
    Locks,
    /// The cells with this kind of terrain.
    Terrain,
}

/// A place of a level, or several of one sort, of which the nearest counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepsPlace {
    /// The cell where the player arrives.
    Entry,
    /// The cell where the player leaves.
    Exit,
    /// The props of this kind. Keys and switches are props of the kind with their name.
    Kind(String),
    /// The doors of the passages with this lock.
    Lock(String),
}

impl LevelInput {
    /// What the input is read of: the plan of a level has the same value as the level.
    #[must_use]
    pub const fn stage(&self) -> LevelStage {
        match self {
            Self::Metric(metric) => metric.stage(),
            Self::Seed | Self::Floor | Self::Difficulty => LevelStage::Plan,
            Self::Count(sort, _) => sort.stage(),
            Self::Steps(_) => LevelStage::Whole,
            Self::Floors(asked) => asked.stages.1,
        }
    }

    /// What it takes to measure the input of a run; of a level always the same.
    pub(crate) fn reach(&self) -> InputReach {
        match self {
            Self::Floors(asked) => (!matches!(asked.floors, AskedFloors::One(_)), asked.stages.1),
            _ => (false, LevelStage::Plan),
        }
    }

    /// The value of [`LevelInput::Difficulty`]: the shortest decimal that is read as this
    /// difficulty, so that 0.1 equals the 0.1 of an expression.
    #[must_use]
    pub fn of_difficulty(difficulty: f32) -> Value {
        Value::Decimal(difficulty.to_string().parse().unwrap_or_else(|_| difficulty.into()))
    }
}

/// How words and messages call a [`NameSort`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameWords {
    /// The function that counts.
    pub(crate) function: &'static str,
    /// What its argument is called.
    pub(crate) parameter: &'static str,
    /// What it counts.
    pub(crate) sentence: &'static str,
    /// What a name is one of.
    pub(crate) noun: &'static str,
}

impl NameSort {
    pub(crate) const ALL: [Self; 8] =
        [Self::Props, Self::Rooms, Self::Layouts, Self::Vaults, Self::Groups, Self::Loot, Self::Locks, Self::Terrain];

    const fn stage(self) -> LevelStage {
        match self {
            Self::Rooms | Self::Vaults | Self::Locks => LevelStage::Plan,
            Self::Props | Self::Layouts | Self::Groups | Self::Loot | Self::Terrain => LevelStage::Whole,
        }
    }

    pub(crate) const fn words(self) -> NameWords {
        let [function, parameter, sentence, noun] = match self {
            Self::Props => ["count", "name", "props of a kind, or of all kinds with a tag", "kind or tag of a kind"],
            Self::Rooms => ["rooms", "name", "rooms of a kind, or with a tag", "kind or tag of rooms"],
            Self::Layouts => ["layouts", "layout", "rooms with a layout", "layout"],
            Self::Vaults => ["vaults", "vault", "rooms with a vault", "vault"],
            Self::Groups => ["groups", "group", "encounters of a group", "group"],
            Self::Loot => ["loot", "kind", "things of a kind that the budget of loot placed", "kind of loot"],
            Self::Locks => ["locks", "lock", "passages with a lock", "lock"],
            Self::Terrain => ["terrain", "kind", "cells with a kind of terrain", "kind of terrain"],
        };
        NameWords { function, parameter, sentence, noun }
    }
}

impl StepsPlace {
    /// What a text begins with that names a lock, and not the keys of the same name.
    pub(crate) const LOCK: &'static str = "lock:";
}

impl fmt::Display for LevelInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metric(metric) => f.write_str(metric.column()),
            Self::Seed => f.write_str("seed"),
            Self::Floor => f.write_str("floor"),
            Self::Difficulty => f.write_str("difficulty"),
            Self::Count(sort, name) => write!(f, "{}({name:?})", sort.words().function),
            Self::Floors(asked) => asked.fmt(f),
            Self::Steps([from, to]) => write!(f, "steps({:?}, {:?})", from.to_string(), to.to_string()),
        }
    }
}

impl fmt::Display for StepsPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry => f.write_str("entry"),
            Self::Exit => f.write_str("exit"),
            Self::Kind(name) => f.write_str(name),
            Self::Lock(name) => write!(f, "{}{name}", Self::LOCK),
        }
    }
}
